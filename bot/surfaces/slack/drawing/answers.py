"""How does a reply look in Slack? One message, or more where it is long.

Statements run on in paragraphs, each with the numbers of its sources; lists and tables stand by
themselves. Sources, buttons and what to think of the answer are below, in the last message.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from bot.answering.wording import wording
from bot.answers import Abstained, Clarification, Grounded, Nearby, Reason, Statement, Unavailable
from bot.conversation import Reply
from bot.surfaces.slack.drawing.blocks import (
    BUTTON,
    OPTIONS,
    Block,
    Drawn,
    actions,
    button,
    context,
    divider,
    option,
    plain,
)
from bot.surfaces.slack.drawing.escaping import Addresses, label, mrkdwn, shortened
from bot.surfaces.slack.drawing.layout import (
    drawn,
    in_line,
    joined,
    message_blocks,
    paragraphs,
    quotation,
    rich_text,
)
from bot.surfaces.slack.drawing.packing import packed
from bot.surfaces.slack.drawing.prose import Kind, Listing, Paragraph, Part, plainly, read
from bot.surfaces.slack.drawing.runs import Line, Run, in_sentences, link, run
from bot.surfaces.slack.drawing.sources import (
    Link,
    Source,
    addresses,
    borne_by,
    context_line,
    numbered,
    source_blocks,
)
from bot.surfaces.slack.drawing.words import words

_NOTIFIED = 200  # characters of an answer that a notification shows
_PASSAGE_BUTTONS = 3
_CHOICE = 60  # characters of an option that a button shows whole, on a phone too
_WARNING = "⚠️"
_NOT_ASKED = frozenset({Reason.COURTESY, Reason.REFUSED})


@dataclass(frozen=True, slots=True)
class AnswerView:
    """A reply, and what its reader may do with it.

    `link` gives the address of a numbered source. `private` tells that the asker alone reads it;
    `share_to` is the name of the channel that it may be shared in, without `#`. `mail_domains` are
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


def answer_messages(view: AnswerView, *, above: Sequence[Block] = ()) -> list[Drawn]:
    """Draw a reply, whatever it is; the messages in the order in which they are posted.

    The first holds the beginning, below what stands `above` it; the last the sources and buttons.
    """
    match view.reply.answer:
        case Grounded() as answer:
            notice, body, tail = _grounded(answer, view)
        case Abstained() as answer:
            notice, body, tail = _abstained(answer, view)
        case Clarification() as answer:
            notice, body, tail = _clarification(answer, view)
        case Unavailable(text):
            said = words(view.locale).answer
            notice = text
            body = [*_told(said.outage, text), context(said.outage_note)]
            tail = actions(_hr(view, is_first=False))
    first = view.reply.first
    if first:
        notice = first
        body = [*quotation(_sentences(first)), *body]
    messages = packed([*above, *body], tail)
    rest = words(view.locale).answer.rest
    return [
        Drawn(mrkdwn(shortened(notice, _NOTIFIED)) if n == 0 else rest, blocks)
        for n, blocks in enumerate(messages)
    ]


def _sentences(text: str, *, bold: bool = False, italic: bool = False) -> list[Line]:
    """Make lines of our own sentences."""
    lines = [(run(line, bold=bold, italic=italic),) for line in text.split("\n") if line.strip()]
    return in_sentences(joined(lines), "en")


def _told(title: str, text: str) -> list[Block]:
    """Draw a sentence of ours under what it is about, if there is a word for that."""
    above: list[Line] = [(run(f"{title}\n", bold=True),)] if title else []
    return paragraphs([*above, *in_sentences((run(text),), "en")])


def _grounded(answer: Grounded, view: AnswerView) -> tuple[str, list[Block], list[Block]]:
    sources = numbered(answer.citations, view.link)
    allowed = addresses(sources, view.locale, view.mail_domains)
    differing = wording(view.reply.language).differing
    is_apart = differing in answer.frame
    groups = [[one] for one in answer.statements] if is_apart else [answer.statements]
    body = [
        *_frame(answer.frame, differing),
        *(block for group in groups for block in _statements(group, sources, allowed)),
        *paragraphs(_sentences(allowed.kept(answer.missing))),
        *_steps(answer, view.locale),
    ]
    tail = [
        divider(),
        *source_blocks(sources, view.locale, view.today),
        context(context_line(sources, view.locale, private=view.private)),
        *actions([*_passages(sources, view), *_further(view), *_share(view)]),
        _feedback(view),
    ]
    told = " ".join(plainly(read(one.text, allowed)) for one in answer.statements[:1])
    return told, body, tail


def _frame(frame: str, differing: str) -> list[Block]:
    """Introduce the quotes; that two policies differ must not be overlooked."""
    if differing in frame:
        return paragraphs(_sentences(f"{_WARNING} {frame}", bold=True))
    return paragraphs(_sentences(frame, italic=True))


def _statements(
    statements: Sequence[Statement], sources: Sequence[Source], allowed: Addresses
) -> list[Block]:
    """Draw statements: sentences run on, a list or a table interrupts them."""
    blocks: list[Block] = []
    running: list[Line] = []
    for statement in statements:
        language = statement.citations[0].language
        markers = _markers(borne_by(statement.citations, sources))
        *others, last = read(statement.text, allowed) or [Paragraph(())]
        if others:
            blocks += [*paragraphs(running), *message_blocks(others, language)]
            running = []
        match last:
            case Paragraph(line, Kind.PLAIN):
                running += _marked(line, markers, language)
            case _:
                blocks += [*paragraphs(running), *_apart(last, markers, language)]
                running = []
    return [*blocks, *paragraphs(running)]


def _markers(sources: Iterable[Source]) -> Line:
    return tuple(run for source in sources for run in source.marker())


def _apart(part: Part, markers: Line, language: str) -> list[Block]:
    """Draw what stands by itself: the markers behind the last point of a list, else below."""
    match part:
        case Listing((*items, last)):
            marked = replace(last, line=(*last.line, *markers))
            return drawn(Listing((*items, marked)), language)
        case _:
            return [*drawn(part, language), *paragraphs([markers[1:]])]


def _marked(line: Line, markers: Line, language: str) -> list[Line]:
    """Put the markers behind the last sentence, where they stay with it."""
    *others, last = in_sentences(line, language) or [()]
    return [*others, (*last, *markers, Run(" "))]


def _steps(answer: Grounded, locale: str) -> list[Block]:
    title = words(locale).answer.reckoned
    lines = [
        (run(f"{step.expression} = {step.result}".replace("*", "×")),) for step in answer.steps
    ]
    return paragraphs([joined([(run(title, italic=True),), *lines])]) if lines else []


def _passages(sources: Sequence[Source], view: AnswerView) -> list[Block]:
    """Offer to show the words: a button for each source, or a menu where there are many."""
    said = words(view.locale).answer
    values = [(source, f"{view.exchange_id}:{source.number}") for source in sources]
    if len(values) == 1:
        return [button(said.show_passage, "show_passage", values[0][1])]
    if len(values) <= _PASSAGE_BUTTONS:
        return [
            button(
                said.show_passage_of.format(n=source.number),
                f"show_passage_{source.number}",
                value,
            )
            for source, value in values
        ]
    menu: Block = {
        "type": "static_select",
        "action_id": "show_passage",
        "placeholder": plain(said.choose_passage, 150),
        "options": [
            option(f"[{source.number}] {label(source.first.title)}", value)
            for source, value in values[:OPTIONS]
        ],
    }
    return [menu]


def _hr(view: AnswerView, *, is_first: bool) -> list[Block]:
    if not view.offers_hr:
        return []
    style = "primary" if is_first else None
    return [button(words(view.locale).answer.ask_hr, "ask_hr", view.exchange_id, style=style)]


def _further(view: AnswerView, *, hr_first: bool = False) -> list[Block]:
    """Offer what can be done with an answer."""
    said = words(view.locale).answer
    offered = _hr(view, is_first=hr_first)
    if view.offers_private:
        offered.append(button(said.answer_privately, "answer_privately", view.exchange_id))
    return offered


def _share(view: AnswerView) -> list[Block]:
    if not view.share_to:
        return []
    text = words(view.locale).answer.share_in.format(channel=label(view.share_to, 40))
    return [button(text, "share", view.exchange_id)]


def _feedback(view: AnswerView) -> Block:
    said = words(view.locale).answer

    def side(text: str, spoken: str, value: str) -> Block:
        return {
            "text": plain(text, BUTTON),
            "accessibility_label": spoken,
            "value": f"{view.exchange_id}:{value}",
        }

    buttons = {
        "type": "feedback_buttons",
        "action_id": "feedback",
        "positive_button": side(said.helpful, said.helpful_label, "good"),
        "negative_button": side(said.not_helpful, said.not_helpful_label, "bad"),
    }
    return {"type": "context_actions", "elements": [buttons]}


def _abstained(answer: Abstained, view: AnswerView) -> tuple[str, list[Block], list[Block]]:
    said = words(view.locale).answer
    is_asked = answer.reason not in _NOT_ASKED
    title = said.not_answered if is_asked and answer.reason is not Reason.PERSON_WANTED else ""
    body = _told(title, answer.text)
    if answer.nearest:
        body += _nearby(said.look_in, answer.nearest)
    offered = [] if answer.reason is Reason.COURTESY else _further(view, hr_first=True)
    return answer.text, body, [*actions(offered), *([_feedback(view)] if is_asked else [])]


def _nearby(title: str, nearest: Iterable[Nearby]) -> list[Block]:
    pages: Block = {
        "type": "rich_text_list",
        "style": "bullet",
        "indent": 0,
        "elements": [in_line((link(near.url, near.title),)) for near in nearest],
    }
    return [rich_text(in_line((run(title),)), pages)]


def _clarification(answer: Clarification, view: AnswerView) -> tuple[str, list[Block], list[Block]]:
    """Ask back; options that no button holds are told above, and chosen by their number."""
    said = words(view.locale).answer
    allowed = addresses((), view.locale, view.mail_domains)
    question = allowed.kept(answer.question)
    options = [" ".join(allowed.kept(option).split()) for option in answer.options]
    are_short = all(len(option) <= _CHOICE for option in options)
    body = _told(said.one_thing_first, question)
    if not are_short:
        body += paragraphs((run(f"{n}. {one}\n"),) for n, one in enumerate(options, start=1))
    choices = [
        button(one if are_short else f"{n + 1}. {one}", f"choose_{n}", f"{view.exchange_id}:{n}")
        for n, one in enumerate(options)
    ]
    return question, body, [*actions(choices), *actions(_further(view))]
