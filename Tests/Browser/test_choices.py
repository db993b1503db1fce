"""What a phone or a desk chooses for itself on the built server's page."""

import pytest
from playwright.sync_api import expect

from built import needs_build
from scenes import violations
from test_taps import expect_count, tap

pytestmark = needs_build

HEARD = """
window.clicks = 0;
window.AudioContext = class {
  currentTime = 0;
  createOscillator() {
    window.clicks += 1;
    return { frequency: {}, connect() {}, start() {}, stop() {} };
  }
};
"""
FORBIDDEN = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("", "SecurityError"); },
});
"""


@pytest.fixture
def page(built, phone):
    phone.add_init_script(HEARD)
    page = phone.new_page()
    built.log_in(page)
    return page


def choose(page, *labels):
    """With the keyboard, as a screen reader's user does."""
    summary = page.locator("summary", has_text="On this phone or desk")
    if not page.locator(".choices-here[open]").count():
        summary.focus()
        page.keyboard.press("Enter")
    for label in labels:
        page.get_by_role("checkbox", name=label).focus()
        page.keyboard.press("Space")


def places(page):
    return [page.locator(f".tap .{name}").bounding_box()["x"] for name in ("minus", "plus")]


def ground(page):
    return page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_black_left_hand_and_sound_are_remembered(page):
    minus, plus = places(page)
    assert minus < plus
    tap(page)
    expect_count(page, 1)
    assert page.evaluate("window.clicks") == 0
    choose(page, "Black", "Left hand", "A click")
    for _ in range(2):
        minus, plus = places(page)
        assert plus < minus
        assert ground(page) == "rgb(0, 0, 0)"
        before = page.evaluate("window.clicks")
        tap(page)
        assert page.evaluate("window.clicks") == before + 1
        assert violations(page) == []
        page.reload()
        page.wait_for_selector("html[data-listens]")
    choose(page)
    for label in ("Black", "Left hand", "A click", "Keys"):
        expect(page.get_by_role("checkbox", name=label)).to_be_checked()
    choose(page, "Black")
    assert ground(page) != "rgb(0, 0, 0)"


@pytest.mark.parametrize("size", [(844, 390), (390, 844)], ids=str)
def test_the_left_hand_has_its_buttons_in_sight(page, size):
    choose(page, "Left hand")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    box = page.locator(".plus").bounding_box()
    assert box["x"] < size[0] / 4
    assert box["y"] + box["height"] <= size[1]
    count = page.locator("#count").bounding_box()
    assert count["x"] >= box["x"] + box["width"] or count["y"] + count["height"] <= box["y"]


def test_keys_count_and_undo_but_not_while_somebody_types(page):
    for key in ("+", "+", "-", "+"):
        page.keyboard.press(key)
    expect_count(page, 2)
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_have_text("Undid +1")
    page.keyboard.press("Control+u")
    page.locator("summary", has_text="Set the count to a number").click()
    page.get_by_label("Set to").press_sequentially("+-u")
    expect(page.get_by_label("Set to")).to_have_value("+-u")
    choose(page, "Keys")
    page.keyboard.press("+")
    page.reload()
    page.wait_for_selector("html[data-listens]")
    page.keyboard.press("+")
    tap(page)
    expect_count(page, 2)


def test_a_box_that_is_pressed_as_soon_as_its_part_opens_changes_what_was_chosen(page):
    page.evaluate("""() => {
        document.querySelector(".choices-here summary").click();
        document.querySelector("[data-choice=keys]").click();
    }""")
    page.keyboard.press("+")
    tap(page)
    expect_count(page, 1)
    expect(page.get_by_role("checkbox", name="Keys")).not_to_be_checked()


def test_a_key_on_a_page_without_a_counter_counts_nothing_and_stops_nothing(built, page, phone):
    page.goto(built.url + "/counters")
    phone.set_offline(True)
    page.reload()
    expect(page.locator("body")).to_contain_text("No network")
    page.keyboard.press("+")
    phone.set_offline(False)
    page.goto(built.url + "/counters/main")
    page.wait_for_selector("html[data-listens]")
    tap(page)
    expect_count(page, 1)
    assert built.count() == 1


def test_without_storage_a_choice_holds_for_the_page(built, phone):
    phone.add_init_script(FORBIDDEN)
    page = phone.new_page()
    built.log_in(page, has_script=False)
    choose(page, "Black")
    assert ground(page) == "rgb(0, 0, 0)"


def test_without_script_there_is_nothing_to_choose(built, chromium):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    built.log_in(page, has_script=False)
    expect(page.locator(".plus")).to_be_visible()
    expect(page.locator("summary", has_text="On this phone")).to_be_hidden()
    context.close()
