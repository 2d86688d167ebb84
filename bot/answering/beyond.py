"""Which questions can no policy answer? Rules on words, kept narrow: policies on these are fine.

Four kinds: a greeting or thanks and nothing else, an order to the bot instead of a question, what
only a system of records knows of the asker (the days they have left), and the private facts of one
person (their pay, their rating).
"""

import re

_SOON = r".{0,40}\b"
_HERE = r"[^.?!,;]*\b"
_RULES = r"(?:rules?|instructions?|prompts?|guidelines|restrictions)"
_REGLAS = r"(?:reglas?|instrucci(?:[oó]n|ones)|normas|restricciones)"
_DROP = r"(?:ignore|disregard|forget|override)"
_OLVIDA = r"(?:ignora|olvida|om[ií]te|s[aá]ltate)"
_SO_FAR = r"(?:left|remaining|used|taken|accrued)"
_PAY = r"(?:earn|make|get paid|being paid)"
_GIVEN = r"(?:rating|salary|bonus|raise|review|grade|score)"
_PRIVATE = (
    r"(?:home|private|personal) (?:address|phone|number|e-?mail)|date of birth|birthday|salary|"
    r"medical (?:record|history|condition)"
)
_OF_ONE = r"(?:of|for) (?!my|our|all|new|employees|staff|contractors|an?\b)"
_COURTESY = re.compile(
    r"(?:\W|\b(?:hi|hello|hey|good|morning|afternoon|evening|thanks?|thx|you|so|very|much|a lot|"
    r"great|cool|ok|okay|bye|please|hola|buen[oa]s?|d[ií]as|tardes|noches|gracias|muchas|mil|"
    r"vale|genial|perfecto|adi[oó]s|por favor)\b)*",
    re.IGNORECASE,
)
_BEYOND = {
    "en": (
        rf"(?:^|[.!?:;,] *|\band |\bplease ){_DROP}\b{_SOON}{_RULES}\b",
        r"\b(?:your|the) system prompt\b|\byou are now\b",
        rf"\bhow (?:many|much)\b{_HERE}(?:do|have) i\b{_HERE}{_SO_FAR}\b",
        r"\bwhat(?:'s| is) my (?:\w+ ){0,3}balance\b",
        rf"\b(?:what|how much) (?:does|did|do) (?:the|our|my) \w+(?: \w+)? {_PAY}\b",
        rf"\bwhat (?:\w+ )?{_GIVEN} (?:did|has) (?!i|we|you|they|the|it)\w+",
        rf"\b(?:give|tell|send|show) me (?:the )?(?:{_PRIVATE}) {_OF_ONE}",
        rf"\bwhat(?:'s| is) the (?:{_PRIVATE}) {_OF_ONE}",
        rf"(?-i:\b[A-Z][a-z]+)['’]s (?:{_PRIVATE})\b(?! (?:polic|band|range|review))",
    ),
    "es": (
        rf"(?:^|[.!?:;,] *|\by |\bpor favor ){_OLVIDA}\b{_SOON}{_REGLAS}\b",
        r"\b(?:tu|el) prompt\b|\bahora eres\b",
        rf"\bcu[aá]nt[oa]s?\b{_HERE}(?:me quedan?|he (?:usado|gastado|cogido|disfrutado))\b",
        r"\b(?:cu[aá]l es )?mi saldo\b",
        r"\bcu[aá]nto (?:gana|cobra) (?:el|la|mi|nuestr[oa]) \w+",
        r"\bqu[eé] (?:evaluaci[oó]n|sueldo|nota|bono) (?:sac[oó]|tiene|recibi[oó]|tuvo) \w+",
        r"\b(?:direcci[oó]n|tel[eé]fono) (?:particular|privad[oa]|personal) del? (?!trabajo)",
        r"\b(?:domicilio|fecha de nacimiento|salario|sueldo) de (?-i:[A-ZÁÉÍÓÚ][a-zñáéíóú])\w+",
    ),
}


def is_beyond_policies(question: str) -> bool:
    """Whether a question asks for what stands in no policy, whatever language it is in."""
    return bool(_COURTESY.fullmatch(question)) or any(
        re.search(pattern, question, re.IGNORECASE)
        for patterns in _BEYOND.values()
        for pattern in patterns
    )
