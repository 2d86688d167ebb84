"""Which exact identifiers does a text name? Forms, policy numbers, sections, references, errors.

The same rules read questions and documents, so that "form SF 71", "SF-71" and "sf71" meet. What
only looks alike is left out: years, dates, amounts, telephone numbers, months, quarters, money.
"""

import re
from collections.abc import Iterator

from retrieval.plain import plain

_YEAR = re.compile(r"(?:19|20)\d\d")
_PART_OF_A_YEAR = re.compile(r"[QHT]-?[1-4]", re.IGNORECASE)
_ZIP = re.compile(r"[A-Z]{2} \d{5}")
_TO = re.compile(r"[A-Z]2[A-Z]", re.IGNORECASE)  # B2B, P2P
_SAYS_WHAT = re.compile(
    r"(?<!\w)(?:forms?|formulario|modelo|impreso|policy|pol[ií]tica)\s+$", re.IGNORECASE
)
_AMOUNT = re.compile(
    r" ?(?:days?|d[ií]as?|years?|a[nñ]os?|hours?|hrs|horas?|weeks?|semanas?|months?|mes(?:es)?|"
    r"minut[eo]s?|euros?|dollars?|people|employees|personas|empleados|times|veces)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"(?<=\d)s$")
_LEADING_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")

# Letters that make no code with the number behind them: months, money, time, and what counts.
_NEVER_WORDS = (
    "JAN FEB MAR APR MAY JUN JUL AUG SEP SEPT OCT NOV DEC ENE ABR AGO DIC FY FQ CY "
    "JUNE JULY MARCH APRIL MAYO JUNIO JULIO ENERO MARZO ABRIL "
    "USD EUR GBP CAD AUD MXN CHF UTC GMT CET CEST EST EDT PST PDT CST MST "
    "MAX MIN TOP MID PRE POST SUB NON DAY DAYS AGE PLUS OVER STEP PART ITEM ROW PAGE NOTE CASE "
    "LINE LESS MORE ABOUT AFTER UNTIL UNDER SINCE HOURS WEEK WEEKS MONTH YEAR YEARS UNIT TEAM "
    "ROOM FLOOR DIA DIAS MES MESES AÑO AÑOS HORA HORAS PAG PISO SALA HASTA DESDE COVID TOTAL WIN"
)
# Words that make one only where a hyphen joins them to it: "IT-004", but no "IT 24", "at 10".
_JOINED_WORDS = (
    "TEL FAX EXT PH ZIP APT STE RM FL NO NR NUM NRO PG PP P VOL FIG TAB EQ "
    "US UK AM PM ET PT ART SEC CH A AN AND ARE AS AT BY DO FOR FROM IF IN IS IT ITS MY NOT OF OFF "
    "ON OR OUR SO THE TO UP WE ALL ANY CAN GET HAS HAD HOW NEW NOW OLD ONE OUT PER TWO WAS WHO "
    "ONLY WITH THAN AL CON DE DEL EL EN ES HA LA LAS LO LOS MAS ME NI O POR QUE SE SI SIN SON SU "
    "SUS UN UNA Y ENTRE SOBRE PARA TRAS"
)
_NEVER = frozenset(_NEVER_WORDS.split())
_JOINED = frozenset(_JOINED_WORDS.split())

_CODE = re.compile(
    r"(?<![\w/.@#-])(?P<letters>[A-Za-z]{1,6}(?:[-_/][A-Za-z]{1,5}){0,2})(?P<gap>[- ]?)"
    r"(?P<digits>\d{1,10}(?:[-./]\d{1,6}){0,3}[A-Za-z]{0,2})(?![\w@%€$£°]|[.,/:-]\d)"
)
_NUMBERED = re.compile(
    r"(?<!\w)(?:"
    r"(?P<form>forms?|formulario|impreso|modelo)|(?P<policy>polic(?:y|ies)|procedure|pol[ií]tica|"
    r"procedimiento|directive|instrucci[oó]n)|(?P<code>error(?: codes?)?|c[oó]digos?(?: de error)?|"
    r"codes?)|(?P<annex>annex|appendix|schedule|exhibit|anexo|ap[eé]ndice)"
    r")\.?\s+(?:(?:no\.?|n[º°]\.?|number|num\.?|n[uú]mero|#)\s*)?"
    r"(?P<number>\d{1,8}(?:[.-]\d{1,6}){0,3}[A-Za-z]?)(?![\w%€$£]|[.,/:-]\d)",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:§§?\s*|(?<!\w)(?:(?P<article>art(?:[ií]culo|icle|\.)?s?)|sections?|sec\.|secci[oó]n|"
    r"apartados?|clauses?|cl[aá]usulas?|paragraphs?|p[aá]rrafos?)\.?\s+)"
    r"(?P<number>\d{1,4}(?:\.\d{1,4}){0,4}[a-z]?)(?![\w%€$£]|[.,/:]\d)",
    re.IGNORECASE,
)
_CODIFIED = re.compile(
    r"(?<![\w.])(?P<title>\d{1,3})\s+(?P<book>C\.?F\.?R|U\.?S\.?C)\b\.?\s*(?:§+|part|sec(?:tion|\.)?)?"
    r"\s*(?P<number>\d{1,5}(?:\.\d{1,5})?[a-z]?)",
    re.IGNORECASE,
)
_LAW = re.compile(
    r"(?<!\w)(?:ley|leyes|decreto(?:[- ]ley)?|real decreto|rdl?|orden|resoluci[oó]n|directiva|"
    r"directive|reglamento|regulation|decision|circular|acuerdo)\b[^\d\n.;]{0,24}?"
    r"(?P<number>\d{1,5}/(?:19|20)\d\d|(?:19|20)\d\d/\d{1,5})(?![\d/])",
    re.IGNORECASE,
)
_HEX = re.compile(r"(?<!\w)0x[0-9a-f]{2,16}(?!\w)", re.IGNORECASE)
_CONSTANT = re.compile(r"(?<!\w)[A-Z][A-Z0-9]{1,}(?:_[A-Z0-9]{2,})+(?!\w)")
_FEW = 4  # small letters that may be a code's
_HEADING = re.compile(r"\W*(?P<number>\d{1,3}(?:\.\d{1,3}){1,4})\.?\s+\D")


def identifiers(text: str) -> frozenset[str]:
    """Name the identifiers of a text in their one form: `SF-71`, `HR-12`, `§4.2`, `ART-12.3`."""
    rest = _CODIFIED.sub(" ", text)
    return frozenset(
        [*_references(text), *_codes(rest), *_numbered(rest), *_places(rest), *_errors(rest)]
    )


def document_identifiers(
    title: str, number: str | None, heading: tuple[str, ...], text: str
) -> frozenset[str]:
    """Name those of a chunk: of its document's title and number, its headings, and its text."""
    sections = (_HEADING.match(part) for part in heading)
    return identifiers("\n".join([title, number or "", *heading, plain(text)])) | {
        f"§{_bare(found['number'])}" for found in sections if found is not None
    }


def _codes(text: str) -> Iterator[str]:
    for found in _CODE.finditer(text):
        said = _SAYS_WHAT.search(text, max(0, found.start() - 16), found.start()) is not None
        if _may_be_a_code(found) and (said or _looks_like_a_code(found)):
            letters = re.sub("[_/]", "-", found["letters"].upper())
            digits = _PLURAL.sub("", found["digits"]).upper().replace("/", "-")
            yield f"{letters}-{_bare(digits)}"


def _may_be_a_code(found: re.Match[str]) -> bool:
    whole, gap, letters = found[0], found["gap"], found["letters"].upper()
    if letters in _NEVER or _YEAR.fullmatch(found["digits"]):
        return False
    if letters in _JOINED and not (gap == "-" and len(found["digits"]) > 1):
        return False
    if gap == " " and _AMOUNT.match(found.string, found.end()):
        return False
    return not any(alike.fullmatch(whole) for alike in (_PART_OF_A_YEAR, _ZIP, _TO))


def _looks_like_a_code(found: re.Match[str]) -> bool:
    """Whether the letters are those of a code: capitals, or a few that are joined to a number."""
    letters, gap, digits = found["letters"], found["gap"], found["digits"]
    if gap == " ":  # "SF 71", but no "Windows 11" and no "Ohio 5"
        return letters.isupper() and len(letters) > 1
    if letters.isupper():
        return letters != "A" or gap == "-" or len(digits) > 1
    few = letters.isalpha() and letters.islower() and 1 < len(letters) <= _FEW
    return few and (gap == "-" or len(re.sub(r"\D", "", digits)) > 1)


def _numbered(text: str) -> Iterator[str]:
    """Numbers that a word says to be a form's, a policy's, an error's."""
    for found in _NUMBERED.finditer(text):
        if not _YEAR.fullmatch(found["number"]) and not _AMOUNT.match(text, found.end()):
            kind = next(kind for kind, word in found.groupdict().items() if word)
            yield f"{kind.upper()}-{_bare(found['number'].upper())}"


def _places(text: str) -> Iterator[str]:
    """Sections and articles; a section's number is the same however its sign is written."""
    for found in _PLACE.finditer(text):
        if not _YEAR.fullmatch(found["number"]):
            yield ("ART-" if found["article"] else "§") + _bare(found["number"].lower())


def _references(text: str) -> Iterator[str]:
    for found in _CODIFIED.finditer(text):
        book = found["book"].replace(".", "").upper()
        yield f"{found['title']}-{book}-{found['number'].lower()}"
    yield from (found["number"] for found in _LAW.finditer(text))


def _errors(text: str) -> Iterator[str]:
    yield from (found[0].upper() for found in _HEX.finditer(text))
    yield from (found[0] for found in _CONSTANT.finditer(text))


def _bare(number: str) -> str:
    return _LEADING_ZEROS.sub("", number)
