"""How does the connector refuse what a bot sends?"""

from tests.fakes.teams.faults import error_body
from tests.fakes.teams.texts import Body


class ConnectorError(Exception):
    """An answer that is no success, with the code that Teams gives it."""

    def __init__(self, status: int, code: str, message: str, *, subcode: str = "") -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.subcode = subcode

    @property
    def body(self) -> Body:
        """Write it as an answer."""
        return error_body(self.code, self.message, self.subcode)


def bad(message: str, *, at: str = "") -> ConnectorError:
    """Refuse a payload; `at` tells where in it."""
    where = f" [{at}]" if at else ""
    return ConnectorError(400, "BadArgument", f"{message}{where}")


def malformed(message: str) -> ConnectorError:
    return ConnectorError(400, "BadSyntax", message)


def not_there(message: str = "Conversation not found.") -> ConnectorError:
    return ConnectorError(404, "ConversationNotFound", message)


NOT_IN_ROSTER = ConnectorError(
    403, "BotNotInConversationRoster", "The bot is not part of the conversation roster."
)
BLOCKED = ConnectorError(
    403,
    "ConversationBlockedByUser",
    "User blocked the conversation with the bot.",
    subcode="MessageWritesBlocked",
)
DISABLED = ConnectorError(403, "BotDisabledByAdmin", "The tenant admin disabled this bot")
UNAUTHORIZED = ConnectorError(
    401, "Unauthorized", "Authorization has been denied for this request."
)
TOO_BIG = ConnectorError(413, "MessageSizeTooBig", "Message size too large")
