"""The documents behind the citations: each is shown to whoever may read it, and to nobody else."""

import asyncio
from collections.abc import Container
from http import HTTPStatus
from typing import Protocol
from urllib.parse import quote

from aiohttp import web

from bot.opened import Opened, Pdf
from bot.surfaces.web.failing import logged
from bot.surfaces.web.viewer.links import Place
from bot.surfaces.web.viewer.page import (
    Cited,
    document_page,
    failed_page,
    nothing_to_open_page,
)
from retrieval.documents import Document

LONGEST_WAIT = 60.0
"""Seconds that a document is given to be opened."""


class Documents(Protocol):
    """Whatever opens documents."""

    async def open(self, path: str, asker: str) -> Opened | None:
        """Open a document as somebody; None where that path holds nothing that they may read."""
        ...


class Viewer:
    """Shows documents to the people of the page; anybody else is shown none."""

    def __init__(self, documents: Documents, askers: Container[str], company: str) -> None:
        self._documents = documents
        self._askers = askers
        self._company = company

    async def show(self, request: web.Request) -> web.Response:
        """Answer with the document, or with one page for all that cannot be opened."""
        path, asker = _path(request), request.query.get("as", "")
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                return await self._shown(path, asker, _cited(request))
        except Exception as error:  # noqa: BLE001  # the outermost edge of a request
            reference = logged("web document failed", error)
            page = failed_page(reference, company=self._company, root=Place(path).root)
            return _html(page, HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _shown(self, path: str, asker: str, cited: Cited) -> web.Response:
        """Open the document; somebody who is not of the page may open nothing."""
        opened = await self._documents.open(path, asker if asker in self._askers else "")
        match opened:
            case None:
                page = nothing_to_open_page(company=self._company, root=Place(path).root)
                return _html(page, HTTPStatus.NOT_FOUND)
            case Pdf():
                return _pdf(opened)
            case Document():
                page = await asyncio.to_thread(
                    document_page, opened, cited, company=self._company, asker=asker
                )
                return _html(page, HTTPStatus.OK)


def _path(request: web.Request) -> str:
    """Read the path; a `/` that was written as `%2F` separates nothing in an address."""
    path = request.match_info["path"]
    return path.replace("/", "\0") if "%2F" in request.rel_url.raw_path.upper() else path


def _cited(request: web.Request) -> Cited:
    return Cited(tuple(request.query.getall("quote", ())), request.query.get("at", ""))


def _html(page: str, status: HTTPStatus) -> web.Response:
    return web.Response(text=page, content_type="text/html", status=status)


def _pdf(pdf: Pdf) -> web.Response:
    disposition = f"inline; filename*=UTF-8''{quote(pdf.name, safe='')}"
    return web.Response(
        body=pdf.data,
        content_type="application/pdf",
        headers={"Content-Disposition": disposition},
    )
