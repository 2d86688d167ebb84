"""Does a passage hold where, for whom, and for the very thing that the question names?

A page or section that names a place, or a kind of staff, in its title, headings or path holds
there. It says nothing of a question that names another one. A passage that names none holds for
all, and a question that names none may be answered from any. A code, a form's number or an
article's has to stand in the passage: a near one is another one.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from retrieval.documents import Passage

_PLACES = {
    "au": r"australian?",
    "be": r"belgium|bélgica",
    "br": r"bra[sz]il\w*",
    "ca": r"canad(?:a|á|ian?|iense)s?",
    "ch": r"switzerland|suiza",
    "de": r"germany|german|deutschland|alemania|alem[aá]n",
    "es": r"spain|spanish|españa|español[ae]?s?",
    "fr": r"france|french|francia|franc[eé]s",
    "gb": r"uk|united kingdom|britain|british|reino unido|inglaterra",
    "ie": r"ireland|irish|irlanda",
    "in": r"india",
    "it": r"italy|italian|italia",
    "mx": r"mexico|méxico|mexican|mexicano",
    "nl": r"netherlands|dutch|holland|países bajos|holanda",
    "pl": r"poland|polish|polonia",
    "pt": r"portugal|portuguese|portugu[eé]s",
    "us": (
        r"(?-i:US|U\.S\.)|usa|united states|eeuu|ee\. ?uu\.|estados unidos|"
        r"us(?= (?:employees|staff|workers|team|based|citizens))"
    ),
}
_STAFF = {
    "contractor": r"contractors?|freelancers?|contratistas?|autónom[oa]s?",
    "intern": r"interns?|internships?|trainees?|becari[oa]s?|prácticas",
}
_CODE = re.compile(
    r"\b[A-Z]{1,6}-?\d[A-Z\d-]{1,12}\b|"
    r"\b\d{1,4}(?:\.\d{2,4}-\d{1,4}|/(?:19|20)\d\d)\b|"
    r"(?i:\b(?:form|code|unit|section|article|formulario|c[oó]digo|modelo|art[ií]culo|art\.?) )"
    r"(\d[\d.]*\d|\d)\b"
)
_PATH_PLACE = re.compile(r"(?:^|[/_.-])(us|uk)(?=[/_.-])")


def holds_for(question: str, passage: Passage) -> bool:
    """Whether what a passage names is not at odds with what a question names."""
    path = _PATH_PLACE.sub(lambda found: f" {found[1].upper()} ", passage.path)
    head = " ".join([passage.title, *passage.heading, re.sub(r"[/_-]", " ", path)])
    asked, told = _scopes(question), _scopes(head)
    return all(map(_agree, asked, told)) and _has_codes(
        question, f"{head}\n{passage.lead}{passage.text}"
    )


def _has_codes(question: str, text: str) -> bool:
    codes = {found[1] or found[0] for found in _CODE.finditer(question)}
    return all(
        re.search(rf"(?<!\w)0*{re.escape(code)}(?!\w)", text, re.IGNORECASE) for code in codes
    )


def _agree(asked: frozenset[str], told: frozenset[str]) -> bool:
    return not asked or not told or bool(asked & told)


@lru_cache(maxsize=4096)  # the heads of the same pages are read for every question
def _scopes(text: str) -> tuple[frozenset[str], ...]:
    """The places and the groups of people that a text names."""
    return tuple(_named(text, names) for names in (_PLACES, _STAFF))


def _named(text: str, names: Mapping[str, str]) -> frozenset[str]:
    return frozenset(
        name
        for name, words in names.items()
        if re.search(rf"(?<!\w)(?:{words})(?!\w)", text, re.IGNORECASE)
    )
