"""The words that people see in Slack, in English."""

from bot.surfaces.slack.drawing.phrases import (
    AnswerWords,
    CaseWords,
    HomeWords,
    ModalWords,
    NoteWords,
    Words,
)

_ANSWER = AnswerWords(
    sources="Sources",
    version="version {version}",
    in_force_since="in force since {date}",
    in_force_from="not in force before {date}",
    page="page {page}",
    in_language="in {language}",
    verified="Verified by HR",
    policies=("1 policy", "{n} policies"),
    verified_answers=("1 answer verified by HR", "{n} answers verified by HR"),
    both="{one} and {other}",
    drawn_private="From {what} you can read",
    drawn_here="From {what} that everybody here may read",
    updated="updated {date}",
    reckoned="Worked out:",
    look_in="You could look in:",
    not_answered="Not answered",
    one_thing_first="One thing first",
    outage="Not available just now",
    outage_note="This is a fault on our side. It does not mean that there is no policy.",
    rest="The rest of the answer",
    link_left_out="(link left out)",
    show_passage="Show passage",
    show_passage_of="Show passage [{n}]",
    choose_passage="Show a passage…",
    ask_hr="Ask HR",
    answer_privately="Answer me privately",
    share_in="Share in #{channel}",
    helpful="Helpful",
    not_helpful="Not helpful",
    helpful_label="This answer helped",
    not_helpful_label="This answer did not help",
)

_NOTE = NoteWords(
    searching="is looking through the policies…",
    writing="is writing and checking the answer…",
    apology="Something went wrong on our side, and your question could not be answered.",
    apology_help="Please ask again later, or ask {hr}. Mention {reference} when you report this.",
    shared_by="{name} shared an answer:",
    not_yours="Only the person who asked can do this. Ask the question yourself to do the same.",
    gone="This answer is no longer kept. Please ask again.",
    case_opened="HR has your question. The answer comes here, in a direct message.",
    case_opened_more="Case {case} · HR aims to answer within {hours} hours.",
    hr_replied="{name} from HR answered your question:",
    hr_asks="{name} from HR needs to know something before answering:",
    hr_closed="HR closed your case {case}.",
    where_asked="See where you asked",
    answer_hr="Answer HR",
    hr_unreachable=(
        "HR's channel can't be reached just now. Your question is kept and goes out as soon as it "
        "can. If it is urgent, ask {hr} directly."
    ),
    exported="Here is all that is kept of you. The file is only for you.",
    deleted_all="What was kept of you is deleted: the texts of {n} questions.",
)

_MODAL = ModalWords(
    cancel="Cancel",
    close="Close",
    send="Send",
    ask_hr="Ask HR",
    question="Your question",
    question_hint="You can change it before it goes to HR.",
    answer_shown="The answer that you were shown",
    note="What else should HR know?",
    note_hint="Don't write what HR need not know, about yourself or others.",
    leave_out_label="If you prefer",
    leave_out="Leave out the answer and its sources",
    leave_out_more="HR then sees only your question and your note.",
    who_sees="{who} will see this, and your name.",
    share="Share the answer",
    share_warning="The answer will be posted in #{channel}, with your name.",
    share_people=("1 person will be able to read it.", "{n} people will be able to read it."),
    share_shows="It shows words of these documents:",
    feedback="What was wrong?",
    reason="The answer…",
    reasons={
        "wrong": "says something wrong",
        "outdated": "is out of date",
        "incomplete": "leaves out something important",
        "off_topic": "is not about what I asked",
        "unclear": "is hard to understand",
        "other": "has another problem",
    },
    comment="What would have been right?",
    comment_hint="Whoever looks after the answers reads this.",
    passage="Passage [{n}]",
    open_section="Open at this section",
    open_page="Open at page {page}",
    open_document="Open the document",
    reply="Answer the employee",
    reply_text="Your answer",
    reply_hint="It is sent in a direct message, with your name.",
    ask_back="Ask the employee",
    ask_back_text="What do you need to know?",
    ask_back_hint="It is sent in a direct message, with your name.",
    reassign="Hand the case on",
    reassign_to="Who takes the case?",
    save="Save as verified",
    save_more=(
        "A second person of HR has to approve it. Then whoever asks this gets your answer, as "
        "verified by HR. Leave out everything about a person."
    ),
    question_asked="Question",
    answer="Answer",
    owner="Who keeps it up to date?",
    until="Valid until",
    until_hint="After this day the answer is no longer given, until somebody renews it.",
    answer_back="Answer HR",
    answer_back_text="Your answer",
    they_ask="HR asks:",
    privacy_delete="Delete my data",
    delete_warning=(
        "The texts of all your questions and of the answers to them are deleted for good, open "
        "threads are forgotten. This can't be undone."
    ),
    delete_kept=(
        "That a question was asked, when, and which documents were shown stays on record without "
        "its words. Cases with HR stay with HR."
    ),
    delete="Delete",
)

_CASE = CaseWords(
    case="Case {case}",
    states={
        "open": "New",
        "claimed": "In work",
        "waiting": "Waiting for the employee",
        "answered": "Answered",
        "resolved": "Closed",
    },
    asked_by="Asked by {name}, {when}",
    question="Question",
    answer_given="Answer that was given",
    text_left_out="The employee left out the answer and its sources.",
    note="Note",
    time_left="{time} left",
    overdue="{time} overdue",
    assignee="With {name}",
    nobody="With nobody yet",
    history="History",
    deeds={
        "opened": "{who} asked HR",
        "claimed": "{who} took the case",
        "reassigned": "{who} handed the case on to {text}",
        "asked_back": "{who} asked: {text}",
        "answered_back": "{who} answered: {text}",
        "replied": "{who} replied: {text}",
        "resolved": "{who} closed the case",
        "reopened": "{who} opened the case again",
        "reminded": "A reminder was sent",
        "saved": "{who} proposed a verified answer",
    },
    claim="Take the case",
    reply="Answer",
    ask_back="Ask back",
    resolve="Close",
    resolve_sure="Close the case?",
    resolve_text="The employee is told that HR closed it.",
    reassign="Hand on",
    save="Save as verified answer",
    no="Cancel",
    verified="Verified answer",
    verified_states={
        "proposed": "Waiting for a second person",
        "approved": "In use",
        "refused": "Not approved",
        "withdrawn": "No longer in use",
        "expired": "Expired",
    },
    proposed_by="Proposed by {name}",
    needs_second="Somebody other than {name} has to approve it.",
    owner="Kept up to date by {name}",
    until="valid until {date}",
    approve="Approve",
    refuse="Don't approve",
    withdraw="Withdraw",
    withdraw_sure="Withdraw the answer?",
    withdraw_text="It is no longer given to anybody who asks.",
)

_HOME = HomeWords(
    hello="Ask me about a policy",
    what=(
        "I answer from the company's own policies, and only from those that you may read. Each "
        "answer shows the words it rests on. Where the policies don't say, I tell you so."
    ),
    how=(
        "Write to me on the Messages tab: only you read the answer.",
        "Mention me in a channel: all who read it see the answer, so I use what all may read.",
        "Type /policy and your question anywhere: I answer you in our direct messages.",
    ),
    examples="You could ask, for example:",
    prompts=(
        ("Parental leave", "How much parental leave do I get?"),
        ("Working from home", "How many days a week can I work from home?"),
        ("Travel costs", "What may I spend on a hotel?"),
        ("Sick leave", "What do I have to do when I am ill?"),
    ),
    privacy="What is kept of you",
    kept="Who asked what, when, which documents were used for it, and what was answered.",
    kept_days="The words of questions and answers are deleted after {days} days.",
    seen_by=(
        "They are kept under your name, so that answers can be checked. HR sees a question only "
        "when you press “Ask HR”."
    ),
    export="Export my data",
    delete="Delete my data",
    person="Rather talk to a person?",
    person_more="You reach {hr} at any time, and with “Ask HR” below an answer.",
)

ENGLISH = Words("en", _ANSWER, _NOTE, _MODAL, _CASE, _HOME)
