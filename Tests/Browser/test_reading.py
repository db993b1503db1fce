"""What a glance at the built server's page says, with script and without."""

import re
import time

import pytest
from playwright.sync_api import expect

from built import needs_build
from test_taps import expect_count, tap

pytestmark = needs_build


@pytest.fixture
def still(built, chromium):
    """A page without script."""
    size = {"width": 412, "height": 800}
    context = chromium.new_context(java_script_enabled=False, viewport=size)
    page = context.new_page()
    built.log_in(page, has_script=False)
    yield page
    context.close()


@pytest.mark.parametrize(
    ("count", "groups"),
    [
        (-999, ["-999"]), (1000, ["1", "000"]), (-12345, ["-12", "345"]),
        (1234567, ["1", "234", "567"]),
        (2 - 2**63, ["-9", "223", "372", "036", "854", "775", "806"]),
    ],
)  # fmt: skip
def test_digits_are_in_groups_and_a_copy_is_the_plain_number(built, phone, still, count, groups):
    built.tally("set", "main", str(count - 1))
    page = phone.new_page()
    built.log_in(page)
    tap(page)
    expect_count(page, count)
    still.goto(built.url + "/counters/main")
    expect(still.locator("#count")).to_have_text(str(count))
    parts = "(one) => [...one.childNodes].map((part) => part.textContent)"
    assert still.locator("#count").evaluate(parts) == groups
    assert page.locator("#count").evaluate(parts) == groups
    if len(groups) > 1:
        # In one step, because an update replaces the element.
        first = "document.querySelector('#count > span')"
        assert page.evaluate(f"parseFloat(getComputedStyle({first}).marginInlineStart)") > 3
    expect(still.locator("#status")).to_have_text(f"Current count is {count}")
    for each in (page, still):
        each.goto(built.url + "/counters")
        row = each.locator("li[data-counter] b")
        expect(row).to_have_text(str(count))
        assert row.evaluate(parts) == groups


@pytest.mark.parametrize("error", [-86_400, 0, 86_400])
def test_who_counted_last_is_said_with_how_long_ago_by_the_server_s_clock(
    built, phone, still, error
):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    built.tally("up", "ada/main", account="bea")
    phone.clock.install(time=time.time() + error)
    page = phone.new_page()
    built.log_in(page)
    last = page.locator("#live .facts")
    expect(last).to_contain_text("last by bea, just now")
    phone.set_offline(True)
    phone.clock.fast_forward(150_000)
    phone.set_offline(False)
    expect(last).to_contain_text("last by bea, 2 min ago")
    phone.clock.fast_forward(5 * 3_600_000)
    expect(last).to_contain_text("last by bea, 5 h ago")
    moment = last.locator("time")
    still.goto(built.url + "/counters/main")
    plain = still.locator("#live .facts time")
    expect(plain).to_have_text(re.compile(r"^\d{4}-\d\d-\d\d \d\d:\d\d$"))
    assert moment.get_attribute("title")[:10] == plain.text_content()[:10]
    assert moment.get_attribute("datetime") == plain.get_attribute("datetime")
    page.goto(built.url + "/counters")
    # The page was made by the server's clock, which stood still meanwhile.
    expect(page.locator("li[data-counter] small")).to_have_text("+1 today, just now")


def test_a_change_of_long_ago_keeps_its_date(built, phone):
    built.tally("up", "main", "--at", "2026-01-01 12:00")
    page = phone.new_page()
    built.log_in(page)
    expect(page.locator("#live .facts")).to_contain_text("last change 2026-01-01 12:00")


def shared_with_bea(built):
    built.sign_up("bea")
    built.run(("new", "door"), ("share", "door", "with", "bea"), ("+", "3"))
    built.tally("up", "ada/door", "4", account="bea")


@pytest.mark.parametrize("account", ["ada", "bea"])
def test_one_s_own_part_is_beside_the_count(built, phone, still, account):
    shared_with_bea(built)
    path = built.url + ("/counters/door" if account == "ada" else "/shared/ada/door")
    own, other = (3, "+4 bea") if account == "ada" else (4, "+3 ada")
    page = phone.new_page()
    built.log_in(page, account)
    page.goto(path)
    page.wait_for_selector("html[data-listens]")
    parts = page.locator(".parts li:visible")
    expect(parts).to_have_text([f"+{own} mine"])
    tap(page, 2)
    expect(parts).to_have_text([f"+{own + 2} mine"])
    # At a desk everybody's part is beside the count.
    page.set_viewport_size({"width": 1280, "height": 800})
    rows = sorted([f"+{own + 2} mine", other])
    expect(parts).to_have_count(2)
    assert sorted(parts.all_text_contents()) == rows
    beside, count = (page.locator(one).bounding_box() for one in (".parts", "#count"))
    assert beside["x"] >= count["x"] + count["width"]
    assert beside["y"] < page.locator("#live .facts").bounding_box()["y"]
    if account == "ada":
        still.goto(path)
        expect(still.locator(".parts li:visible")).to_have_text([f"+{own + 2} mine"])


def test_bars_are_shown_only_when_something_was_added_in_the_last_days(built, still):
    built.tally("up", "main", "3", "--at", "2026-01-01 12:00")
    bars = still.locator("#live .chart")
    still.goto(built.url + "/counters/main")
    expect(still.locator("#count")).to_have_text("3")
    expect(bars).to_have_count(0)
    built.tally("up", "main")
    still.reload()
    expect(bars).to_have_count(1)


def test_who_has_not_counted_yet_begins_with_what_is_shared(built, still):
    built.sign_up("bea")
    still.context.clear_cookies()
    built.log_in(still, "bea", has_script=False)
    expect(still.locator("h1")).to_have_text("main")
    built.sign_up("cat")
    built.tally("share", "main", "with", "cat")
    still.context.clear_cookies()
    built.log_in(still, "cat", has_script=False)
    expect(still.locator("h1")).to_have_text("Counters")
    expect(still.locator(".notice")).to_have_text("Logged in as cat")
    expect(still.get_by_role("button", name="ada/main", exact=True)).to_be_visible()
    still.goto(built.url + "/")
    expect(still.locator("h1")).to_have_text("Counters")
    built.tally("up", "main", account="cat")
    still.goto(built.url + "/")
    expect(still.locator("h1")).to_have_text("main")
