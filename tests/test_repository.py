"""What the repository promises of itself."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from bot import settings

ROOT = Path(__file__).parents[1]
PACKAGES = ("bot", "connectors", "retrieval", "storage")
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOP = {
    "pyproject.toml",
    "requirements.txt",
    "README.md",
    "LICENSE",
    "NOTICE",
    "Dockerfile",
    "manifest.yml",
    *PACKAGES,
    "tests",
}


def modules() -> list[Path]:
    return sorted(
        path
        for package in (*PACKAGES, "tests")
        for path in (ROOT / package).rglob("*.py")
        if "versions" not in path.parts
    )


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files"],  # noqa: S607  # wherever git is
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return listed.stdout.splitlines()


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_over_400_lines_and_no_function_over_60(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 400
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            assert length <= 60, f"{node.name} has {length} lines"


def test_nothing_stands_at_the_top_that_has_no_place_there() -> None:
    assert {name.split("/")[0] for name in tracked() if not name.startswith(".")} <= TOP


def test_every_setting_is_in_the_readme_and_nothing_else_is() -> None:
    table = re.findall(r"^\| `(POLICYBOT_\w+)` \| (.+?) \|", README, re.MULTILINE)

    assert dict(table) == settings.names()


def test_the_readmes_map_names_every_module_that_ships() -> None:
    named = set(re.findall(r"`([\w/]+\.py)`", README.split("## The map")[1]))
    shipped = {
        str(path.relative_to(ROOT))
        for path in modules()
        if path.is_relative_to(ROOT) and path.name != "__init__.py" and "tests" not in path.parts
    }

    assert named == shipped


def test_the_repository_names_no_package_index_and_no_machine() -> None:
    forbidden = re.compile(
        r"(pypi\.org|pythonhosted|npmjs\.(org|com)|/root/|/home/\w+/)".replace("pypi", "py" + "pi")
    )
    for name in tracked():
        path = ROOT / name
        if path.suffix in {".docx", ".npz", ".pdf", ".svg"} or path == Path(__file__):
            continue
        assert not forbidden.search(path.read_text(encoding="utf-8")), name
