"""What somebody may do to a true sentence: make it false, or only say it otherwise.

Each rule is a pattern and what is put in its place. It shares nothing with the checker that is
measured by it.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

Rule = Callable[[str, random.Random], str | None]
"""Gives the sentence with one thing changed; None where there is nothing to change."""

_DIGITS = re.compile(r"(?<![\w.,/:#-])\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,2})?(?![\w./:]|[.,]\d)")
_WORDS = {
    "en": [
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "twelve",
        "fifteen",
        "twenty",
        "thirty",
        "sixty",
    ],
    "es": [
        "dos",
        "tres",
        "cuatro",
        "cinco",
        "seis",
        "siete",
        "ocho",
        "nueve",
        "diez",
        "doce",
        "quince",
        "veinte",
        "treinta",
        "sesenta",
    ],
}
_VALUES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 60)
_NTH = {
    "en": ["first", "second", "third", "fourth", "fifth", "sixth"],
    "es": ["primero", "segundo", "tercero", "cuarto", "quinto", "sexto"],
}
_MONTHS = {
    "en": [
        "January",
        "February",
        "March",
        "April",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    "es": [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
}
_DAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    "es": ["lunes", "martes", "miércoles", "jueves", "viernes"],
}
_UNITS = {
    "en": ["minutes", "hours", "days", "weeks", "months", "years"],
    "es": ["minutos", "horas", "días", "semanas", "meses", "años"],
}
_UNIT = {
    "en": ["minute", "hour", "day", "week", "month", "year"],
    "es": ["minuto", "hora", "día", "semana", "mes", "año"],
}
_RATES = {"en": ["daily", "weekly", "monthly", "quarterly"], "es": ["diario", "semanal", "mensual"]}


@dataclass(frozen=True, slots=True)
class Edit:
    """A rule with its name, for one language or any."""

    kind: str
    rule: Rule
    language: str | None = None


def _replaced(text: str, pattern: str, put: str | Callable[[re.Match[str]], str]) -> str | None:
    changed, count = re.subn(pattern, put, text, count=1)
    return changed if count and changed != text else None


def _swapped(pairs: Sequence[tuple[str, str]]) -> Rule:
    """Take one of the pairs that fits, at random, and put its other side."""

    def rule(text: str, chance: random.Random) -> str | None:
        fitting = [pair for pair in pairs if re.search(pair[0], text)]
        return _replaced(text, *chance.choice(fitting)) if fitting else None

    return rule


def _another(words: Sequence[str], around: str = r"\b{}\b") -> Rule:
    """Put another word of the same row."""

    def rule(text: str, chance: random.Random) -> str | None:
        there = [word for word in words if re.search(around.format(word), text)]
        if not there:
            return None
        word = chance.choice(there)
        other = chance.choice([o for o in words if o not in there] or [None])
        return other and _replaced(text, around.format(word), other)

    return rule


def _number(text: str, chance: random.Random) -> str | None:
    found = list(_DIGITS.finditer(text))
    if not found:
        return None
    match = chance.choice(found)
    digits = match.group()
    place = chance.randrange(len(digits))
    if not digits[place].isdecimal():
        return None
    other = chance.choice([d for d in "123456789" if d != digits[place]])
    return (
        text[: match.start()] + digits[:place] + other + digits[place + 1 :] + text[match.end() :]
    )


def _amount(text: str, chance: random.Random) -> str | None:
    match = re.search(r"[$€£] ?(\d[\d.,]*\d|\d)|(\d[\d.,]*\d|\d) ?(?:euros|dollars|€)", text)
    if not match:
        return None
    group = 1 if match[1] else 2
    digits = re.sub(r"\D", "", match[group])
    return text[: match.start(group)] + str(int(digits) * 2 + 1) + text[match.end(group) :]


def _year(text: str, chance: random.Random) -> str | None:
    step = chance.choice((-2, -1, 1, 3))
    return _replaced(text, r"(?<![\d/-])(?:19|20)\d\d(?![\d/-])", lambda m: str(int(m[0]) + step))


def _time(text: str, chance: random.Random) -> str | None:
    return _replaced(
        text, r"\b(\d{1,2})(:\d\d| ?[ap]\.?m)", lambda m: f"{(int(m[1]) + 2) % 12 + 1}{m[2]}"
    )


def _negated(pattern: str, put: str) -> Rule:
    def rule(text: str, _chance: random.Random) -> str | None:
        if re.search(
            r"\b(?:not|no|never|cannot|only|nor|ni|sin|without|nunca|solo|sólo)\b",
            text,
            re.IGNORECASE,
        ):
            return None
        return _replaced(text, pattern, put)

    return rule


FALSE = (
    Edit("number", _number),
    Edit("number word", _another(_WORDS["en"]), "en"),
    Edit("number word", _another(_WORDS["es"]), "es"),
    Edit("ordinal", _another(_NTH["en"]), "en"),
    Edit("ordinal", _another(_NTH["es"]), "es"),
    Edit("date", _another(_MONTHS["en"]), "en"),
    Edit("date", _another(_MONTHS["es"]), "es"),
    Edit("date", _another(_DAYS["en"]), "en"),
    Edit("date", _another(_DAYS["es"]), "es"),
    Edit("date", _year),
    Edit("time", _time),
    Edit("amount", _amount),
    Edit("currency", _swapped([(r"\$(?=\d)", "€"), (r"€", "$"), (r"\beuros\b", "dólares"),
                               (r"\bdollars\b", "euros")])),
    Edit("share", _swapped([(r"(?<=\d)\s?%", " percentage points"),
                            (r"\bpercent\b", "percentage points"),
                            (r"\bpor ciento\b", "puntos porcentuales")])),
    Edit("unit", _another(_UNITS["en"], r"(?<=\d ){}\b"), "en"),
    Edit("unit", _another(_UNITS["es"], r"(?<=\d ){}\b"), "es"),
    Edit("unit", _another(_UNIT["en"], r"(?<=\b[Pp]er ){}\b"), "en"),
    Edit("unit", _another(_UNIT["es"], r"(?<=\bpor ){}\b"), "es"),
    Edit("unit", _another(_RATES["en"]), "en"),
    Edit("unit", _another(_RATES["es"]), "es"),
    Edit("kind of days", _swapped([(r"\b(working|business|calendar|consecutive) days", "days"),
                                   (r"(?<=\d )days\b", "working days"),
                                   (r"(?<=\d )hours\b", "working hours")]), "en"),
    Edit("kind of days", _swapped([(r"días (hábiles|laborables|naturales)", "días"),
                                   (r"(?<=\d )días\b(?! \w+(?:les|dos)\b)", "días hábiles"),
                                   (r"días hábiles", "días naturales")]), "es"),
    Edit("negation put in", _negated(r"\b(is|are|was|were|must|will|should|can|may) (?=\w)",
        r"\1 not "), "en"),
    Edit("negation put in", _negated(
        r"\b(es|son|será|serán|podrá|podrán|puede|pueden|debe|deberá|deberán|"
                                  r"tiene|tienen|tendrá|tendrán) ", r"no \1 "), "es"),
    Edit("negation taken out", _swapped([(r"(?<!\bor) not\b(?! only)", ""), (r"n't\b", ""),
        (r"\bcannot\b", "can"),
                                         (r"\b[Nn]o (?=[a-z]+ (?:is|are|may|can|will|shall)\b)",
                                         "Any "),
                                         (r"\bnever\b", "always"), (r"\bwithout\b", "with")]),
                                         "en"),
    Edit("negation taken out", _swapped([
        (r"\bno (?=(?:se|es|son|será|serán|podr|pued|deb|ten|ti|hay|hab|ha|sea))", ""),
                                         (r"\bNo (?=\w)", ""), (r"\b[Nn]ingún\b", "cualquier"),
                                         (r"\bsin\b(?! perjuicio| embargo)", "con"),
                                         (r"\bnunca\b", "siempre")]), "es"),
    Edit("duty", _swapped([(r"\bmust\b(?! not)", "may"), (r"\bshall\b(?! not)", "may"),
                           (r"\bmay\b(?! not)", "must"), (r"\bcan\b(?! not| be no)", "must"),
                           (r"\bshould\b", "must"), (r"\bhas to\b", "can"),
                           (r"\bhave to\b", "can"), (r"\b(is|are) required\b", r"\1 allowed"),
                           (r"\ballowed\b", "required")]), "en"),
    Edit("duty", _swapped([(r"(?<!no )(?<!No )\bdeberán\b", "podrán"),
        (r"(?<!no )(?<!No )\bdeberá\b", "podrá"),
                           (r"(?<!no )(?<!No )\bpodrán\b", "deberán"),
                           (r"(?<!no )(?<!No )\bpodrá\b", "deberá"),
                           (r"(?<!no )(?<!No )\bdebe\b", "puede"), (r"(?<!no )(?<!No )\bdeben\b",
                           "pueden"),
                           (r"(?<!no )(?<!No )\bpuede\b", "debe"), (r"(?<!no )(?<!No )\bpueden\b",
                           "deben"),
                           (r"\bobligatori([oa])\b", r"voluntari\1")]), "es"),
    Edit("limit", _swapped([(r"\bat least\b", "at most"), (r"\bat most\b", "at least"),
                            (r"\b[Uu]p to\b", "at least"), (r"\bmaximum\b", "minimum"),
                            (r"\bminimum\b", "maximum"), (r"\bmore than\b", "less than"),
                            (r"\bless than\b", "more than"), (r"\bbefore\b", "after"),
                            (r"\bafter\b", "before"), (r"\bwithin\b", "after"),
                            (r"\buntil\b", "after"), (r"\bor more\b", "or less"),
                            (r"\bno later than\b", "no earlier than")]), "en"),
    Edit("limit", _swapped([(r"\bal menos\b", "como máximo"), (r"\bhasta(?= (?:un|\d))", "más de"),
                            (r"\bmáxim([oa])\b", r"mínim\1"), (r"\bmínim([oa])\b", r"máxim\1"),
                            (r"\bantes de\b", "después de"), (r"\bdespués de\b", "antes de"),
                            (r"\bmás de\b", "menos de"), (r"\bmenos de\b", "más de"),
                            (r"\bsuperior a\b", "inferior a"), (r"\binferior a\b", "superior a"),
                            (r"\ba partir del?\b", "hasta")]), "es"),
    Edit("condition", _swapped([(r"(?<!-)\bonly\b ?", ""), (r"\bunless\b", "if"),
                                (r"\b[Ee]xcept (?:for|in|when|that)\b", "including"),
                                (r"\bmay (?=[a-z]+ )", "may only ")]), "en"),
    Edit("condition", _swapped([(r"\b(?:únicamente|exclusivamente|solamente|sólo|solo)\b ?", ""),
                                (r"\bsalvo\b", "incluso"), (r"\bexcepto\b", "incluso"),
                                (r"\b(podrán?) ", r"\1 únicamente ")]), "es"),
    Edit("party", _swapped([(r"\bmanager\b", "director"), (r"\bsupervisor\b", "client"),
                            (r"\b[Ee]mployees\b", "contractors"), (r"\b[Cc]ontractors\b",
                            "employees"),
                            (r"\bspouse\b", "sibling"), (r"\bclient\b", "vendor"),
                            (r"\bparents?\b", "grandparent")]), "en"),
    Edit("party", _swapped([(r"\btrabajador\b", "empresario"), (r"\bempresario\b", "trabajador"),
                            (r"\bcónyuge\b", "hermano"), (r"\bhij[oa]s?\b", "abuelos")]), "es"),
)  # fmt: skip


def entity_swapped(text: str, names: Sequence[str], chance: random.Random) -> str | None:
    """Put another name of the collection in the place of one that stands inside the sentence."""
    found = list(re.finditer(r"(?<=[a-z,] )[A-ZÁÉÍÓÚ][\w-]{2,}(?: [A-Z][\w-]+)*", text))
    others = [name for name in names if name not in text]
    if not found or not others:
        return None
    match = chance.choice(found)
    return text[: match.start()] + chance.choice(others) + text[match.end() :]


def _spelt(text: str, language: str) -> str | None:
    for word, value in zip(_WORDS[language], _VALUES, strict=True):
        if re.search(rf"(?<![\w.,/:$€-]){value}(?![\w.,/:%-]| %)", text):
            return _replaced(text, rf"(?<![\w.,/:$€-]){value}(?![\w.,/:%-])", word)
    return None


def _in_digits(text: str, language: str) -> str | None:
    pairs = zip(_WORDS[language], _VALUES, strict=True)
    return next(
        (
            _replaced(text, rf"(?<!-)(?<! y )\b{word}\b(?!-| y)", str(value))
            for word, value in pairs
            if re.search(rf"(?<!-)(?<! y )\b{word}\b(?!-)(?! y| treinta| tercios)", text)
        ),
        None,
    )


def _date_form(text: str, language: str) -> str | None:
    if language == "en":
        return _replaced(text, r"\b([A-Z][a-z]{2,8}) (\d{1,2}), (\d{4})\b",
            r"\2 \1 \3") or _replaced(
            text, r"\b(\d{1,2}) (January|February|March|April|June|July|August|September|October|"
            r"November|December)\b", r"\2 \1"
        )  # fmt: skip
    months = _MONTHS["es"]
    return _replaced(
        text,
        rf"\b(\d{{1,2}}) de ({'|'.join(months)}) de (\d{{4}})\b",
        lambda m: f"{m[1]}/{months.index(m[2]) + 1}/{m[3]}",
    )


def _reordered(text: str, _language: str) -> str | None:
    match = re.fullmatch(
        r"(If|When|After|Before|Si|Cuando|Tras)( [^,.;:]{10,}), ([a-z][^,;:]{15,})\.", text
    )
    if not match:
        return None
    rest = match[3][0].upper() + match[3][1:]
    return f"{rest} {match[1].lower()}{match[2]}."


def _shortened(text: str, _language: str) -> str | None:
    match = re.match(r"([^,;:()]{30,})(?:; | \()", text)
    return match[1] + "." if match else None


def _lightly(text: str, _language: str) -> str | None:
    words = text.split(" ")
    middle = len(words) // 2
    return " ".join([*words[:middle], f"**{words[middle]}**", *words[middle + 1 :]]).replace(
        "'", "’"
    )


def _unit_spelt(text: str, language: str) -> str | None:
    share = " percent" if language == "en" else " por ciento"
    money = r"\1 dollars" if language == "en" else r"\1 dólares"
    return (
        _replaced(text, r"(?<=\d) ?%", share)
        or _replaced(text, r"\$(\d[\d,.]*\d)(?! (?:million|billion))(?!\w)", money)
        or _replaced(text, r"(?<=\d) ?€", " euros")
        or _replaced(text, r"(?<=\d) hrs\b", " hours")
    )


def _other_words(
    pairs: Mapping[str, Sequence[tuple[str, str]]],
) -> Callable[[str, str], str | None]:
    def rule(text: str, language: str) -> str | None:
        for pattern, put in pairs[language]:
            if changed := _replaced(text, pattern, put):
                return changed
        return None

    return rule


TRUE: Mapping[str, Callable[[str, str], str | None]] = {
    "as it is": lambda text, _: text,
    "number in words": _spelt,
    "number in digits": _in_digits,
    "date in another form": _date_form,
    "clauses in another order": _reordered,
    "shortened to a clause": _shortened,
    "set in other type": _lightly,
    "unit spelt out": _unit_spelt,
    "limit in other words": _other_words({
        "en": [(r"\bat least\b", "no fewer than"), (r"\bup to\b", "a maximum of"),
               (r"\bno more than\b", "at most"), (r"\ba minimum of\b", "at least"),
               (r"\bno later than\b", "by the latest on")][:4],
        "es": [(r"\bal menos\b", "como mínimo"), (r"\bcomo máximo\b", "a lo sumo"),
               (r"\bno inferior a\b", "de al menos"), (r"\bno superior a\b", "de como máximo"),
               (r"\bcomo mínimo\b", "al menos")],
    }),
    "duty in other words": _other_words({
        "en": [(r"\bmust not\b", "are not allowed to"), (r"(?<!or )\bmay not\b", "cannot"),
               (r"\bmust\b(?! not)", "need to"), (r"\bshall\b(?! not)", "must"),
               (r"\bcannot\b", "may not")],
        "es": [(r"\bno podrán\b", "no pueden"), (r"\bno podrá\b", "no puede"),
               (r"(?<![Nn]o )\bdeberán\b", "tienen que"),
               (r"(?<![Nn]o )\bdeberá\b", "tiene que"),
               (r"\bpodrán\b", "pueden"), (r"\bpodrá\b", "puede")],
    }),
}  # fmt: skip
