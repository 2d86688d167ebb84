"""What is read from a file: title, sections, and what the file says about itself."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from re import compile as pattern
from unicodedata import category, normalize

from connectors.extract.characters import without_hidden
from connectors.extract.kinds import kind_named
from retrieval.documents import Kind, Section, Status

NOT_TEXT = "It does not hold text but something else. Check what it is, and its name."
NO_TEXT = "It holds no text."


class UnsuitableError(Exception):
    """A file from which nothing can be read; says why, in a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a file says about itself; None where it says nothing."""

    title: str | None = None
    owner: str | None = None
    version: str | None = None
    language: str | None = None
    status: Status = Status.APPROVED
    effective_from: date | None = None
    effective_until: date | None = None
    supersedes: str | None = None
    number: str | None = None
    updated: datetime | None = None
    region: tuple[str, ...] = ()
    audience: str | None = None
    kind: Kind | None = None


@dataclass(frozen=True, slots=True)
class Extracted:
    """A file as it was read; `warnings` are sentences for the operator."""

    title: str
    sections: tuple[Section, ...]
    metadata: Metadata = Metadata()
    warnings: tuple[str, ...] = ()

    def warned(self, *warnings: str) -> "Extracted":
        """Put more warnings before those that are there."""
        return replace(self, warnings=(*warnings, *self.warnings))


ALIASES = {
    "title": ("title", "titulo"),
    "owner": ("owner", "policy_owner", "author", "propietario", "responsable", "autor"),
    "version": ("version",),
    "language": ("language", "lang", "idioma"),
    "status": ("status", "estado"),
    "effective_from": (
        *("effective", "effective_from", "effective_date", "valid_from", "in_force_from"),
        *("vigente_desde", "en_vigor_desde", "en_vigor", "entrada_en_vigor"),
        "fecha_de_entrada_en_vigor",
    ),
    "effective_until": (
        *("effective_until", "valid_until", "expires", "repeal_date"),
        *("vigente_hasta", "en_vigor_hasta", "caduca", "fecha_de_derogacion"),
    ),
    "supersedes": ("supersedes", "replaces", "sustituye_a", "sustituye", "reemplaza_a", "deroga"),
    "number": (
        *("policy", "policy_number", "policy_id", "number"),
        *("politica", "numero", "numero_de_politica", "codigo"),
    ),
    "updated": (
        *("updated", "last_updated", "last_modified", "lastmod", "modified"),
        *("article:modified_time", "actualizado", "ultima_actualizacion", "modificado"),
    ),
    "region": (
        *("region", "regions", "country", "countries", "applies_in", "jurisdiction"),
        *("regiones", "pais", "paises", "ambito_territorial"),
    ),
    "audience": (
        "audience",
        "applies_to",
        "intended_for",
        "audiencia",
        "destinatarios",
        "dirigido_a",
    ),
    "kind": (
        *("kind", "document_type", "doc_type", "type", "category"),
        *("tipo_de_documento", "tipo", "categoria"),
    ),
}
"""Our word for a fact, and the keys under which files state it; the first that is there counts."""

STATUSES = {
    Status.APPROVED: """
        approved active current effective final in_force published valid
        aprobado aprobada en_vigor publicado publicada vigente
    """,
    Status.DRAFT: "draft proposed in_review review wip borrador propuesta en_revision",
    Status.SUPERSEDED: """
        superseded replaced repealed obsolete outdated deprecated
        derogado derogada sustituido sustituida obsoleto obsoleta
    """,
    Status.ARCHIVED: "archived retired withdrawn expired archivado archivada retirado retirada",
}
DATES = ("%Y-%m-%d", "%Y/%m/%d", "%B %d, %Y", "%B %d %Y", "%d %B %Y", "%b %d, %Y", "%d %b %Y")
LANGUAGE = pattern(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*")
SEPARATORS = pattern(r"[,;/]|\s(?:and|y|e)\s")
CODE = 2
SPACE = pattern(r"\s+")


def one_line(text: str) -> str:
    """Put a title or a heading on one line, without characters that nobody sees."""
    return SPACE.sub(" ", without_hidden(normalize("NFC", text)).text).strip()


def metadata_from(facts: Mapping[str, str]) -> tuple[Metadata, tuple[str, ...]]:
    """Read what a file says about itself; what cannot be read is warned of and left out."""
    said = {_keyed(key): one_line(fact) for key, fact in facts.items()}
    known = {
        word: next((said[key] for key in keys if said.get(key)), None)
        for word, keys in ALIASES.items()
    }
    reading = _Reading()
    metadata = Metadata(
        title=known["title"],
        owner=known["owner"],
        version=known["version"],
        language=reading.language(known["language"]),
        status=reading.status(known["status"]),
        effective_from=reading.day("effective date", known["effective_from"]),
        effective_until=reading.day("last effective day", known["effective_until"]),
        supersedes=known["supersedes"],
        number=known["number"],
        updated=reading.moment(known["updated"]),
        region=_parts(known["region"]),
        audience=known["audience"],
        kind=kind_named(known["kind"]),
    )
    return metadata, tuple(reading.warnings)


def _keyed(words: str) -> str:
    """Write a key or a word of a status as the tables here do: "Última revisión" and the like."""
    bare = (letter for letter in normalize("NFD", words) if category(letter) != "Mn")
    return "".join(bare).strip().lower().replace("-", "_").replace(" ", "_")


def _parts(said: str | None) -> tuple[str, ...]:
    """Take a list apart; a code of two letters is written in capitals, as countries' codes are."""
    parts = () if said is None else tuple(part.strip() for part in SEPARATORS.split(said))
    return tuple(part.upper() if len(part) == CODE else part for part in parts if part)


class _Reading:
    """Words into types, keeping count of those that do not fit."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def language(self, said: str | None) -> str | None:
        if said is None:
            return None
        code = LANGUAGE.fullmatch(said.lower())
        if code is None:
            self._ignored("language", said, "a code such as `en` or `es-ES`")
        return code[1] if code else None

    def status(self, said: str | None) -> Status:
        if said is None:
            return Status.APPROVED
        word = _keyed(said)
        for status, words in STATUSES.items():
            if word in words.split():
                return status
        self._ignored("status", said, "approved, draft, superseded or archived")
        return Status.DRAFT  # what nobody is known to have approved does not answer

    def day(self, what: str, said: str | None) -> date | None:
        day = None if said is None else _day(said)
        if said is not None and day is None:
            self._ignored(what, said, "a date such as 2026-03-31")
        return day

    def moment(self, said: str | None) -> datetime | None:
        if said is None:
            return None
        try:
            moment = datetime.fromisoformat(said)
        except ValueError:
            day = self.day("date of the last update", said)
            return None if day is None else datetime.combine(day, time(), UTC)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)

    def _ignored(self, what: str, said: str, wanted: str) -> None:
        self.warnings.append(f"The {what} {said[:60]!r} was not understood; write {wanted}.")


def _day(said: str) -> date | None:
    for form in DATES:
        try:
            return datetime.strptime(said, form).replace(tzinfo=UTC).date()
        except ValueError:
            continue
    try:
        return datetime.fromisoformat(said).date()
    except ValueError:
        return None


def title_from_path(path: str) -> str:
    """Make a title of a file's name, or of its folder's where the name says nothing."""
    *folders, name = path.split("/")
    stem = name.rsplit(".", 1)[0]
    if stem.lower() in {"readme", "index"} and folders:
        stem = folders[-1]
    words = one_line(stem.replace("-", " ").replace("_", " "))
    return words[:1].upper() + words[1:] or path
