"""Which pages and questions is retrieval measured on?"""

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

from bot.evaluation.fingerprint import fingerprint
from bot.evaluation.questions import Golden, read_questions
from bot.settings import FolderSettings
from tests.bench.corpus import COMPANY, DATA, ROOT

_SEED = 1


@dataclass(frozen=True, slots=True)
class Pages:
    """Collections that stand in one index: each is an organisation of its own."""

    organisations: tuple[str, ...]
    languages: str = "en,es"
    data: Path = DATA

    @property
    def are_there(self) -> bool:
        """Whether the collections are beside the project."""
        return all((self.data / name).exists() for name in self.organisations)

    def fingerprint(self) -> str:
        """Digest the pages and who may read them."""
        return fingerprint(*(self.data / name for name in self.organisations), self._access)

    def folder(self, copied: Path) -> FolderSettings:
        """Copy the collections to a folder of their own, and say how it is read."""
        for name in self.organisations:
            _copy(self.data / name, copied / name)
        return FolderSettings(path=copied, access=self._access, name="bench", organisations=True)

    @property
    def _access(self) -> Path:
        return self.data / "acl.json"


@dataclass(frozen=True, slots=True)
class Company(Pages):
    """The sample company: small, and always there."""

    organisations: tuple[str, ...] = ("company",)
    data: Path = COMPANY.parent

    def folder(self, copied: Path) -> FolderSettings:
        """Name the folder where it is: the company has no organisations in it."""
        return FolderSettings(path=COMPANY, access=self._access, name="bench")

    @property
    def _access(self) -> Path:
        return COMPANY / "access.json"


@dataclass(frozen=True, slots=True)
class Set:
    """Questions over pages, with the figures that count on them."""

    name: str
    pages: Pages
    questions: Path

    @property
    def is_there(self) -> bool:
        """Whether its pages and questions are beside the project."""
        return self.pages.are_there and self.questions.exists()

    def fingerprint(self) -> str:
        """Digest the questions."""
        return fingerprint(self.questions)

    @property
    def size(self) -> int:
        """How many questions there are."""
        return len(read_questions(self.questions))

    def read(self, limit: int | None = None, tag: str | None = None) -> list[Golden]:
        """Read the questions, of one tag, and of those a sample that is always the same."""
        known = [q for q in read_questions(self.questions) if tag is None or tag in q.tags]
        if limit is None or limit >= len(known):
            return known
        chosen = random.Random(_SEED).sample(range(len(known)), limit)  # noqa: S311  # a sample
        return [known[place] for place in sorted(chosen)]


def _set(name: str, questions: str, *organisations: str) -> Set:
    return Set(name, Pages(organisations), DATA / "golden" / questions)


DEV = _set("dev", "dev.jsonl", "tts-handbook", "civicactions-guidebook", "es-public-staff")
SETS = {
    one.name: one
    for one in (
        DEV,
        _set("northwind", "northwind_dev.jsonl", "northwind"),
        _set("anthropic-docs", "anthropic_docs.jsonl", "anthropic-docs"),
        _set("or-sharc", "or_sharc_dev.jsonl", "or-sharc"),
        _set("xquad-en-en", "xquad_en-en.jsonl", "xquad"),
        _set("xquad-es-en", "xquad_es-en.jsonl", "xquad"),
        _set("xquad-de-en", "xquad_de-en.jsonl", "xquad"),
        _set("xquad-mixed", "xquad_mixed.jsonl", "xquad-mixed"),
        Set("company", Company(), ROOT / "bot" / "demo" / "questions.jsonl"),
    )
}


def _copy(folder: Path, to: Path) -> None:
    """Copy contents alone: the collections may be read-only, and the copy is removed again."""
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        target = to / file.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
