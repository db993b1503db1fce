"""A number not to exceed, on the phones at several doors, on the built server's real pages."""

import pytest
from playwright.sync_api import expect

from built import needs_build
from test_phone import page  # noqa: F401, a fixture
from test_taps import expect_count, tap

pytestmark = needs_build


@pytest.fixture
def door(built, page):
    built.tally("target", "main", "20", "--at-most")
    built.tally("set", "main", "17")
    page.reload()
    page.wait_for_selector("html[data-listens]")
    return page


def expect_band(page, words, standing):
    expect(page.locator(".band")).to_have_text(f"{words} at most 20")
    expect(page.locator("main")).to_have_attribute("data-standing", standing)


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_every_phone_shows_what_is_left_then_full_then_over(built, door, chromium):
    other = chromium.new_context()
    try:
        watcher = other.new_page()
        built.log_in(watcher, has_script=False)
        phones = [door, watcher]
        usual = ground(door)
        for phone in phones:
            expect_band(phone, "3 left", "below")
        tap(door)
        for phone in phones:
            expect_band(phone, "2 left", "lastTenth")
            assert ground(phone) == usual
        tap(door, 2)
        for phone in phones:
            expect_band(phone, "full", "reached")
            expect(phone.locator("#status")).to_have_text("Current count is 20 of at most 20, full")
            assert ground(phone) != usual
        tap(door)
        for phone in phones:
            expect_band(phone, "1 over", "over")
            assert ground(phone) != usual
        built.tally("down", "main", "5")
        for phone in phones:
            expect_band(phone, "4 left", "below")
            assert ground(phone) == usual
        built.tally("target", "main", "--none")
        expect_count(door, 16)
        tap(door)
        for phone in phones:
            expect(phone.locator(".band")).to_have_count(0)
            assert phone.locator("main").get_attribute("data-standing") is None
    finally:
        other.close()


def test_taps_that_wait_fill_the_room_too(door, phone):
    phone.set_offline(True)
    tap(door, 3)
    expect_band(door, "full", "reached")
    tap(door)
    expect_band(door, "1 over", "over")
    phone.set_offline(False)
    expect_count(door, 21)
    expect_band(door, "1 over", "over")


def test_the_list_says_what_is_left(built, door):
    door.goto(built.url + "/counters")
    door.wait_for_selector("html[data-listens]")
    row = door.locator("li[data-counter]", has_text="main")
    expect(row.locator(".of")).to_have_text("of at most 20, 3 left")
    row.locator("button[data-amount='1']").click(click_count=3)
    expect(row.locator(".of")).to_have_text("of at most 20, full")
    expect(row).to_have_attribute("data-standing", "reached")


def expect_target(page, words, standing):
    expect(page.locator("main .of")).to_have_text(words)
    expect(page.locator("main")).to_have_attribute("data-standing", standing)


def choose(page, form, number, period):
    page.goto(page.url)
    page.get_by_text(form).tap()
    part = page.locator("details[open]")
    part.locator("input[name=target]").fill(number)
    part.get_by_label("Per").select_option(period)
    part.get_by_role("button").tap()
    page.wait_for_selector("html[data-listens]")


def test_a_target_of_a_day_is_held_against_what_was_added(built, page, phone):
    built.tally("set", "main", "40")
    choose(page, "set or remove a number to reach".capitalize(), "3", "day")
    expect_target(page, "0 of 3 today", "below")
    tap(page, 2)
    expect_target(page, "2 of 3 today", "below")
    built.tally("up", "main", "5", "--at", "2026-01-01")
    expect_count(page, 47)
    expect_target(page, "2 of 3 today", "below")
    phone.set_offline(True)
    tap(page)
    expect_target(page, "3 of 3 today", "reached")
    bar = page.locator("#live progress")
    assert bar.evaluate("(bar) => [bar.value, bar.max]") == [3, 3]
    phone.set_offline(False)
    expect_count(page, 48)
    expect(page.locator("#status")).to_have_text("Current count is 48, 3 of 3 today")
    built.tally("set", "main", "0")
    expect_count(page, 0)
    tap(page)
    expect_target(page, "4 of 3 today", "over")
    page.goto(built.url + "/counters")
    page.wait_for_selector("html[data-listens]")
    row = page.locator("li[data-counter]", has_text="main")
    row.locator("button[data-amount='1']").tap()
    expect(row.locator(".of")).to_have_text("5 of 3 today")


def test_a_limit_of_a_week_fills_the_page_by_what_was_added(built, page):
    built.tally("set", "main", "40")
    choose(page, "set or remove a number not to exceed".capitalize(), "2", "week")
    band = page.locator(".band")
    expect(band).to_have_text("2 left at most 2 this week")
    tap(page, 2)
    expect(band).to_have_text("full at most 2 this week")
    expect_target(page, "2 of at most 2 this week", "reached")
    tap(page)
    expect(band).to_have_text("1 over at most 2 this week")
    expect_target(page, "3 of at most 2 this week, 1 over", "over")
    page.get_by_text("Set or remove a number not to exceed").tap()
    expect(page.locator("details[open]").get_by_label("Per")).to_have_value("week")
