"""Fingers, mouse and keyboard on the buttons, from the first moment on: each touch counts once."""

import re
import time

import pytest
from playwright.sync_api import expect

from conftest import open_counter, wait_until
from test_taps import counted, expect_count, expect_waiting, page, tap  # noqa: F401, a fixture

LOADED = "document.querySelector('.tap') && document.documentElement.dataset.listens === ''"


class Fingers:
    """Fingers on the screen, each at a place, as the browser hears of them."""

    def __init__(self, page):
        self.devtools = page.context.new_cdp_session(page)
        self.down = {}

    def send(self, kind):
        points = [{"x": x, "y": y, "id": id} for id, (x, y) in self.down.items()]
        self.devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def touch(self, *fingers):
        self.down |= dict(fingers)
        self.send("touchStart")

    def move(self, id, place):
        self.down[id] = place
        self.send("touchMove")

    def lift(self):
        """Lifts all: the protocol cannot lift one of several."""
        self.down = {}
        self.send("touchEnd")


def place(page, selector=".plus, .tap[data-amount='1'] button", dx=0, dy=0):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy


def test_two_fingers_at_once_count_twice(site, page):
    fingers, here = Fingers(page), place(page)
    for _ in range(10):
        fingers.touch((1, here), (2, (here[0] + 12, here[1])))
        fingers.lift()
    expect_count(page, 20)
    assert counted(site) == [1] * 20


def test_overlapping_thumbs_count_each(site, page):
    fingers, (x, y) = Fingers(page), place(page)
    for _ in range(10):
        fingers.touch((1, (x, y)))
        fingers.touch((2, (x + 12, y)))
        fingers.lift()
    expect_count(page, 20)
    assert counted(site) == [1] * 20


def test_a_resting_finger_does_not_keep_others_from_counting(site, page):
    fingers, here = Fingers(page), place(page)
    for _ in range(10):
        fingers.touch((1, place(page, "h1")))
        fingers.touch((2, here))
        fingers.lift()
    expect_count(page, 10)


def test_a_finger_that_slides_counts_and_scrolls_nothing(site, page):
    page.evaluate("document.body.style.minHeight = '3000px'")
    fingers, (x, y) = Fingers(page), place(page)
    for _ in range(10):
        fingers.touch((1, (x, y)))
        for distance in (8, 16, 40):
            fingers.move(1, (x, y - distance))
        fingers.lift()
    expect_count(page, 10)
    assert page.evaluate("scrollY") == 0


def test_a_touch_counts_when_it_begins(site, page):
    fingers = Fingers(page)
    fingers.touch((1, place(page)))
    expect_count(page, 1)
    fingers.lift()
    page.wait_for_timeout(300)
    expect_count(page, 1)
    assert counted(site) == [1]


def test_mouse_keyboard_and_assistive_technology_count_once_each(site, page):
    button = page.locator(".tap[data-amount='1'] button")
    button.click()
    expect_count(page, 1)
    button.press("Enter")
    expect_count(page, 2)
    button.press("Space")
    expect_count(page, 3)
    button.evaluate("(button) => button.click()")
    expect_count(page, 4)
    button.click(button="right")
    button.dblclick()
    expect_count(page, 6)
    assert counted(site) == [1] * 6


def test_taps_while_the_page_loads_count_once_each(site, page):
    site.network.slow = {"/assets/tally.js": 1.0, "/assets/queue.js": 1.0}
    site.network.status = 0.15
    page.reload(wait_until="commit")
    page.wait_for_selector(".tap[data-amount='1'] button")
    fingers, here = Fingers(page), place(page)
    for _ in range(8):
        fingers.touch((1, here))
        fingers.lift()
        page.wait_for_timeout(100)
    assert not page.evaluate(LOADED)
    expect_count(page, 8)
    assert counted(site) == [1] * 8
    tap(page)
    expect_count(page, 9)


def test_a_form_that_is_sent_while_the_page_loads_finds_the_taps_before_it(site, page):
    site.network.slow = {"/assets/queue.js": 1.5}
    page.reload(wait_until="commit")
    tap(page, 2)
    page.get_by_role("button", name="undo").click()
    expect_count(page, 1)
    assert counted(site) == [1, 1, -1]


def test_taps_on_a_page_that_is_left_while_it_loads_are_counted_by_the_next(site, page):
    site.network.slow = {"/assets/queue.js": 20.0}
    page.reload(wait_until="commit")
    tap(page, 3)
    site.network.slow = {}
    open_counter(page, site.url, "tea")
    open_counter(page, site.url)
    expect_count(page, 3)
    assert counted(site) == [1] * 3


def test_taps_kept_over_the_end_of_a_session_let_people_log_in(site, page, phone):
    site.network.slow = {"/assets/queue.js": 20.0}
    page.reload(wait_until="commit")
    tap(page, 3)
    site.network.slow = {}
    phone.clear_cookies()
    page.on("dialog", lambda dialog: dialog.accept())
    site.log_in(page, "bea")
    open_counter(page, site.url)
    expect_count(page, 0)
    page.get_by_role("button", name="log out").click()
    site.log_in(page)
    expect_count(page, 3)
    assert [change[0] for change in site.tally.changes] == [7] * 3


def test_taps_kept_over_a_page_count_in_order(site, page):
    amounts = [1, 1, -1, 1, -1, -1, 1, 1]
    site.network.slow = {"/assets/queue.js": 20.0}
    page.reload(wait_until="commit")
    for amount in amounts:
        page.locator(f".tap[data-amount='{amount}'] button").click()
    site.network.slow = {}
    open_counter(page, site.url, "tea")
    open_counter(page, site.url)
    expect_count(page, sum(amounts))
    assert counted(site) == amounts


def load_without_queue(site, page):
    site.network.slow = {"/assets/queue.js": 1.0}
    site.network.missing = {"/assets/queue.js"}
    page.reload(wait_until="commit")


@pytest.mark.parametrize("fault", [None, 502, 429, 303, "lose", "drop", "twice"])
def test_without_the_script_s_other_files_taps_count_once(site, page, fault):
    site.network.faults = [fault] if fault else []
    load_without_queue(site, page)
    tap(page, 3)
    expect(page.locator("#count")).to_have_text("3")
    assert counted(site) == [1] * 3


def test_without_the_script_s_other_files_a_refused_tap_says_why(site, page):
    site.tally.refusals[12] = (403, "You may only look")
    load_without_queue(site, page)
    tap(page)
    expect(page.locator("#tap-alert")).to_have_text("Taps refused. You may only look")
    assert counted(site) == []


def test_without_the_script_s_other_files_taps_outlive_the_end_of_a_session(site, page, phone):
    load_without_queue(site, page)
    tap(page, 3)
    phone.clear_cookies()
    page.wait_for_url("**/login")
    site.log_in(page, has_script=False)
    expect(page.locator("#count")).to_have_text("3")
    assert counted(site) == [1] * 3


def test_undo_leaves_the_page_and_the_taps_around_it_where_they_are(site, page):
    page.evaluate("window.isTheSame = true")
    site.network.status = 0.15
    fingers, here = Fingers(page), place(page)
    for number in range(8):
        fingers.touch((1, here))
        fingers.lift()
        if number == 3:
            page.get_by_role("button", name="undo").click()
        page.wait_for_timeout(100)
    deadline = time.monotonic() + 60
    while len(counted(site)) < 9 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert sorted(counted(site)) == [-1] + [1] * 8
    expect_count(page, 7)
    assert page.evaluate("window.isTheSame")
    # Each press is a form of its own.
    page.get_by_role("button", name="undo").click()
    page.wait_for_timeout(50)
    tap(page)
    deadline = time.monotonic() + 60
    while len(counted(site)) < 11 and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert len(counted(site)) == 11


NUMBERS = """() => {
  window.numbers = [];
  const see = () => numbers.push(Number(document.querySelector("#count").textContent));
  new MutationObserver(see).observe(document.querySelector("#live"),
    { childList: true, characterData: true, subtree: true });
}"""


def test_the_number_moves_at_once_and_says_what_is_saved(site, page):
    site.network.faults = [1.5]
    delay = page.evaluate(
        """() => new Promise((resolve) => {
          const start = performance.now();
          const button = document.querySelector(".tap[data-amount='1'] button");
          button.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, button: 0 }));
          requestAnimationFrame(() =>
            resolve([document.querySelector("#count").textContent, performance.now() - start]));
        })"""
    )
    assert delay[0] == "1" and delay[1] < 50, delay
    expect(page.locator("#waiting")).to_have_text("0 saved, 1 waiting")
    assert counted(site) == []
    expect_count(page, 1)


def test_the_number_never_moves_too_far_or_back_while_answers_are_on_their_way(site, page):
    page.evaluate(NUMBERS)
    # Others learn of the taps before their answers are here.
    site.network.faults = ["late"] * 10
    for _ in range(10):
        tap(page)
        page.wait_for_timeout(60)
    expect_count(page, 10)
    numbers = page.evaluate("numbers")
    assert numbers == sorted(numbers) and numbers[-1] == 10, numbers


def test_the_number_goes_back_when_a_tap_is_refused(site, page):
    tap(page)
    expect_count(page, 1)
    site.tally.refusals[12] = (403, "You may only look")
    tap(page)
    expect(page.locator("#tap-alert")).to_contain_text("Taps refused: 1")
    expect_count(page, 1)


def test_what_others_count_is_shown_while_taps_wait_for_an_answer(site, page):
    site.network.faults = [3.0]
    tap(page)
    site.tally.add(8, 12, 5, 0, "bea-1")
    expect(page.locator("#waiting")).to_have_text("5 saved, 1 waiting", timeout=2_000)
    expect_count(page, 6)


def test_no_network_is_seen_before_anything_waits(site, page, phone):
    tap(page)
    expect_count(page, 1)
    phone.set_offline(True)
    expect(page.locator("#waiting")).to_have_text("No network, go on counting")
    phone.set_offline(False)
    expect(page.locator("#waiting")).to_have_text("")


def test_a_silent_server_is_no_network(site, page):
    page.evaluate(
        """() => {
          const { setTimeout } = window;
          window.setTimeout = (work, pause) => setTimeout(work, Math.min(pause, 2000));
        }"""
    )
    site.network.slow = {"/events": 4.0}
    site.tally.beats = 1
    expect(page.locator("#waiting")).to_have_text(re.compile("No network"), timeout=10_000)
    expect(page.locator("#waiting")).to_have_text("", timeout=10_000)


def test_the_number_flashes_once_at_its_target(site, page):
    site.tally.targets[12] = 2
    page.evaluate(
        """() => {
          window.started = [];
          addEventListener("animationstart", (event) => started.push(event.animationName));
        }"""
    )
    tap(page, 2)
    expect_count(page, 2)
    wait_until(page, "!document.querySelector('#live').classList.contains('reached')")
    before = page.evaluate("started.length")
    for number in range(5):
        site.tally.add(8, 12, 1, 0, f"bea-{number}")
        expect_count(page, 3 + number)
    page.wait_for_timeout(300)
    assert page.evaluate("started.length") == before
    assert page.evaluate("document.getAnimations().length") == 0


def test_counts_beyond_2_to_the_53_are_shown_and_added_exactly(site, page, phone):
    site.tally.add(8, 12, 2**62, 0, "bea-1")
    expect_count(page, 2**62)
    tap(page)
    expect_count(page, 2**62 + 1)
    phone.set_offline(True)
    tap(page, 2)
    expect_waiting(page, 2)
    expect(page.locator("#count")).to_have_text(str(2**62 + 3))
    phone.set_offline(False)
    expect_count(page, 2**62 + 3)
    site.tally.targets[12] = 2**62 + 4
    felt = "navigator.vibrate = (pattern) => (window.felt = pattern)"
    page.evaluate(felt)
    tap(page)
    expect_count(page, 2**62 + 4)
    wait_until(page, "window.felt?.length === 3")


@pytest.mark.parametrize("status", [404])
def test_when_the_counter_is_gone_nothing_counts_until_another_is_chosen(site, page, status):
    site.tally.refusals[12] = (status, "There is no such counter")
    tap(page)
    expect(page.locator("#tap-alert")).to_have_text(re.compile("There is no such counter"))
    site.tally.refusals.clear()
    tap(page, 3)
    expect(page.locator("#tap-alert")).to_have_text(re.compile("^No counter is open"))
    expect(page.locator("#waiting")).to_have_text("")
    assert counted(site) == []
    open_counter(page, site.url, "tea")
    tap(page)
    expect_count(page, 1)
    assert counted(site) == [] and counted(site, 13) == [1]
