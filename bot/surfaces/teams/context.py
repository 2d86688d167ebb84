"""What was said before in a thread? Teams does not tell a bot, so that a question stands alone.

A bot is sent what mentions it. To read the rest of a thread takes Microsoft Graph and the right to
read every message of a team, which an administrator of each team would have to give; what was sent
is not kept once it was worked on. What somebody asked before in the thread is on their own record.
"""

from bot.chat.ports import Place
from bot.conversation import Turn


class Context:
    """Reads nothing."""

    async def turns(self, place: Place, *, before: str | None = None) -> tuple[Turn, ...]:  # noqa: ARG002  # the port's
        """Give nothing."""
        return ()
