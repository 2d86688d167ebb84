"""What does a calculation come to? Exact sums, shares and dates; nothing is ever executed.

An expression is read into tokens (numbers, dates, signs, the names that are known) before it is
parsed, so that nothing else gets as far as that. Numbers are fractions: nothing is lost until the
result is written. Which days are worked is said in the expression, since calendars differ down to
the office and stand in the policies; no country's are built in.
"""

import ast
import re
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from bot.answering.calculations import FUNCTIONS, WEEKDAYS, Days, Value, added, less
from bot.answers import Step

LONGEST = 1_000
"""Characters of an expression: what bounds the time that one can take."""

_DIGITS = 18  # of a number; more is no amount that a policy speaks of
_EXACT = 10**4  # a result with more places than that is rounded
_TWO_DIGITS = 10
_TOKEN = re.compile(
    r"\s*(?:(?P<value>\d{4}-\d\d-\d\d(?!\d)|\d+(?:\.\d+)?\s*%?)"
    r"|(?P<name>[a-z_]+)|(?P<sign>[-+*/()\[\],=×÷\u2212]))"
)
_SIGNS = {"×": "*", "÷": "/", "\u2212": "-", "of": "*"}
_NAMES = {*FUNCTIONS, *WEEKDAYS, "weekend", "holidays"}


def calculate(expression: str) -> Step:
    """Calculate `+ - * /` with brackets, `15% of 1200`, and the functions of `calculations`.

    A date is written 2026-03-01: less another one it is days, and days can be added to it. Raises
    ValueError with a sentence on what cannot be calculated.
    """
    written = " ".join(expression.split())
    if len(expression) > LONGEST:
        raise ValueError(f"A calculation may have {LONGEST} characters. Make several of it.")
    try:
        value = _value(ast.parse(_harmless(written), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"{written!r} is not a calculation: check signs and brackets.") from error
    except ZeroDivisionError as error:
        raise ValueError(f"{written!r} divides by zero.") from error
    except OverflowError as error:
        raise ValueError(f"{written!r} leads out of the years 1 to 9999.") from error
    return Step(written, _written(value))


def _harmless(written: str) -> str:
    """Write the expression with each value as a text, and no name that is not known."""
    parts = []
    before = at = 0
    while at < len(written):
        found = _TOKEN.match(written, at)
        if found is None:
            raise ValueError(f"{written[at:].split(maxsplit=1)[0]!r} cannot be calculated with.")
        if found["value"] and before and before == at:
            raise ValueError(f"A sign is missing before {found['value']}.")
        at = found.end()
        before = at if found["value"] else 0
        parts.append(_token(found))
    if not parts:
        raise ValueError("There is nothing to calculate.")
    return " ".join(parts)


def _token(found: re.Match[str]) -> str:
    if (value := found["value"]) is not None:
        return f'"{value}"'
    text = found["name"] or found["sign"]
    if text in _SIGNS:
        return _SIGNS[text]
    if found["name"] and text not in _NAMES:
        raise ValueError(f"{text!r} is not known. Known are {', '.join(FUNCTIONS)}.")
    return text


def _value(node: ast.expr) -> Value:
    match node:
        case ast.Constant(value=str(text)):
            return _constant(text)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return less(Fraction(0), _value(operand))
        case ast.BinOp(left=left, op=sign, right=right):
            return _joined(left, sign, right)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in FUNCTIONS:
            return _called(name, args, keywords)
    raise ValueError(f"{_shown(node)} cannot be calculated.")


def _constant(text: str) -> Value:
    if "-" in text:
        try:
            return date.fromisoformat(text)
        except ValueError as error:
            raise ValueError(f"{text} is not a date.") from error
    if len(text) > _DIGITS:
        raise ValueError(f"{text} has more than {_DIGITS} digits.")
    return Fraction(text.rstrip(" %")) / (100 if text.endswith("%") else 1)


def _joined(left: ast.expr, sign: ast.operator, right: ast.expr) -> Value:
    one, other = _value(left), _value(right)
    if isinstance(sign, ast.Add | ast.Sub):
        if _is_percent(left) != _is_percent(right):
            raise ValueError("It is not said of what the percent are: 1200 + 15% of 1200.")
        return added(one, other) if isinstance(sign, ast.Add) else less(one, other)
    if not isinstance(one, Fraction) or not isinstance(other, Fraction):
        raise ValueError("Only numbers can be multiplied and divided.")  # noqa: TRY004  # a sentence
    return one * other if isinstance(sign, ast.Mult) else one / other


def _is_percent(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and str(node.value).endswith("%")


def _called(name: str, args: Sequence[ast.expr], keywords: Sequence[ast.keyword]) -> Value:
    function = FUNCTIONS[name]
    given = {word.arg or "": word.value for word in keywords}
    named = sorted(word.arg or "" for word in keywords)
    wanted = ["holidays", "weekend"] if function.takes_days else []
    if not function.fewest <= len(args) <= function.most or named != wanted:
        raise ValueError(f"{name} is used as {function.usage}.")
    values = [_value(arg) for arg in args]
    if not function.takes_days:
        return function.calculate(*values)
    return function.calculate(*values, _days(given["weekend"], given["holidays"]))


def _days(weekend: ast.expr, holidays: ast.expr) -> Days:
    free = [node.id if isinstance(node, ast.Name) else "" for node in _listed(weekend)]
    if not set(free) <= set(WEEKDAYS):
        raise ValueError(f"{_shown(weekend)} is not a weekend, such as [sat, sun].")
    dates = [_value(node) for node in _listed(holidays)]
    closed = tuple(day for day in dates if isinstance(day, date))
    if len(closed) < len(dates):
        raise ValueError(f"{_shown(holidays)} are not dates, such as [2026-12-25].")
    return Days(frozenset(free), closed)


def _listed(node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.List):
        raise ValueError(f"{_shown(node)} is not a list, such as [sat, sun] or [2026-12-25].")  # noqa: TRY004  # a sentence
    return node.elts


def _shown(node: ast.expr) -> str:
    return ast.unparse(node).replace("'", "")


def _written(value: Value) -> str:
    """Write a result: all of it where it has four places, else two, or two digits that count."""
    if isinstance(value, date):
        return value.isoformat()
    scale = _EXACT
    if (value * _EXACT).denominator > 1:
        scale = 100
        while abs(value) * scale < _TWO_DIGITS and abs(value) < 1:
            scale *= 10
    rounded = int(abs(value) * scale + Fraction(1, 2))
    whole, rest = divmod(rounded, scale)
    digits = f"{rest:0{len(str(scale)) - 1}d}".rstrip("0")
    return ("-" if value < 0 else "") + str(whole) + (f".{digits}" if digits else "")
