import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.access_file import AccessFile, both, parse_access_file, read_access_file
from connectors.source import Member
from retrieval.access import NOBODY_MAY, Access, Grant, Principal, Reader, access, clause, reader

NOW = datetime(2026, 12, 1, tzinfo=UTC)
STAFF = access(clause("group:staff"))
HR = access(clause("group:hr"))
GROUPS = {"groups": ["staff", "hr", "managers"]}


def written(**facts: object) -> AccessFile:
    return parse_access_file(json.dumps(GROUPS | facts))


def sentences(file: AccessFile) -> str:
    return "\n".join(problem.sentence for problem in file.problems)


def member(file: AccessFile, email: str) -> Member:
    (found,) = [member for member in file.members if member.email == email]
    return found


def test_the_longest_prefix_decides() -> None:
    file = written(
        default="staff",
        rules=[
            {"prefix": "hr/", "audience": "hr"},
            {"prefix": "hr/open/", "audience": ["everyone"]},
        ],
    )

    assert file.access("leave.md") == STAFF
    assert file.access("hr/pay.md") == HR
    assert file.access("hr/open/holidays.md") == access(clause("everyone"))
    assert not file.problems


def test_without_a_rule_and_a_default_nobody_may_read() -> None:
    file = written(rules=[{"prefix": "hr/", "audience": "hr"}])

    assert file.access("leave.md") == NOBODY_MAY
    assert file.access("hr/pay.md") == HR
    assert "no `default`" in sentences(file)


def test_one_of_several_groups_is_enough() -> None:
    file = written(default=["hr", "managers"])

    assert file.access("a.md").admits(reader("group:managers"), NOW)
    assert not file.access("a.md").admits(reader("group:staff"), NOW)


@pytest.mark.parametrize("audience", ["hr-onyl", ["hr-onyl"]])
def test_a_rule_that_names_only_undefined_groups_admits_nobody(audience: object) -> None:
    people = {"ana": ["hr-only"]}
    rules = [{"prefix": "hr/", "audience": audience}]
    file = written(default="staff", rules=rules, people=people, groups=[])

    assert file.access("hr/pay.md") == NOBODY_MAY
    assert "Rule 1 (`hr/`) names the group `hr-onyl`" in sentences(file)
    assert "Did you mean `hr-only`?" in sentences(file)


def test_an_undefined_group_beside_a_defined_one_adds_nobody() -> None:
    file = written(default=["hr", "Everyone"])

    assert file.access("a.md") == HR
    assert "Did you mean `everyone`?" in sentences(file)


def test_a_default_that_names_an_undefined_group_admits_nobody() -> None:
    assert written(default="all").access("a.md") == NOBODY_MAY


@pytest.mark.parametrize(
    "rule",
    [
        {"prefix": "hr/", "audiance": "hr"},
        {"prefix": "hr/", "audience": "hr", "until": "2027-01-01"},
        {"prefix": "hr/", "audience": []},
        {"prefix": "hr/", "audience": 7},
        {"prefix": "hr/", "audience": None},
        {"prefix": "hr/", "audience": ["hr", 7]},
        {"prefix": "hr/", "audience": " "},
        {"prefix": "/hr/", "audience": "hr"},
        {"prefix": "./hr/", "audience": "hr"},
        {"prefix": "hr\\", "audience": "hr"},
        {"prefix": "hr/ ", "audience": "hr"},
        {"prefix": "hr/**", "audience": "hr"},
        {"prefix": "open/../hr/", "audience": "hr"},
        {"prefix": "../hr/", "audience": "hr"},
        {"prefix": "", "audience": "hr"},
    ],
)
def test_a_broken_rule_admits_nobody_instead_of_the_default(rule: object) -> None:
    file = written(default="staff", rules=[rule])

    assert file.access("hr/pay.md") == NOBODY_MAY
    assert file.problems


@pytest.mark.parametrize(
    "facts",
    [
        {"default": "staff", "ruels": [{"prefix": "hr/", "audience": "hr"}]},
        {"default": "staff", "rules": {"hr/": "hr"}},
        {"default": "staff", "rules": ["hr/"]},
        {"default": "staff", "rules": [{"prefx": "hr/", "audience": "hr"}]},
        {"default": "staff", "rules": [{"prefix": ["hr/"], "audience": "hr"}]},
    ],
)
def test_a_file_whose_rules_cannot_be_found_closes_everything(facts: dict[str, object]) -> None:
    file = written(**facts)

    assert file.access("hr/pay.md") == NOBODY_MAY
    assert file.access("leave.md") == NOBODY_MAY
    assert "Nobody may read anything until this is mended." in sentences(file)


def test_a_misspelt_default_is_none() -> None:
    file = written(defualt="staff", rules=[{"prefix": "hr/", "audience": "hr"}])

    assert file.access("leave.md") == NOBODY_MAY
    assert file.access("hr/pay.md") == HR
    assert "Did you mean `default`?" in sentences(file)


def test_remarks_are_not_problems() -> None:
    rules = [{"prefix": "hr/", "audience": "hr", "note": "pay", "_by": "Ana"}]
    assert not written(about="Who may read.", default="staff", rules=rules).problems


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        '{"default": "everyone",}',
        "[]",
        "null",
        '"everyone"',
        "[" * 100_000,
        '{"default": ' + "1" * 5000 + "}",
        '{"default": "everyone", "default": "everyone"}',
        '{"default": "everyone", "rules": [], "rules": []}',
    ],
)
def test_a_file_that_makes_no_sense_closes_everything(text: str) -> None:
    file = parse_access_file(text, "access.json")

    assert file.access("a.md") == NOBODY_MAY
    assert file.problems[0].path is None  # it is no page
    assert file.problems[0].sentence.startswith("access.json: ")


def test_a_syntax_error_is_told_with_its_line() -> None:
    assert "line 3" in sentences(parse_access_file('{\n"default": "everyone"\n"rules": []}'))


@pytest.mark.parametrize(
    "contents", [None, b"\xff\xfe{\x00}\x00", b"caf\xe9", b"{" + b" " * 17 * 1024 * 1024]
)
def test_a_file_that_cannot_be_read_closes_everything(
    contents: bytes | None, tmp_path: Path
) -> None:
    file = tmp_path / "access.json"
    if contents is not None:
        file.write_bytes(contents)

    assert read_access_file(file).access("a.md") == NOBODY_MAY
    assert read_access_file(file).problems
    assert read_access_file(tmp_path).access("a.md") == NOBODY_MAY


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "access.json"
    file.write_bytes(b'\xef\xbb\xbf{"default": "everyone"}')

    assert read_access_file(file).access("a.md") == access(clause("everyone"))


def test_two_rules_for_one_prefix_must_both_be_met() -> None:
    rules = [{"prefix": "hr/", "audience": "hr"}, {"prefix": "hr/", "audience": "managers"}]
    file = written(default="staff", rules=rules)

    assert file.access("hr/pay.md") == access(clause("group:hr"), clause("group:managers"))
    assert "Rule 2 (`hr/`) says otherwise" in sentences(file)
    assert not written(default="staff", rules=rules[:1] * 2).problems


def test_a_rule_that_admits_nobody_is_not_opened_by_a_second_one() -> None:
    rules = [{"prefix": "hr/", "audience": "typo"}, {"prefix": "hr/", "audience": "hr"}]
    for order in (rules, rules[::-1]):
        assert written(default="staff", rules=order).access("hr/pay.md") == NOBODY_MAY


def test_two_prefixes_in_one_rule_are_both_closed() -> None:
    file = parse_access_file(
        '{"default": "everyone",'
        ' "rules": [{"prefix": "a/", "prefix": "b/", "audience": "everyone"}]}'
    )

    assert file.access("a/x.md") == file.access("b/x.md") == NOBODY_MAY
    assert file.access("c/x.md") == access(clause("everyone"))


def test_a_prefix_is_compared_in_one_form_of_unicode() -> None:
    rules = [{"prefix": "n\u0303o/", "audience": "hr"}]

    assert written(default="staff", rules=rules).access("\xf1o/pay.md") == HR


def test_people_are_known_by_their_email_in_any_case() -> None:
    file = written(
        default="staff",
        people={" Ana@Corp.example ": {"name": "Ana", "title": "Lead", "groups": ["hr"]}},
        askers={"contractor": ["everyone"]},
    )

    hr = Grant(Principal("group:hr"))
    assert member(file, "ana@corp.example") == Member(
        "ana@corp.example", "Ana", frozenset({hr}), "Lead"
    )
    assert member(file, "contractor").grants == {Grant(Principal("everyone"))}
    assert not file.problems


@pytest.mark.parametrize("second", ["people", "askers"])
def test_who_is_there_twice_has_only_the_groups_of_both(second: str) -> None:
    file = parse_access_file(
        f"""{{"default": "staff",
            "people": {{"ana@corp.example": ["staff", "hr"]}},
            "{second}": {{"ANA@corp.example": ["staff", "managers"]}}}}"""
    )
    if second == "people":
        assert file.access("a.md") == NOBODY_MAY  # the key itself is there twice
    else:
        assert member(file, "ana@corp.example").grants == {Grant(Principal("group:staff"))}
        assert "`ana@corp.example` is there twice" in sentences(file)


def test_the_same_email_twice_in_one_list_has_only_the_groups_of_both() -> None:
    file = parse_access_file('{"people": {"a@b.example": ["x", "y"], "A@b.example": ["y"]}}')

    assert member(file, "a@b.example").grants == {Grant(Principal("group:y"))}


@pytest.mark.parametrize(
    "entry",
    [
        None,
        "hr",
        7,
        {"grups": ["hr"]},
        {"groups": "hr"},
        {"groups": ["hr"], "role": "admin"},
        [7],
        [""],
        [{"group": "hr"}],
        [{"group": "hr", "until": "soon"}],
        [{"group": "hr", "until": "2027-02-30"}],
        [{"group": "hr", "until": "2027-01-01T00:00:00"}],
        [{"group": "hr", "until": "2027-01-01", "untl": ""}],
    ],
)
def test_a_person_not_understood_is_in_no_group(entry: object) -> None:
    file = written(default="staff", people={"ana": entry})

    assert member(file, "ana").grants == frozenset()
    assert "`ana`" in sentences(file)


@pytest.mark.parametrize("people", [[], "ana", 7])
def test_a_list_of_people_that_is_none_is_reported(people: object) -> None:
    assert "`people` must be an object" in sentences(written(default="staff", people=people))


def test_a_grant_ends_with_its_last_day() -> None:
    groups = [{"group": "hr", "until": "2027-01-31"}, "staff"]
    file = written(default="staff", people={"ana": groups})
    (ending,) = [grant for grant in member(file, "ana").grants if grant.until]

    assert ending.principal == "group:hr"
    assert ending.holds(datetime(2027, 1, 31, 23, 59, tzinfo=UTC))
    assert not ending.holds(datetime(2027, 2, 1, tzinfo=UTC))


def test_of_two_grants_of_a_group_the_one_that_ends_first_counts() -> None:
    groups = ["hr", {"group": "hr", "until": "2027-01-01T12:00:00+01:00"}]
    file = written(default="staff", people={"ana": groups})

    (grant,) = member(file, "ana").grants
    assert grant.until == datetime(2027, 1, 1, 11, tzinfo=UTC)


def test_a_group_outside_the_declared_ones_is_reported() -> None:
    file = written(default="staff", people={"ana": ["mangers", "everyone"]})

    assert "`ana` is in `mangers`, which is not in `groups`. Did you mean `managers`?" in sentences(
        file
    )


names = st.sampled_from(["staff", "hr", "managers", "everyone", "typo"])
audiences = st.one_of(names, st.lists(names, max_size=3), st.none(), st.integers())
prefixes = st.text("ab/", max_size=4)
rule_lists = st.lists(
    st.fixed_dictionaries({"prefix": prefixes, "audience": audiences}), max_size=8
)
sound_rules = st.lists(
    st.tuples(st.from_regex(r"[ab]{1,2}(/[ab]{1,2}){0,2}/?", fullmatch=True), names),
    unique_by=lambda rule: rule[0],
    max_size=8,
)
readers = st.lists(st.sampled_from(["staff", "hr", "managers"]), max_size=3).map(
    lambda groups: reader("everyone", *(f"group:{group}" for group in groups))
)


@given(sound_rules, st.text("ab/", max_size=8))
def test_the_longest_prefix_is_found_as_by_looking_at_every_rule(
    rules: list[tuple[str, str]], path: str
) -> None:
    file = written(
        default="staff", rules=[{"prefix": prefix, "audience": name} for prefix, name in rules]
    )
    decides = max(
        (rule for rule in rules if path.startswith(rule[0])),
        key=lambda rule: len(rule[0]),
        default=None,
    )
    name = decides[1] if decides else "staff"

    wanted = {
        "everyone": access(clause("everyone")),
        "typo": NOBODY_MAY,
    }.get(name, access(clause(f"group:{name}")))
    assert file.access(path) == wanted


@given(rule_lists, prefixes, audiences, readers, st.text("ab/", max_size=6))
def test_a_second_rule_for_a_prefix_never_lets_more_people_in(
    rules: list[dict[str, object]], prefix: str, audience: object, who: Reader, path: str
) -> None:
    once = written(default="staff", rules=[*rules, {"prefix": prefix, "audience": "hr"}])
    twice = written(
        default="staff",
        rules=[
            *rules,
            {"prefix": prefix, "audience": "hr"},
            {"prefix": prefix, "audience": audience},
        ],
    )

    assert once.access(path).admits(who, NOW) or not twice.access(path).admits(who, NOW)


clauses = st.lists(names, max_size=2).map(lambda groups: clause(*groups))
accesses = st.lists(clauses, max_size=3).map(lambda several: access(*several))


@given(accesses, accesses, st.lists(names).map(lambda groups: reader(*groups)))
def test_both_admits_whom_each_admits(one: Access, other: Access, who: Reader) -> None:
    assert both(one, other).admits(who, NOW) == (one.admits(who, NOW) and other.admits(who, NOW))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | names,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["default", "rules", "groups", "people", "prefix", "audience", "until"])
            | st.text(max_size=3),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(json_values)
def test_whatever_the_file_holds_it_is_read_without_an_error(value: object) -> None:
    file = parse_access_file(json.dumps(value))
    for path in ("", "a", "a/b.md"):
        file.access(path)
