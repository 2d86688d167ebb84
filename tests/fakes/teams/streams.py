"""What is streamed into a personal chat, and when is it refused?

The rules are those of Microsoft's documentation (learn.microsoft.com/microsoftteams/platform/
bots/streaming-ux, November 2026).
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.teams import posting
from tests.fakes.teams.messages import Message
from tests.fakes.teams.refusing import ConnectorError
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from tests.fakes.teams.chats import Chat
    from tests.fakes.teams.service import FakeTeams

LIVES = 120.0  # seconds, from the first word to the last
INFORMATIVE = 1000  # characters
OUT_OF_ORDER = ConnectorError(
    202,
    "ContentStreamSequenceOrderPreConditionFailed",
    "PreCondition failed exception when processing streaming activity.",
)
_ONLY_AT_THE_END = ("attachments", "suggestedActions", "channelData")


@dataclass(eq=False)
class Stream:
    """A message in the making."""

    message: Message
    began: float
    at: float  # of the last part
    sequence: int = 1
    text: str = ""  # of the answer, so far
    end: str = ""  # why it goes on no more


def take(teams: "FakeTeams", chat: "Chat", activity: Body, info: Body) -> tuple[int, Body]:
    """Take one part of a stream: give the status and the body of the answer."""
    _check(activity, info)
    if not chat.is_personal:
        raise _not_allowed("Content stream is not allowed")
    if "streamId" not in info:
        return _begin(teams, chat, activity, info)
    stream = chat.stream
    if stream is None or info["streamId"] != stream.message.id:
        raise _not_allowed("Content stream is not allowed on an already completed streamed message")
    _check_open(teams, stream)
    if info.get("streamType") == "final":
        chat.stream = None
        posting.finish(teams, stream.message, activity)
        return 202, {}
    _go_on(teams, stream, activity, info)
    return 202, {}


def _check(activity: Body, info: Body) -> None:
    kind = info.get("streamType", "streaming")
    if kind not in {"informative", "streaming", "final"}:
        raise _bad(f"Unknown streamType {kind!r}")
    if (activity["type"] == "message") != (kind == "final"):
        raise _bad("The final part is a message, and the parts before it are typing")
    if not activity.get("text") and not activity.get("attachments"):
        raise _bad("Start streaming activities should include text")
    if kind != "final":
        _check_part(activity, info)
    elif info.get("streamSequence") is not None:
        raise _bad("The final part has no streamSequence")


def _check_part(activity: Body, info: Body) -> None:
    sequence = info.get("streamSequence")
    if not isinstance(sequence, int) or isinstance(sequence, bool) or sequence < 1:
        raise _bad("streamSequence must be a number from 1 on")
    if info.get("streamType") == "informative" and len(activity["text"]) > INFORMATIVE:
        raise _bad(f"An informative part may have {INFORMATIVE} characters")
    early = [name for name in _ONLY_AT_THE_END if activity.get(name)]
    if early or any(entity.get("additionalType") for entity in activity["entities"]):
        raise _bad(f"Only the final part may carry {early or 'the AI label'}")


def _begin(teams: "FakeTeams", chat: "Chat", activity: Body, info: Body) -> tuple[int, Body]:
    if info.get("streamType") == "final" or info["streamSequence"] != 1:
        raise _bad("A stream begins with streamSequence 1, and goes on with its streamId")
    now = teams.clock.now()
    if chat.stream is not None and not chat.stream.end and now - chat.stream.began <= LIVES:
        raise _not_allowed("Content stream is not allowed")
    message = Message(
        chat, teams.clock.activity_id(), teams.bot, activity["text"], is_streaming=True
    )
    chat.stream = Stream(message, now, now)
    if info.get("streamType") != "informative":
        chat.stream.text = activity["text"]
    posting.post(teams, message)
    return 201, {"id": message.id}


def _go_on(teams: "FakeTeams", stream: Stream, activity: Body, info: Body) -> None:
    now = teams.clock.now()
    if now - stream.at < teams.stream_pace:
        raise ConnectorError(429, "Throttled", "API calls quota exceeded")
    stream.at = now
    if info["streamSequence"] <= stream.sequence:
        raise OUT_OF_ORDER
    stream.sequence = info["streamSequence"]
    if info.get("streamType") == "informative":
        if stream.text:
            raise _bad("The answer has begun: there is nothing to inform of any more")
    elif activity["text"].startswith(stream.text):
        stream.text = activity["text"]
    else:
        raise _bad("The text does not begin with what was streamed before")
    posting.change(teams, stream.message, text=activity["text"])


def _check_open(teams: "FakeTeams", stream: Stream) -> None:
    if not stream.end and teams.clock.now() - stream.began > LIVES:
        stream.end = "Content stream finished due to exceeded streaming time."
    if stream.end:
        raise _not_allowed(stream.end)


def _bad(message: str) -> ConnectorError:
    return ConnectorError(400, "BadRequest", message)


def _not_allowed(message: str) -> ConnectorError:
    return ConnectorError(403, "ContentStreamNotAllowed", message)
