"""Taps on the page, in a real browser, over a network that fails in every way."""

import re
import time

import pytest
from playwright.sync_api import expect

from conftest import WORKS_OFFLINE, open_counter, wait_until

LONG = 20_000


def tap(page, times=1, label="+"):
    amount = {"+": 1, "-": -1}[label]
    for _ in range(times):
        page.locator(f'.tap[data-amount="{amount}"] button').click()


def expect_count(page, count):
    expect(page.locator("#count")).to_have_text(str(count), timeout=LONG)
    expect(page.locator("#waiting")).to_have_text("", timeout=LONG)


def expect_waiting(page, number):
    expect(page.locator("#waiting")).to_have_text(re.compile(rf"\b{number} waiting"))


def counted(site, counter=12):
    return [change[2] for change in site.tally.changes if change[1] == counter]


@pytest.fixture
def page(site, phone):
    page = phone.new_page()
    site.log_in(page)
    return page


def test_a_tap_counts(site, page):
    tap(page, 3)
    expect_count(page, 3)
    tap(page, label="-")
    expect_count(page, 2)
    assert counted(site) == [1, 1, 1, -1]
    assert len({id for *_, id in site.tally.changes}) == 4


@pytest.mark.parametrize(
    "faults",
    [["drop"], ["drop"] * 3, ["twice"], ["lose"], [503], [429], [404], [1.5]]
    + [[502, "drop", 503]],
    ids=str,
)
def test_a_tap_counts_once_over_a_bad_network(site, page, faults):
    site.network.faults = list(faults)
    tap(page, 2)
    expect_count(page, 2)
    assert counted(site) == [1, 1]


class Forgetful:
    """A memory of ids without ids."""

    def __contains__(self, _):
        return False

    def add(self, _):
        pass


def test_without_ids_a_lost_answer_counts_twice(site, page):
    """The control: the same server without the memory of ids."""
    site.tally.known = Forgetful()
    site.network.faults = ["drop"]
    tap(page)
    expect_count(page, 2)
    assert counted(site) == [1, 1]


def test_taps_wait_while_the_server_is_gone_and_count_when_it_is_back(site, page):
    tap(page)
    expect_count(page, 1)
    site.kill()
    tap(page, 3)
    expect_waiting(page, 3)
    expect(page.locator("#waiting")).to_contain_text("1 saved")
    expect(page.locator("#count")).to_have_text("4")
    site.restart()
    expect_count(page, 4)
    assert counted(site) == [1] * 4


def test_taps_wait_offline(site, page, phone):
    phone.set_offline(True)
    tap(page, 2)
    tap(page, label="-")
    expect_waiting(page, 3)
    phone.set_offline(False)
    expect_count(page, 1)
    assert counted(site) == [1, 1, -1]


def test_a_closed_page_loses_nothing(site, page, phone):
    site.kill()
    tap(page, 3)
    expect_waiting(page, 3)
    page.close()
    site.restart()
    page = phone.new_page()
    open_counter(page, site.url)
    expect_count(page, 3)
    assert counted(site) == [1] * 3


def test_the_page_opens_without_network_and_counts_later(site, page, phone):
    site.tally.targets[12] = 120
    tap(page, 5)
    expect_count(page, 5)
    wait_until(page, WORKS_OFFLINE)
    site.kill()
    tap(page, 1)
    expect_waiting(page, 1)
    page.close()
    page = phone.new_page()
    open_counter(page, site.url)
    expect(page.locator("main[data-shell]")).to_be_visible()
    expect(page.locator("#count")).to_have_text("6")
    expect(page.locator("#target")).to_have_text("of 120")
    # Its name is in the address anyway.
    expect(page.locator("h1")).to_have_text("coffee")
    assert "ada" not in page.content()
    expect_waiting(page, 1)
    tap(page, 2)
    expect_waiting(page, 3)
    start = phone.new_page()
    start.goto(site.url + "/")
    expect_waiting(start, 3)
    start.close()
    unseen = phone.new_page()
    unseen.goto(site.url + "/counters/tea")
    expect(unseen.locator("#others li")).to_have_text(["coffee5"])
    expect(unseen.locator(".hand")).to_be_hidden()
    unseen.close()
    site.restart()
    expect(page.locator("h1")).to_have_text("coffee", timeout=LONG)
    expect_count(page, 8)
    assert counted(site) == [1] * 8


def test_the_page_opens_while_a_proxy_says_that_the_server_is_gone(site, page):
    wait_until(page, WORKS_OFFLINE)
    site.network.status = 502
    page.goto(site.url + "/counters/coffee")
    expect(page.locator("main[data-shell]")).to_be_visible()
    tap(page)
    expect_waiting(page, 1)
    site.network.status = None
    expect(page.locator("h1")).to_have_text("coffee", timeout=LONG)
    expect_count(page, 1)


@pytest.mark.parametrize("pause", [2, 60])
def test_a_silent_server_is_not_waited_for_and_a_slow_one_is(site, page, pause):
    wait_until(page, WORKS_OFFLINE)
    site.network.slow = {"/counters/coffee": pause}
    page.goto(site.url + "/counters/coffee")
    expect(page.locator("main[data-shell]")).to_be_visible()
    answered = "performance.getEntriesByType('navigation')[0].responseStart"
    assert page.evaluate(answered) < 1000
    tap(page, 2)
    if pause == 2:
        expect(page.locator("main:not([data-shell])")).to_be_visible(timeout=LONG)
        expect(page).to_have_url(site.url + "/counters/coffee")
    expect_count(page, 2)
    assert counted(site) == [1, 1]


def test_several_tabs_send_each_tap_once(site, page, phone):
    pages = [page] + [phone.new_page() for _ in range(3)]
    for other in pages[1:]:
        open_counter(other, site.url)
    for _ in range(5):
        for each in pages:
            tap(each)
    for each in pages:
        expect_count(each, 20)
    assert counted(site) == [1] * 20
    sent = [tap["id"] for request in site.tally.requests for tap in request["taps"]]
    assert len(sent) == len(set(sent))


def test_without_locks_tabs_send_the_same_taps(site, phone):
    """The control of the test above, and plain http on a LAN: each tap counts once all the same."""
    phone.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
    page = phone.new_page()
    site.log_in(page)
    other = phone.new_page()
    open_counter(other, site.url)
    site.network.cut()
    tap(page, 10)
    expect_waiting(other, 10)
    site.network.faults = [0.5] * 4
    site.network.join()
    phone.set_offline(True)
    phone.set_offline(False)
    expect_count(page, 10)
    expect_count(other, 10)
    assert counted(site) == [1] * 10
    sent = [tap["id"] for request in site.tally.requests for tap in request["taps"]]
    assert len(sent) > len(set(sent))


@pytest.mark.parametrize(
    ("status", "reason"),
    [(403, "Only ada can do that"), (409, "That id was already used for a different change")],
)
def test_a_refused_tap_says_why_and_waits_no_longer(site, page, status, reason):
    site.tally.refusals[12] = (status, reason)
    tap(page)
    expect(page.locator("#tap-alert")).to_contain_text(reason)
    expect(page.locator("#waiting")).to_have_text("")
    site.tally.refusals.clear()
    tap(page)
    expect_count(page, 1)
    # A thumb that goes on tapping has not read it.
    expect(page.locator("#tap-alert")).to_contain_text(reason)
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#tap-alert")).to_have_text("")
    expect(page.get_by_role("button", name="Dismiss")).to_be_hidden()


def test_a_tap_that_cannot_be_stored_says_so_and_does_not_count(site, page, phone):
    devtools = phone.new_cdp_session(page)
    quota = {"origin": site.url, "quotaSize": 1}
    devtools.send("Storage.overrideQuotaForOrigin", quota)
    tap(page)
    expect(page.locator("#tap-alert")).to_contain_text("could not be stored")
    expect(page.locator("#waiting")).to_have_text("")
    assert counted(site) == []
    devtools.send("Storage.overrideQuotaForOrigin", {"origin": site.url})
    tap(page)
    expect_count(page, 1)


def test_without_indexeddb_the_plain_forms_count(site, phone):
    phone.add_init_script("indexedDB.open = () => { throw new DOMException('no') }")
    page = phone.new_page()
    site.log_in(page, has_script=False)
    tap(page)
    expect(page.locator("#count")).to_have_text("1")
    assert site.tally.requests == []
    assert counted(site) == [1]


def test_a_queue_eight_days_old_counts_with_its_age(site, phone):
    phone.clock.install()
    page = phone.new_page()
    site.log_in(page)
    site.network.cut()
    tap(page, 2)
    expect_waiting(page, 2)
    # A request that is on its way has the age of that moment.
    expect(page.locator("#waiting")).to_contain_text("No network", timeout=LONG)
    eight_days = 8 * 86_400
    phone.clock.set_fixed_time(time.time() + eight_days)
    site.network.join()
    expect_count(page, 2)
    ages = [age / 1000 for _, _, _, age, _ in site.tally.changes]
    assert all(abs(age - eight_days) < 60 for age in ages), ages


@pytest.mark.parametrize("error", [-365, 365])
def test_a_clock_a_year_off_does_not_matter(site, phone, error):
    phone.clock.install(time=time.time() + error * 86_400)
    page = phone.new_page()
    site.log_in(page)
    tap(page)
    expect_count(page, 1)
    assert 0 <= site.tally.changes[0][3] < 60_000


def test_a_clock_that_is_set_back_gives_no_negative_age(site, phone):
    phone.clock.install()
    page = phone.new_page()
    site.log_in(page)
    site.network.cut()
    tap(page)
    expect_waiting(page, 1)
    phone.clock.set_fixed_time(time.time() - 365 * 86_400)
    site.network.join()
    expect_count(page, 1)
    assert site.tally.changes[0][3] == 0


def test_undo_waits_for_the_taps_before_it(site, page):
    tap(page, 2)
    expect_count(page, 2)
    site.network.faults = [503]
    tap(page, label="-")
    expect_waiting(page, 1)
    page.get_by_role("button", name="undo").click()
    expect(page.locator("#tap-alert")).to_contain_text("Press again when no taps wait")
    expect_count(page, 1)
    page.get_by_role("button", name="undo").click()
    expect_count(page, 2)
    assert counted(site) == [1, 1, -1, 1]


def test_undo_says_that_it_needs_the_network(site, page, phone):
    tap(page)
    expect_count(page, 1)
    phone.set_offline(True)
    page.get_by_role("button", name="undo").click()
    expect(page.locator("#tap-alert")).to_contain_text("Without network only + and - work")
    assert counted(site) == [1]
