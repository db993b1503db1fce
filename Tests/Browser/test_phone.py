"""The page's script with the built server and its real pages."""

import itertools
import re
import time
from datetime import datetime

import pytest
from playwright.sync_api import expect

from built import PASSWORD, needs_build
from conftest import WORKS_OFFLINE, open_counter, wait_until
from test_hand import Fingers, place
from test_taps import LONG, expect_count, expect_waiting, tap

pytestmark = needs_build


@pytest.fixture
def page(built, phone):
    page = phone.new_page()
    built.log_in(page)
    return page


def amounts(built, counter="main"):
    """What the history has, as it was counted."""
    counts = [0] + [change["count"] for change in built.history(counter)]
    return [after - before for before, after in itertools.pairwise(counts)]


def forget_questions(page):
    page.on("dialog", lambda dialog: dialog.accept())


def log_out(page):
    page.goto(re.sub(r"/(counters|shared)/.*", "/account", page.url))
    page.wait_for_selector("html[data-listens]")
    page.locator("main > form").get_by_role("button", name="Log out").click()


@pytest.mark.parametrize(
    "faults",
    [["drop"], ["drop"] * 3, ["twice"], ["lose"], [503], [404], [502, "drop", 503], [1.5]],
    ids=str,
)
def test_a_tap_counts_once_over_a_bad_network(built, page, faults):
    built.network.faults = list(faults)
    tap(page, 2)
    tap(page, label="-")
    expect_count(page, 1)
    assert amounts(built) == [1, 1, -1]


def test_taps_wait_while_the_server_is_gone(built, page):
    built.kill()
    tap(page, 3)
    expect_waiting(page, 3)
    expect(page.locator("#count")).to_have_text("3")
    built.start()
    expect_count(page, 3)
    assert amounts(built) == [1] * 3


def test_a_form_waits_for_the_taps_before_it(built, page):
    tap(page, 2)
    expect_count(page, 2)
    built.network.faults = [503]
    tap(page, label="-")
    expect_waiting(page, 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#tap-alert")).to_contain_text("Without network only + and - work")
    expect_count(page, 1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice")).to_have_text("Undid -1")
    expect_count(page, 2)


def test_the_page_opens_without_network_and_counts_later(built, page, phone):
    built.tally("target", "main", "120")
    tap(page, 5)
    expect_count(page, 5)
    expect(page.locator("#live")).to_contain_text("of 120")
    wait_until(page, WORKS_OFFLINE)
    built.kill()
    tap(page)
    expect_waiting(page, 1)
    page.close()
    page = phone.new_page()
    open_counter(page, built.url, "main")
    expect(page.locator("main[data-shell]")).to_be_visible()
    expect(page.locator("#count")).to_have_text("6")
    expect(page.locator("#target")).to_have_text("of 120")
    # Its name is in the address anyway.
    expect(page.locator("h1")).to_have_text("main")
    assert "ada" not in page.inner_text("body")
    expect_waiting(page, 1)
    tap(page, 2)
    expect_waiting(page, 3)
    built.start()
    expect(page.locator("main:not([data-shell])")).to_be_visible(timeout=LONG)
    expect_count(page, 8)
    assert amounts(built) == [1] * 8


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (320, 568)], ids=str)
def test_without_network_the_buttons_are_where_they_were_and_other_counters_are_listed(
    built, page, phone, size
):
    built.tally("new", "tea #1")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(built.url + "/counters/tea%20%231")
    page.wait_for_selector("html[data-listens]")
    open_counter(page, built.url, "main")
    places = [place(page, f".tap .{name}") for name in ("minus", "plus")]
    wait_until(page, WORKS_OFFLINE)
    built.kill()
    open_counter(page, built.url, "main")
    expect(page.locator("main[data-shell]")).to_be_visible()
    for name, (x, y) in zip(("minus", "plus"), places, strict=True):
        there = place(page, f".tap .{name}")
        assert abs(there[0] - x) < 8 and abs(there[1] - y) < 8, (name, there)
    expect(page.locator("#others a")).to_have_text(["tea #1"])
    page.get_by_role("link", name="tea #1").click()
    expect(page.locator("h1")).to_have_text("tea #1")
    expect(page).to_have_title("tea #1")
    tap(page)
    expect_waiting(page, 1)
    built.start()
    expect(page.locator("main:not([data-shell])")).to_be_visible(timeout=LONG)
    expect_count(page, 1)
    assert built.count("tea #1") == 1


def test_several_tabs_count_each_tap_once(built, page, phone):
    pages = [page] + [phone.new_page() for _ in range(3)]
    for other in pages[1:]:
        open_counter(other, built.url, "main")
    for _ in range(5):
        for each in pages:
            tap(each)
    for each in pages:
        expect_count(each, 20)
    assert amounts(built) == [1] * 20


def test_a_tap_that_cannot_be_stored_says_so_and_does_not_count(built, page, phone):
    devtools = phone.new_cdp_session(page)
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": built.url, "quotaSize": 1})
    tap(page)
    expect(page.locator("#tap-alert")).to_contain_text("could not be stored")
    expect(page.locator("#waiting")).to_have_text("")
    assert built.count() == 0
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": built.url})
    tap(page)
    expect_count(page, 1)


def test_taps_stay_with_their_account(built, page):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    built.network.faults = [503] * 1000
    tap(page, 2)
    expect_waiting(page, 2)
    forget_questions(page)
    log_out(page)
    expect(page.locator(".notice")).to_have_text("Logged out")
    built.network.faults = []
    built.log_in(page, "bea")
    page.goto(built.url + "/shared/ada/main")
    page.wait_for_selector("html[data-listens]")
    tap(page)
    expect_count(page, 1)
    log_out(page)
    expect(page.locator(".notice")).to_have_text("Logged out")
    built.log_in(page)
    expect_count(page, 3)
    assert [change["by"] for change in built.history()] == ["bea", "ada", "ada"]


def test_a_page_of_another_account_counts_nothing_for_the_one_logged_in(built, page, phone):
    built.sign_up("bea")
    phone.clear_cookies()
    other = phone.new_page()
    built.log_in(other, "bea")
    tap(page, 2)
    expect(page.locator("#tap-alert")).to_contain_text("You are not logged in")
    expect_waiting(page, 2)
    tap(other)
    expect_count(other, 1)
    assert built.count() == 0 and built.count("main", account="bea") == 1


def test_logging_out_with_waiting_taps_asks_first(built, page):
    built.network.faults = [503] * 1000
    tap(page, 3)
    expect_waiting(page, 3)
    questions = []
    page.once("dialog", lambda one: (questions.append(one.message), one.dismiss()))
    log_out(page)
    expect(page.locator("h1")).to_have_text("ada")
    assert "3" in questions[0]
    forget_questions(page)
    page.locator("main > form").get_by_role("button", name="Log out").click()
    expect(page.locator(".notice")).to_have_text("Logged out")
    built.network.faults = []
    built.log_in(page)
    expect_count(page, 3)


def test_a_session_that_is_ended_in_the_middle_of_a_queue_keeps_the_rest(built, page):
    tap(page)
    expect_count(page, 1)
    built.network.cut()
    tap(page, 120)
    expect_waiting(page, 120)
    # The first hundred are counted, their answer is lost, and then the session ends.
    built.network.faults = ["drop", 1.0]
    built.network.join()
    deadline = time.monotonic() + 60
    while built.count() < 101 and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    built.tally("logout", "--everywhere")
    expect(page.locator("#tap-alert, .alert").first).to_contain_text(
        "You are not logged in", timeout=LONG
    )
    forget_questions(page)
    page.goto(built.url + "/login")
    page.wait_for_selector("html[data-listens]")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.wait_for_selector("main[data-counter]")
    expect_count(page, 121)
    built.log_in_program("ada")
    assert amounts(built) == [1] * 121


def test_a_page_whose_session_ended_stays_until_its_taps_have_said_so(built, page):
    tap(page)
    expect_count(page, 1)
    built.network.faults = [503] * 1000
    tap(page, 2)
    expect_waiting(page, 2)
    asked = []
    page.on("response", lambda one: asked.append(one.url) if one.status == 401 else None)
    built.tally("logout", "--everywhere")
    deadline = time.monotonic() + 60
    while sum("/events" in url for url in asked) < 2 and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    expect_waiting(page, 2)
    built.network.faults = []
    expect(page.locator("#tap-alert")).to_contain_text("You are not logged in", timeout=LONG)
    expect_waiting(page, 2)


def test_a_counter_that_is_deleted_while_it_is_open_refuses_taps_with_the_reason(built, page):
    built.tally("new", "tea")
    built.network.cut()
    tap(page, 2)
    expect_waiting(page, 2)
    built.tally("delete", "main", "--yes")
    built.network.faults = []
    built.network.join()
    expect(page.locator(".alert:not(:empty)").first).to_contain_text(
        re.compile("There is no such counter|There is no counter named main"), timeout=LONG
    )
    page.goto(built.url + "/counters/tea")
    page.wait_for_selector("html[data-listens]")
    tap(page)
    expect_count(page, 1)
    assert built.count("tea") == 1


@pytest.mark.parametrize(
    "words",
    [("unshare", "main", "with", "bea"), ("delete", "main", "--yes"), ("rename", "main", "door")],
    ids=str,
)
def test_taps_in_flight_count_on_the_counter_that_was_seen_or_nowhere(built, phone, words):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    built.tally("new", "other")
    built.tally("share", "other", "with", "bea")
    page = phone.new_page()
    built.log_in(page, "bea")
    page.goto(built.url + "/shared/ada/main")
    page.wait_for_selector("html[data-listens]")
    box = page.locator(".plus").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def taps():
        # Where the thumb is, whatever is there by then.
        page.mouse.click(x, y)
        page.wait_for_timeout(100)
        return 1

    before = sum(taps() for _ in range(10))
    ending = built.starts(*words)
    while ending.poll() is None:
        before += taps()
    assert ending.returncode == 0
    after = sum(taps() for _ in range(20))
    page.wait_for_timeout(1000)
    after += taps()
    assert built.count("other") == 0 and built.count("main", account="bea") == 0
    if words[0] == "rename":
        expect_count(page, before + after)
        return
    if words[0] == "unshare":
        assert 0 < built.count() <= before
    expect(page.locator("#tap-alert")).to_contain_text("No counter is open")
    expect(page.locator("#waiting")).to_have_text("")


def test_a_tab_of_another_account_changes_nothing_for_the_one_logged_in(built, page, phone):
    built.sign_up("bea")
    built.tally("up", "main", "5", account="bea")
    tap(page, 2)
    expect_count(page, 2)
    phone.clear_cookies()
    other = phone.new_page()
    built.log_in(other, "bea")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#tap-alert")).to_contain_text("This page was for another account")
    expect(page.locator("#tap-alert")).to_contain_text("You are logged in as bea")
    assert built.count("main", account="bea") == 5
    assert built.count() == 2


def test_a_counter_that_is_renamed_brings_no_form_of_another_account(built, page, phone):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    built.tally("up", "ada/main", "5", account="bea")
    tap(page)
    expect_count(page, 6)
    phone.clear_cookies()
    built.log_in(phone.new_page(), "bea")
    with page.expect_response("**/counters/tea*"):
        built.tally("rename", "main", "tea")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#tap-alert")).to_contain_text("This page was for another account")
    assert built.count("tea") == 6


@pytest.mark.parametrize("words", [("unshare",), ("share", "--view")], ids=str)
def test_a_member_who_may_no_longer_count_is_told_and_counts_nothing(built, phone, words):
    built.sign_up("bea")
    built.tally("share", "main", "with", "bea")
    page = phone.new_page()
    built.log_in(page, "bea")
    page.goto(built.url + "/shared/ada/main")
    page.wait_for_selector("html[data-listens]")
    tap(page)
    expect_count(page, 1)
    built.network.cut()
    tap(page)
    expect_waiting(page, 1)
    built.tally(words[0], "main", "with", "bea", *words[1:])
    built.network.join()
    expect(page.locator(".alert:not(:empty)").first).to_contain_text(
        re.compile("Only ada can do that|There is no such counter|There is no counter named"),
        timeout=LONG,
    )
    expect(page.locator("#waiting")).to_have_text("")
    assert built.count() == 1


@pytest.mark.parametrize("error", [-365, 365])
def test_a_clock_a_year_off_on_the_phone_does_not_change_the_history(built, phone, error):
    phone.clock.install(time=time.time() + error * 86_400)
    page = phone.new_page()
    built.log_in(page)
    tap(page)
    expect_count(page, 1)
    saved = datetime.fromisoformat(built.history()[0]["time"]).timestamp()
    assert abs(saved - time.time()) < 60


def test_a_tap_made_eight_days_ago_is_in_the_history_at_its_time(built, phone):
    phone.clock.install()
    page = phone.new_page()
    built.log_in(page)
    built.network.cut()
    with page.expect_event("requestfailed", lambda request: "/taps" in request.url):
        tap(page)
    with page.expect_event("requestfailed", lambda request: "/taps" in request.url):
        tap(page)
    expect_waiting(page, 2)
    eight_days = 8 * 86_400
    phone.clock.set_fixed_time(time.time() + eight_days)
    built.network.join()
    expect_count(page, 2)
    for change in built.history():
        made = datetime.fromisoformat(change["time"]).timestamp()
        assert abs(made - (time.time() - eight_days)) < 120


def test_times_are_in_the_person_s_zone_once_the_script_has_told_it(built, chromium):
    built.tally("up", "main", "--at", "2026-01-01 12:00")
    context = chromium.new_context(timezone_id="Asia/Tokyo")
    page = context.new_page()
    built.log_in(page, has_script=False)
    page.goto(built.url + "/counters/main/history")
    moment = page.locator("time").first
    made = datetime.fromisoformat(moment.get_attribute("datetime")).timestamp()
    shown = page.evaluate(
        """(ms) => new Date(ms).toLocaleString("sv", { timeZone: "Asia/Tokyo" }).slice(0, 16)""",
        made * 1000,
    )
    expect(moment).to_have_text(shown)
    expect(page.locator("footer")).to_have_count(0)
    context.close()


@pytest.mark.parametrize("size", [(844, 390), (568, 320), (320, 568), (390, 422)], ids=str)
def test_the_buttons_are_in_sight_in_every_size(built, page, size):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for selector in [".plus", ".minus"]:
        box = page.locator(f".tap {selector}").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], (selector, box)
        assert min(box["width"], box["height"]) >= 64, (selector, box)
    tap(page, 2)
    expect_count(page, 2)
    assert page.evaluate("scrollY") == 0


def test_a_list_counts_without_a_reload_and_without_network(built, page, phone):
    built.tally("target", "main", "9")
    built.tally("new", "tea")
    built.tally("up", "tea", "40")
    page.goto(built.url + "/counters")
    page.wait_for_selector("html[data-listens]")
    page.evaluate("window.isTheSame = true")
    plus, minus = (page.get_by_role("button", name=name) for name in ("Add tea", "Subtract tea"))
    sums = page.locator("li", has=plus).locator("b")
    for _ in range(5):
        plus.tap()
    minus.tap()
    expect(sums).to_have_text("44")
    expect(page.locator("#waiting")).to_have_text("", timeout=LONG)
    wait_until(page, WORKS_OFFLINE)
    phone.set_offline(True)
    plus.tap()
    expect(sums).to_have_text("45")
    expect_waiting(page, 1)
    phone.set_offline(False)
    expect(page.locator("#waiting")).to_have_text("", timeout=LONG)
    assert amounts(built, "tea") == [40, 1, 1, 1, 1, 1, -1, 1]
    expect(sums).to_have_text("45")
    page.get_by_role("button", name="Add main").tap()
    expect(page.locator("#waiting")).to_have_text("", timeout=LONG)
    assert amounts(built) == [1]
    assert page.evaluate("window.isTheSame")


def test_over_a_slow_link_the_page_after_a_form_says_what_it_did(built, page):
    wait_until(page, WORKS_OFFLINE)
    built.network.slow = {"/counters/main": 1.0}
    page.locator("summary", has_text="Set or remove a number to reach").click()
    page.get_by_label("Target").first.fill("12")
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_have_text("main has the target 12")


def test_over_a_slow_link_a_list_comes_as_soon_as_the_server_answers(built, page):
    wait_until(page, WORKS_OFFLINE)
    built.network.slow = {"/counters": 1.0}
    page.goto(built.url + "/counters", wait_until="commit")
    page.wait_for_selector("main[data-shell]")
    page.wait_for_selector(".counts", timeout=6_000)


def test_a_finger_that_scrolls_a_list_counts_nothing(built, page):
    page.goto(built.url + "/counters")
    page.wait_for_selector("html[data-listens]")
    page.evaluate("document.body.style.minHeight = '3000px'")
    fingers, (x, y) = Fingers(page), place(page, ".buttons .plus")
    fingers.touch((1, (x, y)))
    for distance in (10, 40, 120):
        fingers.move(1, (x, y - distance))
    fingers.lift()
    page.wait_for_timeout(500)
    assert page.evaluate("scrollY") > 0
    assert amounts(built) == []


def test_a_long_touch_counts_and_opens_the_part_with_a_time(built, page):
    fingers, add = Fingers(page), page.locator("details:has([name=time])")
    before = page.locator(".plus").bounding_box()
    fingers.touch((1, place(page)))
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator(".brief")).to_have_text(re.compile("^Counted now. For another time"))
    assert page.locator(".plus").bounding_box() == before
    fingers.lift()
    page.get_by_role("button", name="Undo").tap()
    expect_count(page, 0)
    expect(add).to_have_attribute("open", "")
    add.get_by_label("When").fill("2026-01-05T18:30")
    add.get_by_role("button", name="Add").tap()
    expect(add).not_to_have_attribute("open", "")
    expect_count(page, 1)
    assert any(":30:00" in change["time"] for change in built.history())


def test_short_touches_open_nothing(built, page):
    fingers = Fingers(page)
    for _ in range(8):
        fingers.touch((1, place(page)))
        page.wait_for_timeout(100)
        fingers.lift()
    page.wait_for_timeout(700)
    expect(page.locator("details[open]")).to_have_count(0)
    expect_count(page, 8)
