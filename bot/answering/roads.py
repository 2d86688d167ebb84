"""Does one search answer a question? Only where it does not may a model search and reckon again.

Rules on words, kept narrow: steps cost seconds, money and variance. What is recognised by mistake
costs no more than that; what is missed gets the answer that one search can give.
"""

import re

from bot.answering.request import Request

_NUMBER = r"\d[\d.,]*"
_CUES = {
    "en": {
        "comparison": (
            r"\bcompar(?:e|ed|ison)\b|\bdifferences? between\b|\bversus\b|\bvs\b|"
            r"\b(?:more|less|fewer|longer|shorter|higher|lower|better) than (?:in|for|at|the)\b|"
            r"\bwhich (?:of|country|office|city)\b.*\b(?:most|least|more|longest|highest)\b"
        ),
        "arithmetic": (
            r"\bpro[- ]?rat|\b(?:in|what is the) total\b|\baltogether\b|\badd(?:ed)? up\b|"
            rf"\bsum of\b|\bcalculate\b|\bhow (?:much|many)\b.*\b(?:if|for|after)\b.*{_NUMBER}|"
            rf"{_NUMBER} (?:nights?|kilomet\w+|km|miles)\b|{_NUMBER} ?%"
        ),
        "dates": (
            r"\b(?:by|until|before|on) (?:when|what date|which date)\b|"
            r"\b(?:working|business|calendar) days\b.*\b(?:from|between|after|before|until)\b|"
            rf"\bif i (?:start|begin|join|leave|resign|give notice)\w*\b.*(?:{_NUMBER}|"
            r"\b(?:january|february|march|april|may|june|july|august|september|october|"
            r"november|december)\b)"
        ),
        "chain": (
            r"\bwho(?:ever)? (?:\w+ ){0,3}(?:that|who) (?:\w+ )?(?:approv|sign|authori[sz])|"
            r"\b(?:form|person|team|policy|system) (?:that|which) is (?:needed|named|used) "
            r"(?:for|by)\b"
        ),
    },
    "es": {
        "comparison": (
            r"\bcompar(?:a|ar|ado|aci[oó]n)\b|\bdiferencias? entre\b|\bversus\b|\bvs\b|"
            r"\b(?:m[aá]s|menos|mejor|mayor|menor) que (?:en|para|el|la|los|las)\b"
        ),
        "arithmetic": (
            r"\bprorrat|\bproporcional|\ben total\b|\bsumar?\b|\bcalcul|"
            rf"\bcu[aá]nt[oa]s?\b.*\b(?:si|por|tras)\b.*{_NUMBER}|"
            rf"{_NUMBER} (?:noches?|kil[oó]metros?|km)\b|{_NUMBER} ?%"
        ),
        "dates": (
            r"\b(?:hasta|antes de) (?:cu[aá]ndo|qu[eé] (?:d[ií]a|fecha))\b|"
            r"\bd[ií]as (?:h[aá]biles|laborables|naturales)\b.*\b(?:desde|entre|hasta|antes)\b|"
            rf"\bsi (?:empiezo|entro|me voy|dejo)\b.*(?:{_NUMBER}|\b(?:enero|febrero|marzo|abril|"
            r"mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b)"
        ),
        "chain": r"\bqui[eé]n (?:\w+ ){0,3}(?:que|quien) (?:\w+ )?(?:aprueb|firm|autori)",
    },
}


def why_several_steps(request: Request) -> tuple[str, ...]:
    """Say why one search may not do: "compound", "arithmetic" and the like; empty where it does."""
    cues = _CUES.get(request.language, _CUES["en"])
    reasons = [
        name for name, cue in cues.items() if re.search(cue, request.question, re.IGNORECASE)
    ]
    return (*(("compound",) if request.parts else ()), *reasons)
