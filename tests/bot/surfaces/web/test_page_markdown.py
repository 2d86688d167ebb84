import random

import pytest

from tests.bot.surfaces.web.chat_page import ChatPage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

DRAWN = """async (texts) => {
  const { blocks } = await import("/page/markdown.js");
  return texts.map((text) => {
    const nodes = blocks(text);
    return {
      html: nodes.map((node) => node.outerHTML).join(""),
      text: nodes.map((node) => node.textContent).join(" "),
      tags: nodes.flatMap((node) => [node, ...node.querySelectorAll("*")].map((n) => n.tagName)),
      attributes: nodes.flatMap((node) => [node, ...node.querySelectorAll("*")]
        .flatMap((n) => n.getAttributeNames())),
    };
  });
}"""

WRITTEN = {
    "**Two** weeks, *not* `3`": "<p><strong>Two</strong> weeks, <em>not</em> <code>3</code></p>",
    "a_b_c and _so_ and 5 * 3 * 2": "<p>a_b_c and <em>so</em> and 5 * 3 * 2</p>",
    "**unclosed and \\*escaped\\*": "<p>**unclosed and *escaped*</p>",
    "## Using C# ##": '<p class="heading">Using C#</p>',
    "one\ntwo\n\nthree": "<p>one two</p><p>three</p>",
    "- a\n- b\n  1. c\n  2. d\n- e": (
        '<ul><li>a</li><li>b<ol start="1"><li>c</li><li>d</li></ol></li><li>e</li></ul>'
    ),
    "3. c\n\n4. d\n\nafter": '<ol start="3"><li>c</li><li>d</li></ol><p>after</p>',
    "- a\ngoes on\n\nafter": "<ul><li>a goes on</li></ul><p>after</p>",
    "> said\n> so": "<blockquote><p>said so</p></blockquote>",
    "```sh\n*x* <b>\n```": "<pre><code>*x* &lt;b&gt;</code></pre>",
    "``` not a fence\nx": "<p>``` not a fence x</p>",
    "[form](../form.md)": '<p><span class="reference">form</span></p>',
    "[site](https://a.example/?b=c)": (
        '<p><span>site <span class="address">(https://a.example/?b=c)</span></span></p>'
    ),
    "![alt](https://a.example/i.png)": "<p>alt</p>",
    "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
    "[x](data:text/html,y)": "<p>[x](data:text/html,y)</p>",
    "a<br>b &amp; <u>c</u>": "<p>a<br>b &amp;amp; &lt;u&gt;c&lt;/u&gt;</p>",
}

TABLES = {
    "|a|b|\n|-|:-:|\n|1|2 \\| 3|": ("a", "b", "1", "2 | 3"),
    "a | b\n--- | ---\n1 | 2": ("a", "b", "1", "2"),
    "| 1 | 2 |\n| 3 | 4 |": ("1", "2", "3", "4"),
}

PIECES = (
    "*", "**", "_", "__", "`", "~~", "[", "](", ")", "![", "<", ">", "|", "\n", "\n\n", "- ", "1. ",
    "# ", "\n> ", "\n| ", " |\n", "|-|-|", "    ",
    " ", "\\", "<img onerror=x>", "<a href=y>", "\r\n",
    "[q](javascript:q)", "<script>", "<br>", "&lt;", "\u202e", "\n---\n",
)  # fmt: skip
ALLOWED_TAGS = {
    "P", "STRONG", "EM", "CODE", "DEL", "SPAN", "UL", "OL", "LI", "TABLE", "THEAD", "TBODY", "TR",
    "TH", "TD", "PRE", "BLOCKQUOTE", "BR", "HR", "DIV",
}  # fmt: skip
NOT_SHOWN = ("](", "```", "~~~")
"""What a link leads to and what language code is in: the only words that are left out."""

ALLOWED_ATTRIBUTES = {"class", "scope", "start", "tabindex", "role", "aria-label"}


async def test_what_policies_write_is_drawn_as_it_is_meant(chat_page: ChatPage) -> None:
    await chat_page.open()
    drawn = await chat_page.page.evaluate(DRAWN, list(WRITTEN))
    assert [one["html"] for one in drawn] == list(WRITTEN.values())


async def test_tables_are_known_with_and_without_a_frame_and_a_head(chat_page: ChatPage) -> None:
    await chat_page.open()
    cells = await chat_page.page.evaluate(
        """async (texts) => {
          const { blocks } = await import("/page/markdown.js");
          return texts.map((text) => [...blocks(text)[0].querySelectorAll("th, td")]
            .map((cell) => cell.textContent));
        }""",
        list(TABLES),
    )
    assert [tuple(row) for row in cells] == list(TABLES.values())


async def test_whatever_is_written_no_word_is_lost_and_nothing_else_is_made(
    chat_page: ChatPage,
) -> None:
    chance = random.Random(20250101)  # noqa: S311  # the same texts in every run
    words = [f"w{place}w" for place in range(24)]
    texts = [
        "".join(f"{chance.choice(PIECES)}{word}" for word in words[: chance.randrange(1, 25)])
        for _ in range(1500)
    ]
    await chat_page.open()
    for text, drawn in zip(texts, await chat_page.page.evaluate(DRAWN, texts), strict=True):
        assert set(drawn["tags"]) <= ALLOWED_TAGS, text
        assert set(drawn["attributes"]) <= ALLOWED_ATTRIBUTES, text
        if not any(mark in text for mark in NOT_SHOWN):
            assert [w for w in words if w in text] == [w for w in words if w in drawn["text"]], text
