"""What is really asked: a question that stands on its own, in its language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Request:
    """A message, understood.

    `question` is what was typed; `search` is what is looked for, which after a thread carries its
    topic; `language` is the asker's, a code.
    """

    question: str
    search: str
    language: str
