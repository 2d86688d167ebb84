"""What does Slack find fault with in what an app sends, and under which name?"""

import re
from collections.abc import Sequence
from typing import Any

from tests.fakes.slack import limits, structure
from tests.fakes.slack.texts import Body

_TS = re.compile(r"\d{10}\.\d{6}")


class SlackError(Exception):
    """An `{"ok": false}`, with the name of its error, and details where Slack gives some."""

    def __init__(self, error: str, *details: object, **fields: str) -> None:
        super().__init__(": ".join([error, *map(str, details)]))
        self.error = error
        self.details = [f"[ERROR] {detail}" for detail in details]
        self.fields = fields

    @property
    def body(self) -> Body:
        """Write it as an answer."""
        body: Body = {"ok": False, "error": self.error, **self.fields}
        if self.details:
            body["response_metadata"] = {"messages": self.details}
        return body


def check_blocks(
    blocks: object, *, structural: bool, too_many: str = "invalid_blocks"
) -> list[Body]:
    """Refuse what no message may have in its blocks; `too_many` names that there are too many."""
    if isinstance(blocks, list) and len(blocks) > limits.MESSAGE_BLOCKS:
        raise SlackError(too_many, f"no more than {limits.MESSAGE_BLOCKS} items allowed [/blocks]")
    wrong: list[object] = list(limits.wrong_in_blocks(blocks, in_view=False))
    if not wrong and structural:
        wrong = _misfits(blocks)
    if wrong:
        raise SlackError("invalid_blocks", *wrong)
    checked: list[Body] = blocks if isinstance(blocks, list) else []
    if limits.too_long(checked):
        raise SlackError("msg_blocks_too_long")
    return checked


def check_view(view: object, *, kind: str, structural: bool) -> Body:
    """Refuse what no modal, or no home, may have."""
    if not isinstance(view, dict):
        raise SlackError("invalid_arguments", "must provide an object [json-pointer:/view]")
    if view.get("type") != kind:
        raise SlackError("invalid_arguments", f"unsupported type: {view.get('type')} [/view/type]")
    if len(str(view)) > limits.VIEW_BYTES:
        raise SlackError("view_too_large")
    wrong: list[object] = list(limits.wrong_in_view(view))
    if not wrong and structural and structure.is_at_hand():
        wrong = [*filter(None, [structure.view_misfit(view)]), *_misfits(view["blocks"])]
    if wrong:
        raise SlackError("invalid_arguments", *wrong)
    return view


def check_ts(value: str, error: str = "invalid_thread_ts") -> str:
    """Refuse what is no timestamp of a message: an empty one too."""
    if not _TS.fullmatch(value):
        raise SlackError(error)
    return value


def check_metadata(metadata: object) -> Body:
    """Refuse metadata that are not of an event; none at all are nothing."""
    if not metadata:
        return {}
    if not isinstance(metadata, dict) or not isinstance(metadata.get("event_payload"), dict):
        raise SlackError("invalid_metadata_format")
    if not isinstance(metadata.get("event_type"), str) or not metadata["event_type"]:
        raise SlackError("invalid_metadata_format")
    if len(str(metadata)) > 16_000:
        raise SlackError("metadata_too_large")
    return metadata


def _misfits(blocks: Sequence[Any] | object) -> list[object]:
    if not structure.is_at_hand() or not isinstance(blocks, list):
        return []
    found = ((number, structure.misfit(block)) for number, block in enumerate(blocks))
    return [f"{misfit} [json-pointer:/blocks/{number}]" for number, misfit in found if misfit]
