"""What is a thread about? The asker's own words, since the topic was last changed."""

from collections.abc import Iterator, Sequence

from bot.answering.standing import is_bare_answer, stands_alone
from bot.conversation import Role, Turn
from retrieval.language import language_told

_FOLLOWED = 3  # what came after the question that set the topic, at most


def topic(text: str, turns: Sequence[Turn], languages: tuple[str, ...]) -> tuple[str, ...]:
    """Say what was asked before a text, from the question that set the topic on, oldest first.

    What the bot said is no source, and what it said wrong would be looked for again. Only a
    question of its own that was answered with a bare yes or no is taken, as it stands: without
    it, the answer says nothing.
    """
    asked = Turn(Role.USER, text)
    told = list(_told([*turns, asked]))
    if told and told[-1] is asked:
        told.pop()
    setters = (n for n in reversed(range(len(told))) if _sets_a_topic(told[n], languages))
    since = told[next(setters, 0) :]
    return tuple(turn.text for turn in (*since[:1], *since[1:][-_FOLLOWED:]))


def _told(turns: Sequence[Turn]) -> Iterator[Turn]:
    """What tells something: a bare answer gives way to the question that it answers."""
    before: Turn | None = None
    for turn in turns:
        if turn.role is Role.USER and not is_bare_answer(turn.text):
            yield turn
        elif turn.role is Role.USER and before is not None and _is_question_back(before):
            yield before
        before = turn


def _sets_a_topic(turn: Turn, languages: tuple[str, ...]) -> bool:
    return turn.role is Role.USER and stands_alone(turn.text, language_told(turn.text, languages))


def _is_question_back(turn: Turn) -> bool:
    return turn.role is Role.BOT and turn.text.rstrip().endswith("?")
