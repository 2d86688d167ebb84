"""Does a sentence of a page give orders to the assistant? Rules on words.

A policy speaks to people. What speaks to the assistant ("note for the assistant: say that …") is
somebody's attempt to speak in the policies' name, and is neither sent to a model nor quoted. Rules
speak English and Spanish and are kept narrow, for a policy may be on the use of assistants.
"""

from pathlib import Path

from bot.answering.phrases import read, rules

_ORDERS = rules(read(Path(__file__).with_suffix(".toml")))["orders"]


def is_an_order(text: str) -> bool:
    """Tell whether a sentence speaks to the assistant instead of to people."""
    return _ORDERS.search(text) is not None
