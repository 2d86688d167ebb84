"""How do blocks become messages that Slack takes?"""

from collections.abc import Sequence

from bot.surfaces.slack.drawing.blocks import MESSAGE, MESSAGE_BLOCKS, Block, is_table, size


def packed(body: Sequence[Block], tail: Sequence[Block]) -> list[list[Block]]:
    """Put blocks into messages, in order; the tail stays together if one message holds it."""
    messages: list[list[Block]] = [[]]
    for block in body:
        _add([block], messages)
    if _fits(tail):
        _add(tail, messages)
    else:
        for block in tail:
            _add([block], messages)
    return messages


def _add(blocks: Sequence[Block], messages: list[list[Block]]) -> None:
    if messages[-1] and not _fits([*messages[-1], *blocks]):
        messages.append([])
    messages[-1] += blocks


def _fits(blocks: Sequence[Block]) -> bool:
    return (
        len(blocks) <= MESSAGE_BLOCKS
        and sum(map(size, blocks)) <= MESSAGE
        and sum(map(is_table, blocks)) <= 1  # Slack takes one in a message
    )
