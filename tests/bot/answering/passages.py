"""Passages as a search would bring them."""

from dataclasses import dataclass

from retrieval.documents import Passage, Status


@dataclass(frozen=True, slots=True)
class Page:
    """A page of which passages are made."""

    title: str
    language: str = "en"

    def passage(self, text: str, *, heading: str = "", ordinal: int = 0, lead: str = "") -> Passage:
        name = self.title.lower().replace(" ", "-")
        return Passage(
            chunk_id=f"{name}:{ordinal}",
            document_id=f"folder:{name}",
            generation="1",
            access_id="everyone",
            content_hash="0",
            source="folder",
            path=f"{name}.md",
            title=self.title,
            url=f"https://wiki.corp.example/{name}",
            version="3",
            ordinal=ordinal,
            heading=(heading,) if heading else (),
            text=text,
            lead=lead,
            language=self.language,
            status=Status.APPROVED,
            owner=None,
            effective_from=None,
            updated=None,
            anchor=None,
            page=None,
            sketch=(),
            score=0.0,
            dense=None,
            sparse=None,
        )
