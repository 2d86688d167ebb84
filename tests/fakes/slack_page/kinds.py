"""Blocks of many kinds: each text in them is a word of its own, like `seen7` or `hidden8`."""

from itertools import count

Json = dict[str, object]

_NUMBERS = count(1)


def word(kind: str = "seen") -> str:
    return f"{kind}{next(_NUMBERS)}."


def plain() -> Json:
    return {"type": "plain_text", "text": word()}


def hidden() -> Json:
    return {"type": "plain_text", "text": word("hidden")}


def mrkdwn() -> Json:
    linked = f"<https://wiki.example/a|{word()}>"
    return {"type": "mrkdwn", "text": f"{word()} *{word()}* _{linked}_\n> {word()}\n• `{word()}`"}


def element(kind: str, **more: object) -> Json:
    return {"type": kind, "action_id": f"id{next(_NUMBERS)}", **more}


def button(**more: object) -> Json:
    return element("button", text=plain(), **more)


def options(text: Json) -> list[Json]:
    return [{"text": text, "value": "1"}]


def rich(kind: str) -> Json:
    return {"type": kind, "elements": [{"type": "text", "text": word()}]}


def input_of(inside: Json) -> Json:
    return {"type": "input", "label": plain(), "hint": plain(), "element": inside}


MARKDOWN = f"""## {word()}

{word()} **{word()}** *{word()}* [{word()}](https://wiki.example/b)

1. {word()}
2. {word()}
   - {word()}

> {word()}

| {word()} | {word()} |
|---|--:|
| {word()} | **{word()}** |

```text
{word()}
```
"""

CONFIRM = {"title": hidden(), "text": hidden(), "confirm": hidden(), "deny": hidden()}
ANYWHERE: list[Json] = [
    {"type": "header", "text": plain()},
    {"type": "divider"},
    {"type": "section", "text": mrkdwn(), "accessory": button(url="https://wiki.example/c")},
    {"type": "section", "fields": [mrkdwn(), plain()]},
    {
        "type": "section",
        "text": plain(),
        "accessory": element("overflow", options=options(hidden())),
    },
    {
        "type": "section",
        "text": plain(),
        "accessory": element("radio_buttons", options=options(plain())),
    },
    {"type": "context", "elements": [mrkdwn(), plain()]},
    {
        "type": "actions",
        "elements": [
            button(style="primary"),
            button(style="danger", confirm=CONFIRM),
            element("static_select", placeholder=plain(), options=options(hidden())),
            element("datepicker", placeholder=plain()),
            element("checkboxes", options=options(mrkdwn())),
        ],
    },
    {
        "type": "rich_text",
        "elements": [
            rich("rich_text_section"),
            rich("rich_text_quote"),
            rich("rich_text_preformatted"),
            {"type": "rich_text_list", "style": "bullet", "elements": [rich("rich_text_section")]},
        ],
    },
]
IN_A_MESSAGE: list[Json] = [
    {"type": "markdown", "text": MARKDOWN},
    {
        "type": "table",
        "rows": [
            [{"type": "raw_text", "text": word()}, {"type": "raw_text", "text": word()}],
            [
                {"type": "rich_text", "elements": [rich("rich_text_section")]},
                {"type": "raw_number", "text": word(), "value": 16},
            ],
        ],
    },
    {
        "type": "context_actions",
        "elements": [
            element(
                "feedback_buttons",
                positive_button={"text": hidden(), "value": "good"},
                negative_button={"text": hidden(), "value": "bad"},
            ),
            element("icon_button", icon="trash", text=hidden()),
        ],
    },
    {"type": "alert", "level": "warning", "text": mrkdwn()},
]
IN_A_MODAL: list[Json] = [
    input_of(element("plain_text_input", multiline=True, placeholder=plain())),
    input_of(element("plain_text_input", placeholder=hidden(), initial_value=word())),
    input_of(element("radio_buttons", options=[*options(mrkdwn()), *options(plain())])),
    input_of(element("checkboxes", options=[{**options(plain())[0], "description": plain()}])),
    input_of(element("static_select", placeholder=plain(), options=options(hidden()))),
    input_of(element("multi_static_select", placeholder=plain(), options=options(hidden()))),
    input_of(element("users_select", placeholder=plain())),
    input_of(element("datepicker", placeholder=plain())),
    input_of(element("number_input", is_decimal_allowed=False, placeholder=plain())),
    input_of(element("url_text_input", placeholder=plain())),
]
# What the library does not know, or stumbles upon.
FOREIGN: list[Json] = [
    {"type": "hologram", "caption": word(), "beams": [{"text": plain()}, {"label": word()}]},
    {"type": "section", "text": plain(), "accessory": element("lever", text=plain())},
    {"type": "table", "rows": [[{"type": "raw_sound", "text": word()}]]},
    {"type": "context", "elements": None, "note": word()},
]

MESSAGE: Json = {"text": word("hidden"), "blocks": [*ANYWHERE, *IN_A_MESSAGE]}
MODAL: Json = {
    "type": "modal",
    "title": plain(),
    "submit": plain(),
    "close": plain(),
    "blocks": [*ANYWHERE, *IN_A_MODAL],
}
HOME: Json = {"type": "home", "blocks": ANYWHERE}
