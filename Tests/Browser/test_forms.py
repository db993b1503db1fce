"""Everything a person does, with plain forms and without script, against the built server.

After each form the page is reloaded, left and opened again with the browser's buttons, and the very
same form is sent a second time. None of that may change anything.
"""

import re

import pytest
from playwright.sync_api import expect

from built import PASSWORD, needs_build
from person import Person

pytestmark = needs_build


@pytest.fixture
def plain(chromium):
    """Browsers without script, each with a storage of its own."""
    contexts = []

    def make():
        context = chromium.new_context(java_script_enabled=False)
        context.set_default_timeout(15_000)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def ada(built, plain):
    person = Person(built, plain())
    built.log_in(person.page, has_script=False)
    return person


def test_signing_up_logging_out_and_in(built, plain):
    bea = Person(built, plain())
    bea.opens("/")
    bea.follows("Sign up")
    bea.is_refused("Sign up", "Please provide a username")
    bea.fills(Username="bea", Password="correct horse 1", Repeat_password="correct horse 2")
    bea.is_refused("Sign up", "The two passwords differ")
    assert bea.page.get_by_label("Username").input_value() == "bea"
    assert bea.page.get_by_label("Password", exact=True).input_value() == ""
    bea.fills(Password="password", Repeat_password="password")
    bea.is_refused("Sign up", "too common")
    bea.fills(Username="ada", Password=PASSWORD, Repeat_password=PASSWORD)
    bea.is_refused("Sign up", "That username is taken")
    bea.fills(Username="bea", Password=PASSWORD, Repeat_password=PASSWORD)
    bea.sends("Sign up")
    assert bea.page.url.endswith("/counters/main")
    bea.follows("Account")
    bea.sends("Log out")
    expect(bea.page.locator("h1")).to_have_text("Tally")
    bea.page.go_back()
    expect(bea.page.locator("body")).not_to_contain_text("bea")
    bea.opens("/counters/main")
    expect(bea.page.locator(".alert:not(:empty)")).to_contain_text("You are not logged in")
    bea.opens("/login")
    bea.is_refused("Log in", "Please provide your username and password")
    bea.fills(Username="bea", Password="wrong horse 1")
    bea.is_refused("Log in", "The provided credentials are not correct")
    assert bea.page.get_by_label("Username").input_value() == "bea"
    bea.fills(Username="bea", Password=PASSWORD)
    bea.sends("Log in")
    assert bea.page.url.endswith("/counters/main")
    bea.opens("/login")
    expect(bea.page.locator(".alert:not(:empty)")).to_contain_text("You are logged in as bea")


def test_counting(built, ada):
    for _ in range(3):
        ada.sends("Add 1")
    ada.sends("Subtract 1")
    ada.sees_count(2)
    ada.sends("Undo")
    ada.sees_count(3)
    ada.sends("Redo")
    ada.sees_count(2)
    for summary, label, text, button, count in [
        ("Add a number", "Add", "5", "Add", 7),
        ("Set the count to a", "Set to", "40", "Set", 40),
        ("Set the count to 0", None, None, "Reset", 0),
    ]:
        ada.unfolds(summary)
        if label:
            ada.fills(**{label: text})
        ada.sends(button)
        ada.sees_count(count)
    ada.repeats = False
    ada.unfolds("Add a number")
    ada.fills(Add="many")
    ada.is_refused("Add", "Not a number: many")
    assert ada.page.get_by_label("Add", exact=True).input_value() == "many"
    ada.fills(Add="9223372036854775807")
    ada.sends("Add")
    ada.is_refused("Add 1", "That would take the count out of range")
    ada.sends("Undo", "Undid +9223372036854775807")
    assert built.count() == 0
    assert [change["count"] for change in built.history()][:6] == [1, 2, 3, 2, 3, 2]


def test_a_forgotten_number(built, ada):
    ada.unfolds("Add a number")
    ada.fills(Add="5", When="2026-01-05T18:30", Note="bus")
    ada.sends("Add")
    ada.sees_count(5)
    [change] = built.history()
    assert change["time"].startswith("2026-01-05T18:30:00") and change["note"] == "bus"
    ada.repeats = False
    ada.unfolds("Add a number")
    ada.fills(Add="2", When="9000-01-01T00:00")
    ada.is_refused("Add", "That time is in the future")
    assert ada.page.get_by_label("When").input_value() == "9000-01-01T00:00"
    ada.fills(When="")
    ada.sends("Add")
    assert built.history()[-1]["time"] > "2026-11"


def test_a_target(built, ada):
    ada.unfolds("Set or remove a number to reach")
    ada.fills(Target="2")
    ada.sends("Target")
    expect(ada.page.locator("#live")).to_contain_text("of 2")
    ada.repeats = False
    ada.sends("Add 1")
    ada.sends("Add 1", "Target reached")
    ada.sends("Add 1")
    expect(ada.page.locator("#live")).to_contain_text("of 2, 1 over")
    ada.unfolds("Set or remove a number to reach")
    ada.fills(Target="")
    ada.sends("Target", "main has no target")


def test_a_limit(built, ada):
    live = ada.page.locator("#live")
    ada.unfolds("Set or remove a number not to exceed")
    ada.fills(At_most="2")
    ada.sends("Limit", "main has the limit 2")
    expect(live.locator(".band")).to_have_text("2 left at most 2")
    ada.repeats = False
    ada.sends("Add 1")
    ada.sends("Add 1", "Limit reached")
    expect(live.locator(".band")).to_have_text("full at most 2")
    expect(ada.page.locator("#status")).to_have_text("Current count is 2 of at most 2, full")
    ada.sends("Add 1", "1 over the limit")
    expect(live.locator(".band")).to_have_text("1 over at most 2")
    ada.unfolds("Set or remove a number to reach")
    ada.fills(Target="9")
    ada.sends("Target", "main has the target 9")
    expect(live.locator(".band")).to_have_count(0)


def test_a_press_of_the_button_twice_counts_once(built, ada):
    ada.page.get_by_role("button", name="Add 1").dblclick()
    ada.page.wait_for_load_state()
    ada.sees_count(1)
    assert built.count() == 1


def test_forms_of_one_page_act_once_each_and_a_new_page_acts_again(built, ada):
    """The control of what is repeated: another form, with another id, does count."""
    form = ada.sends("Add 1")
    assert built.count() == 1
    assert ada.sends_again(form) == 303
    assert built.count() == 1
    other = re.sub("id=[0-9a-f]{32}", "id=" + "7" * 32, form.post_data)
    assert ada.sends_again(form, other) == 303
    assert built.count() == 2


def test_counters(built, ada):
    ada.unfolds("Rename")
    ada.fills(New_name="coffee")
    ada.sends("Rename")
    assert ada.page.url.endswith("/counters/coffee")
    ada.follows("Counters")
    ada.unfolds("Make a counter")
    ada.fills(Name_of_the="tea")
    ada.sends("Make it")
    assert ada.page.url.endswith("/counters/tea")
    ada.follows("Counters")
    ada.repeats = False
    ada.unfolds("Make a counter")
    ada.fills(Name_of_the="tea")
    ada.is_refused("Make it", "There is already a counter named tea")
    ada.repeats = True
    ada.fills(Search="tea")
    with ada.page.expect_navigation():
        ada.page.get_by_role("button", name="Search").click()
    expect(ada.page.locator(".list > li")).to_have_count(1)
    for button in ["Add tea", "Add tea", "Subtract tea", "Undo tea"]:
        ada.sends(button)
    assert built.count("tea") == 2
    ada.sends("tea")
    ada.sees_count(2)
    ada.unfolds("Delete the counter")
    ada.repeats = False
    ada.sends("Delete")
    expect(ada.page.locator("details[open]")).to_contain_text("This deletes tea and its history")
    ada.fills(Counter="coffee")
    ada.is_refused("Delete", "That is not the counter's name. Nothing was deleted")
    ada.fills(Counter="tea")
    ada.sends("Delete", "Deleted tea")
    expect(ada.page.locator(".list")).not_to_contain_text("tea")
    ada.opens("/counters/tea")
    expect(ada.page.locator(".alert:not(:empty)")).to_contain_text("There is no counter named tea")


def test_history(built, ada):
    for number in range(25):
        built.tally("up", "main", str(number + 1))
    ada.opens("/counters/main")
    ada.follows("History")
    rows = ada.page.locator("tr", has=ada.page.locator("time"))
    expect(rows).to_have_count(20)
    expect(rows.first).to_contain_text("+25")
    ada.follows("More")
    expect(rows).to_have_count(25)
    for span in ["Hour", "Day", "Week", "Month"]:
        ada.follows(span)
        assert f"by={span.lower()}" in ada.page.url
        expect(ada.page.locator(".chart tr").first).to_contain_text("+325")
    ada.page.go_back()
    assert "by=week" in ada.page.url
    ada.page.get_by_role("link", name="Back to main").click()
    ada.sees_count(325)


def test_a_wrong_entry_is_reverted_by_its_number(built, ada):
    built.tally("up", "main", "5")
    built.tally("up", "main", "3")
    ada.opens("/counters/main/history")
    ada.unfolds("Revert one of your additions, by its number")
    forms = ada.page.locator("details")
    ada.fills(Number_of_the_entry_to_revert="9")
    ada.is_refused("Revert", "There is no entry 9", within=forms)
    ada.fills(Number_of_the_entry_to_revert="1")
    ada.sends("Revert", within=forms)
    rows = ada.page.locator("tr", has=ada.page.locator("time"))
    expect(rows.first).to_contain_text("revert of +5")
    expect(rows.first.locator(".entry")).to_have_text("3")
    ada.page.get_by_role("link", name="Back to main").click()
    ada.sees_count(3)


def test_sharing(built, plain, ada):
    built.sign_up("bea")
    built.sign_up("carl")
    ada.follows("Members")
    ada.fills(Let_this_user_count="nobody")
    forms = ada.page.locator("main > form")
    ada.is_refused("Share", "There is no account named nobody", within=forms)
    ada.fills(Let_this_user_count="bea")
    ada.sends("Share", within=forms)
    ada.fills(Let_this_user_view="carl")
    ada.sends("Share to view", within=forms)
    bea = Person(built, plain())
    built.log_in(bea.page, "bea", has_script=False)
    bea.opens("/counters")
    bea.sends("Add ada/main")
    bea.sends("ada/main")
    assert bea.page.url.endswith("/shared/ada/main")
    bea.sends("Add 1")
    bea.sees_count(2)
    expect(bea.page.locator("summary", has_text="Rename")).to_have_count(0)
    carl = Person(built, plain())
    built.log_in(carl.page, "carl", has_script=False)
    carl.opens("/shared/ada/main")
    carl.sees_count(2)
    expect(carl.page.locator("main button:visible")).to_have_count(0)
    members = ada.page.locator(".list > li")
    ada.sends("Let count", within=members.nth(2))
    ada.sends("Let only view", within=members.nth(1))
    bea.is_refused("Add 1", "Only ada can do that")
    carl.opens("/shared/ada/main")
    carl.sends("Add 1")
    ada.opens("/counters/main/members")
    expect(members.nth(2)).to_contain_text("+1 today, +1 in all")
    ada.unfolds("Unshare", within=members.nth(1))
    ada.sends("Unshare", within=members.nth(1))
    bea.opens("/shared/ada/main")
    expect(bea.page.locator(".alert:not(:empty)")).to_contain_text("There is no counter named")
    carl.follows("Members")
    carl.unfolds("Leave")
    carl.sends("Leave")
    carl.opens("/counters")
    expect(carl.page.locator(".list")).not_to_contain_text("ada/main")
    assert {change["by"] for change in built.history()} == {"bea", "carl"}


def test_the_account(built, plain, ada):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    ada.follows("Account")
    expect(ada.page.locator("main")).to_contain_text("Also logged in")
    ada.unfolds("Change your password")
    ada.fills(New_password="another horse 43", Repeat_password="another horse 43")
    ada.page.get_by_label("Password", exact=True).fill("wrong")
    ada.repeats = False
    ada.is_refused("Change it", "The provided credentials are not correct")
    ada.page.get_by_label("Password", exact=True).fill(PASSWORD)
    ada.fills(New_password="another horse 43", Repeat_password="another horse 43")
    ada.sends("Change it", "Password changed")
    expect(ada.page.locator("main")).to_contain_text("Logged in nowhere else")
    elsewhere = Person(built, plain(), repeats=False)
    elsewhere.opens("/login")
    elsewhere.fills(Username="ada", Password="another horse 43")
    elsewhere.sends("Log in")
    ada.unfolds("Log out here and everywhere")
    details = ada.page.locator("details[open]")
    ada.sends("Log out", within=details)
    elsewhere.page.reload()
    expect(elsewhere.page.locator(".alert:not(:empty)")).to_contain_text("You are not logged in")
    ada.opens("/login")
    ada.fills(Username="ada", Password="another horse 43")
    ada.sends("Log in")
    ada.follows("Account")
    ada.unfolds("Delete your account")
    ada.sends("Delete account")
    expect(details).to_contain_text("bea loses the counters that you share")
    expect(ada.page.locator(".notice")).to_have_count(0)
    ada.page.get_by_label("Password", exact=True).locator("visible=true").fill("wrong horse 1")
    ada.is_refused("Delete account", "The provided credentials are not correct")
    ada.page.get_by_label("Password", exact=True).locator("visible=true").fill("another horse 43")
    ada.sends("Delete account", "Account deleted")
    assert [user[1] for user in built.facts()["users"]] == ["bea"]
    ada.opens("/login")
    ada.fills(Username="ada", Password="another horse 43")
    ada.is_refused("Log in", "The provided credentials are not correct")
