import re
from pathlib import Path

import pytest

from bot.answering.contacts import ContactsError, read_contacts
from bot.answering.sensitive import Topic
from bot.app import COMPANY
from tests.terminal import Terminal


@pytest.mark.parametrize("topic", list(Topic))
@pytest.mark.parametrize("language", ["en", "es"])
def test_without_a_file_every_topic_has_words_that_name_no_address(
    topic: Topic, language: str
) -> None:
    contacts = read_contacts(None)

    told = contacts.first(topic, language)
    assert told
    assert "{" not in told
    assert "@" not in told
    assert contacts.records is None


@pytest.mark.parametrize("topic", list(Topic))
def test_the_sample_company_has_words_in_both_languages(topic: Topic) -> None:
    contacts = read_contacts(COMPANY / "contacts.toml")

    assert contacts.first(topic, "en") != contacts.first(topic, "es")
    assert "personas@" in contacts.hr("es")
    assert contacts.records is not None
    assert contacts.records.name == "Almena"


def test_the_sample_companys_contacts_stand_in_its_policies() -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in COMPANY.rglob("*.md"))
    told = (COMPANY / "contacts.toml").read_text(encoding="utf-8")

    named = set(re.findall(r"[\w.]+@[\w.]+\w|\b[4-7]\d{3}\b|canal\.[\w.]+\w", told))
    assert len(named) > 8
    assert not [contact for contact in named if contact not in pages]


def test_what_the_operators_say_holds_and_the_rest_stays(tmp_path: Path) -> None:
    file = tmp_path / "contacts.toml"
    file.write_text('[hr]\nen = "the desk"\n[first.harassment]\nen = "Call {hr} at once."\n')
    contacts = read_contacts(file)

    assert contacts.first(Topic.HARASSMENT, "en") == "Call the desk at once."
    assert "the desk" in contacts.first(Topic.VIOLENCE, "en")
    assert contacts.first(Topic.MEDICAL, "en") == read_contacts(None).first(Topic.MEDICAL, "en")


def test_a_contact_in_another_language_is_better_than_none(tmp_path: Path) -> None:
    file = tmp_path / "contacts.toml"
    file.write_text('[first.harassment]\nes = "Llama a la extensión 4777."\n')

    told = read_contacts(file).first(Topic.HARASSMENT, "en")
    assert told == "Llama a la extensión 4777."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[hr\n", "cannot be used"),
        ('[first.harrasment]\nen = "x"\n', "first.harrasment"),
        ('[desk]\nen = "x"\n', "desk: Extra inputs"),
        ('[records]\nname = "Almena"\n', "records.url: Field required"),
        ("[hr]\nen = 3\n", "hr.en: Input should be a valid string"),
        ('[records]\nname = "Almena"\nurl = "javascript:alert(1)"\n', "records.url"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_what_is_wrong(
    tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "contacts.toml"
    file.write_text(text)

    with pytest.raises(ContactsError, match=r"contacts\.toml cannot be used\.") as raised:
        read_contacts(file)
    assert told in str(raised.value)


def test_a_file_that_is_set_and_not_there_is_told(terminal: Terminal, tmp_path: Path) -> None:
    terminal.set(CONTACTS=tmp_path / "nowhere.toml")

    said = terminal.run("ask", "hello", "--as", "ana@corp.example")

    assert said.status == 1
    assert "nowhere.toml cannot be read" in said.words
