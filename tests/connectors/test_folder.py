import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from unicodedata import normalize

import pytest

from connectors.extract.extraction import EXTRACTION, Limits
from connectors.folder import FolderSource
from connectors.source import Item, Listing, Member, SourceUnavailableError, UnreadableError
from retrieval.access import NOBODY_MAY, Reader, access, clause, reader
from retrieval.documents import Status
from tests.at_hand import need

NOW = datetime(2026, 12, 1, tzinfo=UTC)
STAFF = access(clause("group:staff"))
HR = access(clause("group:hr"))
RULES = {
    "default": "staff",
    "rules": [{"prefix": "hr/", "audience": "hr"}],
    "people": {"ana@corp.example": ["staff", "hr"], "bo@corp.example": ["staff"]},
}
DATA = Path(__file__).parents[2] / "../shared/data"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "policies"
    place.mkdir()
    (tmp_path / "access.json").write_text(json.dumps(RULES))
    return place


@pytest.fixture
async def source(folder: Path) -> AsyncIterator[FolderSource]:
    source = FolderSource("handbook", folder, folder.parent / "access.json")
    yield source
    await source.close()


def put(folder: Path, *paths: str, text: str = "# Leave\n\nTake it.") -> None:
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)


def paths(listing: Listing) -> list[str]:
    return [item.path for item in listing.items]


def item(listing: Listing, path: str) -> Item:
    (found,) = [item for item in listing.items if item.path == path]
    return found


def problems(listing: Listing) -> str:
    return "\n".join(f"{problem.path}: {problem.sentence}" for problem in listing.problems)


async def test_pages_are_listed_with_their_access(folder: Path, source: FolderSource) -> None:
    put(folder, "leave.md", "hr/pay.HTML", "b.txt", "c.docx", "d.pdf", "e.png", "access.json")
    listing = await source.listing()

    assert paths(listing) == ["b.txt", "c.docx", "d.pdf", "hr/pay.HTML", "leave.md"]
    assert item(listing, "leave.md").access == STAFF
    assert item(listing, "hr/pay.HTML").access == HR
    assert item(listing, "leave.md").id == "handbook:leave.md"
    assert item(listing, "leave.md").size == 17
    assert [member.email for member in listing.members] == ["ana@corp.example", "bo@corp.example"]
    assert listing.complete
    assert not listing.problems


async def test_a_page_is_read_with_what_it_says_about_itself(
    folder: Path, source: FolderSource
) -> None:
    facts = "owner: People\nversion: 1.10\neffective: 2026-03-01\nstatus: draft\nlang: en-US"
    put(folder, "hr/año nuevo.md", text=f"---\n{facts}\n---\n# Leave\n\nTake it.\n")
    listing = await source.listing()
    document = await source.document(listing.items[0])

    assert document.id == "handbook:hr/año nuevo.md"
    assert document.url == (folder / "hr/año nuevo.md").as_uri()
    assert (document.title, document.owner, document.version) == ("Leave", "People", "1.10")
    assert document.effective_from == date(2026, 3, 1)
    assert (document.status, document.language) == (Status.DRAFT, "en")
    assert [section.text for section in document.sections] == ["Take it."]


async def test_the_address_of_a_folder_is_that_of_its_pages(folder: Path) -> None:
    put(folder, "a b/c#d.md")
    source = FolderSource(
        "wiki", folder, folder.parent / "access.json", url="https://wiki.example/p/"
    )
    document = await source.document((await source.listing()).items[0])

    assert document.url == "https://wiki.example/p/a%20b/c%23d.md"
    assert document.version.startswith(f"{EXTRACTION}-")


async def test_the_revision_tells_the_contents_alone(folder: Path, source: FolderSource) -> None:
    put(folder, "a.md", "b.md")
    before = await source.listing()
    os.utime(folder / "a.md", (1, 1))
    put(folder, "b.md", text="# Leave\n\nTake 1t.")
    after = await source.listing()

    assert item(before, "a.md") == item(after, "a.md")
    assert item(before, "b.md").revision != item(after, "b.md").revision


async def test_only_what_is_about_a_collection_is_no_page(folder: Path) -> None:
    put(folder, "LICENSE", "SOURCE.md", "corp/SOURCE.md", "corp/hr/SOURCE.md", "corp/README.md")
    rules = folder.parent / "access.json"
    plain = await FolderSource("a", folder, rules).listing()
    collections = await FolderSource("a", folder, rules, organisations=True).listing()

    assert paths(plain) == ["corp/README.md", "corp/SOURCE.md", "corp/hr/SOURCE.md"]
    assert paths(collections) == ["corp/README.md", "corp/hr/SOURCE.md"]


async def test_what_is_hidden_is_no_page(folder: Path, source: FolderSource) -> None:
    put(folder, ".git/a.md", ".a.md", "b.md", "c/.d/e.md")

    assert paths(await source.listing()) == ["b.md"]


async def test_the_access_file_is_no_page(folder: Path) -> None:
    put(folder, "access.txt", text=json.dumps(RULES))
    put(folder, "a.md")
    (folder / "b.txt").symlink_to("access.txt")
    listing = await FolderSource("a", folder, folder / "access.txt").listing()

    assert paths(listing) == ["a.md"]


async def test_an_organisation_is_one_more_clause(folder: Path) -> None:
    put(folder, "north/a.md", "south/a.md", "top.md", "hr/a.md")
    source = FolderSource("all", folder, folder.parent / "access.json", organisations=True)
    listing = await source.listing()

    northerner = reader("everyone", "group:staff", "organisation:north")
    assert item(listing, "north/a.md").access == STAFF.narrowed("organisation:north")
    assert item(listing, "north/a.md").access.admits(northerner, NOW)
    assert not item(listing, "south/a.md").access.admits(northerner, NOW)
    assert item(listing, "top.md").access == NOBODY_MAY
    assert "top.md: It is in no organisation's folder" in problems(listing)


async def test_no_organisation_opens_what_nobody_may_read(folder: Path) -> None:
    put(folder, "north/a.md")
    (folder.parent / "access.json").write_text("{}")
    source = FolderSource("all", folder, folder.parent / "access.json", organisations=True)

    assert item(await source.listing(), "north/a.md").access == NOBODY_MAY


async def test_without_an_access_file_nobody_may_read(folder: Path, source: FolderSource) -> None:
    put(folder, "a.md")
    (folder.parent / "access.json").unlink()
    listing = await source.listing()

    assert item(listing, "a.md").access == NOBODY_MAY
    assert listing.complete
    assert "There is no access file" in problems(listing)


async def test_a_link_out_of_the_folder_is_reported(folder: Path, source: FolderSource) -> None:
    put(folder.parent, "secret.md")
    put(folder, "a.md", ".hidden/b.md")
    (folder / "out.md").symlink_to("../secret.md")
    (folder / "in.md").symlink_to("../policies/a.md")
    (folder / "hidden.md").symlink_to(".hidden/b.md")
    (folder / "broken.md").symlink_to("nothing.md")
    (folder / "loop.md").symlink_to("loop.md")
    (folder / "all").symlink_to("..")
    listing = await source.listing()

    assert paths(listing) == ["a.md", "in.md"]
    for left_out in ("out.md", "hidden.md", "broken.md", "loop.md", "all"):
        assert f"{left_out}: It is a link" in problems(listing)
    assert listing.complete


async def test_a_link_opens_to_nobody_what_its_target_does_not(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "hr/pay.md")
    (folder / "pay.md").symlink_to("hr/pay.md")
    listing = await source.listing()

    assert item(listing, "pay.md").access == access(clause("group:staff"), clause("group:hr"))


@pytest.mark.skipif(sys.platform == "darwin", reason="the file system itself knows one form only")
async def test_two_files_with_one_id_are_reported(folder: Path, source: FolderSource) -> None:
    composed, taken_apart = (normalize(form, "año.md") for form in ("NFC", "NFD"))
    put(folder, composed, text="# Composed\n\nOne.")
    put(folder, taken_apart, text="# Apart\n\nTwo.")
    listing = await source.listing()

    assert paths(listing) == [composed]
    assert "año.md: Two files have this name" in problems(listing)
    assert (await source.document(listing.items[0])).title == "Apart"


async def test_an_empty_folder_says_so(folder: Path, source: FolderSource) -> None:
    listing = await source.listing()

    assert listing.complete
    assert listing.items == ()
    assert "holds no page" in problems(listing)


@pytest.mark.parametrize("name", ["missing", "access.json"])
async def test_a_folder_that_is_none_is_an_unavailable_source(folder: Path, name: str) -> None:
    source = FolderSource("handbook", folder.parent / name, folder.parent / "access.json")

    with pytest.raises(SourceUnavailableError, match="source handbook"):
        await source.listing()


async def test_a_file_that_is_too_large_does_not_stop_the_others(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "a.md")
    with (folder / "large.pdf").open("wb") as sparse:
        sparse.truncate(50 * 1024 * 1024)
    listing = await source.listing()

    with pytest.raises(UnreadableError, match="larger than 25 MB"):
        await source.document(item(listing, "large.pdf"))
    assert (await source.document(item(listing, "a.md"))).title == "Leave"


async def test_a_file_that_cannot_be_opened_is_listed_and_reported(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "a.md", "b.md")
    (folder / "b.md").chmod(0)
    if os.access(folder / "b.md", os.R_OK):
        pytest.skip("this account may read every file")
    listing = await source.listing()

    assert paths(listing) == ["a.md", "b.md"]
    with pytest.raises(UnreadableError, match="cannot be opened"):
        await source.document(item(listing, "b.md"))


async def test_a_file_that_went_away_or_changed_is_reported(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "a.md", "b.md")
    listing = await source.listing()
    (folder / "a.md").unlink()
    put(folder, "b.md", text="# Other")

    with pytest.raises(UnreadableError, match="no longer in the folder"):
        await source.document(item(listing, "a.md"))
    with pytest.raises(UnreadableError, match="changed while"):
        await source.document(item(listing, "b.md"))


async def test_a_folder_that_went_away_is_an_unavailable_source(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "a.md")
    listing = await source.listing()
    os.rename(folder, folder.parent / "elsewhere")  # noqa: PTH104 - pathlib would block

    with pytest.raises(SourceUnavailableError):
        await source.document(listing.items[0])


async def test_a_listing_without_some_folder_is_not_complete(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "a.md")
    deeper = os.open(folder, os.O_RDONLY)
    for _ in range(20):  # deeper than any path may be long
        os.mkdir("d" * 250, dir_fd=deeper)
        inner = os.open("d" * 250, os.O_RDONLY, dir_fd=deeper)
        os.close(deeper)
        deeper = inner
    os.close(deeper)
    listing = await source.listing()

    assert paths(listing) == ["a.md"]
    assert not listing.complete
    assert "It cannot be opened: File name too long" in problems(listing)


async def test_an_item_of_no_listing_is_unreadable(source: FolderSource) -> None:
    with pytest.raises(UnreadableError):
        await source.document(Item("handbook:../x.md", "../x.md", "1-0", STAFF, 1))


async def test_what_is_no_file_is_left_out(folder: Path, source: FolderSource) -> None:
    put(folder, "a.md")
    os.mkfifo(folder / "pipe.md")
    (folder / "folder.md").mkdir()
    async with asyncio.timeout(5):
        listing = await source.listing()

    assert paths(listing) == ["a.md"]
    assert "pipe.md: It is not a file" in problems(listing)


async def test_a_name_that_cannot_be_shown_is_reported(folder: Path, source: FolderSource) -> None:
    put(folder, "a.md", "b\u202efdp.md", "c\nd.md", "Ñ \U0001f600 5.03\u202fPM.md")
    put(folder, os.fsdecode(b"e\xff.md"))
    listing = await source.listing()

    assert paths(listing) == ["a.md", "Ñ \U0001f600 5.03\u202fPM.md"]
    assert "b\\u202efdp.md: Its name holds characters" in problems(listing)


async def test_a_rule_that_covers_nothing_is_pointed_out(
    folder: Path, source: FolderSource
) -> None:
    put(folder, "HR/pay.md", "a.md")

    listing = await source.listing()
    assert "The rule for `hr/` covers no page" in problems(listing)
    assert "Did you mean `HR/`?" in problems(listing)


async def test_a_rule_that_covers_a_folder_beside_its_own_is_pointed_out(folder: Path) -> None:
    put(folder, "HR/pay.md", "HR-public/a.md", "HR-public/b.md")
    rules = RULES | {"rules": [{"prefix": "HR", "audience": "hr"}]}
    (folder.parent / "access.json").write_text(json.dumps(rules))
    listing = await FolderSource("a", folder, folder.parent / "access.json").listing()

    assert item(listing, "HR-public/a.md").access == HR
    assert problems(listing).count("also covers `HR-public`") == 1


async def test_a_damaged_page_does_not_stop_the_others(folder: Path) -> None:
    put(folder, "a.md")
    (folder / "b.md").write_bytes(bytes(range(256)) * 100)
    limits = Limits(processes=1)
    source = FolderSource("a", folder, folder.parent / "access.json", limits=limits)
    listing = await source.listing()

    with pytest.raises(UnreadableError, match="does not hold text"):
        await source.document(item(listing, "b.md"))
    assert (await source.document(item(listing, "a.md"))).title == "Leave"


async def test_the_collections_are_read_under_their_rules() -> None:
    need(DATA.is_dir(), "the collections are not beside the project")
    collections = ("tts-handbook", "civicactions-guidebook", "es-public-staff")
    source = FolderSource("all", DATA, DATA / "acl.json", organisations=True)
    listing = await source.listing()
    pages = [item for item in listing.items if item.path.split("/")[0] in collections]

    assert len(pages) == 628
    rules = json.loads((DATA / "acl.json").read_text())
    for page in pages:
        audience = _audience(rules, page.path)
        for member in listing.members:
            assert page.access.admits(_reader(member, page), NOW) == (
                audience in rules["askers"][member.email]
            )
        document = await source.document(page)
        assert document.title
        assert len(document.title.splitlines()) == 1
    await source.close()


def _audience(rules: dict[str, Sequence[dict[str, str]]], path: str) -> object:
    covering = [rule for rule in rules["rules"] if path.startswith(rule["prefix"])]
    longest = max(covering, key=lambda rule: len(rule["prefix"]), default=None)
    return longest["audience"] if longest else rules["default"]


def _reader(member: Member, page: Item) -> Reader:
    organisation = page.path.split("/")[0]
    return reader(*(grant.principal for grant in member.grants), f"organisation:{organisation}")
