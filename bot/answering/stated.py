"""Where and when does a question speak of? Only what the asker said.

A language is no country ("the handbook in Spanish"), and a year in which somebody was hired or
born is not the year that a policy is asked for.
"""

import re
from calendar import monthrange
from datetime import date

from bot.answering.request import Filters, Period

_COUNTRIES = {
    "ar": r"argentina|argentin[eo]s?|argentinian",
    "at": r"austria|austrian|austr[ií]ac[oa]s?",
    "au": r"australian?|australian[oa]s?",
    "be": r"belgium|belgian|b[eé]lgica|belgas?",
    "br": r"bra[sz]il|brazilian|brasileñ[oa]s?",
    "ca": r"canad[aá]|canadian|canadienses?",
    "ch": r"switzerland|swiss|suiz[oa]s?",
    "cl": r"chile|chilean|chilen[oa]s?",
    "cn": r"china|chinese|chin[oa]s?",
    "co": r"colombia|colombian|colombian[oa]s?",
    "cz": r"czech republic|czechia|czech|chequia|chec[oa]s?",
    "de": r"germany|german|deutschland|alemania|alem[aá]n(?:a|es)?",
    "dk": r"denmark|danish|dinamarca|dan[eé]s(?:a|es)?",
    "es": r"spain|spanish|españa|español(?:a|es|as)?",
    "fi": r"finland|finnish|finlandia|finland[eé]s(?:a|es)?",
    "fr": r"france|french|francia|franc[eé]s(?:a|es)?",
    "gb": r"uk|u\.k\.|united kingdom|great britain|british|england|scotland|wales|reino unido|"
    r"inglaterra|escocia|gales|brit[aá]nic[oa]s?",
    "gr": r"greece|greek|grecia|grieg[oa]s?",
    "hu": r"hungary|hungarian|hungr[ií]a|h[uú]ngar[oa]s?",
    "ie": r"ireland|irish|irlanda|irland[eé]s(?:a|es)?",
    "il": r"israel|israeli|israel[ií]es",
    "in": r"india|indian",
    "it": r"italy|italian|italia|italian[oa]s?",
    "jp": r"japan|japanese|jap[oó]n|japon[eé]s(?:a|es)?",
    "kr": r"south korea|korean|corea del sur|corean[oa]s?",
    "mx": r"m[eé]xico|mexican|mexican[oa]s?",
    "nl": r"(?:the )?netherlands|dutch|holland|pa[ií]ses bajos|holanda|holand[eé]s(?:a|es)?",
    "no": r"norway|norwegian|noruega|noruego?s?",
    "nz": r"new zealand|nueva zelanda",
    "pe": r"per[uú]|peruvian|peruan[oa]s?",
    "ph": r"philippines|filipino|filipinas",
    "pl": r"poland|polish|polonia|polac[oa]s?",
    "pt": r"portugal|portuguese|portugu[eé]s(?:a|es)?",
    "ro": r"romania|romanian|ruman[ií]a|ruman[oa]s?",
    "se": r"sweden|swedish|suecia|suec[oa]s?",
    "sg": r"singapore|singapur",
    "ua": r"ukraine|ukrainian|ucrania|ucranian[oa]s?",
    "us": r"usa|u\.s\.a?\.?|(?-i:US)|united states|american|"
    r"us(?= (?:employees|staff|workers|team|based|citizens)\b)|eeuu|ee\. ?uu\.|estados unidos|"
    r"estadounidenses?",
    "za": r"south africa|sud[aá]frica",
}
_REGION = re.compile(
    "(?<![\\w.])(?:"
    + "|".join(f"(?P<{code}>{words})" for code, words in _COUNTRIES.items())
    + r")(?!\w)",
    re.IGNORECASE,
)
_LANGUAGES = (
    r"spanish|french|german|dutch|italian|portuguese|chinese|japanese|korean|polish|swedish|danish|"
    r"finnish|norwegian|greek|czech|hungarian|romanian|ukrainian|español|franc[eé]s|alem[aá]n|"
    r"italiano|portugu[eé]s|chino|japon[eé]s|coreano|polaco|sueco|dan[eé]s|finland[eé]s|noruego|"
    r"griego|checo|h[uú]ngaro|rumano|ucraniano|holand[eé]s"
)
_AS_A_LANGUAGE = re.compile(
    rf"(?<!\w)(?:(?:in|into|to|from|speak|speaks|speaking|learn|learning|study|write|read|en|al|del|"
    rf"hablo|habla|hablar|aprender|estudiar|idioma|de)\s+(?:{_LANGUAGES})(?!\w)"
    rf"(?!\s+(?:law|office|team|entity|staff|employees|territory|offices))|"
    rf"(?:{_LANGUAGES})\s+(?:language|lessons?|class(?:es)?|courses?|version|translation|speakers?))",
    re.IGNORECASE,
)
_NAMES = re.compile(r"(?<!\w)(?:american express|swiss life|bank of america)(?!\w)", re.IGNORECASE)

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan enero ene", "february feb febrero", "march mar marzo",
            "april apr abril abr", "may mayo", "june jun junio", "july jul julio",
            "august aug agosto ago", "september sept sep septiembre setiembre",
            "october oct octubre", "november nov noviembre", "december dec diciembre dic",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_OF = r"(?:(?:of|del?)\s+)?"
_DAY = (
    r"(?P<year>(?:19|20)\d\d)-(?P<number>\d\d)-(?P<day>\d\d)",
    rf"(?P<day>\d{{1,2}})(?:st|nd|rd|th|º)?\s+{_OF}(?P<month>{_MONTH})\.?,?\s+{_OF}{_YEAR}",
    rf"(?P<month>{_MONTH})\.?\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+{_YEAR}",
    rf"(?P<month>{_MONTH})\.?,?\s+{_OF}{_YEAR}",
)
_DATES = [re.compile(rf"(?<![\w-]){pattern}(?![\w-])", re.IGNORECASE) for pattern in _DAY]
_IN_A_YEAR = re.compile(
    rf"(?<!\w)(?:in|for|during|throughout|as of|en|durante|para|del año|el año|the year)\s+"
    rf"(?:the year\s+|el año\s+)?{_YEAR}(?![\w%€$/-]|[.,]\d)(?!\s+(?:euros?|dollars?|days?|"
    r"d[ií]as?|hours?|horas|people|personas|words|employees|empleados))",
    re.IGNORECASE,
)
_NEAR = 60  # characters before a year in which a life's event is looked for
_OF_A_LIFE = re.compile(
    r"(?<!\w)(?:(?:join|hir|start|mov|marri|graduat|retir|return|arriv)\w*|born|left|came|since|made|bought|died|happened|worked|was|were|"
    r"entr[eéó]\w*|contrat\w+|empec[eé]|empez\w+|nac[ií]\w*|mud[eé]|cas[eé]|jubil\w+|"
    r"llegu[eé]|desde)(?!\w)[^.,;?!]{0,40}$",
    re.IGNORECASE,
)


def is_country(code: str) -> bool:
    """Whether a code is that of a country that questions are known to name."""
    return code in _COUNTRIES


def stated(text: str) -> Filters:
    """Read the countries and the day, month or year that a question names."""
    return Filters(regions=_regions(text) or None, period=_period(text))


def stated_in(question: str, topic: str) -> Filters:
    """Read them from a follow-up, and what it leaves open from the topic that it follows."""
    own, before = stated(question), stated(topic)
    return Filters(regions=own.regions or before.regions, period=own.period or before.period)


def _regions(text: str) -> frozenset[str]:
    countries = _NAMES.sub(" ", _AS_A_LANGUAGE.sub(" ", text))
    return frozenset(
        code
        for found in _REGION.finditer(countries)
        for code, words in found.groupdict().items()
        if words
    )


def _period(text: str) -> Period | None:
    """The one date that is named; where there are several, the question is not about one."""
    found: list[tuple[int, int, Period]] = []
    for pattern in (*_DATES, _IN_A_YEAR):
        for match in pattern.finditer(text):
            start, end = match.span()
            period = _read(match.groupdict())
            taken = any(start < other_end and other < end for other, other_end, _ in found)
            if period and not taken and not _OF_A_LIFE.search(text, max(0, start - _NEAR), start):
                found.append((start, end, period))
            if len(found) > 1:
                return None
    return found[0][2] if found else None


def _read(parts: dict[str, str | None]) -> Period | None:
    """Read a date; None where the calendar has no such day."""
    year = int(parts["year"] or 0)
    month = int(parts.get("number") or 0) or _MONTHS.get((parts.get("month") or "").lower(), 0)
    if not month:
        return Period(date(year, 1, 1), date(year, 12, 31))
    try:
        last = monthrange(year, month)[1]
        day = parts.get("day")
        if day is None:
            return Period(date(year, month, 1), date(year, month, last))
        return Period(date(year, month, int(day)), date(year, month, int(day)))
    except ValueError:
        return None
