"""What the service answers is taken for what it is: tried again, final, or in doubt."""

import json
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest

from bot.surfaces.teams.addresses import ServiceUrls
from bot.surfaces.teams.connector import (
    Connector,
    OutcomeUnknownError,
    Patience,
    TeamsRefusedError,
    TeamsUnavailableError,
)
from bot.surfaces.teams.credentials import NoAccessError, NoTokenError
from bot.surfaces.teams.messages import (
    Outgoing,
)
from bot.surfaces.teams.server import web_session
from bot.surfaces.teams.transport import Transport
from tests.bot.surfaces.teams.service import QUICK, Fault, Service

HI = Outgoing("hi")


class Credentials:
    """Tokens as a test gives them out."""

    def __init__(self, *tokens: str | Exception) -> None:
        self.tokens = list(tokens)
        self.renewed = 0

    async def token(self) -> str | None:
        match self.tokens[0]:
            case str(token):
                return token
            case error:
                raise error

    async def renew(self) -> None:
        self.renewed += 1
        self.tokens.pop(0)


@pytest.mark.parametrize("status", [412, 429, 502, 503, 504])
async def test_what_may_be_tried_again_is_and_the_message_stands_once(
    service: Service, transport: Transport, status: int
) -> None:
    service.faults = [Fault(status), Fault(status, "<html>busy</html>")]

    assert await transport.send(service.place, HI) == "1:3"
    assert len({str(body) for body in service.bodies}) == 1


async def test_it_is_waited_for_as_long_as_the_service_says(
    service: Service, transport: Transport
) -> None:
    moment = format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True)
    service.faults = [
        Fault(429, headers={"Retry-After": "1"}),
        Fault(429, headers={"Retry-After": moment}),
        Fault(429, headers={"Retry-After": "soon"}),
    ]

    await transport.send(service.place, HI)

    first, second, third, fourth = (one.at for one in service.asked)
    assert second - first >= 1
    assert third - first >= 1
    assert fourth - third < 5


async def test_it_is_not_waited_longer_than_there_is_patience_for(
    service: Service, transport: Transport
) -> None:
    service.faults = [Fault(429, headers={"Retry-After": "600"})]
    began = time.monotonic()

    with pytest.raises(TeamsUnavailableError) as refused:
        await transport.send(service.place, HI)

    assert time.monotonic() - began < 60
    assert refused.value.wait == 600
    assert not isinstance(refused.value, OutcomeUnknownError), "nothing was sent"


async def test_pauses_grow_and_differ(service: Service, transport: Transport) -> None:
    service.faults = [Fault(429)] * 5

    await transport.send(service.place, HI)

    moments = [one.at for one in service.asked]
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    assert sum(pauses[3:]) > sum(pauses[:2])
    assert len({round(pause, 4) for pause in pauses}) == 5


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (
            Fault(403, '{"error":{"code":"BotNotInConversationRoster","message":"ana"}}'),
            "BotNotInConversationRoster",
        ),
        (
            Fault(
                403,
                json.dumps(
                    {"errorCode": 209, "message": '{"subCode": "MessageWritesBlocked", "x": 1}'}
                ),
            ),
            "MessageWritesBlocked",
        ),
        (Fault(403, "<html>"), ""),
        (Fault(501, '{"error":{"code":"NotImplemented"}}'), "NotImplemented"),
        (Fault(413, '{"error":{"code":"MessageSizeTooBig"}}'), "MessageSizeTooBig"),
        (Fault(400, '{"error":{"code":"BadArgument"}}'), "BadArgument"),
        (Fault(404, "[" * 5_000), ""),
        (Fault(302, headers={"Location": "http://127.0.0.1:9/"}), ""),
    ],
)
async def test_what_is_refused_is_final(
    service: Service, transport: Transport, fault: Fault, code: str
) -> None:
    service.faults = [fault]

    with pytest.raises(TeamsRefusedError) as refused:
        await transport.send(service.place, HI)

    assert (refused.value.status, refused.value.code) == (fault.status, code)
    assert "ana" not in str(refused.value)
    assert len(service.asked) == 1


UNKNOWN = [
    Fault(500),
    Fault(silence=1),
    Fault(hangs_up=True),
    Fault(200, "<html>"),
    Fault(201, "{}"),
    Fault(200, "[]"),
]


@pytest.mark.parametrize("fault", UNKNOWN, ids=str)
async def test_where_nobody_knows_whether_a_message_stands_it_is_not_sent_again(
    service: Service, transport: Transport, fault: Fault
) -> None:
    service.faults = [fault]

    with pytest.raises(OutcomeUnknownError):
        await transport.send(service.place, HI)

    assert len(service.asked) == 1


@pytest.mark.parametrize("fault", UNKNOWN[:-3], ids=str)
async def test_what_may_be_done_twice_is_tried_again(
    service: Service, transport: Transport, fault: Fault
) -> None:
    service.faults = [fault]
    await transport.update(service.place, "1:1", HI)
    service.faults = [fault]
    await transport.delete(service.place, "1:1")

    assert [one.method for one in service.asked] == ["PUT", "PUT", "DELETE", "DELETE"]


async def test_once_a_proxy_gave_up_a_later_no_leaves_it_in_doubt(
    service: Service, transport: Transport
) -> None:
    service.faults = [Fault(504), Fault(429, headers={"Retry-After": "600"})]

    with pytest.raises(OutcomeUnknownError):
        await transport.send(service.place, HI)


async def test_where_nothing_listens_nothing_was_sent(
    service: Service, transport: Transport
) -> None:
    nowhere = replace(service.place, service_url="http://127.0.0.1:9/")

    with pytest.raises(TeamsUnavailableError) as failed:
        await transport.send(nowhere, HI)

    assert type(failed.value) is TeamsUnavailableError


@pytest.mark.parametrize("address", ["https://evil.example/", "http://10.0.0.1/", "", "x"])
async def test_nothing_is_sent_to_an_address_that_is_not_allowed(
    service: Service, transport: Transport, address: str
) -> None:
    place = replace(service.place, service_url=address)
    for call in (
        transport.send(place, HI),
        transport.update(place, "1", HI),
        transport.delete(place, "1"),
        transport.member(place, "29:ana"),
        transport.create_conversation(place, "29:ana"),
    ):
        with pytest.raises(TeamsRefusedError, match="nothing is ever sent"):
            await call


async def test_a_token_goes_along_and_is_renewed_once_where_it_is_not_taken(
    service: Service,
) -> None:
    credentials = Credentials("old", "new", "newer")
    async with web_session() as session:
        allowed = ServiceUrls([f"{service.url}/emea/"])
        transport = Transport(Connector(session, credentials, allowed, QUICK.patience))
        service.faults = [Fault(401)]
        await transport.send(service.place, HI)

        service.faults = [Fault(401)] * 2
        with pytest.raises(TeamsRefusedError):
            await transport.send(service.place, HI)
        elsewhere = replace(service.place, service_url=f"{service.url}/amer/")
        with pytest.raises(TeamsRefusedError):
            await transport.send(elsewhere, HI)

    sent = [one.authorization for one in service.asked]
    assert sent == ["Bearer old", "Bearer new", "Bearer new", "Bearer newer"]
    assert credentials.renewed == 2


async def test_without_a_token_nothing_is_sent(service: Service) -> None:
    async with web_session() as session:
        for error, becomes in (
            (NoTokenError("down"), TeamsUnavailableError),
            (NoAccessError("invalid_client"), TeamsRefusedError),
        ):
            allowed = ServiceUrls([service.url])
            patience = Patience(one=0.2, all=0.1, pause=0.05)
            connector = Connector(session, Credentials(error), allowed, patience)
            with pytest.raises(becomes):
                await Transport(connector).send(service.place, HI)
    assert service.asked == []
