"""The HTTP API of evenings."""

from secrets import token_urlsafe

from msgspec import json
from starlette.requests import Request
from starlette.responses import Response

from cardhouse.house.house import House, hash_token
from cardhouse.house.lobby import address, answer, read, token_in
from cardhouse.wire import Denial
from cardhouse.wire.evenings import Entered, NewEvening, NewEveningPlayer, read_evening_command

TOO_MANY = "Too many tables have been opened from your address; try again later."
read_evening = json.Decoder(NewEvening).decode
read_player = json.Decoder(NewEveningPlayer).decode


class EveningApi:
    def __init__(self, house: House) -> None:
        self.house = house

    async def create(self, request: Request) -> Response:
        wanted = await read(request, read_evening)
        self._allow(request, 1)
        token = token_urlsafe(32)
        evening, player = await self.house.evenings.open(wanted, hash_token(token))
        return await self._entered(evening.id, player.number, token)

    async def evening(self, request: Request) -> Response:
        return answer(await self.house.evenings.info(await self._find(request)))

    async def join(self, request: Request) -> Response:
        wanted = await read(request, read_player)
        name, token = await self._find(request), wanted.key or token_urlsafe(32)
        evening, player = await self.house.evenings.join(name, wanted.name, hash_token(token))
        return await self._entered(evening.id, player.number, token)

    async def command(self, request: Request) -> Response:
        """Do a command of a player, and return how the evening stands."""
        command = await read(request, read_evening_command)
        name, token = await self._find(request), token_in(request)
        if not token:
            raise Denial(
                "denied", "The token of a player is needed, as in `Authorization: Bearer ...`.", about="evening_token"
            )
        await self.house.evenings.command(name, token, command, lambda tables: self._allow(request, tables))
        return answer(await self.house.evenings.info(name))

    async def _find(self, request: Request) -> str:
        """Return the id of the evening in the URL; raise Denial if there is none."""
        name = str(request.path_params["evening"]).lower()
        return (await self.house.evening(name, address(request))).id

    async def _entered(self, name: str, player: int, token: str) -> Response:
        info = await self.house.evenings.info(name)
        return answer(Entered(evening=info, player=player, token=token), 201)

    def _allow(self, request: Request, tables: int) -> None:
        """Count tables that are opened at once as those that people open one by one. Raise Denial if it is too many."""
        where = address(request)
        if not self.house.new_tables.take(where):
            raise Denial("limit", TOO_MANY)
        self.house.new_tables.owe(where, tables - 1)
