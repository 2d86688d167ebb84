"""Why can something not be done with a case, or with an answer that came of one? In a sentence."""

from datetime import datetime
from enum import StrEnum

from babel.dates import format_datetime

_DEFAULT = "en"
_MOMENT = "d MMM, HH:mm"


class Wrong(StrEnum):
    """What is wrong with an action."""

    UNKNOWN_EXCHANGE = "unknown_exchange"  # or somebody else's: it is not told which
    UNKNOWN_CASE = "unknown_case"
    UNKNOWN_ENTRY = "unknown_entry"
    GONE = "gone"  # its texts were erased, or their time is over
    NOT_FOR_STRANGERS = "not_for_strangers"
    EMPTY = "empty"
    TOO_LONG = "too_long"
    OWN_CASE = "own_case"
    NOT_YOUR_CASE = "not_your_case"
    RESOLVED = "resolved"
    WITHDRAWN = "withdrawn"
    UNCLAIMED = "unclaimed"
    TAKEN = "taken"
    NOTHING_ASKED = "nothing_asked"
    UNANSWERED = "unanswered"
    CASE_GONE = "case_gone"
    PROPOSED_ALREADY = "proposed_already"
    TELLS_NAME = "tells_name"
    TELLS_ADDRESS = "tells_address"
    TELLS_NUMBER = "tells_number"
    TELLS_WORDS = "tells_words"
    OVER = "over"
    UNKNOWN_OWNER = "unknown_owner"
    OWN_PROPOSAL = "own_proposal"
    DECIDED = "decided"
    NO_AUDIENCE = "no_audience"
    UNKNOWN_AUDIENCE = "unknown_audience"
    NOT_IN_FORCE = "not_in_force"
    NOT_OWNER = "not_owner"


_ENGLISH: dict[Wrong, str] = {
    Wrong.UNKNOWN_EXCHANGE: "There is no question of yours with this number.",
    Wrong.UNKNOWN_CASE: "There is no such case.",
    Wrong.UNKNOWN_ENTRY: "There is no such verified answer.",
    Wrong.GONE: "Its texts are no longer kept. Ask the question again.",
    Wrong.NOT_FOR_STRANGERS: "HR can be asked here only by people whom I know as employees.",
    Wrong.EMPTY: "Please write something.",
    Wrong.TOO_LONG: "That is too long: {what} characters at most.",
    Wrong.OWN_CASE: "This is your own case: somebody else of HR has to see to it.",
    Wrong.NOT_YOUR_CASE: "This is somebody else's case.",
    Wrong.RESOLVED: "{who} resolved this case on {since}.",
    Wrong.WITHDRAWN: "The employee withdrew this case on {since}.",
    Wrong.UNCLAIMED: "Nobody has this case yet. Claim it first.",
    Wrong.TAKEN: "{who} has had this case since {since}. It can be reassigned.",
    Wrong.NOTHING_ASKED: "Nobody of HR has this case yet, so nothing was asked back.",
    Wrong.UNANSWERED: "The employee was not answered yet. Reply first.",
    Wrong.CASE_GONE: "The texts of this case are no longer kept.",
    Wrong.PROPOSED_ALREADY: "{who} made a verified answer of this case already, on {since}.",
    Wrong.TELLS_NAME: "It still holds the employee's name: “{what}”. Take it out.",
    Wrong.TELLS_ADDRESS: "It still holds an e-mail address: “{what}”. Take it out.",
    Wrong.TELLS_NUMBER: "It still holds a phone number or the number of a person, a card or an "
    "account: “{what}”. Take it out.",
    Wrong.TELLS_WORDS: "It still holds the employee's own words: “{what}”. Say it in yours.",
    Wrong.OVER: "Its last day is over already.",
    Wrong.UNKNOWN_OWNER: "Nobody is known by the address {what}.",
    Wrong.OWN_PROPOSAL: "You proposed this answer: somebody else of HR has to approve it.",
    Wrong.DECIDED: "{who} decided on this answer already, on {since}.",
    Wrong.NO_AUDIENCE: "The case cited no page that says who may read this. Choose a group.",
    Wrong.UNKNOWN_AUDIENCE: "Nobody belongs to {what}.",
    Wrong.NOT_IN_FORCE: "Only an answer that was approved can be withdrawn.",
    Wrong.NOT_OWNER: "Only its owner, {who}, can withdraw this answer.",
}
_SPANISH: dict[Wrong, str] = {
    Wrong.UNKNOWN_EXCHANGE: "No hay ninguna pregunta tuya con este número.",
    Wrong.UNKNOWN_CASE: "No existe ese caso.",
    Wrong.UNKNOWN_ENTRY: "No existe esa respuesta verificada.",
    Wrong.GONE: "Sus textos ya no se guardan. Vuelve a hacer la pregunta.",
    Wrong.NOT_FOR_STRANGERS: "Aquí solo puede consultar a RR. HH. quien me consta como empleado.",
    Wrong.EMPTY: "Escribe algo, por favor.",
    Wrong.TOO_LONG: "Es demasiado largo: {what} caracteres como máximo.",
    Wrong.OWN_CASE: "Este caso es tuyo: tiene que atenderlo otra persona de RR. HH.",
    Wrong.NOT_YOUR_CASE: "Este caso es de otra persona.",
    Wrong.RESOLVED: "{who} cerró este caso el {since}.",
    Wrong.WITHDRAWN: "La persona que lo abrió retiró este caso el {since}.",
    Wrong.UNCLAIMED: "Nadie tiene este caso todavía. Asígnatelo primero.",
    Wrong.TAKEN: "{who} tiene este caso desde el {since}. Se puede reasignar.",
    Wrong.NOTHING_ASKED: "Nadie de RR. HH. tiene este caso todavía: no te han preguntado nada.",
    Wrong.UNANSWERED: "Aún no se ha respondido a la persona. Responde primero.",
    Wrong.CASE_GONE: "Los textos de este caso ya no se guardan.",
    Wrong.PROPOSED_ALREADY: "{who} ya hizo de este caso una respuesta verificada el {since}.",
    Wrong.TELLS_NAME: "Todavía contiene el nombre de la persona: «{what}». Quítalo.",
    Wrong.TELLS_ADDRESS: "Todavía contiene una dirección de correo: «{what}». Quítala.",
    Wrong.TELLS_NUMBER: "Todavía contiene un teléfono o el número de una persona, una tarjeta o "
    "una cuenta: «{what}». Quítalo.",
    Wrong.TELLS_WORDS: "Todavía contiene palabras de la persona: «{what}». Dilo con las tuyas.",
    Wrong.OVER: "Su último día ya ha pasado.",
    Wrong.UNKNOWN_OWNER: "No se conoce a nadie con la dirección {what}.",
    Wrong.OWN_PROPOSAL: "Esta respuesta la propusiste tú: tiene que aprobarla otra persona de "
    "RR. HH.",
    Wrong.DECIDED: "{who} ya decidió sobre esta respuesta el {since}.",
    Wrong.NO_AUDIENCE: "El caso no citaba ninguna página que diga quién puede leer esto. Elige un "
    "grupo.",
    Wrong.UNKNOWN_AUDIENCE: "Nadie pertenece a {what}.",
    Wrong.NOT_IN_FORCE: "Solo se puede retirar una respuesta aprobada.",
    Wrong.NOT_OWNER: "Solo {who}, que responde de ella, puede retirar esta respuesta.",
}
_SENTENCES = {"en": _ENGLISH, "es": _SPANISH}


class CaseError(ValueError):
    """Something cannot be done with a case, or with an answer that came of one.

    `who` is whom it is about, an e-mail, where a surface may put a name; `since` when that was;
    `what` is what was found to be wrong. The words of the error itself are English.
    """

    def __init__(
        self, wrong: Wrong, *, who: str = "", since: datetime | None = None, what: str = ""
    ) -> None:
        self.wrong = wrong
        self.who = who
        self.since = since
        self.what = what
        super().__init__(self.told(_DEFAULT))

    def told(self, language: str, who: str = "") -> str:
        """Say it in a language; `who` is how the surface names whom it is about."""
        known = language if language in _SENTENCES else _DEFAULT
        since = "" if self.since is None else _moment(self.since, known)
        return _SENTENCES[known][self.wrong].format(
            who=who or self.who, since=since, what=self.what
        )


def _moment(moment: datetime, language: str) -> str:
    return f"{format_datetime(moment, _MOMENT, locale=language)} UTC"
