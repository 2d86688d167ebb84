import json

import pytest

from bot.answering.sensitive import Topic, concerned, looked_for, sensitive_topic
from bot.app import COMPANY
from tests.fakes.passages import passage

ACUTE = {
    Topic.SELF_HARM: (
        "my friend at work keeps hurting herself",
        "he told me he'll kill himself tonight",
        "my family would be better off without me",
        "mi hermana quiere suicidarse",
        "ojalá estuviera muerta",
        "I want to kill myself",
        "I don't want to live anymore",
        "I keep thinking about suicide",
        "what is the point, everyone is better off dead",
        "I feel so hopeless",
        "quiero morirme",
        "he pensado en quitarme la vida",
        "no quiero seguir viviendo",
    ),
    Topic.MEDICAL: (
        "a visitor is unconscious at reception",
        "hay un hombre inconsciente en el almacén",
        "he severed his thumb on the machine",
        "a colleague is not breathing, what do I do?",
        "my colleague fainted, who do I call?",
        "someone collapsed in the kitchen",
        "I'm having chest pains",
        "we need an ambulance now!",
        "she is having a seizure",
        "Un compañero se ha desmayado",
        "no respira, ¿a quién llamo?",
        "le está dando un infarto",
    ),
    Topic.VIOLENCE: (
        "my supervisor kicked me",
        "a customer pushed me down the stairs",
        "my boss threatened me",
        "A customer hit me yesterday",
        "I was attacked on my way to the office",
        "I'm scared he will hurt me",
        "there is a man with a knife at reception",
        "my husband beats me, do I get leave?",
        "un cliente me ha amenazado",
        "mi jefe me pega",
        "soy víctima de violencia de género, ¿puedo teletrabajar?",
    ),
    Topic.HARASSMENT: (
        "a client keeps sending me explicit photos",
        "they mock me for my stutter",
        "mi encargado me toca",
        "my manager harasses me",
        "I'm being bullied by my team lead, what can I do?",
        "I feel harassed",
        "how do I report harassment?",
        "I saw a colleague harass an intern",
        "he keeps making sexual comments to me",
        "I was touched inappropriately by a client",
        "me están haciendo mobbing",
        "mi jefe me acosa",
        "me siento acosada por un compañero",
        "¿cómo puedo denunciar acoso?",
        "me están humillando en las reuniones",
    ),
    Topic.DISCRIMINATION: (
        "I earn less because I am black",
        "they laugh at my accent",
        "me echaron por mi embarazo",
        "I was not promoted because I'm pregnant",
        "my boss makes racist jokes",
        "I feel discriminated against",
        "me discriminan por mi acento",
        "no me ascienden por ser mujer",
        "hacen comentarios machistas",
    ),
    Topic.WHISTLEBLOWING: (
        "my boss is backdating invoices",
        "I think my manager is taking bribes",
        "I want to report fraud",
        "can I report something anonymously?",
        "I saw a colleague stealing laptops",
        "sospecho que hay sobornos en compras",
        "a supplier offered me a bribe",
        "¿puedo denunciar sin que sepan quién soy?",
        "quiero denunciar un fraude",
        "mi jefe está falsificando facturas",
    ),
}


@pytest.mark.parametrize(
    ("topic", "text"), [(t, text) for t, texts in ACUTE.items() for text in texts]
)
def test_who_may_need_a_person_is_told_by_their_words(topic: Topic, text: str) -> None:
    assert sensitive_topic(text) is topic


@pytest.mark.parametrize(
    "text",
    [
        "what is the policy on harassment training",
        "I'm hopeless at spreadsheets, is there a course?",
        "we want to end it all: how do I cancel a subscription?",
        "am I better off without my company car?",
        "the trainer records himself and cuts himself out, is that allowed?",
        "are jokes about my accent covered in the training?",
        "¿cómo denuncio el robo de mi móvil?",
        "me toca guardia el sábado sin cobrar plus",
        "no me suben el sueldo por mi convenio",
        "is the anti-harassment course mandatory?",
        "how long are harassment files kept?",
        "who sits on the harassment committee?",
        "when is the suicide prevention training?",
        "is there a course on suicide prevention?",
        "is the whistleblowing channel anonymous?",
        "who reads the reports of fraud cases?",
        "how many first aiders are there per floor?",
        "where is the defibrillator?",
        "who pays the ambulance?",
        "can I work part time after a heart attack?",
        "how do I report a lost laptop?",
        "how do I report phishing?",
        "how do I report my expenses anonymously sent by post?",
        "does the deadline hit me if I travel?",
        "my manager beat me to the booking",
        "the last project nearly killed me, can I get time off?",
        "I cut myself in the kitchen, is that a work accident?",
        "is a threat of redundancy announced beforehand?",
        "what is the penalty for bribery?",
        "can I accept gifts from suppliers?",
        "I can't go on the trip, who do I tell?",
        "¿cada cuánto se repite el curso de acoso?",
        "¿cuántos miembros tiene la comisión de acoso?",
        "¿cuánto dura el procedimiento informal de acoso?",
        "curso de prevención del suicidio",
        "¿cuántos días me tocan por mudanza?",
        "¿quién me pega la etiqueta en el portátil? No la encuentro",
        "¿hay simulacro de incendio en octubre?",
        "¿qué hago si pierdo el portátil?",
        "permiso por accidente de un familiar",
        "¿qué se considera soborno?",
        "vacaciones",
        "",
    ],
)
def test_a_question_that_merely_names_a_topic_needs_none(text: str) -> None:
    assert sensitive_topic(text) is None


def test_hardly_any_question_of_the_sample_company_needs_a_person() -> None:
    lines = (COMPANY.parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]

    assert sum(sensitive_topic(question) is not None for question in questions) <= 2


@pytest.mark.parametrize("topic", Topic)
def test_what_is_looked_for_on_a_topic_speaks_of_it(topic: Topic) -> None:
    for language in ("en", "es", "de"):
        (words,) = looked_for(topic, language)
        assert concerned(topic, [passage("p", words)])


def test_only_passages_on_the_topic_stand_beside_its_contacts() -> None:
    rule = passage("rule", "We do not tolerate harassment.")
    other = passage("other", "Tell your manager what you feel by 09:30.")

    assert concerned(Topic.HARASSMENT, [other, rule]) == (rule,)
    assert concerned(None, [other, rule]) == (other, rule)
    assert looked_for(None, "en") == ()
