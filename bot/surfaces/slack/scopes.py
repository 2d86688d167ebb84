"""What of Slack's does the bot call and hear, and which scope does each of it cost, for what?

Which method and event needs which scope is Slack's to say: docs.slack.dev/reference/methods,
/reference/events and /reference/scopes (2026-11-30). A test holds these tables to the code.
"""

from collections.abc import Iterable, Mapping

Costs = Mapping[str, str]
"""Scopes, each with what it is for."""

METHODS: Mapping[str, Costs] = {
    "chat.postMessage": {"chat:write": "posts answers"},
    "chat.update": {"chat:write": "changes what it posted"},
    "chat.delete": {"chat:write": "takes back what it posted"},
    "chat.postEphemeral": {"chat:write": "shows something to one person alone"},
    "chat.getPermalink": {},
    "assistant.threads.setStatus": {"chat:write": "shows that it is at work"},
    "assistant.threads.setTitle": {"assistant:write": "gives a conversation its title"},
    "assistant.threads.setSuggestedPrompts": {"assistant:write": "suggests questions"},
    "conversations.open": {"im:write": "answers in private what was asked elsewhere"},
    "conversations.replies": {
        "im:history": "looks, after a crash, whether its answer was posted already"
    },
    "conversations.history": {
        "im:history": "looks, after a crash, whether its message was posted already"
    },
    "conversations.info": {
        "channels:read": "sees whether a public channel is shared with another company",
        "groups:read": "sees whether a private channel is shared with another company",
        "mpim:read": "sees whether people of another company are in a group message",
    },
    "conversations.members": {
        "channels:read": "sees who reads along",
        "groups:read": "sees who reads along",
        "mpim:read": "sees who reads along",
    },
    "users.info": {
        "users:read": "tells employees from guests, strangers and bots",
        "users:read.email": "finds the employee behind an account",
    },
    "users.list": {
        "users:read": "tells at once who the many of a large channel are",
        "users:read.email": "finds the employees behind their accounts",
    },
    "bots.info": {"users:read": "tries whether both tokens are of one app (doctor)"},
    "auth.test": {},
    "views.open": {},
    "views.publish": {},
    "files.getUploadURLExternal": {"files:write": "hands people the file of their own data"},
    "files.completeUploadExternal": {"files:write": "hands people the file of their own data"},
}
"""The methods of the Web API that are called with the bot token."""

APP_TOKEN_METHODS: Mapping[str, Costs] = {
    "apps.connections.open": {"connections:write": "opens the socket"}
}
"""Those that are called with the app token, whose scopes no manifest names."""

EVENTS: Mapping[str, Costs] = {
    "app_home_opened": {},
    "app_mention": {"app_mentions:read": "is sent the messages that mention it, and no others"},
    "app_uninstalled": {},
    "channel_shared": {
        "channels:read": "is told when one becomes shared with another company",
        "groups:read": "is told when one becomes shared with another company",
    },
    "channel_unshared": {"channels:read": "is told when one is shared no more"},
    "member_joined_channel": {
        "channels:read": "is told when somebody begins to read along",
        "groups:read": "is told when somebody begins to read along",
    },
    "message.im": {"im:history": "is sent what people write to it in private"},
    "tokens_revoked": {},
    "user_change": {"users:read": "is told when somebody leaves or becomes a guest"},
}
"""The events that the app subscribes to. Slack sends `app_rate_limited` unasked."""

FEATURES: Mapping[str, Costs] = {
    "slash_commands": {"commands": "is asked by /policy"},
    "shortcuts": {"commands": "stands in the menu of each message"},
    "agent_view": {"assistant:write": "stands among the agents"},
}
"""What the manifest switches on, beside methods and events."""

FOLLOW_UP_METHODS: Mapping[str, Costs] = {
    "conversations.replies": {
        "channels:history": "looks, after a crash, whether its answer was posted already",
        "groups:history": "looks, after a crash, whether its answer was posted already",
    },
}
"""What methods cost besides, where a thread is followed without mentions."""

FOLLOW_UP_EVENTS: Mapping[str, Costs] = {
    "message.channels": {
        "channels:history": "is sent every message of the public channels that it is in"
    },
    "message.groups": {
        "groups:history": "is sent every message of the private channels that it is in"
    },
}
"""What is heard besides. In group messages it goes on taking a mention: few people, who did not
choose to have every word of theirs sent to it."""


def events(*, follow_ups: bool) -> list[str]:
    """Name the events to subscribe to, in order."""
    return sorted({**EVENTS, **(FOLLOW_UP_EVENTS if follow_ups else {})})


def scopes(*, follow_ups: bool) -> dict[str, list[str]]:
    """Name the bot's scopes, in order, each with everything that it is for."""
    tables = [FEATURES, EVENTS, METHODS]
    if follow_ups:
        tables += [FOLLOW_UP_EVENTS, FOLLOW_UP_METHODS]
    return _added_up(costs for table in tables for costs in table.values())


def _added_up(uses: Iterable[Costs]) -> dict[str, list[str]]:
    reasons: dict[str, dict[str, None]] = {}
    for costs in uses:
        for scope, reason in costs.items():
            reasons.setdefault(scope, {})[reason] = None
    return {scope: list(reasons[scope]) for scope in sorted(reasons)}
