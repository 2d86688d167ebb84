"""The sentences and words that people see in a chat, besides answers: a set for each language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Around an answer. Pairs are for one and for several."""

    sources: str
    version: str
    in_force_since: str
    in_force_from: str
    page: str
    in_language: str
    verified: str
    policies: tuple[str, str]
    verified_answers: tuple[str, str]
    both: str
    drawn_private: str
    drawn_here: str
    updated: str
    reckoned: str
    look_in: str
    not_answered: str
    one_thing_first: str
    outage: str
    outage_note: str
    rest: str
    table_below: str
    table_below_of: str
    table_of: str
    link_left_out: str
    show_passage: str
    show_passage_of: str
    choose_passage: str
    ask_hr: str
    answer_privately: str
    share_in: str
    unnamed: str
    helpful: str
    not_helpful: str
    helpful_label: str
    not_helpful_label: str


@dataclass(frozen=True, slots=True)
class NoteWords:
    """What is said beside answers."""

    searching: str
    writing: str
    is_searching: str
    is_writing: str
    apology: str
    apology_help: str
    shared_by: str
    not_yours: str
    gone: str
    case_opened: str
    case_opened_more: str
    hr_replied: str
    hr_asks: str
    hr_closed: str
    where_asked: str
    answer_hr: str
    hr_unreachable: str
    you_asked: str
    you_asked_in: str
    not_postable: str
    passed_on: str
    overdue: str
    command_help: str
    nothing_to_ask: str
    nothing_found: str
    not_here: str
    command_taken: str
    command_privacy: str
    not_of_hr: str
    for_hr: str
    not_reached: str
    asked_already: str


@dataclass(frozen=True, slots=True)
class ModalWords:
    """In the dialogs; titles hold at most 24 characters."""

    cancel: str
    close: str
    send: str
    ask_hr: str
    question: str
    question_hint: str
    answer_shown: str
    note: str
    note_hint: str
    leave_out_label: str
    leave_out: str
    leave_out_more: str
    who_sees: str
    share: str
    share_warning: str
    share_people: tuple[str, str]
    share_shows: str
    feedback: str
    reason: str
    reasons: dict[str, str]
    comment: str
    comment_hint: str
    passage: str
    open_section: str
    open_page: str
    open_document: str
    reply: str
    reply_text: str
    reply_hint: str
    ask_back: str
    ask_back_text: str
    ask_back_hint: str
    reassign: str
    reassign_to: str
    save: str
    save_more: str
    question_asked: str
    answer: str
    owner: str
    until: str
    until_hint: str
    answer_back: str
    answer_back_text: str
    they_ask: str
    who_may_read: str
    group: str
    needed: str


@dataclass(frozen=True, slots=True)
class CaseWords:
    """On the cards in HR's channel. `states` and `deeds` go by those of `storage.cases`."""

    case: str
    states: dict[str, str]
    asked_by: str
    question: str
    answer_given: str
    text_left_out: str
    note: str
    time_left: str
    overdue: str
    assignee: str
    nobody: str
    history: str
    deeds: dict[str, str]
    claim: str
    reply: str
    ask_back: str
    resolve: str
    resolve_sure: str
    resolve_text: str
    reassign: str
    save: str
    no: str
    verified: str
    verified_states: dict[str, str]
    proposed_by: str
    needs_second: str
    owner: str
    until: str
    approve: str
    refuse: str
    withdraw: str
    withdraw_sure: str
    withdraw_text: str


@dataclass(frozen=True, slots=True)
class HomeWords:
    """On the app's home tab."""

    hello: str
    what: str
    how_in: dict[str, tuple[str, ...]]
    examples: str
    prompts: tuple[tuple[str, str], ...]
    person: str
    person_more: str


@dataclass(frozen=True, slots=True)
class Words:
    """All words of one language, whose code is `language`."""

    language: str
    answer: AnswerWords
    note: NoteWords
    modal: ModalWords
    case: CaseWords
    home: HomeWords
