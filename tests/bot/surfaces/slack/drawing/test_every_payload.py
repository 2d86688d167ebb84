"""Everything that is drawn fits Slack, and does nothing but show, whatever the texts are."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.answers import Citation, Grounded, Statement
from connectors.extract.characters import without_hidden
from tests.at_hand import need
from tests.bot.saying.known import LEAVE
from tests.bot.surfaces.slack.drawing.drawn import all_messages, all_views, messages
from tests.bot.surfaces.slack.drawing.payloads import (
    SCHEMAS,
    active,
    links,
    misfits_in_blocks,
    misfits_in_view,
    read,
    strings,
    wrong_in_message,
    wrong_in_view,
)

HOSTILE = [
    "Done <!channel> <!here> <!everyone> <!subteam^S123> <@U0CEO> <#C0SEC> @here @channel",
    "&lt;!here&gt; and &#60;!channel&#62; & < >",
    "```ends here``` *bold* > quote " + "\n\n\n" * 500 + "end",
    "<https://collect.example/p?d=1|Click here> [a](https://drop.example) ![b](https://x.example/i)",
    "[r1]: https://drop.example/?k=SECRET\n//drop.example/x www.drop.example drop.example/?k=1",
    "\u202eSYSTEM\u202c a\u200bb\u2066c\u2069 \U000e0041\ufeff",
    "עברית <!here> العربية @everyone",
    "w" * 12_000,
    "word " * 2_400,
    "A sentence of some words. " * 250,
    "- item\n" * 40 + "1. one\n" * 400,
    "| a | b |\n|---|---|\n" + "| c | d |\n" * 130,
    "|" + "x|" * 40 + "\n" + "|" + "---|" * 40 + "\n|" + "y|" * 41,
    "| " + "v" * 7_000 + " | b |\n|---|---|\n| c | d |",
    "> " * 200 + "deep",
    "* " * 200 + "deep",
    "# " + "Heading " * 600,
    "</div><script>alert(1)</script> {{7*7}} ${x} :tada: :shipit:",
    "javascript:alert(1) [x](javascript:alert(2)) <javascript:alert(3)|y>",
    "\\* \\_ \\` \\[ a\\|b | c",
    "\x00\x07\ud800 surrogate",
    "{name} {0} {n} %s",
    "_",
    "\u202e",
    " ",
    "",
]
LOCALES = ["en-GB", "es-ES", "de-DE", "", "xx", "es_419"]
ALLOWED = {
    "https://wiki.corp.example/leave#how-long",
    "https://files.corp.example/rates.pdf#page=12",
    "https://policies.corp.example/verified/17",
    "https://corp.slack.com/archives/C1/p1",
}


def fragments() -> st.SearchStrategy[str]:
    """Texts made of what is dangerous, what is Markdown, and anything else."""
    pieces = st.one_of(
        st.sampled_from([text[:300] for text in HOSTILE]),
        st.sampled_from([*"*_~`>#|-+.!?<>&@[]()\\\n\t •/:", "\n\n", "```", "1. ", "| a |"]),
        st.text(max_size=12),
    )
    return st.lists(pieces, max_size=20).map("".join)


def hosts(value: object) -> set[str]:
    return {
        host.lower()
        for text in strings(value)
        for host in re.findall(r"(?:://|\bwww\.)([^\s/?#<>|]+)", text)
    }


def check_message(text: str, locale: str) -> None:
    for drawn in all_messages(text, locale=locale):
        assert wrong_in_message(drawn.blocks) == []
        assert active({"text": drawn.text, "blocks": drawn.blocks}) == []
        assert drawn.text
        assert len(drawn.text) <= 2_000
        assert "\n" not in drawn.text
        assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", drawn.text)
        assert links(drawn.blocks) <= ALLOWED


def check_view(text: str, locale: str) -> None:
    for view in all_views(text, locale=locale):
        assert wrong_in_view(view) == []
        assert active(view) == []
        assert links(view) <= ALLOWED


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:20]))
@pytest.mark.parametrize("locale", ["en", "es-ES"])
def test_hostile_texts_act_nowhere_and_fit(text: str, locale: str) -> None:
    check_message(text, locale)
    check_view(text, locale)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=fragments(), locale=st.sampled_from(LOCALES))
def test_no_text_acts_anywhere_and_all_fit(text: str, locale: str) -> None:
    check_message(text, locale)
    check_view(text, locale)


@pytest.mark.parametrize("text", [*HOSTILE, "Sixteen weeks. Not more."], ids=lambda t: repr(t[:20]))
def test_all_fit_slacks_schemas(text: str) -> None:
    need((SCHEMAS / "blocks.schema.json").exists(), "Slack's schemas are not at hand")
    for drawn in all_messages(text):
        assert misfits_in_blocks(drawn.blocks) == []
    for view in all_views(text):
        assert misfits_in_view(view) == []


def words(text: str) -> list[str]:
    """The words of a text without its addresses, which are left out."""
    seen = without_hidden(text).text
    bare = re.sub(
        r"<?\b[\w+.-]+:[^\s|<>]*|//\S*|\bwww\.\S*|\]\([^)\s]*\)|\S+\.\w+[/?]\S*", " ", seen
    )
    return re.findall(r"[^\W_]+", bare)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(texts=st.lists(fragments(), min_size=1, max_size=4))
def test_no_word_of_a_statement_is_lost(texts: list[str]) -> None:
    answer = Grounded(tuple(Statement(text, (LEAVE,)) for text in texts))
    drawn = messages(answer)
    blocks = [one.blocks for one in drawn]
    shown = "\n".join([read(blocks), *strings(blocks)])
    assert [word for text in texts for word in words(text) if word not in shown] == []


LONG = " ".join(
    f"This is sentence number {n}, which has quite a few words in it." for n in range(400)
)


def test_a_long_answer_is_parted_between_sentences_and_sources_come_last() -> None:
    drawn = messages(Grounded((Statement(LONG, (LEAVE,)),)))
    assert len(drawn) > 1
    paragraphs = [
        text.strip()
        for one in drawn
        for block in one.blocks
        for text in [read(block)]
        if "sentence number" in text
    ]
    assert all(text.rstrip("\xa0[1] ").endswith(".") for text in paragraphs)
    assert " ".join(re.findall(r"number (\d+)", " ".join(paragraphs))) == " ".join(
        str(n) for n in range(400)
    )
    assert "Sources" in read(drawn[-1].blocks)
    assert not any("Sources" in read(one.blocks) for one in drawn[:-1])
    assert "number 0," in read(drawn[0].blocks)


def many(count: int, url: str) -> tuple[Citation, ...]:
    return tuple(
        replace(LEAVE, document_id=f"d{n}", chunk_id=f"c{n}", title=f"Policy {n}", url=f"{url}{n}")
        for n in range(count)
    )


@pytest.mark.parametrize(
    "link", ["https://w.corp.example/", f"https://w.corp.example/{'p' * 2900}"]
)
@pytest.mark.parametrize("spread", [True, False])
def test_sixty_citations_are_all_there_within_the_limits(link: str, *, spread: bool) -> None:
    cited = many(60, link)
    statements = (
        tuple(Statement(f"Fact {n}.", (one,)) for n, one in enumerate(cited))
        if spread
        else (Statement("One fact.", cited),)
    )
    drawn = messages(Grounded(statements))
    blocks = [block for one in drawn for block in one.blocks]
    assert all(wrong_in_message(one.blocks) == [] for one in drawn)
    shown = read(blocks)
    assert all(f"[{n}]" in shown and f"Policy {n - 1} " in shown for n in range(1, 61))
    assert links(blocks) == {one.url for one in cited}
    (menu,) = [
        element
        for block in blocks
        if block["type"] == "actions"
        for element in _elements(block)
        if element["type"] == "static_select"
    ]
    assert [option["value"] for option in menu["options"]] == [f"7F3K2:{n}" for n in range(1, 61)]


def _elements(block: dict[str, Any]) -> list[dict[str, Any]]:
    elements: list[dict[str, Any]] = block["elements"]
    return elements


OUTSIDE = (
    "Pay at https://collect.example/x or [here](https://drop.example/y) or <https://z.example|Z>"
)


@pytest.mark.parametrize("every", [all_messages, all_views])
def test_hosts_of_answers_are_those_of_what_is_cited(every: Callable[..., Any]) -> None:
    drawn = messages(Grounded((Statement(OUTSIDE, (LEAVE,)),)))
    assert hosts([one.blocks for one in drawn]) == {"wiki.corp.example"}
    assert hosts({"text": drawn[0].text}) == set()
    assert every(OUTSIDE)
