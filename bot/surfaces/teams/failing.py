"""What does it mean for a chat that Teams does not do something?"""

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus

from bot.chat.ports import RefusedError, UnavailableError
from bot.surfaces.teams.connector import TeamsRefusedError, TeamsUnavailableError

_NOT_ASKED = 0
"""The status of what was never sent: no token was given out, or the address is not allowed."""


@contextmanager
def failing_as_a_chat() -> Iterator[None]:
    """Raise `UnavailableError` and `RefusedError` in place of Teams' own."""
    try:
        yield
    except TeamsUnavailableError as error:
        raise UnavailableError(str(error)) from error
    except TeamsRefusedError as error:
        raise RefusedError(
            str(error),
            error.code or str(error.status),
            is_of_ours=error.status in (_NOT_ASKED, HTTPStatus.UNAUTHORIZED),
            is_gone=error.status == HTTPStatus.NOT_FOUND,
            is_closed=error.status == HTTPStatus.FORBIDDEN,
        ) from error
