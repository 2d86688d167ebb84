"""The English and Spanish words that make a rule: units, limits, duties, exceptions, parties.

All patterns are for text in lower case and without accents (`ñ` stays). Of two that begin at one
place the one that is listed first counts.
"""

UNITS = {
    "second": r"seconds|segundos(?= |\W|$)",
    "minute": r"minutes?|mins?|minutos?",
    "hour": r"hours?|hrs|horas?",
    "day": r"days?|dias?|jornadas?",
    "week": r"weeks?|wks?|semanas?",
    "fortnight": r"fortnights?|quincenas?",
    "month": r"months?|mes(?:es)?",
    "quarter": r"quarters?(?! of (?:the|an|all))|trimestres?",
    "year": r"years?|yrs?|años?|annum",
    "night": r"nights?|noches?",
    "point": r"percentage points?|puntos porcentuales|pp\b",
    "%": r"%|per ?cent|por ciento|por cien",
    "€": r"€|euros?|eur\b",
    "$": r"us\$|\$|dollars?|usd\b|dolares|dolar",
    "ca$": r"ca?\$|cad\b|canadian dollars?|dolares canadienses",
    "£": r"£|pounds?|gbp\b|libras?",
    "¢": r"cents?\b|centimos?|¢",
    "km": r"kms?\b|kilomet(?:er|re)s?|kilometros?",
    "mile": r"miles?|millas?",
    "metre": r"met(?:er|re)s?|metros?",
    "times": r"times?(?= (?:a|per|each|every|the|as|in|more|your|their|by|for|if)\b|"
    r"\W|$)|ve(?:z|ces)",
    "gb": r"gb\b|gigabytes?",
    "mb": r"mb\b|megabytes?",
}
KINDS = {
    "working": r"(?:working|business|work|labou?r|weekday|laborables?|habiles?|laborales?)",
    "calendar": r"(?:calendar|naturales|natural)",
    "consecutive": r"(?:consecutive|successive|straight|consecutiv[oa]s?|seguid[oa]s|"
    r"ininterrumpid[oa]s?)",
}
MONEY_OR_SHARE = frozenset({"€", "$", "ca$", "£", "¢", "%", "point"})
RATES = {
    "day": r"daily|diari[oa]s?|diariamente",
    "week": r"weekly|semanal(?:es|mente)?",
    "fortnight": r"fortnightly|bi-?weekly|quincenal(?:es|mente)?",
    "month": r"monthly|mensual(?:es|mente)?",
    "quarter": r"quarterly|trimestral(?:es|mente)?",
    "year": r"yearly|annually|annual|anual(?:es|mente)?",
    "hour": r"hourly",
}

_MANY = r"(?:(?:podr[a-z]+|puede[n]?|debe[a-z]*|pueda[n]?|se|le|les|ser|sea[n]?|lo) ){0,3}"
_HELP = r"(?:(?:may|must|can|shall|should|will|do|does|did) ?)?"
LIMITS = {
    "max": (
        rf"(?:{_HELP}not|cannot|never|without) (?:exceed(?:ing)?|surpass(?:ing)?|be more than|"
        r"be (?:longer|greater|higher|larger) than|be over|go over)|not to exceed|"
        r"(?:no|not) (?:more|longer|greater|higher|larger|over) than|"
        r"at (?:the )?(?:very )?most|up to(?: a maximum of)?|(?:a |the )?maximum(?: of)?|max\b\.?|"
        r"or (?:less|fewer|under|below|shorter)|and under|capped at|(?:a |the )?cap of|"
        r"limited to|limit of|as (?:many|much|long|far|high) as(?= [€$£]?#)|"
        rf"(?:no|sin(?: que)?) {_MANY}(?:exced[a-z]+|super[ae]\w*|sobrepas[a-z]+|rebas[a-z]+)|"
        rf"no {_MANY}(?:mas de|superior(?:es)? a|mayor(?:es)? (?:de|que|a))|"
        r"como (?:mucho|maximo)|a lo sumo|hasta un maximo de|"
        r"(?:(?:un|el|una|la) )?maxim[oa]s?(?: de)?|o (?:menos|inferior(?:es)?)|tope de|"
        r"limite de|≤"
    ),
    "min": (
        rf"(?:no|not|{_HELP}not be|never) (?:less|fewer|shorter|lower|under|smaller) than|"
        r"at (?:the )?(?:very )?least|(?:a |the )?minimum(?: of)?|min\b\.?(?! ?\d)|"
        r"or (?:more|longer|greater|older|above|over|higher|later)|and (?:over|above|up)|"
        r"al menos|(?:por|cuando) (?:lo )?menos|como minimo|"
        rf"no {_MANY}(?:menos de|inferior(?:es)? a|menor(?:es)? (?:de|que|a))|"
        r"(?:(?:un|el|una|la) )?minim[oa]s?(?: de)?|o (?:mas|superior(?:es)?|mayor(?:es)?)|≥"
    ),
    "until": (
        r"(?:no|not) later than|at the latest|(?:only )?(?:up until|until|till?\b)|a mas tardar|"
        r"(?:el )?plazo (?:acaba|termina|finaliza|vence|concluye)|"
        r"(?:solo )?hasta(?! que| ahora)(?: el| la| las| los)?|"
        r"by(?= (?:(?:the|end|close|of|no|el) ){0,3}#=)|deadline(?: is| of)?|"
        r"through(?= #=)"
    ),
    "early": r"(?:no|not) (?:earlier|sooner|before) than|(?:no|not) before|no antes de(?:l)?",
    "over": (
        r"(?:more|greater|longer|higher|larger|older|later) than|in excess of|exceed(?:s|ing|ed)?|"
        r"(?:over|above|beyond|past)(?= [€$£]?#)|mas de|superior(?:es)? a|"
        r"mayor(?:es)? (?:de|que|a)(?= [€$£]?#)|por encima de|exced[ae]n?|super[ae]n?|rebas[ae]n?|>"
    ),
    "under": (
        r"(?:less|fewer|shorter|lower|smaller|younger|earlier) than|(?:under|below)(?= [€$£]?#)|"
        r"menos de|inferior(?:es)? a|menor(?:es)? (?:de|que|a)|por debajo de|<"
    ),
    "within": (
        r"within|(?:dentro|en) del?(?: (?:un|el))? plazo(?: maximo)? de|dentro de(?: los| las| "
        r"l)?|en (?:el|un|#~) plazo(?: maximo)? de|in (?:the )?(?:space|course) of"
    ),
    "before": (
        r"before|prior to|in advance of|ahead of|antes de(?:l)?|antes que|con anterioridad a(?:l)?|"
        r"previ[oa]s? a(?:l)?"
    ),
    "after": (
        r"after|tras|despues de(?:l)?|con posterioridad a(?:l)?|"
        r"posterior(?:es)? a(?:l)?"
    ),
    "from": r"(?:starting|beginning|effective)(?: (?:on|from))?(?= #=)|as of|since|desde(?: el)?|"
    r"a partir de(?:l)?|from(?= (?:the )?#)",
    "about": r"(?:about|around|roughly|nearly|almost)(?= [€$£]?#)|approximately|approx\b\.?|"
    r"aproximadamente|(?:unos|unas|casi)(?= [€$£]?#)|alrededor de|cerca de(?= [€$£]?#)",
}
_COULD = r"(?:puede[ns]?|podra[ns]?|podria[ns]?|podemos|podremos|pueda[ns]?)"
DUTIES = {
    "forbid": r"cannot|can't|mustn't|couldn't|prohibit(?:s|ed|ing|ion)?|forbid(?:s|den)?|"
    r"disallowed|banned|off-limits|ineligible|impossible|imposible|prohib\w+|vedad[oa]s?",
    "must": (
        r"must|shall|ha(?:ve|s|d) to|require[sd]?|requirements?|requiring|needs? to|need(?= not\b)|"
        r"mandatory|oblig(?:ed|ated|atory|ation|ations)|compulsory|"
        r"debe(?:mos|n|s)?(?! a\b)|debera[ns]?|deban?|tiene[ns]? que|tendra[ns]? que|"
        r"ha[n]? de|habra[n]? de|obligatori[oa]s?|obliga(?:d[oa]s?|cion|ciones)?|exig\w+|"
        r"requier\w+|requerid[oa]s?|imprescindibles?|preceptiv[oa]s?|necesari[oa]s?|"
        r"necesita[ns]?|necessary"
    ),
    "may": (
        r"may(?! \d)|can|could|might|allow(?:s|ed|ing)?|permit(?:s|ted|ting)?|permissible|"
        r"authori[sz]e[sd]?|entitled|eligible|optional(?:ly)?|voluntar(?:y|ily)|free to|able to|"
        r"(?<!if )(?<!as )possible|(?<!lo )posible|"
        r"(?:have|has) the right|"
        rf"{_COULD}|permit(?:e[n]?|ira[n]?|id[oa]s?|an?)|autoriza\w*|opcional(?:es|mente)?|"
        r"voluntari[oa]s?|potestativ[oa]s?|admit(?:e[n]?|ira[n]?|id[oa]s?)|facultativ[oa]s?|"
        r"tiene[ns]? derecho|tendra[ns]? derecho"
    ),
    "should": (
        r"should|recommend\w*|encouraged?|advis(?:ed|able)|ought to|deberia[ns]?|"
        r"recomenda\w+|recomiend\w+|aconseja\w*|preferabl[ey]\w*|preferentemente"
    ),
}
NOT = (
    r"(?:do|does|did|is|are|was|were|wo|would|should|may|has|have|had|need)n'?t\b|"
    r"not|never|no(?!\.? ?\d)(?! matter| doubt)|none|nobody|no one|nothing|neither|nor|"
    r"without|ni|sin(?! embargo)|nunca|jamas|ningun[oa]?s?|nadie|nada|tampoco|unable|"
    r"en modo alguno|en ningun caso|in no (?:case|event|circumstances?)|under no circumstances?|"
    r"lack(?:s|ing)?|fail(?:s|ed|ing)? to|instead of|rather than|en lugar de|en vez de"
)
NEUTRAL = r"not only|no solo|no solamente|no unicamente|whether or not|sin perjuicio de|no obstante"
SCOPES = {
    "only": r"only|solely|exclusively|solo|solamente|unicamente|exclusivamente|sole",
    "except": (
        r"unless|except(?:ing|ions?)?(?: (?:for|when|if|that|where|in))?|excluding|other than|"
        r"apart from|aside from|but not|with the exception of|save for|"
        r"salvo(?: que)?|excepto(?: que)?|a menos que|a no ser que|"
        r"(?:a|con(?: la)?) excepcion de|exceptuando|menos cuando|exceptuad[oa]s?"
    ),
    "always": r"always|in all cases|siempre(?! que)|en todo caso|en todos los casos",
    "all": r"all|every(?:one|body)?|each|both|tod[oa]s?|cada|ambos|ambas|entire|whole",
    "some": r"some|several|many|most|few|certain|algun[oa]?s?|vari[oa]s|much[oa]s|ciert[oa]s|"
    r"poc[oa]s|sometimes|often|usually|rarely|a veces|a menudo|normalmente|mayoria",
}
QUANTIFIERS = frozenset({"all", "some", "always"})
OPPOSITES = {
    "include": (r"includ(?:e|es|ed|ing)|incluid[oa]s?|incluye[n]?|inclusive",
                r"exclud(?:e|es|ed)|excluid[oa]s?|excluye[n]?|exclusive of"),
    "paid": (r"paid|remunerated|retribuid[oa]s?|remunerad[oa]s?|pagad[oa]s?",
             r"unpaid|non-paid"),
    "approve": ((r"approv(?:e|es|ed|al)|accept(?:s|ed)?|grant(?:s|ed)?|aprob\w+|aprueb\w+|"
                r"acept\w+|conced\w+"),
                (r"reject(?:s|ed)?|den(?:y|ies|ied)|refus(?:e|es|ed)|deneg\w+|denieg\w+|"
                r"rechaz\w+")),
    "more": (r"increas(?:e|es|ed|ing)|rais(?:e|es|ed)|aument\w+|increment\w+",
             (r"decreas(?:e|es|ed|ing)|reduc(?:e|es|ed|ing|tion)|lower(?:s|ed)|"
             r"disminu\w+|reduc(?:ir\w*|id[oa]s?|e[n]?|cion)")),
    "open": (r"open(?:s|ed)?|abiert[oa]s?", r"closed?|cerrad[oa]s?"),
    "begin": (r"begin(?:s|ning)?|start(?:s|ed)?|comien\w+|inici[ao]\w*|empieza[n]?",
              r"end(?:s|ed|ing)?|finish(?:es|ed)?|finaliz\w+|termin[ae]\w*"),
    "full-time": (r"full-time|jornada completa|tiempo completo",
                  r"part-time|jornada parcial|tiempo parcial"),
    "permanent": (r"permanent|indefinid[oa]s?|fij[oa]s?", r"temporary|temporal(?:es)?"),
    "internal": (r"internal(?:ly)?|intern[oa]s?", r"external(?:ly)?|extern[oa]s?"),
    "domestic": (r"domestic|nacional(?:es)?", r"international|foreign|internacional(?:es)?"),
    "in-person": (r"in(?:-| )person|on-?site|presencial(?:es|mente)?",
                  r"remote(?:ly)?|virtual(?:ly)?|telematic[oa]s?|a distancia"),
    "taxable": (r"taxable", r"tax-(?:free|exempt)|non-taxable"),
    "valid": (r"valid[oa]?s?", r"invalid[oa]?s?"),
    "first-class": (r"economy", r"business class|first class"),
    "public": (r"public(?:ly)?|public[oa]s?", r"private(?:ly)?|privad[oa]s?|confidential"),
    "secure": (r"secured?|segur[oa]s?", r"insecure|unsecured"),
    "written": (r"written|in writing|por escrito|escrit[oa]s?",
                r"verbal(?:ly|es|mente)?|oral(?:ly)?"),
    "gross": (r"gross|brut[oa]s?", r"net|net[oa]s?"),
}  # fmt: skip
PARTIES = {
    "person": r"employees?|staff|workers?|team members?|teammates?|personnel|colleagues?|"
    r"emplead[oa]s?|trabajador(?:a|es|as)?|personal|plantilla|you|your|usted(?:es)?|tu|"
    r"everyone|everybody|people|persons?|personas?",
    "employer": r"employers?|empleador(?:a|es)?|patronal|empresarios?",
    "contractor": r"contractors?|freelancers?|subcontractors?|contratistas?|autonom[oa]s?",
    "manager": r"managers?|supervisors?|line managers?|bosses|boss|jef[ae]s?|supervisor(?:a|es)|"
    r"responsables?|superior(?= jer)",
    "director": r"directors?|director(?:a|es|as)",
    "ceo": r"ceo|chief executive(?: officer)?|consejer[oa] delegad[oa]",
    "hr": r"hr|human resources|people ops|people operations|people team|recursos humanos|rrhh",
    "finance": r"finance(?: team| department)?|accounting|payroll|contabilidad|finanzas",
    "lawyer": r"legal(?: team| department)|lawyers?|attorneys?|abogad[oa]s?",
    "intern": r"interns?|trainees?|becari[oa]s?",
    "client": r"clients?|customers?|clientes?",
    "vendor": r"vendors?|suppliers?|proveedor(?:a|es)?",
    "spouse": r"spouses?|wi(?:fe|ves)|husbands?|conyuges?|espos[oa]s?|marido",
    "parent": r"parents?|fathers?|mothers?|padres?|madres?|progenitor(?:a|es)?",
    "child": r"child(?:ren)?|daughters?|hij[oa]s?",
    "grandparent": r"grandparents?|grandfathers?|grandmothers?|abuel[oa]s?",
    "sibling": r"siblings?|brothers?|sisters?|herman[oa]s?",
    "doctor": r"doctors?|physicians?|medic[oa]s?",
    "visitor": r"visitors?|guests?|visitantes?|invitad[oa]s?",
    "volunteer": r"volunteers?",
    "candidate": r"candidates?|applicants?|candidat[oa]s?|solicitantes?",
    "administrator": r"administrators?|admins?|administrador(?:a|es)",
}
_CONJUNCTIONS = (
    "and or but if when while because which who where provided so y o u e pero si cuando "
    "porque mientras aunque although though whereas except unless salvo excepto then "
    "entonces ni nor"
)
CONJUNCTIONS = frozenset(_CONJUNCTIONS.split())
TITLES = (
    r"(?:articulos?|arts?\.?|titulos?|capitulos?|anexos?|seccion|disposicion|tomo|grupo|nivel|"
    r"grado|fase|articles?|titles?|chapters?|annex|appendix|parts?|sections?|phases?|levels?|"
    r"tiers?|grades?|bands?|steps?|volumes?|class|type|tipo|clase|schedule)"
)
_EMPTY = (
    "a an the of to in on at for with by from as is are was were be been being it its "
    "this that these those their they he she we our us his her el la los las un una unos "
    "unas de del al en con por para su sus se lo le les es son fue ser que como esta "
    "este esto estos estas ha han has have had will would do does did there here also "
    "any such more other than into out up not no"
)
EMPTY = frozenset(_EMPTY.split())
