"""What do texts of people go through before they are stored? One function in, one out.

Today they are only marked as plain. Encryption under a key of each person, by which a person can
be forgotten, changes these two functions and no caller.
"""

_PLAIN = "plain:"


def sealed(text: str) -> str:
    """Make a text ready to be stored."""
    return _PLAIN + text


def unsealed(stored: str) -> str:
    """Return the text; `ValueError` if it was not sealed here."""
    if not stored.startswith(_PLAIN):
        raise ValueError("This text was not sealed by this version.")
    return stored.removeprefix(_PLAIN)
