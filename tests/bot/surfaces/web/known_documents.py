"""Documents behind some of the known replies: one that is open to Ana alone, and means harm."""

from datetime import date

from bot.opened import Opened
from bot.surfaces.web.viewer.showing import Documents
from retrieval.documents import Document, Section, Status
from tests.bot.surfaces.web.known_replies import ANA, REMOTE

FILLING = "\n\n".join(
    f"Párrafo {number}: esto no cambia nada de lo anterior." for number in range(30)
)

REMOTE_WORK = Document(
    id=REMOTE.document_id,
    source="folder",
    path=REMOTE.path,
    title=REMOTE.title,
    url=REMOTE.url,
    version=REMOTE.version,
    status=Status.SUPERSEDED,
    owner="Personas",
    language="es",
    effective_from=date(2024, 9, 1),
    sections=(
        Section((), f"Vale para toda la plantilla.\n\n{FILLING}", "trabajo-a-distancia"),
        Section(("Días por semana",), f"En general: {REMOTE.quote} Se firma una vez.", "dias"),
        Section(("Horario",), FILLING, "horario"),
        Section(
            ("Equipo", "Importes"),
            "| Qué | Cuánto como máximo | Quién lo aprueba | Cada cuánto tiempo | Formulario |\n"
            "|---|--:|---|---|---|\n"
            "| Mesa | 150 € | Responsable | Una vez | EQ-01 |\n"
            "| Silla | 250 € | Responsable | Una vez | EQ-01 |\n\n"
            "```\nEQ-01 → personas@corp.example\n```\n\n"
            "Ver [permisos](../people/leave.md) y [la ley](https://boe.example/ley?id=10).",
            "importes",
        ),
        Section(
            ("Anexo",),
            "<script>alert(1)</script> <img src=https://collect.example/i.png onerror=alert(2)>\n\n"
            "[pulsa](javascript:alert(3)) ![logo](https://collect.example/l.png) "
            "![punto](data:image/gif;base64,R0lGODlhAQABAAAAACw=)\n\n"
            f"<iframe src=//collect.example></iframe>\n\n{'w' * 300}\n\n{FILLING}",
            '"><script>alert(4)</script>',
        ),
    ),
)


class KnownDocuments(Documents):
    """Opens one document, for Ana."""

    async def open(self, path: str, asker: str) -> Opened | None:
        return REMOTE_WORK if (path, asker) == (REMOTE_WORK.path, ANA.email) else None
