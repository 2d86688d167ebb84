"""How is text that is not ours shown, and nothing else done with it?

Policies, questions, titles and names go into elements that Slack shows as they are: `rich_text`
and `plain_text`, where no asterisk, fence or `<!channel>` means anything, whatever the text says.
`mrkdwn` cannot promise that, for it has no way to write an asterisk that stands for itself. It is
left to the one place that knows nothing else: the text of a notification.

Still, no text keeps what would act if somebody read it as markup after all: an entity, a mention
and a broadcast are broken up by a character without width, so that they look as they were written.
"""

import re

from connectors.extract.characters import without_hidden

JOINER = "\u2060"

_ACTIVE = re.compile(
    r"<(?=[!@#])|&(?=#?\w{1,32};)|(?<!\w)@(?=(?:here|channel|everyone)(?!\w))", re.IGNORECASE
)
_BLANK_LINES = re.compile(r"\n\s*\n")
_MARKUP = str.maketrans({"*": "∗", "~": "∼", "`": "’"})  # noqa: RUF001  # look-alikes are meant
_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
_MENTION = re.compile(r"(?<!\w)@")


def literal(text: str) -> str:
    """Make a text that is shown as it is written, in an element that knows no markup."""
    seen = without_hidden(text).text
    return _ACTIVE.sub(lambda found: found[0] + JOINER, _BLANK_LINES.sub("\n\n", seen))


def mrkdwn(text: str) -> str:
    """Make a line for where Slack reads markup: `&`, `<` and `>` escaped once, nothing set off."""
    line = " ".join(without_hidden(text).text.split()).translate(_MARKUP)
    broken = _MENTION.sub(f"@{JOINER}", _UNDERSCORE.sub("‗", line))
    escaped = broken.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return escaped or "–"
