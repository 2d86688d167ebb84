"""How far an answer is, told at Teams' pace, one request after another."""

from itertools import pairwise

import pytest

from bot.surfaces.teams.connector import TeamsRefusedError, TeamsUnavailableError
from bot.surfaces.teams.messages import Outgoing
from bot.surfaces.teams.streams import StreamPace, Streams
from bot.surfaces.teams.transport import Transport
from tests.bot.surfaces.teams.service import BETWEEN, Fault, Service

ANSWER = Outgoing("26 weeks [1].", is_generated=True, takes_feedback=True)


@pytest.fixture
def streams(transport: Transport) -> Streams:
    return Streams(transport, StreamPace(between=BETWEEN))


async def test_notes_are_told_in_one_stream_and_the_answer_takes_their_place(
    service: Service, streams: Streams, transport: Transport
) -> None:
    for words in ("Looking…", "Looking…", "Checking…"):
        await streams.tell(service.place, words)
    stream = streams.taken(service.place.channel)
    assert stream is not None
    assert streams.taken(service.place.channel) is None
    await streams.paced(stream)
    await transport.finish_stream(service.place, stream.id, ANSWER)

    assert [one.streamed for one in service.asked] == [
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 1},
        {
            "type": "streaminfo",
            "streamType": "informative",
            "streamId": "1:1",
            "streamSequence": 2,
        },
        {"type": "streaminfo", "streamType": "final", "streamId": "1:1"},
    ]
    assert [body["type"] for body in service.bodies] == ["typing", "typing", "message"]
    assert [body["text"] for body in service.bodies] == ["Looking…", "Checking…", "26 weeks [1]."]
    assert service.bodies[2]["entities"][1]["additionalType"] == ["AIGeneratedContent"]
    assert service.bodies[2]["channelData"] == {"feedbackLoop": {"type": "default"}}
    moments = [one.at for one in service.asked]
    assert all(later - earlier >= BETWEEN for earlier, later in pairwise(moments))


@pytest.mark.parametrize("fault", [Fault(429), Fault(500), Fault(403)], ids=str)
async def test_a_note_is_tried_once(service: Service, streams: Streams, fault: Fault) -> None:
    service.faults = [fault]
    with pytest.raises((TeamsUnavailableError, TeamsRefusedError)):
        await streams.tell(service.place, "Looking…")

    assert len(service.asked) == 1
    assert streams.taken(service.place.channel) is None


async def test_a_note_is_cut_to_what_teams_takes(service: Service, streams: Streams) -> None:
    await streams.tell(service.place, "x" * 5_000)

    assert len(service.bodies[0]["text"]) == 1_000


async def test_what_is_let_go_tells_nothing_more(service: Service, streams: Streams) -> None:
    await streams.tell(service.place, "Looking…")
    streams.let_go(service.place.channel)
    await streams.tell(service.place, "Checking…")

    assert [body["text"] for body in service.bodies] == ["Looking…"]


async def test_before_each_try_it_is_asked_whether_it_may_be_said(
    service: Service, transport: Transport
) -> None:
    asked: list[int] = []

    async def may() -> None:
        asked.append(len(service.asked))
        if len(asked) > 2:
            raise PermissionError

    service.faults = [Fault(429), Fault(429), Fault(429)]
    with pytest.raises(PermissionError):
        await transport.update(service.place, "1:1", ANSWER, before=may)

    assert asked == [0, 1, 2]
    assert len(service.asked) == 2
