"""The words that people see in a chat, in Spanish."""

from bot.saying.phrases import (
    AnswerWords,
    CaseWords,
    HomeWords,
    ModalWords,
    NoteWords,
    Words,
)

_ANSWER = AnswerWords(
    sources="Fuentes",
    version="versión {version}",
    in_force_since="en vigor desde el {date}",
    in_force_from="no entra en vigor hasta el {date}",
    page="página {page}",
    in_language="en {language}",
    verified="Verificado por RR. HH.",
    policies=("1 política", "{n} políticas"),
    verified_answers=(
        "1 respuesta verificada por RR. HH.",
        "{n} respuestas verificadas por RR. HH.",
    ),
    both="{one} y {other}",
    drawn_private="A partir de {what} que puedes leer",
    drawn_here="A partir de {what} que aquí puede leer todo el mundo",
    updated="actualizado el {date}",
    reckoned="Cálculo:",
    look_in="Puedes mirar en:",
    not_answered="Sin respuesta",
    one_thing_first="Antes, una cosa",
    outage="Ahora no está disponible",
    outage_note="Es un fallo nuestro. No significa que no haya una norma.",
    rest="El resto de la respuesta",
    table_below="Véase la tabla de abajo.",
    table_below_of="Véase la tabla {n}, abajo.",
    table_of="Tabla {n}",
    link_left_out="(enlace omitido)",
    show_passage="Ver el fragmento",
    show_passage_of="Ver el fragmento [{n}]",
    choose_passage="Ver un fragmento…",
    ask_hr="Preguntar a RR. HH.",
    answer_privately="Respóndeme en privado",
    share_in="Compartir en {channel}",
    unnamed="el chat",
    helpful="Útil",
    not_helpful="No es útil",
    helpful_label="Esta respuesta me ha servido",
    not_helpful_label="Esta respuesta no me ha servido",
)

_NOTE = NoteWords(
    searching="Buscando en las políticas…",
    writing="Escribiendo y comprobando la respuesta…",
    is_searching="está buscando en las políticas…",
    is_writing="está escribiendo y comprobando la respuesta…",
    apology="Algo ha fallado por nuestra parte y no se pudo responder a tu pregunta.",
    apology_help=(
        "Inténtalo más tarde o pregunta a {hr}. Al avisar del fallo, da la referencia {reference}."
    ),
    shared_by="{name} ha compartido una respuesta:",
    not_yours="Solo puede hacerlo quien preguntó. Haz tú la pregunta para poder hacer lo mismo.",
    gone="Esta respuesta ya no se conserva. Vuelve a preguntar, por favor.",
    case_opened="RR. HH. tiene tu pregunta. La respuesta llegará aquí, en un mensaje directo.",
    case_opened_more="Caso {case} · RR. HH. intenta responder en {hours} horas.",
    hr_replied="{name}, de RR. HH., ha respondido a tu pregunta:",
    hr_asks="{name}, de RR. HH., necesita saber algo antes de responder:",
    hr_closed="RR. HH. ha cerrado tu caso {case}.",
    where_asked="Ver dónde preguntaste",
    answer_hr="Responder a RR. HH.",
    hr_unreachable=(
        "Ahora mismo no se puede llegar al canal de RR. HH. Tu pregunta se guarda y saldrá en "
        "cuanto se pueda. Si es urgente, pregunta directamente a {hr}."
    ),
    you_asked="Preguntaste:",
    you_asked_in="Preguntaste en un canal:",
    not_postable=(
        "No pude publicar mi respuesta donde preguntaste. Pregúntame aquí y aquí te respondo."
    ),
    passed_on="Gracias. Recursos Humanos ya lo tiene. (Caso {case})",
    command_help=(
        "Escribe una pregunta tras el comando, por ejemplo `/policy ¿cuántas vacaciones tengo?`. "
        "Respondo en nuestros mensajes directos. `/policy privacidad` muestra qué se guarda de ti."
    ),
    nothing_to_ask="En este mensaje no hay texto sobre el que preguntar.",
    nothing_found="Ninguna política que todos puedan leer dice nada sobre eso.",
    not_here="Aquí no puedo decir nada. Abre un chat conmigo y pregúntame allí.",
    command_taken="Te respondo en nuestros mensajes directos.",
    command_privacy="Mira nuestros mensajes directos.",
    overdue="Se ha agotado el plazo del caso {case} y nadie lo ha respondido todavía.",
    not_of_hr="Solo quien es miembro de este canal puede hacerse cargo de un caso.",
    for_hr=(
        "Esto es para quien es miembro del canal de Recursos Humanos, mientras sea privado y no "
        "esté compartido."
    ),
    not_reached="No puedo escribir a quien abrió el caso {case}. No se le ha avisado.",
    asked_already=(
        "Ya consultaste esto con Recursos Humanos: caso {case}. La respuesta te llega aquí."
    ),
)

_MODAL = ModalWords(
    cancel="Cancelar",
    close="Cerrar",
    send="Enviar",
    ask_hr="Preguntar a RR. HH.",
    question="Tu pregunta",
    question_hint="Puedes cambiarla antes de que llegue a RR. HH.",
    answer_shown="La respuesta que se te mostró",
    note="¿Qué más debe saber RR. HH.?",
    note_hint="No escribas lo que RR. HH. no necesita saber, ni de ti ni de otras personas.",
    leave_out_label="Si lo prefieres",
    leave_out="No incluir la pregunta ni la respuesta",
    leave_out_more="Así RR. HH. solo ve tu nota.",
    who_sees="{who} verá esto y tu nombre.",
    share="Compartir la respuesta",
    share_warning="La respuesta se publicará en {channel}, con tu nombre.",
    share_people=("Podrá leerla 1 persona.", "Podrán leerla {n} personas."),
    share_shows="Muestra palabras de estos documentos:",
    feedback="¿Qué ha fallado?",
    reason="La respuesta…",
    reasons={
        "wrong": "dice algo incorrecto",
        "outdated": "está desactualizada",
        "incomplete": "omite algo importante",
        "off_topic": "no trata de lo que pregunté",
        "unclear": "no se entiende bien",
        "other": "tiene otro problema",
    },
    comment="¿Cuál habría sido la respuesta correcta?",
    comment_hint="Lo lee quien se ocupa de las respuestas.",
    passage="Fragmento [{n}]",
    open_section="Abrir en este apartado",
    open_page="Abrir en la página {page}",
    open_document="Abrir el documento",
    reply="Responder",
    reply_text="Tu respuesta",
    reply_hint="Se envía en un mensaje directo, con tu nombre.",
    ask_back="Pedir un dato",
    ask_back_text="¿Qué necesitas saber?",
    ask_back_hint="Se envía en un mensaje directo, con tu nombre.",
    reassign="Pasar el caso",
    reassign_to="¿Quién se encarga del caso?",
    save="Guardar verificada",
    save_more=(
        "Otra persona de RR. HH. tiene que aprobarla. Después, quien pregunte esto recibirá tu "
        "respuesta, como verificada por RR. HH. No incluyas nada sobre una persona."
    ),
    question_asked="Pregunta",
    answer="Respuesta",
    owner="¿Quién la mantiene al día?",
    until="Válida hasta",
    until_hint="Después de ese día la respuesta deja de darse, hasta que alguien la renueve.",
    answer_back="Responder a RR. HH.",
    answer_back_text="Tu respuesta",
    they_ask="RR. HH. pregunta:",
    who_may_read="¿Quién puede leerla?",
    group="Un grupo",
    needed="Hace falta rellenar esto.",
)

_CASE = CaseWords(
    case="Caso {case}",
    states={
        "open": "Nuevo",
        "claimed": "En curso",
        "asked_back": "A la espera del empleado",
        "answered": "Respondido",
        "resolved": "Cerrado",
        "withdrawn": "Retirado por el empleado",
    },
    asked_by="Pregunta de {name}, {when}",
    question="Pregunta",
    answer_given="Respuesta que se dio",
    text_left_out="El empleado no incluyó la pregunta ni la respuesta.",
    note="Nota",
    time_left="Quedan {time}",
    overdue="Plazo vencido hace {time}",
    assignee="Lo lleva {name}",
    nobody="Aún no lo lleva nadie",
    history="Historial",
    deeds={
        "opened": "{who} preguntó a RR. HH.",
        "claimed": "{who} se encargó del caso",
        "reassigned": "{who} pasó el caso a {text}",
        "asked_back": "{who} preguntó: {text}",
        "answered_back": "{who} contestó: {text}",
        "answered": "{who} respondió: {text}",
        "resolved": "{who} cerró el caso",
        "withdrawn": "{who} retiró la pregunta",
    },
    claim="Encargarme",
    reply="Responder",
    ask_back="Pedir un dato",
    resolve="Cerrar",
    resolve_sure="¿Cerrar el caso?",
    resolve_text="Se avisa al empleado de que RR. HH. lo ha cerrado.",
    reassign="Pasar a otra persona",
    save="Guardar como respuesta verificada",
    no="Cancelar",
    verified="Respuesta verificada",
    verified_states={
        "proposed": "A la espera de otra persona",
        "approved": "En uso",
        "refused": "No aprobada",
        "withdrawn": "Ya no está en uso",
    },
    proposed_by="Propuesta por {name}",
    needs_second="Tiene que aprobarla alguien que no sea {name}.",
    owner="La mantiene al día {name}",
    until="válida hasta el {date}",
    approve="Aprobar",
    refuse="No aprobar",
    withdraw="Retirar",
    withdraw_sure="¿Retirar la respuesta?",
    withdraw_text="Dejará de darse a quien pregunte.",
)

_HOME = HomeWords(
    hello="Pregúntame por una norma",
    what=(
        "Respondo con las políticas de la empresa, y solo con las que puedes leer. Cada respuesta "
        "muestra las palabras en que se apoya. Si las políticas no lo dicen, te aviso."
    ),
    how_in={
        "slack": (
            "Escríbeme en la pestaña Mensajes: la respuesta solo la lees tú.",
            "Mencióname en un canal: la respuesta la lee todo el canal; uso lo que leen todos.",
            "Escribe /policy y tu pregunta donde quieras: te respondo por mensaje directo.",
        ),
        "teams": (
            "Escríbeme aquí: la respuesta solo la lees tú.",
            "Mencióname donde haya más gente: la respuesta la leen todos; uso lo que leen todos.",
            "En el menú de un mensaje, «Preguntar sobre esto»: te respondo aquí.",
        ),
    },
    examples="Puedes preguntar, por ejemplo:",
    prompts=(
        ("Permiso parental", "¿Cuánto permiso parental me corresponde?"),
        ("Teletrabajo", "¿Cuántos días a la semana puedo teletrabajar?"),
        ("Gastos de viaje", "¿Cuánto puedo gastar en un hotel?"),
        ("Baja médica", "¿Qué tengo que hacer si estoy enfermo?"),
    ),
    person="¿Prefieres hablar con una persona?",
    person_more=(
        "Puedes acudir a {hr} en cualquier momento, o pulsar «Preguntar a RR. HH.» bajo una "
        "respuesta."
    ),
)

SPANISH = Words("es", _ANSWER, _NOTE, _MODAL, _CASE, _HOME)
