"""What kind of value does a question ask for, and does a text hold one of that kind?

Rules of thumb on words. A question in a language that is not listed asks for no kind, and a text
in such a language holds every kind: what is not known is not held against it.
"""

import re
from enum import StrEnum


class Value(StrEnum):
    """What must stand in a sentence for it to answer."""

    MONEY = "money"
    DURATION = "duration"
    NUMBER = "number"
    MOMENT = "moment"


_CUES = {
    "en": {
        Value.MONEY: (
            r"\bhow much\b.*\b(?:cost|euros?|dollars?|salary|price|per diem)\b|"
            r"\bwhat (?:do|does|did|is)\b.*\b(?:earn|cost|salary|paid)\b|\bcosts? of\b|"
            r"\b(?:salary|premium|price) (?:of|for|per|in)\b|(?:€|\$|\b(?:euros|dollars)) ?\?"
        ),
        Value.DURATION: (
            r"\bhow long\b|\bhow (?:many|much) (?:\S+ ){0,3}?"
            r"(?:days?|weeks?|wks?|hours?|hrs?|months?|years?|yrs?|time|leave|notice|vacation)\b|"
            r"\bduration\W*$|\b(?:max|maximum|min|minimum) (?:\w+ )?(?:hours|hrs|days)\b"
        ),
        Value.NUMBER: (
            r"\bhow (?:many|much|often|soon|far|big|large|old|early|late)\b|"
            r"\b(?:max|min|maximum|minimum)\b|%|\bpercent(?:age)?\b|\bcutoff\b|"
            r"\bthreshold\b|\blength\W*$"
        ),
        Value.MOMENT: r"^\W*(?:(?:and|so|ok) )*when\b|\b(?:what|which) (?:date|day|time)s?\b",
    },
    "es": {
        Value.MONEY: (
            r"\bcu[aá]nto\b.*\b(?:cuesta|vale|gana|cobra|euros?|dinero)\b|\ben euros\b|"
            r"\bcu[aá]ntos (?:euros|d[oó]lares)\b|"
            r"(?:^|\bqu[eé] |\bcu[aá]l es el )(?:salario|sueldo|precio)\b"
        ),
        Value.DURATION: (
            r"\bcu[aá]nt[oa]s? (?:\S+ ){0,2}?"
            r"(?:d[ií]as?|semanas?|horas?|mes|meses|años?|tiempo|antelaci[oó]n|vacaciones)\b|"
            r"\bcu[aá]nto (?:\S+ )?dura\b|\bplazo\b"
        ),
        Value.NUMBER: (
            r"\bcu[aá]nt[oa]s?\b|\bm[aá]xim[oa]s?\b|\bm[ií]nim[oa]s?\b|%|\bporcentaje\b|"
            r"\bqu[eé] (?:importe|cantidad)\b"
        ),
        Value.MOMENT: r"\bcu[aá]ndo\b|\b(?:qu[eé]|cu[aá]l) (?:fecha|d[ií]as?|hora)\b",
    },
}
_NUMERALS = {
    "en": (
        r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
        r"sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|"
        r"ninety|hundred|thousand|half|quarter|third|once|twice|double|triple|unlimited|no limit"
    ),
    "es": (
        r"dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|"
        r"diecis[eé]is|diecisiete|dieciocho|diecinueve|veint\w+|treinta|cuarenta|cincuenta|sesenta|"
        r"setenta|ochenta|noventa|cien|ciento|mil|mitad|medi[oa]|doble|triple|tercio|cuarto|"
        r"una? (?:sol[oa]|únic[oa]|d[ií]a|semana|hora|mes|año|vez)|ilimitad[oa]s?|sin límite"
    ),
}
_FREQUENCIES = {
    "en": (
        r"\w*(?:daily|weekly|monthly|quarterly|yearly|annually)|"
        r"(?:each|every|per) (?:day|week|month|quarter|year)"
    ),
    "es": r"(?:diari|semanal|quincenal|mensual|trimestral|anual)\w*|cada (?:d[ií]a|semana|mes|año)",
}
_UNITS = (
    r"(?:minutes?|mins?|hours?|hrs?|days?|weeks?|wks?|months?|quarters?|years?|yrs?|"
    r"minutos?|horas?|d[ií]as?|semanas?|mes|meses|trimestres?|años?)"
)
_AMOUNT = (
    r"[$€£¥]|\b(?:euros?|dollars?|d[oó]lares|usd|eur|gbp|cad|c[eé]ntimos?|cents?|"
    r"free|gratis|gratuit\w+)\b"
)
_TIMES = (
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|\w+day|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|"
    r"noviembre|diciembre|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|"
    rf"{_UNITS}|before|after|until|upon|when(?:ever)?|within|immediately|required|always|"
    r"antes|despu[eé]s|hasta|tras|cuando|inmediat\w+|siempre)\b"
)


def asked_for(question: str, language: str) -> Value | None:
    """Tell which kind of value a question asks for; None where any sentence may answer it."""
    cues = _CUES.get(language, {})
    return next((value for value, cue in cues.items() if re.search(cue, question.lower())), None)


def numerals(text: str, language: str) -> frozenset[str]:
    """The words of a text that say how much or how often, in lower case."""
    words = _NUMERALS.get(language)
    if words is None:
        return frozenset()
    said = rf"\b(?:{words}|{_FREQUENCIES[language]})\b"
    return frozenset(re.findall(said, text.lower()))


def holds(value: Value | None, text: str, language: str) -> bool:
    """Whether a text has something of that kind in it."""
    numerals = _NUMERALS.get(language)
    if value is None or numerals is None:
        return True
    number = rf"(?:\d|½|¼|¾|\b(?:{numerals}|{_FREQUENCIES[language]})\b)"
    patterns = {
        Value.MONEY: _AMOUNT,
        Value.DURATION: rf"{number}.*\b{_UNITS}\b|\b{_UNITS}\b.*{number}|\d{_UNITS}\b",
        Value.NUMBER: number,
        Value.MOMENT: _TIMES,
    }
    return bool(re.search(patterns[value], text, re.IGNORECASE))


def names_a_number(text: str, language: str) -> bool:
    """Whether a text names a number, in digits or in words; "every year" names none."""
    numerals = _NUMERALS.get(language)
    return bool(re.search(rf"\d|\b(?:{numerals})\b" if numerals else r"\d", text, re.IGNORECASE))
