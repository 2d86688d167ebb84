"""A folder of policies with an access file: the demo, development, a handbook kept in git."""

import asyncio
from hashlib import file_digest, sha256
from pathlib import Path
from stat import S_ISREG
from urllib.parse import quote

from connectors.access_file import AccessFile, both, read_access_file
from connectors.extract.extracted import Extracted, UnsuitableError
from connectors.extract.extraction import EXTRACTION, Extraction, Limits
from connectors.extract.kinds import kind_told_by
from connectors.folder_hints import hints
from connectors.folder_walk import Found, Walk
from connectors.source import Item, Listing, SourceUnavailableError, UnreadableError
from retrieval.access import NOBODY_MAY, Access
from retrieval.documents import Document

CHANGED = "It changed while it was being read; the next sync takes it."
LIMITS = Limits()
GONE = "It is no longer in the folder."


class FolderSource:
    """The pages of one folder, each under the rule of the access file.

    With `organisations` the first folder of a path is an organisation: who is not of it may not
    read what is in it. `url` is the address under which the folder can be opened; without one,
    links open the files themselves.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        access_file: Path,
        *,
        organisations: bool = False,
        url: str | None = None,
        limits: Limits = LIMITS,
    ) -> None:
        self._name = name
        self._folder = folder
        self._access_file = access_file
        self._organisations = organisations
        self._url = url
        self._limits = limits
        self._files: dict[str, Path] = {}
        self._extraction = Extraction(limits)

    @property
    def name(self) -> str:
        """The name under which its documents are kept."""
        return self._name

    async def listing(self) -> Listing:
        """List the pages with their contents' digests, and the people of the access file.

        A file that is there but cannot be read is listed: `document` says what is wrong with it.
        """
        return await asyncio.to_thread(self._list)

    async def document(self, item: Item) -> Document:
        """Read one page of the last listing."""
        file = self._file(item)
        data = await asyncio.to_thread(self._read, file, item)
        try:
            extracted = await self._extraction.extract(item.path, data)
        except UnsuitableError as error:
            raise UnreadableError(item.path, str(error)) from error
        return self._document(item, file, extracted)

    async def contents(self, item: Item) -> bytes:
        """Fetch the file of one page of the last listing."""
        return await asyncio.to_thread(self._read, self._file(item), item)

    async def close(self) -> None:
        """End the processes that read files."""
        await self._extraction.close()

    def _list(self) -> Listing:
        root = self._root()
        rules = read_access_file(self._access_file)
        walk = Walk(root, self._access_file.resolve(), collections=self._organisations)
        found = walk.pages()
        self._files = {page.path: page.file for page in found}
        items = tuple(item for page in found if (item := self._item(page, rules, walk)))
        return Listing(
            items=items,
            members=rules.members,
            complete=walk.complete,
            problems=(*rules.problems, *hints(rules, [i.path for i in items]), *walk.problems),
        )

    def _root(self) -> Path:
        try:
            root = self._folder.resolve(strict=True)
        except OSError as error:
            raise SourceUnavailableError(
                f"The folder {self._folder} of the source {self._name} cannot be opened: "
                f"{error.strerror}. Check the path."
            ) from error
        if not root.is_dir():
            raise SourceUnavailableError(
                f"{self._folder} of the source {self._name} is not a folder. Check the path."
            )
        return root

    def _item(self, page: Found, rules: AccessFile, walk: Walk) -> Item | None:
        try:
            status = page.file.stat()
            if not S_ISREG(status.st_mode):
                walk.report(page.path, "It is not a file that can be read, and was left out.")
                return None
            revision = _revision(page.file, status.st_size, self._limits.file_bytes)
        except FileNotFoundError:
            walk.report(page.path, "It went away while the folder was read.")
            return None
        except OSError:  # it is there; what is known of it stays until it can be read again
            revision = f"{EXTRACTION}-unread-{status.st_size}-{status.st_mtime_ns}"
        access = self._access(page.path, rules, walk)
        for other in page.same_as:
            access = both(access, self._access(other, rules, walk))
        return Item(f"{self._name}:{page.path}", page.path, revision, access, status.st_size)

    def _access(self, path: str, rules: AccessFile, walk: Walk) -> Access:
        access = rules.access(path)
        if not self._organisations:
            return access
        organisation, separator, _ = path.partition("/")
        if not separator:
            walk.report(path, "It is in no organisation's folder: nobody may read it. Move it.")
            return NOBODY_MAY
        return access.narrowed(f"organisation:{organisation}") if access.clauses else NOBODY_MAY

    def _file(self, item: Item) -> Path:
        file = self._files.get(item.path)
        if file is None:
            raise UnreadableError(item.path, GONE)
        return file

    def _read(self, file: Path, item: Item) -> bytes:
        """Read a file, and make sure that it still is what was listed."""
        largest = self._limits.file_bytes
        try:
            with file.open("rb") as opened:
                data = opened.read(largest + 1)
        except FileNotFoundError as error:
            self._root()
            raise UnreadableError(item.path, GONE) from error
        except OSError as error:
            why = f"It cannot be opened: {error.strerror}."
            raise UnreadableError(item.path, why) from error
        if len(data) > largest:
            why = f"It is larger than {largest / 1024**2:.0f} MB. Split it, or leave it out."
            raise UnreadableError(item.path, why)
        if _named(sha256(data).hexdigest()) != item.revision:
            raise UnreadableError(item.path, CHANGED)
        return data

    def _document(self, item: Item, file: Path, extracted: Extracted) -> Document:
        said = extracted.metadata
        return Document(
            id=item.id,
            source=self._name,
            path=item.path,
            title=extracted.title,
            url=f"{self._url.rstrip('/')}/{quote(item.path)}" if self._url else file.as_uri(),
            version=said.version or item.revision,
            sections=extracted.sections,
            status=said.status,
            owner=said.owner,
            language=said.language,
            effective_from=said.effective_from,
            effective_until=said.effective_until,
            supersedes=said.supersedes,
            number=said.number,
            updated=said.updated,
            region=said.region,
            audience=said.audience,
            kind=said.kind or kind_told_by(item.path, extracted.title),
            warnings=extracted.warnings,
        )


def _revision(file: Path, size: int, largest: int) -> str:
    """Tell the contents, and the way in which they are read; of a large file, its size alone."""
    if size > largest:
        return f"{EXTRACTION}-large-{size}"
    with file.open("rb") as opened:
        return _named(file_digest(opened, "sha256").hexdigest())


def _named(digest: str) -> str:
    return f"{EXTRACTION}-{digest[:32]}"
