"""The cases of hostile texts that reach what is drawn, each as it is stated."""

import json
import re
from dataclasses import replace
from functools import cache

import pytest

from bot.answers import Abstained, Citation, Grounded, Reason, Statement
from bot.surfaces.slack.drawing.blocks import Drawn
from tests.at_hand import need
from tests.bot.saying.known import LEAVE, view
from tests.bot.surfaces.slack.drawing.drawn import answer_messages, messages
from tests.bot.surfaces.slack.drawing.payloads import links, nodes, read, strings
from tests.conftest import SHARED

CASES = SHARED / "cases" / "security_cases.json"


@cache
def stated(case_id: str) -> str:
    need(CASES.exists(), "the security cases are not at hand")
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    (text,) = [case["input"] for case in cases if case["id"] == case_id]
    return str(text).removeprefix("model output: ").replace("\\n", "\n")


def answered(text: str, citation: Citation = LEAVE) -> list[Drawn]:
    return messages(Grounded((Statement(text, (citation,)),)))


def leaves(drawn: list[Drawn]) -> list[str]:
    return [text for one in drawn for text in (one.text, *strings(one.blocks))]


def test_s01_mentions_and_broadcasts_are_shown_literally() -> None:
    drawn = answered(stated("S01"))
    assert not [text for text in leaves(drawn) if re.search(r"<[!@#]", text)]
    shown = read(drawn[0].blocks).replace("\u2060", "")
    assert "<!channel> <!here> <!everyone> <!subteam^S123> <@U0CEO> <#C0SEC>" in shown


def test_s03_entities_stay_inert_after_one_decode() -> None:
    drawn = answered(stated("S03"))
    assert "&amp;lt;!here&amp;gt;" in drawn[0].text
    assert "&amp;amp;" not in drawn[0].text
    decoded = [
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&#60;", "<").replace("&amp;", "&")
        for text in leaves(drawn)
    ]
    assert not [text for text in decoded if re.search(r"<[!@#]", text)]
    assert "&lt;!here&gt; and &#60;!channel&#62;" in read(drawn[0].blocks).replace("\u2060", "")


def test_s06_fences_and_blank_lines_hide_no_sources() -> None:
    text = stated("S06").replace(" x 500", "\n\n\n" * 500)
    (drawn,) = answered(text)
    shown = read(drawn.blocks)
    assert "ends here" in shown
    assert "> quote" in shown
    assert shown.index("> quote") < shown.index("Sources") < shown.index("Parental leave")
    assert shown.count("\n") < 60
    assert len(drawn.blocks) < 10


@pytest.mark.parametrize("case_id", ["D03", "D04", "D05"])
def test_d03_to_d05_no_outside_host_and_no_picture(case_id: str) -> None:
    drawn = answered(stated(case_id))
    assert not [t for t in leaves(drawn) if re.search(r"(collect|recoge|drop)\.example", t)]
    assert {url for one in drawn for url in links(one.blocks)} == {LEAVE.url}
    assert not [n for one in drawn for n in nodes(one.blocks) if "image" in str(n.get("type"))]


def test_d06_a_citation_names_the_page_that_was_retrieved() -> None:
    page = replace(LEAVE, title="WIKI-77 Trips", version="2")
    (drawn,) = answered(stated("D06"), page)
    sources = read(drawn.blocks).split("Sources")[1]
    assert "[1] WIKI-77 Trips" in sources
    assert "version 2 " in sources
    assert "HR-001" not in sources


def test_d13_a_title_is_a_label() -> None:
    title = stated("D13")
    (drawn,) = answered("One.", replace(LEAVE, title=title, heading=(title,)))
    (label,) = [
        node["text"]
        for node in nodes(drawn.blocks)
        if node.get("type") == "link" and node["text"] != "[1]"
    ]
    assert len(label) <= 120
    assert not re.search(r"\n|\]\(|https?:|evil\.example|<|\u202e", label)
    assert label.startswith("title: Travel policy]")


def test_d18_no_mail_address_but_the_companys_and_hr_is_offered() -> None:
    answer = Grounded((Statement(stated("D18"), (LEAVE,)),))
    ours = replace(view(answer), mail_domains=frozenset({"corp.example"}))
    drawn = answer_messages(ours)
    assert not [text for text in leaves(drawn) if "hr-support.example" in text]
    everywhere = [*drawn, *messages(answer), *messages(Abstained(Reason.NOT_SUPPORTED, "No."))]
    for one in everywhere:
        assert not [url for url in links(one.blocks) if "mailto" in url]
        assert "ask_hr" in [node.get("action_id") for node in nodes(one.blocks)]
