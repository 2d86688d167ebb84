"""Conversations: what they are, who is in them, and what was said there."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.fakes.slack.api.chat import direct
from tests.fakes.slack.api.methods import account_of, channel_of, method, missing_scope
from tests.fakes.slack.api.paging import page
from tests.fakes.slack.calls import Call
from tests.fakes.slack.channels import Channel, Kind
from tests.fakes.slack.messages import Message
from tests.fakes.slack.people import Account
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

_READS = "channels:read groups:read im:read mpim:read"
_HISTORIES = "channels:history groups:history im:history mpim:history"
_TYPES = {
    "public_channel": Kind.PUBLIC,
    "private_channel": Kind.PRIVATE,
    "im": Kind.DIRECT,
    "mpim": Kind.GROUP_DIRECT,
}
_MOST_IN_GROUP = 8


def info(slack: "FakeSlack", call: Call) -> Body:
    channel = _allowed(slack, call, "read")
    told = channel.told(slack.bot, with_count=call.is_set("include_num_members"))
    if call.is_set("include_locale"):
        told["locale"] = "en-US"
    return {"channel": told}


def members(slack: "FakeSlack", call: Call) -> Body:
    channel = _allowed(slack, call, "read")
    found, cursor = page(call, list(channel.members))
    return {"members": list(found), **cursor}


def open_(slack: "FakeSlack", call: Call) -> Body:
    ids = [user for user in call.text("users").split(",") if user]
    if call.text("channel"):
        channel = channel_of(slack, call)
    elif not ids:
        raise SlackError("users_list_not_supplied")
    else:
        accounts = [account_of(slack, user) for user in ids]
        if any(account.has("deleted") for account in accounts):
            raise SlackError("user_disabled")
        channel = _opened(slack, accounts)
    told = channel.told(slack.bot) if call.is_set("return_im") else {"id": channel.id}
    return {"channel": told}


def replies(slack: "FakeSlack", call: Call) -> Body:
    channel = _read(slack, call)
    ts = call.text("ts")
    if ts not in channel.messages:
        raise SlackError("thread_not_found")
    thread = [message for message in channel.thread(ts) if _is_between(call, message.ts)]
    return _told(call, thread, otherwise=1000)


def history(slack: "FakeSlack", call: Call) -> Body:
    channel = _read(slack, call)
    said = [
        message
        for message in reversed(channel.messages.values())
        if not message.is_reply or message.subtype == "thread_broadcast"
        if _is_between(call, message.ts)
    ]
    return _told(call, said, otherwise=100)


def list_(slack: "FakeSlack", call: Call) -> Body:
    if slack.is_org_wide and not call.text("team_id"):
        raise SlackError("missing_argument")
    return _listed(slack, call, lambda channel: _is_known(slack, channel))


def of_user(slack: "FakeSlack", call: Call) -> Body:
    account = account_of(slack, call.text("user") or slack.bot.id)
    return _listed(
        slack,
        call,
        lambda channel: _is_known(slack, channel) and account.id in channel.members,
    )


def _opened(slack: "FakeSlack", accounts: list[Account]) -> Channel:
    if len(accounts) == 1:
        return direct(slack, accounts[0])
    if len(accounts) > _MOST_IN_GROUP:
        raise SlackError("too_many_users")
    wanted = {account.id for account in accounts} | {slack.bot.id}
    for channel in slack.channels.values():
        if channel.kind is Kind.GROUP_DIRECT and set(channel.members) == wanted:
            return channel
    if "mpim:write" not in slack.scopes:
        raise missing_scope(slack, "mpim:write")
    name = "mpdm-" + "--".join(account.name.lower() for account in accounts) + "-1"
    channel = Channel(slack.clock.id("G"), Kind.GROUP_DIRECT, slack.team, name)
    return slack.add_channel(channel, [*accounts, slack.bot])


def _allowed(slack: "FakeSlack", call: Call, what: str) -> Channel:
    """Find a conversation of a sort that the app may do that with."""
    channel = channel_of(slack, call)
    needed = f"{channel.family}:{what}"
    if needed not in slack.scopes:
        raise missing_scope(slack, needed)
    return channel


def _read(slack: "FakeSlack", call: Call) -> Channel:
    channel = _allowed(slack, call, "history")
    if slack.bot.id not in channel.members:
        raise SlackError("not_in_channel")
    return channel


def _is_between(call: Call, ts: str) -> bool:
    oldest, latest = call.text("oldest"), call.text("latest")
    if call.is_set("inclusive") and ts in (oldest, latest):
        return True
    try:
        return (not oldest or float(ts) > float(oldest)) and (
            not latest or float(ts) < float(latest)
        )
    except ValueError:
        raise SlackError("invalid_ts_oldest") from None


def _told(call: Call, said: list[Message], *, otherwise: int) -> Body:
    found, cursor = page(call, said, otherwise)
    with_metadata = call.is_set("include_all_metadata")
    return {
        "messages": [message.json(with_metadata=with_metadata) for message in found],
        "has_more": bool(cursor["response_metadata"]["next_cursor"]),
        **cursor,
    }


def _is_known(slack: "FakeSlack", channel: Channel) -> bool:
    return not channel.is_hidden or slack.bot.id in channel.members


def _listed(slack: "FakeSlack", call: Call, is_wanted: Callable[[Channel], bool]) -> Body:
    names = (call.text("types") or "public_channel").split(",")
    if any(name.strip() not in _TYPES for name in names):
        raise SlackError("invalid_types")
    kinds = [_TYPES[name.strip()] for name in names]
    for kind in kinds:
        needed = f"{Channel('', kind, slack.team).family}:read"
        if needed not in slack.scopes:
            raise missing_scope(slack, needed)
    wanted = [
        channel
        for channel in slack.channels.values()
        if channel.kind in kinds and is_wanted(channel)
        if not (call.is_set("exclude_archived") and channel.is_archived)
    ]
    found, cursor = page(call, wanted)
    return {"channels": [channel.told(slack.bot) for channel in found], **cursor}


METHODS = {
    "conversations.info": method(info, _READS, "channel", tier=3, takes_json=False),
    "conversations.members": method(members, _READS, "channel", tier=4, takes_json=False),
    "conversations.open": method(open_, "im:write mpim:write groups:write channels:manage", tier=3),
    "conversations.replies": method(replies, _HISTORIES, "channel ts", tier=3, takes_json=False),
    "conversations.history": method(history, _HISTORIES, "channel", tier=3),
    "conversations.list": method(list_, _READS, tier=2, takes_json=False),
    "users.conversations": method(of_user, _READS, tier=3, takes_json=False),
}
