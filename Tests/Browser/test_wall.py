"""The built server's view of a counter for a wall."""

import pytest
from playwright.sync_api import expect

from built import needs_build
from conftest import wait_until
from scenes import overflows, violations

pytestmark = needs_build

LARGE = """
(() => {
  const range = document.createRange();
  range.selectNodeContents(document.getElementById("count"));
  const { left, width, height } = range.getBoundingClientRect();
  const isCentred = Math.abs(left + width / 2 - innerWidth / 2) < 9;
  return isCentred && (width > 0.6 * innerWidth || height > 0.45 * innerHeight);
})()
"""

IS_WHOLE = "document.documentElement.scrollHeight <= innerHeight"


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (844, 390), (390, 844), (320, 568)], ids=str)
def test_a_wall_shows_the_count_large_dark_and_live_with_nothing_to_press(built, phone, size):
    built.sign_up("bea")
    built.run(("set", "112"), ("target", "120"), ("share", "main", "with", "bea"))
    page = phone.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    built.log_in(page)
    page.get_by_role("link", name="Wall").click()
    page.wait_for_url("**/counters/main/wall")
    page.wait_for_selector("html[data-listens]")
    expect(page.locator("h1")).to_have_text("main")
    expect(page.locator("#live .of")).to_have_text("of 120")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(0, 0, 0)"
    pressed = page.locator("a, button, input, summary").locator("visible=true")
    expect(pressed).to_have_count(0)
    assert violations(page) == []
    for count in (112, 1000, 1000000, 2**62):
        built.tally("set", "main", str(count))
        expect(page.locator("#count")).to_have_text(str(count))
        # The digits are in the middle, and fill the width or half of the height.
        wait_until(page, LARGE)
        assert not overflows(page)
        assert page.evaluate(IS_WHOLE), count
    name = "a name that is as long as a name can be for all to see in a hall"
    built.run(("set", "113"), ("rename", "main", name))
    expect(page.locator("h1")).to_have_text(name)
    assert page.evaluate(IS_WHOLE)
    assert not overflows(page)
    for count, left in ((113, "7 left"), (120, "full"), (123, "3 over")):
        built.run(("set", str(count)), ("target", "120", "--at-most"))
        expect(page.locator(".band .left")).to_have_text(left)
        assert not overflows(page), count
        assert page.evaluate(IS_WHOLE), count


def test_a_wall_of_somebody_else_s_counter_follows_a_login_and_a_new_name(built, phone):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea", "--view")
    page = phone.new_page()
    page.goto(built.url + "/shared/ada/main/wall")
    page.get_by_role("link", name="Log in").first.click()
    page.get_by_label("Username").fill("bea")
    page.get_by_label("Password").fill("correct horse 42")
    page.get_by_role("button", name="Log in").click()
    page.wait_for_url("**/shared/ada/main/wall")
    page.wait_for_selector("html[data-listens]")
    id = page.locator("main").get_attribute("data-counter")
    built.tally("rename", "main", "door")
    page.goto(f"{built.url}/shared/ada/main/wall?counter={id}")
    page.wait_for_url("**/shared/ada/door/wall")
    built.tally("up", "door")
    expect(page.locator("#count")).to_have_text("1")
