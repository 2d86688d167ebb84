"""How is a value that is set read, where its type does not tell?"""

from pydantic import SecretStr


def listed(names: str) -> tuple[str, ...]:
    """Read what is set as a list with commas."""
    return tuple(name for part in names.split(",") if (name := part.strip()))


def revealed(secret: SecretStr | None) -> str | None:
    """Give a secret to what needs it."""
    return None if secret is None else secret.get_secret_value()
