"""Names for what has no static type, each with its reason. Elsewhere a type is real, or a line says why it is not."""

from collections.abc import Callable
from typing import Any

# An object of JSON: its readers index into values whose shape only the text knows, and the schemas that the wire makes
# from this type refuse `object`.
Json = dict[str, Any]
Function = Callable[..., Any]  # a function that is marked, compiled, hashed or timed, whatever it takes and returns
Namespace = dict[str, Any]  # values by name: of code that is executed, or of an object that is looked into at run time
