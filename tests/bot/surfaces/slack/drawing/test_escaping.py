import pytest

from bot.surfaces.slack.drawing.escaping import JOINER, literal, mrkdwn


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Done <!channel> <@U0CEO> <#C0SEC>", "Done <!channel> <@U0CEO> <#C0SEC>"),
        ("ask @here or @Everyone", "ask @here or @Everyone"),
        ("&lt;!here&gt; and &#60;!channel&#62;", "&lt;!here&gt; and &#60;!channel&#62;"),
        ("a & b < c > d, R&D; x<y", "a & b < c > d, R&D; x<y"),
        ("*bold* _it_ ~x~ `c` > q", "*bold* _it_ ~x~ `c` > q"),
        ("ana@channel-island.example", "ana@channel-island.example"),
        ("a\u200bb \u202ec\u2066", "ab c"),
        ("one\n\n \n\n\ntwo", "one\n\ntwo"),
    ],
)
def test_a_literal_text_looks_as_it_was_written(text: str, shown: str) -> None:
    assert literal(text).replace(JOINER, "") == shown


@pytest.mark.parametrize("dangerous", ["<!channel>", "<@U1>", "<#C1>", "@here", "&lt;", "&#60;"])
def test_a_literal_text_holds_nothing_that_would_act(dangerous: str) -> None:
    assert dangerous not in literal(f"x {dangerous} y")
    assert dangerous[0] + JOINER + dangerous[1:] in literal(f"x {dangerous} y")


def test_plain_text_stays_to_the_letter() -> None:
    text = "Up to 3 days, 5 < 6 & 7 > 2; write to hr@corp.example: 50 % * 2 = 1_000."
    assert literal(text) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a & b", "a &amp; b"),
        ("&lt;!here&gt;", "&amp;lt;!here&amp;gt;"),
        ("<!channel>", "&lt;!channel&gt;"),
        ("*bold* ~x~ `c`", "∗bold∗ ∼x∼ ’c’"),  # noqa: RUF001
        ("_so_ snake_case", "‗so‗ snake_case"),
        ("> quote\n\n\nmore", "&gt; quote more"),
        ("@here", f"@{JOINER}here"),
        ("\u202e", "–"),
    ],
)
def test_a_notification_escapes_once_and_sets_nothing_off(text: str, escaped: str) -> None:
    assert mrkdwn(text) == escaped
