"""On what does an answer rest, and how is that told?

The places that an answer cites are numbered from 1, in the order in which they are first cited. A
button that shows a passage names it by that number.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.answers import Citation, places
from bot.saying.plain import Addresses, address, host, label
from bot.saying.runs import Line, Run, link, run
from bot.saying.words import counted, day, language_name, language_of, words

Link = Callable[[int, Citation], str | None]
"""Gives the address under which a reader opens a source; None where they cannot."""


@dataclass(frozen=True, slots=True)
class Source:
    """A place that is cited under one number: `citations` are its quotes, at least one."""

    number: int
    citations: tuple[Citation, ...]
    url: str | None

    @property
    def first(self) -> Citation:
        """The citation that tells the place."""
        return self.citations[0]

    def marker(self) -> Line:
        """Make the [1] behind a statement."""
        return (Run("\u00a0"), Run(f"[{self.number}]", url=address(self.url), cites=self.number))


def numbered(citations: Iterable[Citation], link: Link) -> tuple[Source, ...]:
    """Number the places of citations."""
    return tuple(
        Source(number, tuple(dict.fromkeys(cited)), link(number, cited[0]))
        for number, cited in enumerate(places(citations).values(), start=1)
    )


def borne_by(citations: Iterable[Citation], sources: Sequence[Source]) -> list[Source]:
    """Find the sources of some citations, in the order of their numbers."""
    borne = {citation.place for citation in citations}
    return [source for source in sources if source.first.place in borne]


def addresses(
    sources: Iterable[Source], locale: str, mail_domains: frozenset[str] | None = None
) -> Addresses:
    """Let text name the hosts of the documents that are cited, and no others."""
    urls = [url for source in sources for url in (source.url, source.first.url) if url]
    hosts = frozenset(map(host, filter(address, urls)))
    return Addresses(hosts, words(locale).answer.link_left_out, mail_domains)


def name(source: Source) -> str:
    """Name a source: its title, and the headings above the place."""
    return label(" › ".join([source.first.title, *source.first.heading]))


def facts(source: Source, locale: str, today: date) -> str:
    """Tell what is to be known of a source: version, date, page, language."""
    said = words(locale).answer
    first = source.first
    told = [said.verified] if first.is_verified_answer else []
    if first.edition and not first.is_verified_answer:
        told.append(said.version.format(version=label(first.edition, 40)))
    if first.effective_from:
        form = said.in_force_since if first.effective_from <= today else said.in_force_from
        told.append(form.format(date=day(first.effective_from, locale)))
    if first.page is not None:
        told.append(said.page.format(page=first.page))
    if first.language and language_of(first.language) != words(locale).language:
        told.append(said.in_language.format(language=language_name(first.language, locale)))
    return " · ".join(told)


def source_lines(sources: Sequence[Source], locale: str, today: date) -> list[Line]:
    """List sources, each in two lines."""
    return [_source(source, locale, today) for source in sources]


def _source(source: Source, locale: str, today: date) -> Line:
    told = facts(source, locale, today)
    below = (Run("\n"), run(told)) if told else ()
    return (run(f"[{source.number}] ", bold=True), link(source.url, name(source)), *below)


def context_line(sources: Sequence[Source], locale: str, *, private: bool) -> str:
    """Tell on how many documents an answer rests, who may read them, and how new they are."""
    said = words(locale).answer
    firsts = [source.first for source in sources]
    verified = {first.document_id for first in firsts if first.is_verified_answer}
    policies = {first.document_id for first in firsts} - verified
    forms = ((said.policies, policies), (said.verified_answers, verified))
    told = [counted(form, len(some)) for form, some in forms if some]
    what = said.both.format(one=told[0], other=told[1]) if len(told) > 1 else "".join(told)
    drawn = said.drawn_private if private else said.drawn_here
    dates = [first.effective_from for first in firsts if first.effective_from]
    newest = [said.updated.format(date=day(max(dates), locale))] if dates else []
    return " · ".join([drawn.format(what=what), *newest])
