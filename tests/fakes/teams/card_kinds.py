"""What may stand in an Adaptive Card of version 1.5, and where?

The facts are those of the published schema of that version (adaptivecards.io, November 2026); for
Teams, what its own documentation adds: `msteams`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class One:
    """One of these words, whatever their case."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """An object of one kind, or of one family."""

    of: str


@dataclass(frozen=True, slots=True)
class Each:
    """A list of such objects."""

    of: str


TEXT, FLAG, NUMBER, OBJECT, NOTHING = "text", "flag", "number", "object", "nothing"
TEXTS = "texts"
Rule = str | One | Part | Each
Rules = dict[str, tuple[Rule, ...]]


def _one(*words: str) -> tuple[Rule, ...]:
    return (One(frozenset(word.lower() for word in words)), NOTHING)


_FLAG: tuple[Rule, ...] = (FLAG, NOTHING)
_SPACING = _one("default", "none", "small", "medium", "large", "extraLarge", "padding")
_STYLE = _one("default", "emphasis", "good", "attention", "warning", "accent")
_SIDE = _one("left", "center", "right")
_HEIGHT = _one("top", "center", "bottom")
_SIZE = _one("auto", "stretch", "small", "medium", "large")
_BACKGROUND: tuple[Rule, ...] = (Part("BackgroundImage"), TEXT)
_ITEM: Rules = {"id": (TEXT,), "isVisible": (FLAG,), "requires": (OBJECT,)}
_ELEMENT: Rules = {
    **_ITEM,
    "fallback": (Part("Element"), *_one("drop")),
    "height": _one("auto", "stretch"),
    "separator": (FLAG,),
    "spacing": _SPACING,
}
_INPUT: Rules = {
    **_ELEMENT,
    "label": (TEXT,),
    "isRequired": (FLAG,),
    "errorMessage": (TEXT,),
}
_ACTION: Rules = {
    "title": (TEXT,),
    "iconUrl": (TEXT,),
    "id": (TEXT,),
    "style": _one("default", "positive", "destructive"),
    "fallback": (Part("Action"), *_one("drop")),
    "tooltip": (TEXT,),
    "isEnabled": (FLAG,),
    "mode": _one("primary", "secondary"),
    "requires": (OBJECT,),
}
_SENDING: Rules = {"data": (TEXT, OBJECT), "associatedInputs": _one("auto", "none")}
_BOX: Rules = {
    "items": (Each("Element"),),
    "selectAction": (Part("SelectAction"),),
    "style": _STYLE,
    "verticalContentAlignment": _HEIGHT,
    "bleed": (FLAG,),
    "backgroundImage": _BACKGROUND,
    "minHeight": (TEXT,),
    "rtl": _FLAG,
}
_WORDS: Rules = {
    "color": _one("default", "dark", "light", "accent", "good", "warning", "attention"),
    "fontType": _one("default", "monospace"),
    "isSubtle": _FLAG,
    "size": _one("default", "small", "medium", "large", "extraLarge"),
    "weight": _one("default", "lighter", "bolder"),
}
_CELLS: Rules = {
    "horizontalCellContentAlignment": _SIDE,
    "verticalCellContentAlignment": _HEIGHT,
}
_PERIOD: Rules = {"max": (TEXT,), "min": (TEXT,), "placeholder": (TEXT,), "value": (TEXT,)}

KINDS: dict[str, Rules] = {
    "AdaptiveCard": {
        "version": (TEXT,),
        "$schema": (TEXT,),
        "body": (Each("Element"),),
        "actions": (Each("Action"),),
        "refresh": (Part("Refresh"),),
        "authentication": (Part("Authentication"),),
        "selectAction": (Part("SelectAction"),),
        "fallbackText": (TEXT,),
        "backgroundImage": _BACKGROUND,
        "minHeight": (TEXT,),
        "rtl": _FLAG,
        "speak": (TEXT,),
        "lang": (TEXT,),
        "verticalContentAlignment": _HEIGHT,
        "msteams": (OBJECT,),
    },
    "ActionSet": {**_ELEMENT, "actions": (Each("Action"),)},
    "Column": {
        **_ITEM,
        **_BOX,
        "fallback": (Part("Column"), *_one("drop")),
        "separator": (FLAG,),
        "spacing": _SPACING,
        "width": (TEXT, NUMBER),
    },
    "ColumnSet": {
        **_ELEMENT,
        "columns": (Each("Column"),),
        "selectAction": (Part("SelectAction"),),
        "style": _STYLE,
        "bleed": (FLAG,),
        "minHeight": (TEXT,),
        "horizontalAlignment": _SIDE,
    },
    "Container": {**_ELEMENT, **_BOX},
    "Fact": {"title": (TEXT,), "value": (TEXT,)},
    "FactSet": {**_ELEMENT, "facts": (Each("Fact"),)},
    "Image": {
        **_ELEMENT,
        "url": (TEXT,),
        "altText": (TEXT,),
        "backgroundColor": (TEXT,),
        "height": (TEXT,),
        "horizontalAlignment": _SIDE,
        "selectAction": (Part("SelectAction"),),
        "size": _SIZE,
        "style": _one("default", "person"),
        "width": (TEXT,),
        "msteams": (OBJECT,),
    },
    "ImageSet": {**_ELEMENT, "images": (Each("Image"),), "imageSize": _SIZE},
    "Media": {
        **_ELEMENT,
        "sources": (Each("MediaSource"),),
        "poster": (TEXT,),
        "altText": (TEXT,),
    },
    "MediaSource": {"mimeType": (TEXT,), "url": (TEXT,)},
    "RichTextBlock": {**_ELEMENT, "inlines": (Each("Inline"),), "horizontalAlignment": _SIDE},
    "TextRun": {
        **_WORDS,
        "text": (TEXT,),
        "highlight": (FLAG,),
        "italic": (FLAG,),
        "strikethrough": (FLAG,),
        "underline": (FLAG,),
        "selectAction": (Part("SelectAction"),),
    },
    "TextBlock": {
        **_ELEMENT,
        **_WORDS,
        "text": (TEXT,),
        "horizontalAlignment": _SIDE,
        "maxLines": (NUMBER,),
        "wrap": (FLAG,),
        "style": _one("default", "heading"),
    },
    "Table": {
        **_ELEMENT,
        **_CELLS,
        "columns": (Each("TableColumnDefinition"),),
        "rows": (Each("TableRow"),),
        "firstRowAsHeader": (FLAG,),
        "showGridLines": (FLAG,),
        "gridStyle": _STYLE,
    },
    "TableCell": _BOX,
    "TableColumnDefinition": {**_CELLS, "width": (TEXT, NUMBER)},
    "TableRow": {**_CELLS, "cells": (Each("TableCell"),), "style": _STYLE},
    "Input.Choice": {"title": (TEXT,), "value": (TEXT,)},
    "Input.ChoiceSet": {
        **_INPUT,
        "choices": (Each("Input.Choice"),),
        "choices.data": (OBJECT,),
        "isMultiSelect": (FLAG,),
        "style": _one("compact", "expanded", "filtered"),
        "value": (TEXT,),
        "placeholder": (TEXT,),
        "wrap": (FLAG,),
    },
    "Input.Date": {**_INPUT, **_PERIOD},
    "Input.Time": {**_INPUT, **_PERIOD},
    "Input.Number": {
        **_INPUT,
        "max": (NUMBER,),
        "min": (NUMBER,),
        "placeholder": (TEXT,),
        "value": (NUMBER,),
    },
    "Input.Text": {
        **_INPUT,
        "isMultiline": (FLAG,),
        "maxLength": (NUMBER,),
        "placeholder": (TEXT,),
        "regex": (TEXT,),
        "style": _one("text", "tel", "url", "email", "password"),
        "inlineAction": (Part("SelectAction"),),
        "value": (TEXT,),
    },
    "Input.Toggle": {
        **_INPUT,
        "title": (TEXT,),
        "value": (TEXT,),
        "valueOff": (TEXT,),
        "valueOn": (TEXT,),
        "wrap": (FLAG,),
    },
    "Action.Execute": {**_ACTION, **_SENDING, "verb": (TEXT,)},
    "Action.Submit": {**_ACTION, **_SENDING},
    "Action.OpenUrl": {**_ACTION, "url": (TEXT,)},
    "Action.ShowCard": {**_ACTION, "card": (Part("AdaptiveCard"),)},
    "Action.ToggleVisibility": {**_ACTION, "targetElements": (Each("TargetElement"),)},
    "TargetElement": {"elementId": (TEXT,), "isVisible": _FLAG},
    "BackgroundImage": {
        "url": (TEXT,),
        "fillMode": _one("cover", "repeatHorizontally", "repeatVertically", "repeat"),
        "horizontalAlignment": _SIDE,
        "verticalAlignment": _HEIGHT,
    },
    "Refresh": {"action": (Part("Action.Execute"),), "userIds": (TEXTS,), "expires": (TEXT,)},
    "Authentication": {
        "text": (TEXT,),
        "connectionName": (TEXT,),
        "tokenExchangeResource": (OBJECT,),
        "buttons": (Each("AuthCardButton"),),
    },
    "AuthCardButton": {"title": (TEXT,), "image": (TEXT,), "value": (TEXT,)},
}
NEEDED: dict[str, tuple[str, ...]] = {
    "AdaptiveCard": ("type", "version"),
    "ActionSet": ("actions",),
    "Container": ("items",),
    "Fact": ("title", "value"),
    "FactSet": ("facts",),
    "Image": ("url",),
    "ImageSet": ("images",),
    "Media": ("sources",),
    "MediaSource": ("mimeType", "url"),
    "RichTextBlock": ("inlines",),
    "TextBlock": ("text",),
    "TextRun": ("type", "text"),
    "TableCell": ("items",),
    "Input.Choice": ("title", "value"),
    **dict.fromkeys(("Input.ChoiceSet", "Input.Date", "Input.Time", "Input.Number"), ("id",)),
    "Input.Text": ("id",),
    "Input.Toggle": ("id", "title"),
    "Action.OpenUrl": ("url",),
    "Action.ShowCard": ("card",),
    "Action.ToggleVisibility": ("targetElements",),
    "TargetElement": ("elementId",),
    "BackgroundImage": ("url",),
    "AuthCardButton": ("type", "value"),
}
_SELECTED = {"Action.Execute", "Action.OpenUrl", "Action.Submit", "Action.ToggleVisibility"}
FAMILIES: dict[str, frozenset[str]] = {
    "Element": frozenset(
        {
            *("ActionSet", "ColumnSet", "Container", "FactSet", "Image", "ImageSet", "Media"),
            *("RichTextBlock", "Table", "TextBlock"),
            *(kind for kind in KINDS if kind.startswith("Input.") and kind != "Input.Choice"),
        }
    ),
    "Action": frozenset({*_SELECTED, "Action.ShowCard"}),
    "SelectAction": frozenset(_SELECTED),
    "Inline": frozenset({"TextRun"}),
}
BARE = {"Inline", "TargetElement"}  # may be a text alone
