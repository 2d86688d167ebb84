"""How is a reply worded, whatever it is? Answers, questions back, and that there is no answer.

Statements run on in paragraphs, each with the numbers of its sources; lists and tables stand by
themselves. Sources, buttons and what to think of the answer are below.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.answering.wording import wording
from bot.answers import Abstained, Clarification, Grounded, Nearby, Reason, Statement, Unavailable
from bot.conversation import Reply
from bot.saying.parts import (
    Button,
    Divider,
    Feedback,
    Menu,
    Option,
    Part,
    Points,
    Prose,
    Quote,
    Said,
    Small,
    Sources,
    Style,
    Text,
    buttons,
    text,
)
from bot.saying.plain import Addresses, label, shortened
from bot.saying.prose import Kind, Listing, Paragraph, plainly, read
from bot.saying.prose import Part as Read
from bot.saying.runs import Line, Run, in_sentences, joined, link, run
from bot.saying.sources import (
    Link,
    Source,
    addresses,
    borne_by,
    context_line,
    numbered,
    source_lines,
)
from bot.saying.words import words

_NOTIFIED = 200  # characters of an answer that a notification shows
_PASSAGE_BUTTONS = 3
_CHOICE = 60  # characters of an option that a button shows whole, on a phone too
_WARNING = "⚠️"
_NOT_ASKED = frozenset({Reason.COURTESY, Reason.REFUSED})


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A reply, and what its reader may do with it.

    `link` gives the address of a numbered source. `private` tells that the asker alone reads it;
    `share_to` is the name of the channel that it may be shared in. `mail_domains` are
    those of the company's e-mail addresses: others are left out of answers, unless it is None.
    """

    reply: Reply
    locale: str
    private: bool
    exchange_id: str
    link: Link
    offers_private: bool
    share_to: str | None
    offers_hr: bool
    today: date
    mail_domains: frozenset[str] | None = None


def answer(view: AnswerView, *, above: Sequence[Part] = ()) -> Said:
    """Word a reply; `above` stands over it."""
    body: list[Part]
    tail: Iterable[Part]
    match view.reply.answer:
        case Grounded() as answer:
            notice, body, tail = _grounded(answer, view)
        case Abstained() as answer:
            notice, body, tail = _abstained(answer, view)
        case Clarification() as answer:
            notice, body, tail = _clarification(answer, view)
        case Unavailable(told):
            said = words(view.locale).answer
            notice = told
            body = [*_told(said.outage, told), Small((said.outage_note,))]
            tail = buttons(*_hr(view, is_first=False))
    first = view.reply.first
    if first:
        notice = first
        body = [Quote(tuple(_sentences(first))), *body]
    return Said(
        shortened(notice, _NOTIFIED),
        (*above, *body),
        tuple(tail),
        words(view.locale).answer.rest,
        is_answer=isinstance(view.reply.answer, Grounded),
    )


def listed(sources: Sequence[Source], locale: str, today: date) -> tuple[Sources, ...]:
    """List sources under a heading; nothing where there are none."""
    lines = tuple(source_lines(sources, locale, today))
    return (Sources(words(locale).answer.sources, tuple(sources), lines),) if sources else ()


def _sentences(told: str, *, bold: bool = False, italic: bool = False) -> list[Line]:
    """Make lines of our own sentences."""
    lines = [(run(line, bold=bold, italic=italic),) for line in told.split("\n") if line.strip()]
    return in_sentences(joined(lines), "en")


def _told(title: str, told: str) -> tuple[Text, ...]:
    """Say a sentence of ours under what it is about, if there is a word for that."""
    above: list[Line] = [(run(f"{title}\n", bold=True),)] if title else []
    return text(*above, *in_sentences((run(told),), "en"))


def _grounded(answer: Grounded, view: AnswerView) -> tuple[str, list[Part], list[Part]]:
    sources = numbered(answer.citations, view.link)
    allowed = addresses(sources, view.locale, view.mail_domains)
    differing = wording(view.reply.language).differing
    is_apart = differing in answer.frame
    groups = [[one] for one in answer.statements] if is_apart else [answer.statements]
    body: list[Part] = [
        *_frame(answer.frame, differing),
        *(part for group in groups for part in _statements(group, sources, allowed)),
        *text(*_sentences(allowed.kept(answer.missing))),
        *_steps(answer, view.locale),
    ]
    tail: list[Part] = [
        Divider(),
        *listed(sources, view.locale, view.today),
        Small((context_line(sources, view.locale, private=view.private),)),
        *buttons(*_passages(sources, view), *_further(view), *_share(view)),
        _feedback(view),
    ]
    told = " ".join(plainly(read(one.text, allowed)) for one in answer.statements[:1])
    return told, body, tail


def _frame(frame: str, differing: str) -> tuple[Text, ...]:
    """Introduce the quotes; that two policies differ must not be overlooked."""
    if differing in frame:
        return text(*_sentences(f"{_WARNING} {frame}", bold=True))
    return text(*_sentences(frame, italic=True))


def _statements(
    statements: Sequence[Statement], sources: Sequence[Source], allowed: Addresses
) -> list[Part]:
    """Put statements together: sentences run on, a list or a table interrupts them."""
    parts: list[Part] = []
    running: list[Line] = []
    for statement in statements:
        language = statement.citations[0].language
        markers = _markers(borne_by(statement.citations, sources))
        *others, last = read(statement.text, allowed) or [Paragraph(())]
        if others:
            parts += [*text(*running), Prose(tuple(others), language)]
            running = []
        match last:
            case Paragraph(line, Kind.PLAIN):
                running += _marked(line, markers, language)
            case _:
                parts += [*text(*running), *_apart(last, markers, language)]
                running = []
    return [*parts, *text(*running)]


def _markers(sources: Iterable[Source]) -> Line:
    return tuple(run for source in sources for run in source.marker())


def _apart(part: Read, markers: Line, language: str) -> list[Part]:
    """Let stand what stands by itself: the markers behind the last point of a list, else below."""
    match part:
        case Listing((*items, last)):
            marked = replace(last, line=(*last.line, *markers))
            return [Prose((Listing((*items, marked)),), language)]
        case _:
            return [Prose((part,), language), *text(markers[1:])]


def _marked(line: Line, markers: Line, language: str) -> list[Line]:
    """Put the markers behind the last sentence, where they stay with it."""
    *others, last = in_sentences(line, language) or [()]
    return [*others, (*last, *markers, Run(" "))]


def _steps(answer: Grounded, locale: str) -> tuple[Text, ...]:
    title = words(locale).answer.reckoned
    lines = [
        (run(f"{step.expression} = {step.result}".replace("*", "×")),) for step in answer.steps
    ]
    return text(joined([(run(title, italic=True),), *lines])) if lines else ()


def _passages(sources: Sequence[Source], view: AnswerView) -> list[Button | Menu]:
    """Offer to show the words: a button for each source, or a menu where there are many."""
    said = words(view.locale).answer
    values = [(source, f"{view.exchange_id}:{source.number}") for source in sources]
    if len(values) == 1:
        return [Button(said.show_passage, "show_passage", values[0][1], opens=True)]
    if len(values) <= _PASSAGE_BUTTONS:
        return [
            Button(
                said.show_passage_of.format(n=source.number),
                f"show_passage_{source.number}",
                value,
                opens=True,
            )
            for source, value in values
        ]
    options = [
        Option(f"[{source.number}] {label(source.first.title)}", value) for source, value in values
    ]
    return [Menu("show_passage", said.choose_passage, tuple(options))]


def _hr(view: AnswerView, *, is_first: bool) -> list[Button]:
    if not view.offers_hr:
        return []
    style = Style.PRIMARY if is_first else Style.PLAIN
    return [Button(words(view.locale).answer.ask_hr, "ask_hr", view.exchange_id, style, opens=True)]


def _further(view: AnswerView, *, hr_first: bool = False) -> list[Button]:
    """Offer what can be done with an answer."""
    said = words(view.locale).answer
    offered = _hr(view, is_first=hr_first)
    if view.offers_private:
        offered.append(Button(said.answer_privately, "answer_privately", view.exchange_id))
    return offered


def _share(view: AnswerView) -> list[Button]:
    if not view.share_to:
        return []
    told = words(view.locale).answer.share_in.format(channel=label(view.share_to, 40))
    return [Button(told, "share", view.exchange_id, opens=True)]


def _feedback(view: AnswerView) -> Feedback:
    said = words(view.locale).answer
    return Feedback(
        view.exchange_id,
        said.helpful,
        said.helpful_label,
        said.not_helpful,
        said.not_helpful_label,
    )


def _abstained(answer: Abstained, view: AnswerView) -> tuple[str, list[Part], list[Part]]:
    said = words(view.locale).answer
    is_asked = answer.reason not in _NOT_ASKED
    title = said.not_answered if is_asked and answer.reason is not Reason.PERSON_WANTED else ""
    body: list[Part] = [*_told(title, answer.text)]
    if answer.nearest:
        body += _nearby(said.look_in, answer.nearest)
    offered = [] if answer.reason is Reason.COURTESY else _further(view, hr_first=True)
    return answer.text, body, [*buttons(*offered), *([_feedback(view)] if is_asked else [])]


def _nearby(title: str, nearest: Iterable[Nearby]) -> list[Part]:
    return [
        Text(((run(title),),)),
        Points(tuple((link(near.url, near.title),) for near in nearest)),
    ]


def _clarification(answer: Clarification, view: AnswerView) -> tuple[str, list[Part], list[Part]]:
    """Ask back; options that no button holds are told above, and chosen by their number."""
    said = words(view.locale).answer
    allowed = addresses((), view.locale, view.mail_domains)
    question = allowed.kept(answer.question)
    options = [" ".join(allowed.kept(option).split()) for option in answer.options]
    are_short = all(len(option) <= _CHOICE for option in options)
    body: list[Part] = [*_told(said.one_thing_first, question)]
    if not are_short:
        body += text(*((run(f"{n}. {one}\n"),) for n, one in enumerate(options, start=1)))
    choices = [
        Button(one if are_short else f"{n + 1}. {one}", f"choose_{n}", f"{view.exchange_id}:{n}")
        for n, one in enumerate(options)
    ]
    return question, body, [*buttons(*choices), *buttons(*_further(view))]
