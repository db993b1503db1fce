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
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    built.log_in(page, has_script=False)
    yield page
    context.close()


@pytest.mark.parametrize(
    ("count", "groups"),
    [
        (-999, ["-999"]), (1000, ["1", "000"]), (-12345, ["-12", "345"]),
        (1234567, ["1", "234", "567"]), (2 - 2**63, ["-9", *"223 372 036 854 775 806".split()]),
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
        gap = "(one) => parseFloat(getComputedStyle(one).marginInlineStart)"
        assert page.locator("#count > span").first.evaluate(gap) > 3
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
