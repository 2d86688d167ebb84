"""An answer is text with citations, and a card below; nothing is both, and nothing too large."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.answers import Citation, Grounded, Statement
from bot.saying import prose
from bot.saying.answers import answer
from bot.saying.parts import (
    Button,
    Buttons,
    Divider,
    Feedback,
    Header,
    Part,
    Points,
    Prose,
    Quote,
    Said,
    Small,
    Sources,
    Text,
)
from bot.saying.prose import Item, Kind, Listing, Paragraph, Table
from bot.saying.runs import Run, run
from bot.surfaces.teams.drawing.messages import card, messages, prompting
from bot.surfaces.teams.messages import Outgoing, Sensitivity, written
from tests.bot.saying.known import LEAVE, RATES, TABLE, all_said, sources, the_home, view
from tests.bot.surfaces.teams.drawing.visible import (
    bare,
    executed,
    html,
    links,
    read,
    texts,
    words_of,
)
from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.chats import Chat
from tests.fakes.teams.chats import Kind as ChatKind
from tests.fakes.teams.outgoing import SAFE, check, size
from tests.fakes.teams.people import Tenant

CHAT = Chat("a:1", ChatKind.PERSONAL, Tenant("t", "Corp"))
LABEL = Sensitivity("Internal", "For employees only")
LONG = " ".join(f"This is sentence number {n}, which has a few words in it." for n in range(900))
MANY_ROWS = "| City | Limit | For |\n|---|---|---|\n" + "\n".join(
    f"| City{n} | {n} € | everybody |" for n in range(150)
)
HOSTILE = [
    "Done <at>Ana</at> [1] [2] [20] {{DATE(2026-11-30T00:00:00Z)}} &lt;b&gt;",
    "<https://collect.example/p?d=1|Click> [a](https://drop.example) ![b](https://x.example/i)",
    '"' * 12_000,
    "&" * 8_000,
    "**a**b" * 300,
    "w" * 12_000,
    "- item\n" * 40 + "\n1. one\n" * 200,
    "|" + "x|" * 40 + "\n" + "|" + "---|" * 40 + "\n|" + "y|" * 41,
    "| " + "v" * 7_000 + " | b |\n|---|---|\n| c | d |",
    "> " * 100 + "deep",
    "* " * 60 + "deep",
    "# " + "Heading " * 600,
    "\\* \\_ \\` \\[ a\\|b | c",
    "_",
    " ",
    "",
    MANY_ROWS,
    LONG[:9_000],
]


def text_of(several: list[Outgoing]) -> str:
    """All that can be read, in order: text with its citations' marks, then the card."""
    return "\n".join(
        part for one in several for part in (html(one.text).get_text(), *map(read, one.cards))
    )


def faults(several: list[Outgoing]) -> list[str]:
    """What Teams, or its limits, would find fault with."""
    found: list[str] = []
    for one in several:
        activity = written(one)
        if one.text and one.cards:
            found.append("text and a card in one message")
        if size(activity) > SAFE - 512:
            found.append(f"{size(activity)} bytes")
        check(activity, CHAT)
        found += [wrong for drawn in one.cards for wrong in wrong_in_card(dict(drawn))]
        marks = {cited.position for cited in one.sources}
        if marks != real_marks(one.text):
            found.append(f"marks {real_marks(one.text)}, citations {marks}")
    return found


def real_marks(markdown: str) -> set[int]:
    """The marks that Teams would find in a text."""
    return {int(n) for n in re.findall(r"\[(\d+)\]", html(markdown).get_text())}


def lines() -> st.SearchStrategy[tuple[Run, ...]]:
    mark = st.integers(1, 30).map(lambda n: Run(f"[{n}]", cites=n, url="https://wiki.example/x"))
    words = st.builds(
        lambda text, times, bold, italic: Run(run(text).text * times, bold=bold, italic=italic),
        texts(),
        st.sampled_from([1, 1, 1, 300]),
        st.booleans(),
        st.booleans(),
    )
    return st.lists(st.one_of(words, words, mark), min_size=1, max_size=6).map(tuple)


def plain() -> st.SearchStrategy[str]:
    return texts().map(lambda text: run(text).text)


def read_parts() -> st.SearchStrategy[prose.Part]:
    cell = plain().map(lambda text: " ".join(text.split()))
    tables = st.integers(1, 7).flatmap(
        lambda width: st.lists(st.tuples(*[cell] * width), min_size=1, max_size=5)
    )
    items = st.builds(Item, lines(), st.integers(0, 2), st.sampled_from([None, 1, 12]))
    return st.one_of(
        st.builds(Paragraph, lines(), st.sampled_from(Kind)),
        st.lists(items, min_size=1, max_size=4).map(lambda some: Listing(tuple(some))),
        st.builds(Table, tables.map(tuple), st.booleans()),
    )


def parts() -> st.SearchStrategy[Part]:
    several = st.lists(lines(), min_size=1, max_size=4).map(tuple)
    return st.one_of(
        several.map(Text),
        several.map(Quote),
        several.map(Points),
        st.lists(read_parts(), max_size=3).map(lambda some: Prose(tuple(some), "en")),
        plain().map(Header),
        st.lists(plain(), max_size=2).map(lambda some: Small(tuple(some))),
        st.just(Divider()),
        plain().map(lambda text: Buttons((Button(f"b{text[:30]}", "act", "1"),))),
    )


THIRTY = sources(
    *(
        replace(LEAVE, document_id=f"d{n}", chunk_id=f"c{n}", title=f"Policy {n}")
        for n in range(1, 31)
    )
)
LISTED = Sources("Sources", THIRTY, tuple((run(f"[{one.number}] p"),) for one in THIRTY))


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(parts(), max_size=5).map(tuple), st.booleans())
def test_no_word_is_lost_and_all_fit_whatever_is_said(
    body: tuple[Part, ...], is_answer: bool
) -> None:
    said = Said("notice", body, (LISTED, Small(("end",))), "more", is_answer=is_answer)

    drawn = messages(said, "en", sensitivity=LABEL)

    assert faults(drawn) == []
    assert letters(" ".join(told(body))) <= letters(text_of(drawn))
    assert all(one.is_generated is is_answer for one in drawn)


def letters(text: str) -> Counter[str]:
    """How often each letter is there; of what is cut in two, the whole."""
    return Counter("".join(words_of(text)))


def told(value: object) -> list[str]:
    """All words of parts."""
    match value:
        case Run(text) | Header(text) | Button(text):
            return [text]
        case str():
            return [value]
        case tuple():
            return [word for one in value for word in told(one)]
        case _ if is_dataclass(value):
            skipped = {"language", "action", "kind"}
            return [
                word
                for field in fields(value)
                if field.name not in skipped
                for word in told(getattr(value, field.name))
            ]
        case _:
            return []


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))
@pytest.mark.parametrize("locale", ["en", "es-ES"])
def test_everything_that_the_bot_says_fits_with_hostile_texts(text: str, locale: str) -> None:
    for said in [*all_said(text, locale=locale), the_home(text, locale=locale)]:
        drawn = messages(said, locale, sensitivity=LABEL)
        assert faults(drawn) == []
        assert all(one.summary for one in drawn)
        assert all(one.text or one.cards for one in drawn)


def grounded(*several: tuple[str, tuple[Citation, ...]]) -> list[Outgoing]:
    answered = Grounded(tuple(Statement(text, cited) for text, cited in several))
    return messages(answer(view(answered)), "en")


def test_an_answer_is_text_with_its_citations_and_a_card_with_what_they_cannot_hold() -> None:
    one, other = grounded(
        ("Each parent may take **16 weeks** [3].", (LEAVE,)), ("Ask.", (LEAVE, RATES))
    )

    assert bare(html(one.text).get_text()) == (
        "Each parent may take 16 weeks [3]. [1] Ask. [1] [2]"
    )
    assert [(cited.position, cited.name, cited.url) for cited in one.sources] == [
        (1, "Parental leave › Entitlement › How long", LEAVE.url),
        (2, "Travel: rates and limits › Hotels", RATES.url),
    ]
    assert one.sources[0].abstract == (
        "Each parent may take 16 weeks of paid leave, within two years of the birth."
    )
    assert (one.is_generated, other.is_generated) == (True, True)
    assert (one.takes_feedback, other.takes_feedback) == (True, False)
    (below,) = other.cards
    assert "version 4.1 · in force since 3 Sep 2026" in read(below)
    assert "page 12" in read(below)
    assert links(below) == {LEAVE.url, RATES.url}
    assert [verb for _, verb, _ in executed(below)] == [
        "show_passage_1",
        "show_passage_2",
        "ask_hr",
    ]


def test_a_table_is_in_the_card_and_the_text_says_where_with_its_citation() -> None:
    one, other = grounded(
        ("Up to these limits:", (LEAVE,)), (TABLE, (RATES,)), ("Not more.", (LEAVE,))
    )

    assert bare(html(one.text).get_text(" ")) == (
        "Up to these limits: [1] See the table below. [2] Not more. [1]"
    )
    table, *_ = other.cards[0]["body"]
    assert table["type"] == "Table"
    assert table["firstRowAsHeader"]
    assert read(table).split("\n") == ["City", "Limit", "Madrid", "140 €", "Paris", "180 €"]
    assert other.cards[0]["msteams"] == {"width": "Full"}


def test_several_tables_are_called_by_their_numbers() -> None:
    one, other = grounded((TABLE, (RATES,)), ("Or:", (LEAVE,)), (TABLE, (RATES,)))

    assert "See table 1 below. [1]" in bare(html(one.text).get_text())
    assert "See table 2 below. [1]" in bare(html(one.text).get_text())
    assert [line for line in read(other.cards[0]).split("\n") if line.startswith("Table")] == [
        "Table 1",
        "Table 2",
    ]


def test_a_table_that_is_too_wide_for_a_phone_is_told_row_by_row_in_the_text() -> None:
    wide = "| " + " | ".join(f"Column{n}" for n in range(9)) + " |\n" + "|---" * 9 + "|\n"
    wide += "| " + " | ".join(f"cell{n}" for n in range(9)) + " |"

    one, other = grounded((wide, (RATES,)))

    (item,) = html(one.text).find_all("li")
    assert bare(item.get_text()).startswith("Column0: cell0; Column1: cell1;")
    assert bare(item.get_text()).endswith("Column8: cell8 [1]")
    assert not any(element["type"] == "Table" for element in other.cards[0]["body"])


def test_a_long_table_is_parted_with_its_header_and_no_row_is_lost() -> None:
    drawn = grounded((MANY_ROWS, (RATES,)))

    tables = [
        part
        for one in drawn
        for drawn_card in one.cards
        for part in drawn_card["body"]
        if part["type"] == "Table"
    ]
    assert len(tables) > 1
    assert all(read(table).startswith("City\nLimit\nFor\n") for table in tables)
    shown = "\n".join(map(read, tables)).split("\n")
    assert [cell for cell in shown if re.fullmatch(r"City\d+", cell)] == [
        f"City{n}" for n in range(150)
    ]
    assert faults(drawn) == []


def test_a_long_answer_goes_on_between_sentences_and_ends_with_sources_and_feedback() -> None:
    drawn = grounded((LONG, (LEAVE,)))

    assert len(drawn) > 2
    assert faults(drawn) == []
    told_in = [bare(html(one.text).get_text()) for one in drawn if one.text]
    assert all(one.rstrip("[1] ").endswith(".") for one in told_in)
    assert re.findall(r"number (\d+)", " ".join(told_in)) == [str(n) for n in range(900)]
    assert [bool(one.cards) for one in drawn] == [False] * (len(drawn) - 1) + [True]
    assert [one.takes_feedback for one in drawn] == [False] * (len(drawn) - 2) + [True, False]
    assert [one.summary for one in drawn[1:]] == ["The rest of the answer"] * (len(drawn) - 1)


def many(count: int, length: int) -> tuple[Citation, ...]:
    return tuple(
        replace(
            LEAVE,
            document_id=f"d{n}",
            chunk_id=f"c{n}",
            title=f"Policy {n}",
            url=f"https://w.corp.example/{'p' * length}{n}",
        )
        for n in range(1, count + 1)
    )


@pytest.mark.parametrize("length", [1, 2_900])
def test_sixty_sources_are_cited_in_as_many_messages_as_that_takes(length: int) -> None:
    cited = many(60, length)
    statements = [(f"Fact {n} is so. " + "And this. " * 40, (one,)) for n, one in enumerate(cited)]

    drawn = grounded(*statements)

    assert faults(drawn) == []
    assert [claim.position for one in drawn for claim in one.sources] == list(range(1, 61))
    shown = text_of(drawn)
    assert all(f"[{n}]" in shown and f"Policy {n} ›" in shown for n in range(1, 61))


def test_a_sentence_with_more_sources_than_fit_names_all_and_cites_twenty() -> None:
    drawn = grounded(("One fact.", many(60, 1)))

    assert faults(drawn) == []
    assert [claim.position for one in drawn for claim in one.sources] == list(range(1, 21))
    assert all(f"[{n}]" in bare(html(drawn[0].text).get_text()) for n in range(1, 61))


def test_a_note_is_text_and_in_the_place_of_a_card_it_is_one() -> None:
    said = Said("Something *came*", (Text(((run("Something *came*."),),)), Small(("Soon",))), ())

    (one,) = messages(said, "en", sensitivity=LABEL)

    assert bare(html(one.text).get_text(" ")) == "Something *came*. Soon"
    assert (one.summary, one.is_generated, one.sources) == ("Something *came*", False, [])
    assert one.sensitivity == LABEL
    assert one.cards == ()
    assert read(card(said, "en")).split("\n") == ["Something *came*.", "Soon"]


def test_what_may_be_pressed_is_one_card_that_a_notification_can_tell() -> None:
    pressed = Buttons((Button("Do it", "do", "1"),))
    said = Said("Something came", (Text(((run("Something came."),),)),), (pressed,))

    (one,) = messages(said, "en", sensitivity=LABEL)

    assert (one.text, one.summary, one.is_generated) == ("", "Something came", False)
    assert one.cards == [card(said, "en")]
    assert [verb for _, verb, _ in executed(one.cards[0])] == ["do"]


def test_the_card_alone_is_the_one_with_the_buttons() -> None:
    said = answer(view(Grounded((Statement(LONG, (LEAVE,)),))))
    assert [verb for _, verb, _ in executed(card(said, "en"))] == ["show_passage", "ask_hr"]


def test_where_there_is_nothing_to_say_the_notice_is_said() -> None:
    (one,) = messages(Said("Nothing new", ()), "en")
    assert html(one.text).get_text().strip() == "Nothing new"


def test_feedback_is_asked_for_where_it_is_wanted_alone() -> None:
    asked = Feedback("7F3K2", "Yes", "Yes", "No", "No")
    body = (Text(((run("So."),),)),)
    assert messages(Said("n", body, (asked,)), "en")[0].takes_feedback
    assert not messages(Said("n", body), "en")[0].takes_feedback


def test_questions_to_begin_with_are_said_for_whoever_presses_them() -> None:
    one = prompting([("Leave", "How much leave do I get?")] * 8, "es")

    assert html(one.text).get_text().strip() == "Puedes preguntar, por ejemplo:"
    assert [(each.title, each.text) for each in one.suggestions] == [
        ("Leave", "How much leave do I get?")
    ] * 6
    assert faults([one]) == []
