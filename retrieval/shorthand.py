"""What do people mean who type in a hurry? "smth for 12k til next yr", "q pasa con el finde".

The embedding model was not trained on such spellings, and BM25 knows other words. Only what stands
for one thing is listed: "hr" is an hour to some and Human Resources to others, and what is written
in capitals is an abbreviation that pages may explain.
"""

import re

_WORDS = {
    "en": {
        "acct": "account", "addr": "address", "appt": "appointment", "approx": "approximately",
        "asap": "as soon as possible", "avg": "average", "b4": "before", "bc": "because",
        "bday": "birthday", "bf": "boyfriend", "btw": "by the way", "cant": "cannot",
        "couldnt": "could not", "coz": "because", "cuz": "because", "dept": "department",
        "didnt": "did not", "doesnt": "does not", "dont": "do not",
        "fam": "family", "fwd": "forward", "gf": "girlfriend", "gonna": "going to",
        "gotta": "have to", "gov": "government", "govt": "government", "hasnt": "has not",
        "havent": "have not", "hrs": "hours", "idk": "i do not know", "im": "i am",
        "info": "information", "isnt": "is not", "ive": "i have", "lemme": "let me",
        "max": "maximum", "mgmt": "management", "mgr": "manager", "mgrs": "managers",
        "mins": "minutes", "msg": "message", "mtg": "meeting", "mtgs": "meetings", "mth": "month",
        "mths": "months", "nite": "night", "ooo": "out of office",
        "pls": "please", "plz": "please", "pw": "password", "pwd": "password",
        "rcpt": "receipt", "reimb": "reimbursement", "reqs": "requirements",
        "shouldnt": "should not", "smn": "someone", "smth": "something", "sth": "something",
        "tbh": "to be honest", "thats": "that is", "theres": "there is", "thru": "through",
        "thx": "thanks", "til": "until", "tmrw": "tomorrow",
        "tomo": "tomorrow", "u": "you", "ur": "your", "vacay": "vacation", "wanna": "want to",
        "wfh": "work from home", "whats": "what is", "wheres": "where is", "whos": "who is",
        "w/": "with", "w/o": "without", "wk": "week", "wknd": "weekend",
        "wks": "weeks", "wont": "will not", "yr": "year", "yrs": "years",
    },
    "es": {
        "admon": "administración", "admón": "administración", "aprox": "aproximadamente",
        "cdo": "cuando", "cole": "colegio",
        "currar": "trabajar", "curro": "trabajo", "dcho": "derecho", "dchos": "derechos",
        "dnd": "dónde", "dpto": "departamento", "depto": "departamento", "finde": "fin de semana",
        "findes": "fines de semana", "hrs": "horas", "info": "información", "insti": "instituto",
        "k": "que", "max": "máximo", "máx": "máximo", "mín": "mínimo", "mins": "minutos",
        "msj": "mensaje", "peque": "hijo pequeño", "peques": "hijos pequeños",
        "pfv": "por favor", "plis": "por favor", "porfa": "por favor", "pq": "porque",
        "q": "que", "qdo": "cuando", "tb": "también", "tfno": "teléfono", "tlf": "teléfono",
        "tmb": "también", "uni": "universidad", "vacas": "vacaciones", "xa": "para",
        "xfa": "por favor", "xq": "porque",
    },
}  # fmt: skip
_WORD = re.compile(r"(?<![\w.@/&'’-])(?:w/o?|[^\W\d_]+4?)(?![\w/&'’@-]|\.\w)")
_THOUSANDS = re.compile(r"(?<![\w.,-])(?!401k)(\d{1,3})k(?![\w-])")  # a 401k is a pension plan
_SEPARATOR = {"en": ",", "es": "."}


def spelled_out(text: str, language: str) -> str:
    """Write the shorthand of chats out, for the search; all else stays to the letter."""
    words = _WORDS.get(language, {})
    if not words:
        return text
    thousand = rf"\g<1>{_SEPARATOR[language]}000"
    return _THOUSANDS.sub(thousand, _WORD.sub(lambda found: _spelled(found.group(), words), text))


def _spelled(word: str, words: dict[str, str]) -> str:
    is_plain = word.islower() or word == word.capitalize()
    return words.get(word.lower(), word) if is_plain else word
