"""How does a piece of Markdown read aloud? What is embedded and compared, never what is quoted."""

import re

# None of these looks past where the next of its kind begins: a page of nothing but brackets or
# spaces takes no longer than another.
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL)
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>")
_TARGET = r"\((?:[^()]|\([^()]*\))*\)"
_IMAGE = re.compile(rf"!\[([^\[\]]*)\]{_TARGET}")
_LINK = re.compile(rf"\[([^\[\]]+)\](?:{_TARGET}|\[[^\[\]]*\])")
_ADDRESS = re.compile(r"<?https?://[^\s>)]+>?")
_ATTRIBUTES = re.compile(r"\{[:%#.][^{}]*\}")
_RULE_ROW = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}[-:| \t]*$", re.MULTILINE)
_MARKS = re.compile(
    r"\*\*|__|~~|`+|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|^[ \t]*(?:#{1,6}|>)[ \t]*", re.MULTILINE
)
_SPACES = re.compile(r"[ \t\u00a0]+")
_LINES = re.compile(r"\n\s*\n+")


def plain(markdown: str) -> str:
    """Take marks, tags and addresses out; words, numbers, bullets and cell borders stay."""
    text = _COMMENT.sub(" ", _SPACES.sub(" ", markdown))
    text = _IMAGE.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _ADDRESS.sub(" ", text)
    text = _TAG.sub(" ", text)
    text = _ATTRIBUTES.sub(" ", text)
    text = _RULE_ROW.sub("", text)
    text = _MARKS.sub("", text)
    return _LINES.sub("\n", _SPACES.sub(" ", text)).strip()
