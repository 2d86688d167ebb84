"""What is a person's due? To be told what is kept of them, to see it, to have it, to end it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from bot.feedback import CLICKED, RATED, REASON
from bot.recorded import read_aloud
from storage.cases import Case, Cases
from storage.database import Database
from storage.events import Event
from storage.forgetting import Erased, Forgetting, Kept
from storage.moments import now, read, written
from storage.notices import Notices
from storage.records import Record, Records, first
from storage.sealing import Sealer
from storage.verified import VerifiedEntries

log = structlog.get_logger()

CASE = "case"
"""The name under which events of an exchange say which case of HR they belong to."""
_NO_TEXTS = Kept(
    always=(CASE,),
    of_kind={
        "opened": ("language", "kind", "index", "mode"),
        "answered": ("kind", "answerer", "cited", "links", "milliseconds"),
        "searched": ("found",),
        "asked_model": ("answerer", "road", "sent"),
        "fell_back": ("to",),
        RATED: ("good",),
        CLICKED: ("n",),
        "erased": ("by",),
    },
)
"""What of an event says nothing that somebody wrote or was told: it stays when texts go."""
_MOST = 10_000  # cases of one person


@dataclass(frozen=True, slots=True)
class Summary:
    """What is kept of a person.

    `questions` since `since`, and `cases` that they asked HR for. Texts of questions are kept for
    `texts_days`, the last of them until `until`, which is None where none is left.
    """

    questions: int
    cases: int
    since: datetime | None
    until: datetime | None
    texts_days: int


class Privacy:
    """Tells, shows, exports and deletes what is a person's own."""

    def __init__(self, database: Database, sealer: Sealer, *, texts_days: int) -> None:
        self._notices = Notices(database)
        self._records = Records(database, sealer)
        self._forgetting = Forgetting(database, sealer, _NO_TEXTS)
        self._cases = Cases(database, sealer)
        self._entries = VerifiedEntries(database, sealer)
        self._texts_days = texts_days

    async def first_time(self, person: str, *, event: str | None = None) -> bool:
        """Whether they were never told; from now on they were.

        `event` names what they are told at: handled once more, it is true for it again, so that
        nobody misses the notice because the first try ended halfway.
        """
        return await self._notices.first(person.casefold(), event)

    async def summary(self, person: str) -> Summary:
        """Say how much is kept, and until when."""
        extent = await self._records.extent(person.casefold())
        newest = extent.newest_text_at
        return Summary(
            questions=extent.exchanges,
            cases=len(await self._cases.of_asker(person.casefold(), most=_MOST)),
            since=None if extent.first_at is None else read(extent.first_at),
            until=None if newest is None else read(newest) + timedelta(days=self._texts_days),
            texts_days=self._texts_days,
        )

    async def export(self, person: str) -> bytes:
        """Give them all that is theirs, as JSON that can be read; nothing that others wrote."""
        own = person.casefold()
        told = {
            "person": own,
            "exported_at": written(now()),
            "texts_kept_for_days": self._texts_days,
            "questions": [_exported(record) for record in await self._records.of(own)],
            "asked_hr": [_asked(case) for case in await self._cases.of_asker(own, most=_MOST)],
            "feedback_on_answers_to_others": [
                {"exchange": record.id, "feedback": list(_feedback(record.events, own))}
                for record in await self._records.with_words_of(own)
            ],
        }
        return json.dumps(told, ensure_ascii=False, indent=2).encode()

    async def erase(self, person: str, by: str) -> Erased:
        """Delete every text of a person, and take their name off what stays; `by` is who did.

        It may be done again, and finds nothing then. Cases that HR was asked for are HR's record,
        and stay until their own time is over.
        """
        own, doer = person.casefold(), by.casefold()
        erased = await self._forgetting.person(own, None if doer == own else doer)
        log.info("person erased", exchanges=erased.exchanges, stand_in=erased.stand_in)
        return erased

    async def forget_old_texts(self, at: datetime) -> int:
        """Take out texts that are older than they may be; returns of how many events.

        Those of a case are kept as long as it is open, and as long again as any after it was
        closed; what came of it as a verified answer is HR's own page by then.
        """
        before = at - timedelta(days=self._texts_days)
        forgotten = await self._forgetting.texts_before(before)
        of_cases = await self._cases.forget_closed(before) + await self._entries.forget_dead(before)
        if forgotten or of_cases:
            log.info("old texts forgotten", events=forgotten, of_cases=of_cases)
        return forgotten + of_cases


def _asked(case: Case) -> dict[str, object]:
    """What they asked HR, and what was said to one another; names of HR's people are not theirs."""
    return {
        "case": case.id,
        "opened_at": written(case.opened_at),
        "state": case.state.value,
        "texts_deleted": case.erased,
        "question": case.told.question,
        "note": case.told.note,
        "said": [
            {
                "at": written(event.at),
                "by": "you" if event.by == case.asker else "HR",
                "text": event.text,
            }
            for event in case.events
            if event.text
        ],
    }


def _exported(record: Record) -> dict[str, object]:
    opened, answered = first(record.events, "opened"), first(record.events, "answered")
    asked = {} if opened is None else opened.body
    return {
        "exchange": record.id,
        "asked_at": record.opened_at,
        "where": f"{record.surface}, {'in private' if record.private else 'before others'}",
        "texts_deleted": opened is not None and opened.erased,
        "question": asked.get("question"),
        "groups": asked.get("principals", []),
        "answer": None if answered is None else _answer(answered.body),
        "feedback": list(_feedback(record.events, None)),
        "citations_opened": sum(event.kind == CLICKED for event in record.events),
        "cases": sorted({str(e.body[CASE]) for e in record.events if CASE in e.body}),
    }


def _answer(body: Mapping[str, object]) -> dict[str, object]:
    """What was said, in the order in which it was shown, and on which passages it rests."""
    told = body.get("answer")
    answer = told if isinstance(told, dict) else {}
    statements = answer.get("statements", ())
    said = (body.get("first"), read_aloud(answer), *answer.get("options", ()))
    return {
        "kind": body.get("kind"),
        "text": "\n".join(str(one) for one in said if one),
        "cited": [
            {name: cited[name] for name in ("title", "heading", "version", "url", "quote")}
            for statement in statements
            for cited in statement["citations"]
        ],
    }


def _feedback(events: Sequence[Event], by: str | None) -> Iterator[dict[str, object]]:
    """What one person said of an answer, as they said it, one after another."""
    for event in events:
        if event.author == by and event.kind == RATED and "good" in event.body:
            yield {"at": event.at, "good": event.body["good"]}
        elif event.author == by and event.kind == REASON and "text" in event.body:
            yield {"at": event.at, "reason": event.body["text"]}
