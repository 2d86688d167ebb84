"""Which methods are there, and what must one have to call each?"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.fakes.slack.calls import Call
from tests.fakes.slack.channels import Channel
from tests.fakes.slack.people import Account
from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body

if TYPE_CHECKING:
    from tests.fakes.slack.workspace import FakeSlack

Answer = Callable[["FakeSlack", Call], Body]


@dataclass(frozen=True, slots=True)
class Method:
    """A method; of `scopes` one is enough; `tier` says how often it may be called."""

    answer: Answer
    scopes: frozenset[str] = frozenset()
    required: tuple[str, ...] = ()
    tier: int = 0
    takes_json: bool = True
    takes_app_token: bool = False


def method(
    answer: Answer,
    scopes: str = "",
    required: str = "",
    *,
    tier: int = 0,
    takes_json: bool = True,
    takes_app_token: bool = False,
) -> Method:
    """Describe a method in few words: scopes and required arguments with blanks between."""
    return Method(
        answer,
        frozenset(scopes.split()),
        tuple(required.split()),
        tier,
        takes_json,
        takes_app_token,
    )


def unknown(slack: "FakeSlack", call: Call) -> Body:
    """Answer what there is not."""
    raise SlackError("unknown_method")


def admit(slack: "FakeSlack", call: Call, wanted: Method) -> None:
    """Refuse a call that may not be made at all."""
    if not wanted.takes_json and call.is_json:
        call.args.clear()
    _authenticate(slack, call, wanted)
    if wanted.scopes and not wanted.scopes & slack.scopes:
        raise missing_scope(slack, min(wanted.scopes))
    for name in wanted.required:
        if call.args.get(name) is None:
            raise SlackError("invalid_arguments", f"missing required field: {name}")


def missing_scope(slack: "FakeSlack", needed: str) -> SlackError:
    """Say which scope is missing, and which there are."""
    return SlackError("missing_scope", needed=needed, provided=",".join(sorted(slack.scopes)))


def channel_of(slack: "FakeSlack", call: Call, name: str = "channel") -> Channel:
    """Find a conversation that the app may know of; a private one only if it is in it."""
    given = call.text(name)
    channel = slack.channels.get(given)
    if channel is None or (channel.is_hidden and slack.bot.id not in channel.members):
        raise SlackError("channel_not_found")
    return channel


def account_of(slack: "FakeSlack", user_id: str) -> Account:
    account = slack.directory.accounts.get(user_id)
    if account is None:
        raise SlackError("user_not_found")
    return account


def _authenticate(slack: "FakeSlack", call: Call, wanted: Method) -> None:
    if not call.token:
        raise SlackError("not_authed")
    if call.token not in (slack.bot_token, slack.app_token):
        raise SlackError("invalid_auth")
    if slack.token_error:
        raise SlackError(slack.token_error)
    is_app_token = call.token == slack.app_token
    if is_app_token != wanted.takes_app_token:
        raise SlackError("not_allowed_token_type")
