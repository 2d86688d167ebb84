"""What does Teams find fault with in what a message says of itself: AI label, sources, secrecy?

The figures are those of Microsoft's documentation (learn.microsoft.com/microsoftteams/platform/
bots/how-to/bot-messages-ai-generated-content, November 2026).
"""

import json
import re
from collections.abc import Iterator

from tests.fakes.teams.cards import wrong_in_card
from tests.fakes.teams.refusing import ConnectorError, bad
from tests.fakes.teams.texts import Body

ROOT = "https://schema.org/Message"
MOST = 20
NAME, ABSTRACT = 80, 160  # characters
KEYWORDS, KEYWORD = 3, 28
_MARK = re.compile(r"\[(\d+)\]")
_URL = re.compile(r"https?://[^\s]+", re.IGNORECASE)
_ICONS = frozenset(
    {
        *("Microsoft Word", "Microsoft Excel", "Microsoft PowerPoint", "Microsoft OneNote"),
        *("Microsoft SharePoint", "Microsoft Visio", "Microsoft Loop", "Microsoft Whiteboard"),
        *("Source Code", "Sketch", "Adobe Illustrator", "Adobe Photoshop", "Adobe InDesign"),
        *("Adobe Flash", "Image", "GIF", "Video", "Sound", "ZIP", "Text", "PDF"),
    }
)


def check_root(entities: list[Body], text: str) -> None:
    """Refuse what no message may say of itself.

    Raises:
        ConnectorError: It says it twice, in other words than schema.org's, or names sources that
            are too many, too long, or not in the text.
    """
    roots = [entity for entity in entities if entity.get("type") == ROOT]
    if len(roots) > 1:
        raise bad("Multiple root message entities found under `entities` array.")
    for root in roots:
        _check(root, text)


def _check(root: Body, text: str) -> None:
    wrong = next(_wrong_in_root(root), None)
    if wrong is not None:
        raise bad(f"Error parsing message entity from `entities` array. {wrong}")
    claims = root.get("citation") or []
    if len(claims) > MOST:
        raise bad(f"Bot message with more than {MOST} citations.")
    for claim in claims:
        _check_claim(claim)
    positions = [claim["position"] for claim in claims]
    if len(set(positions)) != len(positions):
        raise bad("Citations have the same position.")
    missing = set(positions) - {int(number) for number in _MARK.findall(text)}
    if missing:
        raise bad(f"The text does not carry the citations {sorted(missing)}.")
    _check_labels(root, claims)


def _wrong_in_root(root: Body) -> Iterator[str]:
    if root.get("@type") != "Message":
        yield "@type must be Message"
    if root.get("@context") != "https://schema.org":
        yield "@context must be https://schema.org"
    if root.get("@id", "") != "":
        yield "@id must be empty"
    if root.get("additionalType", ["AIGeneratedContent"]) != ["AIGeneratedContent"]:
        yield "additionalType must be [AIGeneratedContent]"
    if not isinstance(root.get("citation", []), list):
        yield "citation must be a list"
    unknown = root.keys() - {
        *("type", "@type", "@context", "@id", "additionalType", "citation", "usageInfo")
    }
    if unknown:
        yield f"unknown: {sorted(unknown)}"


def _check_claim(claim: object) -> None:
    position = claim.get("position") if isinstance(claim, dict) else None
    wrong = next(_wrong_in_claim(claim), None)
    if wrong is not None:
        raise bad(f"Error while parsing citation entity with ID: {position}. {wrong}")


def _wrong_in_claim(claim: object) -> Iterator[str]:
    if not isinstance(claim, dict) or claim.get("@type") != "Claim":
        yield "@type must be Claim"
        return
    position = claim.get("position")
    if not isinstance(position, int) or isinstance(position, bool) or position < 1:
        yield "position must be a number from 1 on"
    appearance = claim.get("appearance")
    if not isinstance(appearance, dict) or not appearance:
        yield "The `appearance` object is empty."
        return
    if appearance.get("@type") != "DigitalDocument":
        yield "@type of the appearance must be DigitalDocument"
    yield from _text(appearance.get("name"), NAME, "name")
    if "abstract" in appearance:
        yield from _text(appearance["abstract"], ABSTRACT, "abstract")
    if "url" in appearance and not _URL.fullmatch(str(appearance["url"])):
        yield "url must be an address"
    yield from _keywords(appearance.get("keywords", []))
    yield from _icon(appearance.get("image"))
    yield from _window(appearance)


def _text(value: object, most: int, name: str) -> Iterator[str]:
    if not isinstance(value, str) or not value:
        yield f"{name} must be a text"
    elif len(value) > most:
        yield f"{name} has {len(value)} characters, and may have {most}"


def _keywords(keywords: object) -> Iterator[str]:
    if not isinstance(keywords, list):
        yield "keywords must be a list"
        return
    if len(keywords) > KEYWORDS:
        yield f"there may be {KEYWORDS} keywords"
    for keyword in keywords:
        yield from _text(keyword, KEYWORD, "keyword")


def _icon(image: object) -> Iterator[str]:
    if image is None:
        return
    if not isinstance(image, dict) or image.get("@type") != "ImageObject":
        yield "@type of the image must be ImageObject"
    elif image.get("name") not in _ICONS:
        yield f"there is no icon {image.get('name')!r}"


def _window(appearance: Body) -> Iterator[str]:
    """Check the card that a source opens: a text that holds its JSON."""
    if "text" not in appearance:
        return
    if appearance.get("encodingFormat") != "application/vnd.microsoft.card.adaptive":
        yield "encodingFormat must be that of an Adaptive Card"
    try:
        card = json.loads(appearance["text"])
    except (TypeError, ValueError):
        yield "text must be the JSON of a card"
        return
    yield from wrong_in_card(card)


def _check_labels(root: Body, claims: list[Body]) -> None:
    """Refuse labels of secrecy that do not agree."""
    label = root.get("usageInfo")
    of_claims = [claim["appearance"].get("usageInfo") for claim in claims]
    given = [label for label in (label, *of_claims) if label is not None]
    names: dict[str, str] = {}
    for each in given:
        wrong = _wrong_in_label(each)
        if wrong:
            raise _label(wrong)
        if names.setdefault(each.get("@id", ""), each["name"]) != each["name"]:
            raise _label(f"the @id {each.get('@id')!r} has two names")
    for each in filter(None, of_claims):
        if label is None or each.get("@id") != label.get("@id") or not each.get("@id"):
            raise _label("a citation's @id must be that of the message")


def _wrong_in_label(label: object) -> str:
    if not isinstance(label, dict) or label.get("@type") != "CreativeWork":
        return "@type must be CreativeWork"
    if not isinstance(label.get("name"), str) or not label["name"]:
        return "name must be a text"
    if not isinstance(label.get("description", ""), str):
        return "description must be a text"
    return ""


def _label(wrong: str) -> ConnectorError:
    return bad(f"Error parsing usageInfo: {wrong}")
