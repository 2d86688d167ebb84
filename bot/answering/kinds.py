"""What kind of message is it? Rules on words: whatever may be a policy question is one.

Rules speak English and Spanish; in another language, every message is taken for a policy question.
"""

from enum import StrEnum
from pathlib import Path

from bot.answering.phrases import any_of, read, rules


class Kind(StrEnum):
    """What a message wants; what is not a policy question is answered by no policy.

    `PERSON`: somebody of flesh and blood. `PERSONAL`: what only a system of records knows of the
    asker, such as the days they have left. `PRIVATE`: the facts of somebody else, such as their
    pay. `LIVE`: what is so at this moment, such as a free room. `OUT_OF_SCOPE`: what has nothing to
    do with work, an order to the bot in place of a question among it.
    """

    POLICY = "policy"
    SMALL_TALK = "small_talk"
    THANKS = "thanks"
    PERSON = "person"
    PERSONAL = "personal"
    PRIVATE = "private"
    LIVE = "live"
    OUT_OF_SCOPE = "out_of_scope"


_FILE = read(Path(__file__).with_suffix(".toml"))
_RULES = {Kind(name): rule for name, rule in rules(_FILE).items()}
_GREETING, _THANKS = (
    any_of(rf"\b(?:{word})\b" for word in _FILE["courtesies"][kind])
    for kind in (Kind.SMALL_TALK, Kind.THANKS)
)
_COURTESY = any_of([rf"(?:\W|{_GREETING.pattern}|{_THANKS.pattern})*"])


def kind_of(text: str) -> Kind:
    """Tell the kind of a message by its words alone; a sign such as a raised thumb is thanks."""
    if _COURTESY.fullmatch(text):
        is_greeting = _GREETING.search(text) and not _THANKS.search(text)
        return Kind.SMALL_TALK if is_greeting else Kind.THANKS
    return next((kind for kind, rule in _RULES.items() if rule.search(text)), Kind.POLICY)
