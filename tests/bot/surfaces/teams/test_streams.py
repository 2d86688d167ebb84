"""How far an answer is, told at Teams' pace; then the answer, once, whatever became of that."""

import asyncio
from itertools import pairwise

import pytest

from bot.surfaces.teams.connector import OutcomeUnknownError
from bot.surfaces.teams.messages import Outgoing
from bot.surfaces.teams.server import Development, Paces, teams_transport, web_session
from bot.surfaces.teams.streams import StreamPace
from bot.surfaces.teams.transport import Transport
from tests.bot.surfaces.teams.service import BETWEEN, Fault, Service

ANSWER = Outgoing("26 weeks [1].", is_generated=True, takes_feedback=True)


def messages(service: Service) -> list[str]:
    return [body["text"] for body in service.bodies if body["type"] == "message"]


async def test_notes_are_told_one_after_another_and_the_answer_takes_their_place(
    service: Service, transport: Transport
) -> None:
    async with transport.streaming(service.place) as stream:
        stream.inform("Looking…")
        await asyncio.sleep(2 * BETWEEN)
        stream.inform("Checking…")
        await asyncio.sleep(2 * BETWEEN)
        name = await stream.finish(ANSWER)

    first, second, last = service.asked
    assert first.streamed == {
        "type": "streaminfo",
        "streamType": "informative",
        "streamSequence": 1,
    }
    assert second.streamed == {
        "type": "streaminfo",
        "streamType": "informative",
        "streamId": "1:1",
        "streamSequence": 2,
    }
    assert last.streamed == {"type": "streaminfo", "streamType": "final", "streamId": "1:1"}
    assert [body["type"] for body in service.bodies] == ["typing", "typing", "message"]
    assert [body["text"] for body in service.bodies] == ["Looking…", "Checking…", "26 weeks [1]."]
    assert service.bodies[2]["entities"][1]["additionalType"] == ["AIGeneratedContent"]
    assert service.bodies[2]["channelData"] == {"feedbackLoop": {"type": "default"}}
    assert name == "1:3"


async def test_however_many_notes_come_they_are_told_at_the_pace_one_at_a_time(
    service: Service, transport: Transport
) -> None:
    service.slow = 0.03
    async with transport.streaming(service.place) as stream:
        for n in range(80):
            stream.inform(f"{n}")
            await asyncio.sleep(0.01)
        await stream.finish(ANSWER)

    moments = [one.at for one in service.asked]
    assert 4 <= len(moments) <= 12
    assert all(later - earlier >= BETWEEN for earlier, later in pairwise(moments))
    assert service.most_in_flight == 1
    told = [int(body["text"]) for body in service.bodies[:-1]]
    assert told == sorted(told)
    assert told[-1] > 60


@pytest.mark.parametrize(
    "fault",
    [
        Fault(403, '{"error":{"code":"ContentStreamNotAllowed"}}'),
        Fault(429),
        Fault(500),
        Fault(hangs_up=True),
    ],
    ids=str,
)
async def test_a_stream_that_is_cut_ends_in_one_message_with_the_whole_answer(
    service: Service, transport: Transport, fault: Fault
) -> None:
    async with transport.streaming(service.place) as stream:
        for n in range(3):
            if n == 2:
                service.faults = [fault]
            stream.inform(f"{n}")
            await asyncio.sleep(1.5 * BETWEEN)
        stream.inform("more")
        await asyncio.sleep(1.5 * BETWEEN)
        await stream.finish(ANSWER)

    assert len(service.asked) == 4, "nothing more is told"
    assert messages(service) == ["26 weeks [1]."]
    assert service.asked[-1].streamed is None


async def test_an_answer_whose_name_is_not_told_has_that_of_its_stream(
    service: Service, transport: Transport
) -> None:
    async with transport.streaming(service.place) as stream:
        stream.inform("Looking…")
        await asyncio.sleep(BETWEEN)
        service.faults = [Fault(202, "{}")]

        assert await stream.finish(ANSWER) == "1:1"


async def test_a_stream_that_is_cut_at_its_end_ends_in_one_message(
    service: Service, transport: Transport
) -> None:
    async with transport.streaming(service.place) as stream:
        stream.inform("Looking…")
        await asyncio.sleep(BETWEEN)
        service.faults = [Fault(403, '{"error":{"code":"ContentStreamNotAllowed"}}')]
        await stream.finish(ANSWER)

    assert [one.streamed is not None for one in service.asked] == [True, True, False]
    assert messages(service) == ["26 weeks [1]."] * 2, "the first of them was refused"


async def test_whether_the_answer_stands_may_not_be_known(
    service: Service, transport: Transport
) -> None:
    async with transport.streaming(service.place) as stream:
        stream.inform("Looking…")
        await asyncio.sleep(BETWEEN)
        service.faults = [Fault(500)]
        with pytest.raises(OutcomeUnknownError):
            await stream.finish(ANSWER)

    assert len(messages(service)) == 1


async def test_a_stream_that_lasts_too_long_ends_in_a_message(service: Service) -> None:
    async with web_session() as session:
        paces = Paces(stream=StreamPace(between=0.05, lasting=0.2))
        transport = teams_transport(session, Development(), paces=paces)
        async with transport.streaming(service.place) as stream:
            stream.inform("Looking…")
            await asyncio.sleep(0.4)
            await stream.finish(ANSWER)

    assert service.asked[-1].streamed is None


async def test_an_answer_at_once_is_no_stream(service: Service, transport: Transport) -> None:
    async with transport.streaming(service.place) as stream:
        await stream.finish(ANSWER)

    assert [one.streamed for one in service.asked] == [None]


async def test_where_others_read_typing_is_shown_and_then_the_answer(
    service: Service, transport: Transport
) -> None:
    async with transport.streaming(service.channel) as stream:
        stream.inform("Looking…")
        await asyncio.sleep(BETWEEN)
        await stream.finish(ANSWER)

    assert [body["type"] for body in service.bodies] == ["typing", "message"]
    assert "text" not in service.bodies[0]
    assert [one.streamed for one in service.asked] == [None, None]


async def test_what_fails_while_an_answer_is_made_is_raised_as_it_is(
    service: Service, transport: Transport
) -> None:
    async def failing() -> None:
        async with transport.streaming(service.place) as stream:
            stream.inform("Looking…")
            await asyncio.sleep(BETWEEN)
            raise LookupError("it is not there")

    with pytest.raises(LookupError, match="it is not there"):
        await failing()

    asked = len(service.asked)
    await asyncio.sleep(3 * BETWEEN)
    assert len(service.asked) == asked == 1


async def test_a_note_is_cut_to_what_teams_takes(service: Service, transport: Transport) -> None:
    async with transport.streaming(service.place) as stream:
        stream.inform("x" * 5_000)
        await asyncio.sleep(BETWEEN)

    assert len(service.bodies[0]["text"]) == 1_000
