"""The command for language models: `cardhouse mcp`."""

from importlib.util import find_spec
from typing import Annotated

import typer

from cardhouse.cards.errors import CardhouseError
from cardhouse.extras import needs


def mcp(
    url: Annotated[str, typer.Option(help="The address of the house.")] = "http://127.0.0.1:8000",
) -> None:
    """Let a language model play at tables of a house: an MCP server on the standard input and output.

    Example: cardhouse mcp --url http://127.0.0.1:8000
    """
    if find_spec("mcp") is None:
        raise CardhouseError(needs("This command", "mcp"))
    from cardhouse.mcp import server  # an extra, and slow to import

    server(url).run("stdio")
