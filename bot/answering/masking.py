"""What of a text points to a person, and how does it stay behind when the text leaves the house?

E-mails, phone numbers, and numbers of accounts, cards and people (told by their checksum, where
there is one) give way to placeholders such as `[email 1]`. Whoever may read the text gets it back
to the letter.
"""

import re
from collections.abc import Callable, Mapping

_PHONE_DIGITS = range(8, 16)  # with the country's code, 15 at most (ITU-T E.164)
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"

_KINDS = {
    "placeholder": r"\[(?:email|iban|card|id|phone|placeholder) \d+\]",
    "email": r"(?<![\w.+-])[\w.+-]+@(?:[\w-]+\.)+[^\W\d_]{2,}",
    "iban": r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b",
    "card": r"(?<![\d.,-])[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d]|[.,-]\d)",
    "id": (
        r"\b[XYZ]?\d{7,8}[- ]?[A-Z]\b"  # Spain's DNI and NIE
        r"|(?<![\d-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])"  # the US's SSN
    ),
    "phone": (
        r"(?<![\w.,+-])(?:"
        r"(?:\+|00)[1-9]\d{0,2}(?:[ .-]?\(0\))?(?:[ .-]?\(?\d{1,4}\)?){2,6}"
        r"|\(\d{2,5}\)(?:[ .-]?\d{2,4}){2,4}"
        r"|[2-9]\d{2}[.-]\d{3}[.-]\d{4}"
        r"|[6-9]\d{2}(?: \d{3}){2}|[6-9]\d{2}(?: \d{2}){3}|[89]\d(?: \d{3})(?: \d{2}){2}|[67]\d{8}"
        r")(?![\w-]|[.,]\d)"
    ),
}
_ANY = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))
_PLACEHOLDER = re.compile(_KINDS["placeholder"])


def mask(text: str, known: Mapping[str, str] | None = None) -> tuple[str, dict[str, str]]:
    """Put placeholders in the place of what points to a person.

    Returns the text and what each placeholder stands for, those in `known` (from texts that go out
    together) included: the same value has the same placeholder in all of them. What already looks
    like a placeholder gets one, too, so that `unmask` always returns the text to the letter.
    """
    mapping = dict(known or {})
    names = {value: placeholder for placeholder, value in mapping.items()}

    def hidden(found: re.Match[str]) -> str:
        kind, value = found.lastgroup or "", found[0]
        if not _CHECKS.get(kind, bool)(value):
            return value
        if value not in names:
            number = 1 + sum(name.startswith(f"[{kind} ") for name in mapping)
            names[value] = f"[{kind} {number}]"
            mapping[names[value]] = value
        return names[value]

    return _ANY.sub(hidden, text), mapping


def unmask(text: str, mapping: Mapping[str, str]) -> str:
    """Put back what the placeholders of a text stand for; one that is not known stays."""
    return _PLACEHOLDER.sub(lambda found: mapping.get(found[0], found[0]), text)


def _is_iban(value: str) -> bool:
    """Check by the remainder by 97 (ISO 13616)."""
    letters = value.replace(" ", "")
    return int("".join(str(int(sign, 36)) for sign in letters[4:] + letters[:4])) % 97 == 1


def _is_card(value: str) -> bool:
    """Check by Luhn's sum (ISO/IEC 7812)."""
    digits = [int(sign) for sign in reversed(value) if sign.isdecimal()]
    doubled = (sum(divmod(digit * 2, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _is_id(value: str) -> bool:
    """Check the letter of a Spanish one; one of the US has none."""
    if not value[-1].isalpha():
        return True
    digits = value[:-1].rstrip("- ")
    if len(digits) != len("12345678"):
        return False
    number = int(digits.translate(str.maketrans("XYZ", "012")))
    return _DNI_LETTERS[number % 23] == value[-1]


def _is_phone(value: str) -> bool:
    return sum(sign.isdecimal() for sign in value) in _PHONE_DIGITS


_CHECKS: dict[str, Callable[[str], bool]] = {
    "iban": _is_iban,
    "card": _is_card,
    "id": _is_id,
    "phone": _is_phone,
}
