"""What does the connector do that the bot calls?"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.fakes.teams import outgoing, posting, streams
from tests.fakes.teams.calls import Call
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.messages import Message
from tests.fakes.teams.refusing import (
    BLOCKED,
    DISABLED,
    NOT_IN_ROSTER,
    ConnectorError,
    bad,
    malformed,
    not_there,
)
from tests.fakes.teams.texts import Body

if TYPE_CHECKING:
    from tests.fakes.teams.chats import Team
    from tests.fakes.teams.service import FakeTeams

Answer = tuple[int, Any]
_NO_ACTIVITY = ConnectorError(
    404, "ActivityNotFoundInConversation", "The message was not found in the conversation."
)
_NO_MEMBER = ConnectorError(
    404, "MemberNotFoundInConversation", "The member was not found in the conversation."
)
_SMALLEST_PAGE, _LARGEST_PAGE = 1, 500


def send(teams: "FakeTeams", call: Call) -> Answer:
    """Put an activity into a conversation, or a part of a stream."""
    return put(teams, _written_to(teams, call), call.root, call.body)


def put(teams: "FakeTeams", chat: Chat, root: str, body: Body) -> Answer:
    activity = outgoing.check(body, chat)
    if root and root not in chat.messages:
        raise _NO_ACTIVITY
    info = outgoing.stream_info(activity)
    if info is not None:
        return streams.take(teams, chat, activity, info)
    if activity["type"] == "typing":
        chat.typing_since = teams.clock.now()
        teams.changed(chat)
        return 202, {}
    parts = outgoing.split(activity)
    if len(parts) > 1:  # https://github.com/microsoft/BotFramework-Services/issues/98
        for part in parts:
            posting.post(teams, _of_bot(teams, chat, root, part))
        return 201, {"id": ""}
    message = _of_bot(teams, chat, root, activity)
    posting.post(teams, message)
    return 201, {"id": message.id}


def reply(teams: "FakeTeams", call: Call) -> Answer:
    """Put an activity under another: in a channel, in its thread."""
    chat = _written_to(teams, call)
    if chat.is_channel and not call.root:
        replied_to = chat.messages.get(call.activity_id)
        if replied_to is None:
            raise _NO_ACTIVITY
        return put(teams, chat, replied_to.root, call.body)
    return put(teams, chat, call.root, call.body)


def update(teams: "FakeTeams", call: Call) -> Answer:
    """Put another activity in the place of one of the bot's."""
    chat = _written_to(teams, call)
    message = _mine(teams, chat, call.activity_id)
    activity = outgoing.check(call.body, chat)
    if activity["type"] != "message" or outgoing.stream_info(activity) is not None:
        raise malformed("Only a message takes the place of a message.")
    if len(outgoing.split(activity)) > 1:
        raise malformed("Activity resulted into multiple skype activities")
    message.views.clear()
    text = activity.get("text") or ""
    posting.change(teams, message, text=text, activity=activity, is_edited=True)
    return 200, {"id": message.id}


def delete(teams: "FakeTeams", call: Call) -> Answer:
    """Take back an activity of the bot's."""
    chat = _written_to(teams, call)
    posting.take_back(teams, _mine(teams, chat, call.activity_id))
    return 200, {}


def create(teams: "FakeTeams", call: Call) -> Answer:
    """Open the personal chat with somebody, or post in a channel."""
    data = call.body.get("channelData") or {}
    tenant = (data.get("tenant") or {}).get("id") or call.body.get("tenantId")
    channel = (data.get("channel") or {}).get("id")
    if channel is not None:
        return _post_in(teams, str(channel), call.body)
    if tenant is None:
        raise malformed("The tenant of the conversation is missing.")
    return _open_chat(teams, call.body, str(tenant))


def members(teams: "FakeTeams", call: Call) -> Answer:
    return 200, [member.member for member in _read_from(teams, call).members.values()]


def paged_members(teams: "FakeTeams", call: Call) -> Answer:
    """Give one page of who is there; the token of the next is its first member's number."""
    chat = _read_from(teams, call)
    try:
        wanted = int(call.query.get("pageSize") or teams.page_size)
        start = int(call.query.get("continuationToken") or 0)
    except ValueError:
        raise bad("pageSize and continuationToken") from None
    if not _SMALLEST_PAGE <= wanted <= _LARGEST_PAGE:
        raise bad("pageSize must be from 1 to 500")
    everybody = [member.member for member in chat.members.values()]
    end = start + min(wanted, teams.page_size)
    page: Body = {"members": everybody[start:end]}
    return 200, page | ({"continuationToken": str(end)} if end < len(everybody) else {})


def member(teams: "FakeTeams", call: Call) -> Answer:
    """Give one of those who are there, by their id or their object id."""
    wanted = call.path["member"]
    for account in _read_from(teams, call).members.values():
        if wanted in (account.id, account.object_id or None):
            return 200, account.member
    raise _NO_MEMBER


def team(teams: "FakeTeams", call: Call) -> Answer:
    found = _team(teams, call)
    return 200, {
        "id": found.id,
        "name": found.name,
        "aadGroupId": found.group_id,
        "type": "standard",
        "tenantId": found.tenant.id,
        "channelCount": len(found.channels),
        "memberCount": len(found.members),
    }


def channels(teams: "FakeTeams", call: Call) -> Answer:
    """Give the channels of a team; General has no name here."""
    found = _team(teams, call)
    told = [
        {"id": channel.id, "name": channel.name or None, "type": channel.sharing.value}
        for channel in found.channels
        if channel.has_bot
    ]
    return 200, {"conversations": told}


def participant(teams: "FakeTeams", call: Call) -> Answer:
    """Give what somebody is in a meeting."""
    meeting = teams.meetings.get(call.path["meeting"])
    if meeting is None:
        raise not_there("Meeting not found.")
    for account in meeting.members.values():
        if account.object_id == call.path["member"]:
            is_host = account.tenant is meeting.tenant
            role = {"role": "Attendee" if is_host else "External attendee", "inMeeting": True}
            where = {"id": meeting.id, "isGroup": True}
            return 200, {"user": account.member, "meeting": role, "conversation": where}
    raise _NO_MEMBER


def _of_bot(teams: "FakeTeams", chat: Chat, root: str, activity: Body) -> Message:
    text = activity.get("text") or ""
    id_ = teams.clock.activity_id()
    return Message(chat, id_, teams.bot, text, root if chat.is_channel else "", activity)


def _post_in(teams: "FakeTeams", channel: str, body: Body) -> Answer:
    chat = teams.chats.get(channel)
    if chat is None or not chat.is_channel:
        raise not_there()
    _let_write(teams, chat)
    if body.get("isGroup") is not True:
        raise malformed("A post in a channel is a group conversation.")
    status, answer = put(teams, chat, "", body.get("activity") or {})
    return status, {"id": chat.reference(answer["id"]), "activityId": answer["id"]}


def _open_chat(teams: "FakeTeams", body: Body, tenant: str) -> Answer:
    wanted = body.get("members") or []
    if body.get("isGroup") or len(wanted) != 1:
        raise bad("A bot may open a chat with one person")
    id_ = str(wanted[0].get("id", ""))
    person = teams.accounts.get(id_)
    if person is None or person.tenant.id != tenant:
        raise ConnectorError(403, "ForbiddenOperationException", "Failed to decrypt pairwise id")
    chat = teams.dm(person)
    _let_write(teams, chat)
    first = body.get("activity")
    if first is None:
        return 201, {"id": chat.id}
    _, answer = put(teams, chat, "", first)
    return 201, {"id": chat.id, "activityId": answer["id"]}


def _chat(teams: "FakeTeams", call: Call) -> Chat:
    """Find the conversation of a call, in the tenant that its address names."""
    chat = teams.chats.get(call.conversation)
    if chat is None or call.path["tenant"] != chat.tenant.id:
        raise not_there()
    return chat


def _written_to(teams: "FakeTeams", call: Call) -> Chat:
    chat = _chat(teams, call)
    _let_write(teams, chat)
    return chat


def _let_write(teams: "FakeTeams", chat: Chat) -> None:
    if teams.is_disabled:
        raise DISABLED
    if chat.is_blocked:
        raise BLOCKED
    if not chat.has_bot:
        raise NOT_IN_ROSTER


def _read_from(teams: "FakeTeams", call: Call) -> Chat:
    chat = _chat(teams, call)
    if not chat.has_bot:
        raise NOT_IN_ROSTER
    return chat


def _mine(teams: "FakeTeams", chat: Chat, id_: str) -> Message:
    message = chat.messages.get(id_)
    if message is None:
        raise _NO_ACTIVITY
    if message.sender is not teams.bot:
        raise ConnectorError(403, "ForbiddenOperationException", "That is another's message.")
    return message


def _team(teams: "FakeTeams", call: Call) -> "Team":
    found = teams.teams.get(call.path["team"])
    if found is None:
        raise not_there("Team not found.")
    if not found.has_bot:
        raise NOT_IN_ROSTER
    return found


METHODS: dict[str, Callable[["FakeTeams", Call], Answer]] = {
    "send": send,
    "reply": reply,
    "update": update,
    "delete": delete,
    "create": create,
    "members": members,
    "pagedmembers": paged_members,
    "activity_members": members,
    "member": member,
    "team": team,
    "channels": channels,
    "participant": participant,
}
ROUTES: tuple[tuple[str, str, str], ...] = (
    ("send", "POST", "/v3/conversations/{conversation}/activities"),
    ("reply", "POST", "/v3/conversations/{conversation}/activities/{activity}"),
    ("update", "PUT", "/v3/conversations/{conversation}/activities/{activity}"),
    ("delete", "DELETE", "/v3/conversations/{conversation}/activities/{activity}"),
    ("create", "POST", "/v3/conversations"),
    ("members", "GET", "/v3/conversations/{conversation}/members"),
    ("pagedmembers", "GET", "/v3/conversations/{conversation}/pagedmembers"),
    ("member", "GET", "/v3/conversations/{conversation}/members/{member}"),
    (
        "activity_members",
        "GET",
        "/v3/conversations/{conversation}/activities/{activity}/members",
    ),
    ("team", "GET", "/v3/teams/{team}"),
    ("channels", "GET", "/v3/teams/{team}/conversations"),
    ("participant", "GET", "/v1/meetings/{meeting}/participants/{member}"),
)
