"""The pool of a training run: earlier versions of its net, as rivals. It stays small, and reaches back to the start."""

from dataclasses import dataclass, field

from cardhouse.nets.weights import Layers

MOST = 8
EVERY = 4  # rollouts between two versions, at first


@dataclass
class Pool:
    """Versions of the net, by the number of rollouts after which it was one."""

    versions: dict[int, Layers] = field(default_factory=dict)
    every: int = EVERY

    def add(self, rollouts: int, layers: Layers) -> None:
        """Add a version if one is due. In a full pool, every second one goes, and the next ones are further apart."""
        if rollouts % self.every:
            return
        if len(self.versions) == MOST:
            self.every *= 2
            self.versions = {number: one for number, one in self.versions.items() if number % self.every == 0}
            if rollouts % self.every:
                return
        self.versions[rollouts] = layers
