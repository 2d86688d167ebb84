"""What in blocks and views is too long, too many or not allowed where it stands?

The figures are those of Slack's reference for blocks, elements and views (docs.slack.dev,
November 2026) and, for the sum of a message's texts, of reports: `msg_blocks_too_long` from about
13,200 characters on (slackapi/bolt-js, issue 2509).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.slack.element_limits import wrong_in_element
from tests.fakes.slack.measures import ID_LENGTH, Wrong, count, items, label, text, words
from tests.fakes.slack.texts import Body, drawn

MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
MARKDOWN = 12_000
ALL_TEXTS = 13_200
POSTED_TEXT = 40_000
UPDATED_TEXT = 4_000
VIEW_BYTES = 250_000

_ONLY_IN_MESSAGES = frozenset(
    {"markdown", "context_actions", "table", "data_table", "task_card", "plan", "file", "alert"}
)


def wrong_in_blocks(blocks: object, *, at: str = "/blocks", in_view: bool) -> Iterator[Wrong]:
    """Find what Slack refuses in the blocks of a message or of a view."""
    if not isinstance(blocks, list):
        yield Wrong("must be an array", at)
        return
    most = VIEW_BLOCKS if in_view else MESSAGE_BLOCKS
    if len(blocks) > most:
        yield Wrong(f"no more than {most} items allowed", at)
    for number, block in enumerate(blocks):
        yield from _wrong_in_block(block, f"{at}/{number}", in_view=in_view)
    ids = Counter(block.get("block_id") for block in blocks if isinstance(block, dict))
    for name, times in ids.items():
        if name and times > 1:
            yield Wrong(f"`block_id` {name} already exists", at)


def _wrong_in_block(block: object, at: str, *, in_view: bool) -> Iterator[Wrong]:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        yield Wrong("must be an object with a type", at)
        return
    if in_view and block["type"] in _ONLY_IN_MESSAGES:
        yield Wrong(f"unsupported type: {block['type']}", f"{at}/type")
    yield from text(block.get("block_id"), ID_LENGTH, f"{at}/block_id", least=0)
    check = _BLOCKS.get(block["type"])
    if check is not None:
        yield from check(block, at)


def wrong_in_view(view: Body) -> Iterator[Wrong]:
    """Find what Slack refuses in a view."""
    if view.get("type") == "modal":
        yield from label(view.get("title"), 24, "/view/title")
        for name in ("submit", "close"):
            if name in view:
                yield from label(view[name], 24, f"/view/{name}")
    yield from text(view.get("private_metadata"), 3000, "/view/private_metadata", least=0)
    for name in ("callback_id", "external_id"):
        yield from text(view.get(name), ID_LENGTH, f"/view/{name}", least=0)
    yield from wrong_in_blocks(view.get("blocks"), at="/view/blocks", in_view=True)
    blocks = view.get("blocks") if isinstance(view.get("blocks"), list) else []
    asks = any(isinstance(block, dict) and block.get("type") == "input" for block in blocks or ())
    if view.get("type") == "modal" and asks and "submit" not in view:
        yield Wrong("missing required field: submit, as there are inputs", "/view")


def too_long(blocks: list[Body]) -> bool:
    """Tell whether the texts of a message's blocks are more than it may hold in all."""
    markdown = sum(len(str(b.get("text"))) for b in blocks if b.get("type") == "markdown")
    return markdown > MARKDOWN or sum(map(len, drawn(blocks))) > ALL_TEXTS


def _section(block: Body, at: str) -> Iterator[Wrong]:
    if "text" not in block and not block.get("fields"):
        yield Wrong("missing required field: text or fields", at)
    if "text" in block:
        yield from words(block["text"], 3000, f"{at}/text")
    if "fields" in block:
        yield from count(block["fields"], 10, f"{at}/fields")
        for number, field in enumerate(items(block["fields"])):
            yield from words(field, 2000, f"{at}/fields/{number}")
    if "accessory" in block:
        yield from wrong_in_element(block["accessory"], f"{at}/accessory")


def _header(block: Body, at: str) -> Iterator[Wrong]:
    yield from label(block.get("text"), 150, f"{at}/text")


def _markdown(block: Body, at: str) -> Iterator[Wrong]:
    if not isinstance(block.get("text"), str):
        yield Wrong("missing required field: text", at)
    yield from text(block.get("text"), MARKDOWN, f"{at}/text")


def _context(block: Body, at: str) -> Iterator[Wrong]:
    yield from count(block.get("elements"), 10, f"{at}/elements")
    for number, element in enumerate(items(block.get("elements"))):
        here = f"{at}/elements/{number}"
        if isinstance(element, dict) and element.get("type") == "image":
            yield from _image(element, here)
        else:
            yield from words(element, 3000, here)


def _image(block: Body, at: str) -> Iterator[Wrong]:
    yield from text(block.get("alt_text"), 2000, f"{at}/alt_text", least=0)
    yield from text(block.get("image_url"), 3000, f"{at}/image_url")
    if "title" in block:
        yield from label(block["title"], 2000, f"{at}/title")


def _actions(block: Body, at: str) -> Iterator[Wrong]:
    yield from _row(block, 25, at)


def _context_actions(block: Body, at: str) -> Iterator[Wrong]:
    yield from _row(block, 5, at)


def _row(block: Body, most: int, at: str) -> Iterator[Wrong]:
    yield from count(block.get("elements"), most, f"{at}/elements")
    names: Counter[Any] = Counter()
    for number, element in enumerate(items(block.get("elements"))):
        yield from wrong_in_element(element, f"{at}/elements/{number}")
        if isinstance(element, dict):
            names[element.get("action_id")] += 1
    for name, times in names.items():
        if name and times > 1:
            yield Wrong(f"`action_id` {name} already exists", at)


def _input(block: Body, at: str) -> Iterator[Wrong]:
    yield from label(block.get("label"), 2000, f"{at}/label")
    if "hint" in block:
        yield from label(block["hint"], 2000, f"{at}/hint")
    yield from wrong_in_element(block.get("element"), f"{at}/element")


_BLOCKS: dict[str, Callable[[Body, str], Iterator[Wrong]]] = {
    "section": _section,
    "header": _header,
    "markdown": _markdown,
    "context": _context,
    "image": _image,
    "actions": _actions,
    "context_actions": _context_actions,
    "input": _input,
}
