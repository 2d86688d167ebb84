"""What did the app call, with which token and arguments?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fakes.slack.refusing import SlackError
from tests.fakes.slack.texts import Body

_JSON_ARGS = frozenset(
    {
        *("blocks", "attachments", "metadata", "view", "prompts", "chunks", "files"),
        "loading_messages",
    }
)
_TRUE = frozenset({True, "1", "true", "True"})


@dataclass(eq=False)
class Call:
    """A call of a Web API method."""

    method: str
    args: Body
    token: str
    is_json: bool
    at: float
    answer: Body = field(default_factory=dict)  # what was answered, if anything was

    @property
    def is_ok(self) -> bool:
        return bool(self.answer.get("ok"))

    def text(self, name: str) -> str:
        """Give an argument as a text, empty where there is none."""
        value = self.args.get(name)
        return "" if value is None else str(value)

    def is_set(self, name: str) -> bool:
        value = self.args.get(name)
        return isinstance(value, bool | str | int) and value in _TRUE

    def number(self, name: str, otherwise: int) -> int:
        try:
            return int(self.args.get(name, otherwise))
        except ValueError:
            raise SlackError("invalid_arguments", f"{name} must be an integer") from None

    def parsed(self, name: str) -> Any:  # noqa: ANN401  # whatever it is, the check of it tells
        """Give an argument that is JSON, whether it came as that or as a string of it."""
        value = self.args.get(name)
        if not isinstance(value, str) or name not in _JSON_ARGS or not value:
            return value
        try:
            return json.loads(value)
        except ValueError:
            error = "invalid_blocks_format" if name == "blocks" else "invalid_arguments"
            raise SlackError(error, f"{name} is not valid JSON") from None


async def read(request: web.Request, now: float) -> Call:
    """Read a call as the SDKs send one: in the address, as a form, or as JSON."""
    args: Body = dict(request.query)
    kind = request.content_type
    is_json = kind == "application/json"
    if is_json:
        args |= _object(await request.text())
    elif request.can_read_body:
        args |= dict(await request.post())
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    given = args.pop("token", "")
    if scheme.lower() != "bearer":
        token = str(given)
    return Call(request.match_info["method"], args, token, is_json, now)


def _object(raw: str) -> Mapping[str, Any]:
    try:
        read_ = json.loads(raw or "{}")
    except ValueError:
        raise SlackError("invalid_json") from None
    if not isinstance(read_, dict):
        raise SlackError("json_not_object")
    return read_
