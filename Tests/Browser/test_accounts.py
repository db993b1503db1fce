"""Taps and the accounts they belong to, when people log in and out on one phone."""

from playwright.sync_api import expect

from conftest import wait_until
from test_taps import counted, expect_count, expect_waiting, page, tap  # noqa: F401, a fixture


def test_a_session_that_ended_keeps_the_taps(site, page, phone):
    phone.clear_cookies()
    tap(page, 2)
    expect(page.locator("#tap-alert")).to_contain_text("You are not logged in")
    expect_waiting(page, 2)
    page.on("dialog", lambda dialog: dialog.accept())
    site.log_in(page)
    expect_count(page, 2)
    assert counted(site) == [1, 1]


def test_taps_stay_with_their_account(site, page, phone):
    phone.clear_cookies()
    tap(page, 2)
    expect_waiting(page, 2)
    questions = []
    page.on("dialog", lambda dialog: (questions.append(dialog.message), dialog.accept()))
    site.log_in(page, "bea")
    assert len(questions) == 1
    assert "2" in questions[0]
    expect(page.locator("#waiting")).to_have_text("")
    tap(page)
    expect_count(page, 1)
    page.get_by_role("button", name="log out").click()
    site.log_in(page, "ada")
    expect_count(page, 3)
    assert [change[0] for change in site.tally.changes] == [8, 7, 7]


def test_a_page_of_another_account_counts_nothing_for_the_one_logged_in(site, page, phone):
    other = phone.new_page()
    phone.clear_cookies()
    site.log_in(other, "bea")
    tap(page, 2)
    expect(page.locator("#tap-alert")).to_contain_text("You are not logged in")
    tap(other)
    expect_count(other, 1)
    assert [change[0] for change in site.tally.changes] == [8]


def test_logging_out_with_waiting_taps_asks_first(site, page):
    site.network.faults = [503] * 50
    tap(page, 3)
    expect_waiting(page, 3)
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="log out").click()
    expect(page.locator("h1")).to_have_text("coffee")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="log out").click()
    expect(page.locator("h1")).to_have_text("Log in")
    expect_waiting(page, 3)
    page.on("dialog", lambda dialog: dialog.accept())
    site.network.faults = []
    site.log_in(page)
    expect_count(page, 3)


def test_a_logout_forgets_the_count_unless_taps_wait(site, page):
    tap(page)
    expect_count(page, 1)
    page.get_by_role("button", name="log out").click()
    expect(page.locator("h1")).to_have_text("Log in")
    wait_until(page, "Object.keys(localStorage).every((key) => !key.endsWith('/7'))")
