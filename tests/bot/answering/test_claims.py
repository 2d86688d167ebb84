"""What the rules of the support check let through, and what they do not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bot.answering.claimed import faults

NOTICE = "Employees must give at least 60 days' written notice to their manager."
CARRY = "No employee may carry over more than 5 working days unless HR approves it."
TRAVEL = "Hotel costs of up to $150 per night are reimbursed within 30 days."
LEAVE = "Managers get 14 days of leave for a parent and 7 days for a close friend."
PERIOD = "The period is 2-4 days from 15 April 2024, from 9:00 to 17:30."
SPANISH = "El plazo máximo será de veintitrés días hábiles, salvo en agosto."
TOLLS = "It does not cover tolls or parking, which can be expensed separately."
REMOTE = "Only employees with more than two years of service can work remotely."
RAISE = "The rate rises by 2 percent, to half of the fare, twice a year."
BADGES = "Badges are checked daily by Security under Title IV of policy HR-010, version 2.1."
NOT_ONLY = "The rule covers not only managers but also contractors."
CAPS = "Travel to Lisbon is capped at €140 per night and to Porto at €120 per night."
KEEP = "Receipts above 25 euros must be kept for five years."
EXTEND = "The probation period lasts six months; it may be extended once by three months."
TOOL = "Version 2.10 of the tool supports TLS 1.3."
HOURS = "The help desk is open from 8 am to 6 pm, Monday to Friday."
FRIDAYS = "Dogs may come to the office on Fridays only. This does not apply to the warehouse."
MEALS = "Meals are reimbursed up to €25, without alcohol."
GIFTS = "Gifts worth less than €50 need not be registered."
SUNDAYS = "Overtime on Sundays is paid at 200 % of the hourly rate."
OUTSIDE = "Contractors are not entitled to paid leave."
DOZEN = "A dozen laptops are kept for the third floor."

TRUE = [
    (FRIDAYS, "Dogs may only come to the office on Fridays."),
    (FRIDAYS, "No, this does not apply to the warehouse."),
    (MEALS, "You get up to €25 back for a meal, excluding alcohol."),
    (GIFTS, "Gifts under 50 euros do not have to be registered."),
    (SUNDAYS, "Overtime on a Sunday is paid double."),
    (SUNDAYS, "Overtime on Sundays is paid at twice the hourly rate (200%)."),
    (OUTSIDE, "Contractors don't get paid leave."),
    (
        "Up to 5 days can be moved until 31 March.",
        "Up to 5 days can be moved, but only until 31 March.",
    ),
    ("Tell us within 48 hours.", "Tell them no later than 48 hours afterwards."),
    (NOTICE, NOTICE),
    (NOTICE, "You must give a minimum of sixty days' written notice to your manager."),
    (NOTICE, "At least 60 days' written notice to the manager is required."),
    (NOTICE, "Employees have to give no fewer than 60 days' notice."),
    (CARRY, "Employees cannot carry over more than five working days unless HR approves it."),
    (CARRY, "No more than 5 working days can be carried over unless HR approves."),
    (TRAVEL, "Up to 150 dollars per night of hotel costs is reimbursed within thirty days."),
    (TRAVEL, "Hotel costs are reimbursed up to a maximum of $150 a night."),
    (LEAVE, "For a close friend, managers get 7 days."),
    (PERIOD, "It is two to four days, from April 15, 2024, from 9 am to 5:30 pm."),
    (PERIOD, "It lasts between 2 and 4 days."),
    (TOLLS, "Tolls are not covered."),
    (TOLLS, "No, tolls and parking are not covered; they can be expensed separately."),
    (REMOTE, "You can work remotely only with more than 2 years of service."),
    (RAISE, "The rate rises by 2 % two times a year, to 50 % of the fare."),
    (BADGES, "Security checks badges every day (HR-010, title 4)."),
    (BADGES, "**Badges** are checked daily."),
    (CAPS, "For Porto the cap is €120 per night."),
    (CAPS, "In Lisbon, you may spend up to 140 euros a night."),
    (KEEP, "Keep receipts over €25 for 5 years."),
    (EXTEND, "Probation lasts 6 months and can be extended one time by 3 months."),
    (HOURS, "From Monday to Friday it is open between 8:00 and 18:00."),
    (DOZEN, "12 laptops are kept for the 3rd floor."),
]
FALSE = [
    (FRIDAYS, "Dogs may come to the warehouse on Fridays."),
    (FRIDAYS, "Dogs may come to the office and the warehouse on Fridays only."),
    (FRIDAYS, "Dogs may come to the office on Fridays."),
    (MEALS, "Meals and alcohol are reimbursed up to €25."),
    (GIFTS, "Gifts worth less than €50 must be registered."),
    (SUNDAYS, "Overtime on Sundays is paid triple."),
    (SUNDAYS, "Overtime on Sundays is paid at 2 % of the hourly rate."),
    (OUTSIDE, "Contractors get paid leave."),
    ("The card costs 50 euros.", "The card costs 50 euros a month."),
    (NOTICE, "Employees must give at least 90 days' written notice to their manager."),
    (NOTICE, "Employees must give at least 60 weeks' written notice to their manager."),
    (NOTICE, "Employees must give at least 60 working days' written notice to their manager."),
    (NOTICE, "Employees must give at most 60 days' written notice to their manager."),
    (NOTICE, "Employees may give at least 60 days' written notice to their manager."),
    (NOTICE, "Employees must not give at least 60 days' written notice to their manager."),
    (NOTICE, "Employees must give at least 60 days' written notice to their director."),
    (NOTICE, "Employees must give no more than sixty days' written notice to their manager."),
    (NOTICE, "You need not give 60 days' notice."),
    (NOTICE, "Notice is voluntary, at least 60 days before."),
    (NOTICE, "Notice of sixty days at most is needed."),
    (NOTICE, "Contractors must give at least 60 days' written notice to their manager."),
    (CARRY, "Employees may carry over more than 5 working days unless HR approves it."),
    (CARRY, "No employee may carry over more than 5 days unless HR approves it."),
    (CARRY, "No employee may carry over more than 5 working days if HR approves it."),
    (CARRY, "No employee may carry over less than 5 working days unless HR approves it."),
    (CARRY, "No employee may carry over more than 5 working days unless Finance approves it."),
    (CARRY, "Every employee may carry over more than 5 working days."),
    (TRAVEL, "Hotel costs of up to €150 per night are reimbursed within 30 days."),
    (TRAVEL, "Hotel costs of up to $150 per week are reimbursed within 30 days."),
    (TRAVEL, "Hotel costs of at least $150 per night are reimbursed within 30 days."),
    (TRAVEL, "Hotel costs of up to $150 per night are reimbursed after 30 days."),
    (TRAVEL, "Hotel costs of up to $150 per night are never reimbursed."),
    (LEAVE, "Managers get 7 days of leave for a parent and 14 days for a close friend."),
    (LEAVE, "Managers get fourteen days of leave for a close friend."),
    (LEAVE, "Only managers get 14 days of leave for a parent."),
    (PERIOD, "The period is 2-5 days from 15 April 2024, from 9:00 to 17:30."),
    (PERIOD, "The period is 2-4 days from 15 May 2024, from 9:00 to 17:30."),
    (PERIOD, "The period is 2-4 days from 15 April 2023, from 9:00 to 17:30."),
    (PERIOD, "The period is 2-4 days from 15 April 2024, from 9:00 to 6:30 pm."),
    (PERIOD, "It lasts between two and five days."),
    (PERIOD, "The period starts on the 14th of April."),
    (TOLLS, "It does cover tolls or parking, which can be expensed separately."),
    (TOLLS, "It covers tolls or parking."),
    (TOLLS, "It does not cover tolls or parking, which cannot be expensed separately."),
    (TOLLS, "It does not cover tolls or parking, which must be expensed separately."),
    (REMOTE, "Employees with more than two years of service can work remotely."),
    (REMOTE, "Only employees with less than two years of service can work remotely."),
    (REMOTE, "Only employees with more than two months of service can work remotely."),
    (REMOTE, "Only employees with more than three years of service can work remotely."),
    (RAISE, "The rate rises by 2 percentage points, to half of the fare, twice a year."),
    (RAISE, "The rate rises by 2 percent, to a third of the fare, twice a year."),
    (RAISE, "The rate rises by 2 percent, to half of the fare, once a year."),
    (RAISE, "The rate rises by 2 percent, to half of the fare, three times a year."),
    (RAISE, "The rate falls by 3 percent."),
    (RAISE, "The rate doubles every year."),
    (BADGES, "Badges are checked weekly by Security."),
    (BADGES, "Badges are checked daily by Legal under Title IV of policy HR-010."),
    (BADGES, "Badges are checked daily by Security under Title VI of policy HR-010."),
    (BADGES, "Badges are checked daily by Security under Title IV of policy HR-011."),
    (BADGES, "Badges are checked daily, version 2.2."),
    (BADGES, "Badges are not checked by Security."),
    (NOT_ONLY, "The rule covers not managers but also contractors."),
    (NOT_ONLY, "The rule covers only managers."),
    (NOT_ONLY, "The rule does not cover managers."),
    (CAPS, "The cap for Lisbon is €120."),
    (CAPS, "Travel to Lisbon is capped at €120 per night and to Porto at €140 per night."),
    (KEEP, "Receipts below 25 euros must be kept for five years."),
    (KEEP, "Receipts above 25 euros must be kept for up to five years."),
    (KEEP, "You don't need to keep receipts above 25 euros."),
    (EXTEND, "The probation period lasts three months; it may be extended once by six months."),
    (EXTEND, "The probation period cannot be extended."),
    (TOOL, "Version 2.1 of the tool supports TLS 1.3."),
    (HOURS, "The help desk is open from 8 am to 6 pm, Monday to Saturday."),
    (HOURS, "The help desk is closed from 8 am to 6 pm, Monday to Friday."),
    (DOZEN, "Two dozen laptops are kept for the third floor."),
    (DOZEN, "A dozen laptops are kept for the fourth floor."),
    (DOZEN, "Half a dozen laptops are kept for the third floor."),
]
SPANISH_TRUE = [
    (SPANISH, "El plazo máximo será de 23 días hábiles, salvo en agosto."),
    (SPANISH, "El plazo será como máximo de veintitrés días laborables, excepto en agosto."),
    ("No se puede fumar sin permiso ni en la terraza.", "Está prohibido fumar sin permiso."),
    ("Se abonarán 1.234,56 euros el 5 de mayo.", "Se abonarán 1234,56 € el 5 de mayo."),
    ("Podrá solicitarse hasta el 31 de marzo de 2025.", "Puede pedirse hasta el 31/3/2025."),
    ("El servicio abre a las 9 de la mañana.", "El servicio abre a las 9:00."),
]
SPANISH_FALSE = [
    (SPANISH, "El plazo máximo será de veintidós días hábiles, salvo en agosto."),
    (SPANISH, "El plazo mínimo será de veintitrés días hábiles, salvo en agosto."),
    (SPANISH, "El plazo máximo será de veintitrés días naturales, salvo en agosto."),
    (SPANISH, "El plazo máximo será de veintitrés días hábiles, salvo en julio."),
    (SPANISH, "El plazo máximo será de veintitrés días hábiles, incluso en agosto."),
    (SPANISH, "El plazo no será de veintitrés días hábiles, salvo en agosto."),
    (
        "No se puede fumar sin permiso ni en la terraza.",
        "Se puede fumar sin permiso y en la terraza.",
    ),
    (
        "No se puede fumar sin permiso ni en la terraza.",
        "No se puede fumar con permiso ni en la terraza.",
    ),
    ("Se abonarán 1.234,56 euros el 5 de mayo.", "Se abonarán 1.243,56 euros el 5 de mayo."),
    ("Se abonarán 1.234,56 euros el 5 de mayo.", "Se abonarán 1.234,56 dólares el 5 de mayo."),
    ("Los gastos se pagan a menos que falte el recibo.", "Los gastos se pagan si falta el recibo."),
    ("Los gastos se pagan excepto los de taxi.", "Los gastos se pagan incluidos los de taxi."),
    ("El servicio abre a las 9 de la mañana.", "El servicio abre a las 9 de la noche."),
    ("Deberá comunicarse antes de 48 horas.", "Deberá comunicarse después de 48 horas."),
    ("Deberá comunicarse antes de 48 horas.", "Podrá comunicarse antes de 48 horas."),
    (
        "La mitad de la plantilla trabaja un tercio del año.",
        "La mitad de la plantilla trabaja un cuarto del año.",
    ),
    ("Será el segundo lunes del mes.", "Será el tercer lunes del mes."),
    ("Cobrará el doble.", "Cobrará el triple."),
    ("El artículo XV regula el permiso.", "El artículo XVI regula el permiso."),
]
ACROSS_TRUE = [
    ("El permiso es de 15 días naturales.", "The leave is 15 calendar days."),
    ("El plazo acaba el 1 de marzo.", "The deadline is 1 March."),
    ("You get 23 days of leave a year.", "Tienes veintitrés días de vacaciones al año."),
    ("Employees may not carry over days.", "No se pueden acumular días."),
    (TOLLS, "No cubre los peajes ni el aparcamiento, que se pueden pedir aparte."),
    (TRAVEL, "Se reembolsan hasta 150 dólares por noche de hotel en un plazo de 30 días."),
    (NOTICE, "Hay que avisar por escrito al jefe con al menos 60 días de antelación."),
    (NOTICE, "El preaviso es de sesenta días como mínimo y debe darse por escrito."),
    (CARRY, "No se pueden acumular más de cinco días hábiles, salvo que RRHH lo apruebe."),
    (PERIOD, "Son de dos a cuatro días desde el 15 de abril de 2024."),
    (REMOTE, "Solo puede teletrabajar quien lleve más de dos años."),
    ("The bonus is $1,234.56.", "La prima es de 1.234,56 dólares."),
]
ACROSS_FALSE = [
    ("You get 23 days of leave a year.", "Tienes treinta y dos días de vacaciones al año."),
    ("You get 23 days of leave a year.", "Tienes 23 días hábiles de vacaciones al año."),
    ("You get 23 days of leave a year.", "Tienes 23 semanas de vacaciones al año."),
    ("You get 23 days of leave a year.", "No tienes 23 días de vacaciones al año."),
    ("Employees may not carry over days.", "Se pueden acumular días."),
    (TOLLS, "No cubre los peajes, que se deben pedir aparte."),
    (TRAVEL, "Se reembolsan al menos 150 dólares por noche de hotel."),
    (TRAVEL, "Se reembolsan hasta 150 euros por noche de hotel."),
    (NOTICE, "Hay que avisar con 60 días de antelación como máximo."),
    (NOTICE, "No hay que avisar por escrito con 60 días de antelación."),
    (NOTICE, "Se puede avisar por escrito con al menos 60 días de antelación."),
    (PERIOD, "Son de dos a cuatro días desde el 16 de abril de 2024."),
    (REMOTE, "Solo puede teletrabajar quien lleve menos de dos años."),
    (CARRY, "No se pueden acumular más de cinco días naturales, salvo que RRHH lo apruebe."),
    (CARRY, "Se pueden acumular más de cinco días hábiles."),
]


@pytest.mark.parametrize(("quote", "text"), TRUE)
def test_what_says_the_same_is_borne_out(quote: str, text: str) -> None:
    assert faults(text, quote) == set()


@pytest.mark.parametrize(("quote", "text"), FALSE)
def test_what_says_something_else_is_not_borne_out(quote: str, text: str) -> None:
    assert faults(text, quote)


@pytest.mark.parametrize(("quote", "text"), SPANISH_TRUE)
def test_what_says_the_same_in_spanish_is_borne_out(quote: str, text: str) -> None:
    assert faults(text, quote, language="es") == set()


@pytest.mark.parametrize(("quote", "text"), SPANISH_FALSE)
def test_what_says_something_else_in_spanish_is_not_borne_out(quote: str, text: str) -> None:
    assert faults(text, quote, language="es")


@pytest.mark.parametrize(("quote", "text"), ACROSS_TRUE)
def test_what_says_the_same_in_another_language_is_borne_out(quote: str, text: str) -> None:
    assert faults(text, quote, language="es", of="en") == set()


@pytest.mark.parametrize(("quote", "text"), ACROSS_FALSE)
def test_what_says_something_else_in_another_language_is_not_borne_out(
    quote: str, text: str
) -> None:
    assert faults(text, quote, language="es", of="en")


@given(
    st.lists(
        st.sampled_from([*TRUE, *FALSE, *SPANISH_TRUE, *ACROSS_TRUE]).map(lambda pair: pair[0]),
        min_size=1,
        max_size=3,
        unique=True,
    )
)
@settings(max_examples=50, deadline=None)
def test_words_of_the_page_are_always_borne_out(sentences: list[str]) -> None:
    page = " ".join(sentences)

    assert faults(page, page) == set()
    assert all(faults(sentence, page) == set() for sentence in sentences)


@given(st.integers(1, 9999), st.integers(1, 9999))
@settings(deadline=None)
def test_a_number_is_borne_out_by_itself_alone(one: int, other: int) -> None:
    found = faults(f"The cap is {one} euros.", f"The cap is {other} euros.")

    assert bool(found) is (one != other)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=200))
@settings(deadline=None)
def test_any_text_can_be_read_and_bears_itself_out(text: str) -> None:
    assert faults(text, text) <= {"altered_quote"}


def test_the_questions_own_figure_may_be_told_when_it_is_denied() -> None:
    quote = "Overtime on Sundays is paid at 200 % of the hourly rate."
    question = "Since overtime is paid at 300 % on Sundays, who signs it?"

    denied = "Overtime is not paid at 300 %: it is paid at 200 %."
    assert faults(denied, quote, question=question) == set()
    assert faults("Overtime is paid at 300 %.", quote, question=question)
    assert faults(denied, quote, question="How is overtime paid?")
