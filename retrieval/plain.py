"""How does a piece of Markdown read aloud? What is embedded and compared, never what is quoted."""

import re

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_IMAGE = re.compile(r"!\[([^\]]*)\]\([^)]*\)")
_LINK = re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_ADDRESS = re.compile(r"<?https?://[^\s>)]+>?")
_ATTRIBUTES = re.compile(r"\{[:%#.][^}]*\}")
_RULE_ROW = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$", re.MULTILINE)
_MARKS = re.compile(
    r"\*\*|__|~~|`+|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|^[ \t]*(?:#{1,6}|>)[ \t]*", re.MULTILINE
)
_SPACES = re.compile(r"[ \t\u00a0]+")
_LINES = re.compile(r"\n\s*\n+")


def plain(markdown: str) -> str:
    """Take marks, tags and addresses out; words, numbers, bullets and cell borders stay."""
    text = _COMMENT.sub(" ", markdown)
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _ADDRESS.sub(" ", text)
    text = _TAG.sub(" ", text)
    text = _ATTRIBUTES.sub(" ", text)
    text = _RULE_ROW.sub("", text)
    text = _MARKS.sub("", text)
    return _LINES.sub("\n", _SPACES.sub(" ", text)).strip()
