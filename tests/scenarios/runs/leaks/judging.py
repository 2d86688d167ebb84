"""Who saw what they may not read? The judge goes by what people were shown, and nothing else.

A showing is wrong where at no moment since everything before it had been worked on could its
reader read the page. Two things in the product are known to lag: who is in a channel is asked
again when that is older than some seconds (`STALE`), and so is who has an account there; and while
a sync goes on, groups may be the new ones already, and who may read HR's verified answers not yet.
Forms and files that only repeat what their reader was told once are held to when that could have
been, or to its having stood there for them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tests.scenarios.runs.leaks.company import Being, Company, Exposure
from tests.scenarios.runs.leaks.pages import PAGES

STALE = 3.0
"""Seconds for which somebody who has just come, or was just made a guest, may go unnoticed."""


@dataclass(frozen=True, slots=True)
class Leak:
    """Somebody was shown a word of a page that they may not read."""

    reader: str
    canary: str
    how: str
    where: str
    at: float
    texts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.at:7.2f}  {self.reader} saw {self.canary} in {self.how} {self.where}"


@dataclass
class Judged:
    """How much was looked at: texts of the app's, and `pairs` of a reader and a page in them.

    `shown` are those that were right, by what they stood in.
    """

    exposures: int = 0
    pairs: int = 0
    shown: Counter[str] = field(default_factory=Counter)
    handed_on: int = 0  # to HR, as the asker chose
    let_in: int = 0  # what newcomers found in a channel, and could not have been told
    leaks: list[Leak] = field(default_factory=list)


class Judge:
    """Looks at what was shown since it last did."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._seen = 0
        self._quiet_at = company.began
        self.judged = Judged()

    def quiet(self) -> None:
        """Judge what was shown; everything that people did until now has been worked on."""
        exposures = self._company.fake.record.exposures
        new, self._seen = exposures[self._seen :], len(exposures)
        for exposure in new:
            if exposure.by_app:
                self._look(exposure)
        self._quiet_at = self._company.now

    def _look(self, exposure: Exposure) -> None:
        self.judged.exposures += 1
        for canary in self._canaries(exposure):
            for being in self._readers(exposure):
                self.judged.pairs += 1
                self._rule(exposure, canary, being)

    def _canaries(self, exposure: Exposure) -> Iterator[str]:
        """The canaries in what the app said of itself, without what it repeats of people's."""
        company = self._company
        repeated = set(company.typed)
        if self._is_for_hr(exposure):
            repeated |= company.typed_at_desk
        repeated |= {
            text
            for text, person, channel in company.asked_about
            if text and self._repeats(exposure, person, channel)
        }
        said = "\n".join(map(_letters, exposure.texts))
        for typed in repeated:
            said = said.replace(_letters(typed), "")
        yield from (page.canary for page in PAGES if page.canary in said)
        yield from (canary for canary in company.verified if canary in said)

    def _repeats(self, exposure: Exposure, person: str, channel: str) -> bool:
        """Whether it may repeat what somebody asked about: to them, or there if they share it."""
        where = self._company.channel_of(exposure)
        if where is None or self._company.is_direct(where):
            return person in exposure.readers
        return bool(where.id == channel)

    def _is_for_hr(self, exposure: Exposure) -> bool:
        """Whether it stands in HR's channel, or in a modal of somebody's of HR."""
        desk = self._company.desk
        if desk is None:
            return False
        where = self._company.channel_of(exposure)
        return where is desk or (where is None and exposure.readers <= desk.audience)

    def _readers(self, exposure: Exposure) -> Iterator[Being]:
        """All who can read it: what is open, every employee can."""
        readers, company = set(exposure.readers), self._company
        if company.is_open(exposure):
            readers |= {i for i, being in company.beings.items() if _looks_around(company, being)}
        for id_ in sorted(readers & company.beings.keys()):
            being = company.beings[id_]
            if being.gone_at > exposure.at and not being.is_bot:
                yield being

    def _rule(self, exposure: Exposure, canary: str, being: Being) -> None:
        company, where = self._company, self._company.channel_of(exposure)
        how, is_repeated = company.how(exposure), company.repeats(exposure)
        since = company.began if is_repeated else self._quiet_at
        if self._may_read(being, canary, since, exposure.at) or (
            is_repeated and self._stood(exposure, canary, being)
        ):
            self.judged.shown[how] += 1
            return
        is_newcomer = where is not None and exposure.at - being.joined.get(where.id, -STALE) < STALE
        if how == "history" or is_newcomer:
            self.judged.let_in += 1
            return
        if self._is_for_hr(exposure) and canary in company.sent_to_hr:
            self.judged.handed_on += 1
            return
        leak = Leak(
            repr(being.person),
            canary,
            how,
            "" if where is None else repr(where),
            exposure.at - company.began,
            tuple(sorted(exposure.texts)),
        )
        self.judged.leaks.append(leak)
        company.tell(f"LEAK {leak}")

    def _stood(self, exposure: Exposure, canary: str, being: Being) -> bool:
        """Whether a word stood where it was shown, for the same reader: judged when it came."""
        company, where = self._company, self._company.channel_of(exposure)
        return where is not None and any(
            being.person.id in earlier.readers
            and company.channel_of(earlier) is where
            and any(canary in _letters(text) for text in earlier.texts)
            for earlier in company.fake.record.exposures
            if earlier.by_app and earlier.at < exposure.at
        )

    def _may_read(self, being: Being, canary: str, since: float, at: float) -> bool:
        """Whether there was a moment at which somebody might have been told of a page."""
        answered = being.is_answered.between(min(since, at - STALE), at)
        if not any(value for value, _ in answered):
            return False
        rules = list(self._company.rules.between(since, at))
        email, verified = being.person.email, self._company.verified.get(canary)
        if verified is None:
            return any(rule.admits(email, canary, _moment(moment)) for rule, moment in rules)
        return any(
            replace(rule, groups=other.groups).admits_to(verified, email, _moment(moment))
            for rule, moment in rules
            for other, _ in rules
        )


def _letters(text: str) -> str:
    """Leave of a text what is read of it, however it is written."""
    return "".join(filter(str.isalnum, text.casefold()))


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _looks_around(company: Company, being: Being) -> bool:
    """Whether an employee can look into public channels without being in them.

    So can accounts that the bot does not answer; what is open to everyone is not kept from them.
    """
    return being.is_answered.now and being.person.email in company.rules.now.groups
