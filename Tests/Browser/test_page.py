"""What the script does on the page besides counting."""

import json

import pytest
from playwright.sync_api import expect

from conftest import open_counter, wait_until
from test_taps import expect_count, tap

RECORD = """
window.felt = [];
window.seen = new Set();
addEventListener("animationstart", (event) => window.seen.add(event.animationName));
window.locked = 0;
window.streams = 0;
navigator.vibrate = (pattern) => window.felt.push(pattern);
navigator.wakeLock.request = async () => (window.locked += 1);
const Real = EventSource;
window.EventSource = class extends Real {
  constructor(url) { super(url); window.streams += 1; }
  close() { super.close(); window.streams -= 1; }
};
window.EventSource.CLOSED = Real.CLOSED;
"""


def hide(page, hidden):
    """Does to the page what another tab in front of it does."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


@pytest.fixture
def page(site, phone):
    phone.add_init_script(RECORD)
    page = phone.new_page()
    site.log_in(page)
    return page


def test_the_page_shows_what_others_count(site, page):
    site.tally.add(8, 12, 1, 0, "bea-1")
    expect(page.locator("#count")).to_have_text("1", timeout=1000)
    expect(page.locator("#status")).to_have_text("Current count is 1")


def test_a_fast_series_is_read_aloud_once(site, page):
    expect(page.locator("#status")).to_have_text("Current count is 0")
    page.evaluate(
        """() => {
          window.said = [];
          const status = document.getElementById("status");
          const note = () => window.said.push(status.textContent);
          new MutationObserver(note).observe(status, { childList: true });
        }"""
    )
    for number in range(10):
        site.tally.add(8, 12, 1, 0, f"bea-{number}")
        page.wait_for_timeout(50)
    expect(page.locator("#status")).to_have_text("Current count is 10")
    assert page.evaluate("window.said") == ["Current count is 10"]


def test_an_older_state_never_replaces_a_newer_one(site, page):
    site.tally.add(8, 12, 5, 0, "bea-1")
    expect_count(page, 5)
    state = {**site.tally.state(12), "version": 0, "html": "<output id='count'>99</output>"}
    page.evaluate(
        "(state) => new BroadcastChannel('tally').postMessage({account: 7, counter: 12, state})",
        state,
    )
    page.wait_for_timeout(200)
    expect_count(page, 5)


def test_a_state_without_html_shows_its_count(page):
    state = {"version": 9, "count": 9, "target": None, "text": "Current count is 9"}
    page.evaluate(
        "(state) => new BroadcastChannel('tally').postMessage({account: 7, counter: 12, state})",
        state,
    )
    expect_count(page, 9)


def test_the_page_follows_again_after_the_network_was_gone(site, page):
    site.kill()
    site.tally.add(8, 12, 1, 0, "bea-1")
    page.wait_for_timeout(300)
    site.restart()
    expect(page.locator("#count")).to_have_text("1", timeout=15_000)


def test_a_tap_is_felt_and_seen(page):
    tap(page)
    expect_count(page, 1)
    assert page.evaluate("window.felt") == [20]
    wait_until(page, "window.seen.has('tapped')")


def test_reaching_the_target_is_felt_and_seen_once(site, page):
    site.tally.targets[12] = 2
    tap(page, 3)
    expect_count(page, 3)
    felt = page.evaluate("window.felt")
    assert felt.count(20) == 3
    assert felt.count([80, 60, 80]) == 1
    wait_until(page, "window.seen.has('reached')")


def test_the_button_stays_the_same_and_keeps_the_focus(page):
    tap(page)
    expect_count(page, 1)
    for count in range(2, 5):
        page.keyboard.press("Enter")
        expect_count(page, count)


def test_the_screen_stays_on_while_the_counter_is_visible(page):
    assert page.evaluate("window.locked") == 1
    hide(page, True)
    assert page.evaluate("window.locked") == 1
    hide(page, False)
    assert page.evaluate("window.locked") == 2


def test_a_hidden_page_follows_nothing_and_is_up_to_date_when_it_is_seen(site, page):
    wait_until(page, "window.streams === 1")
    hide(page, True)
    wait_until(page, "window.streams === 0")
    site.tally.add(8, 12, 1, 0, "bea-1")
    page.wait_for_timeout(300)
    assert page.locator("#count").text_content() == "0"
    hide(page, False)
    expect(page.locator("#count")).to_have_text("1", timeout=1000)


def test_several_visible_pages_of_a_counter_share_one_stream(site, page, phone):
    pages = [page] + [phone.new_page() for _ in range(7)]
    for other in pages[1:]:
        open_counter(other, site.url)
    site.tally.add(8, 12, 1, 0, "bea-1")
    for each in pages:
        expect(each.locator("#count")).to_have_text("1")
    assert sum(each.evaluate("window.streams") for each in pages) == 1
    pages[0].close()
    site.tally.add(8, 12, 1, 0, "bea-2")
    for each in pages[1:]:
        expect(each.locator("#count")).to_have_text("2")


def test_a_page_that_is_shared_no_longer_is_left(site, page, phone):
    phone.clear_cookies()
    site.network.cut()
    site.network.join()
    expect(page.locator("h1")).to_have_text("Log in", timeout=20_000)


def test_the_person_s_time_zone_is_told(site, chromium):
    context = chromium.new_context(timezone_id="Europe/Berlin")
    page = context.new_page()
    site.log_in(page, has_script=False)
    assert site.tally.zone == "Europe%2FBerlin"
    [zone] = [cookie for cookie in context.cookies() if cookie["name"] == "zone"]
    assert zone["sameSite"] == "Lax"
    context.close()


def test_a_tap_is_on_the_disk_before_it_is_shown_as_waiting(site, phone):
    phone.add_init_script(
        """const real = IDBDatabase.prototype.transaction;
        window.written = [];
        IDBDatabase.prototype.transaction = function (names, mode, options) {
          if (mode === "readwrite") window.written.push(options?.durability);
          return real.call(this, names, mode, options);
        };"""
    )
    page = phone.new_page()
    site.log_in(page)
    tap(page)
    expect_count(page, 1)
    assert page.evaluate("window.written") == ["strict", "strict"]


def test_it_can_be_installed(site, page, phone):
    devtools = phone.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    icons = json.loads(manifest["data"])["icons"]
    for icon in icons:
        size = page.evaluate(
            """async (url) => {
              const image = new Image();
              image.src = url;
              await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert icon["sizes"] in (size, "any")
