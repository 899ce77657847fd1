"""Packages of Debian and similar systems, for a user who may install them."""

import os
import shutil
import subprocess


def install(*choices: tuple[str, ...]) -> bool:
    """Install the first choice of packages that can be installed; return whether there was one."""
    if not shutil.which("apt-get") or (os.geteuid() != 0 and not shutil.which("sudo")):
        return False
    may = [] if os.geteuid() == 0 else ["sudo", "-n"]
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}

    def succeeds(*words: str) -> bool:
        return subprocess.run([*may, "apt-get", *words, "-qq"], env=quietly).returncode == 0

    return succeeds("update") and any(succeeds("install", "-y", *packages) for packages in choices)
