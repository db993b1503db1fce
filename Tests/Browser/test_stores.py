"""Taps that a server cannot read, and those of another store: they wait, and let others pass."""

import pytest
from playwright.sync_api import expect

from conftest import open_counter
from test_taps import counted, expect_count, expect_waiting, page, tap  # noqa: F401, a fixture

ADD = """async (taps) => {
  const open = indexedDB.open("tally");
  const database = await new Promise((done) => (open.onsuccess = () => done(open.result)));
  const transaction = database.transaction("taps", "readwrite");
  for (const tap of taps) transaction.objectStore("taps").add(tap);
  await new Promise((done) => (transaction.oncomplete = done));
  database.close();
}"""


def keep(page, *amounts, **fields):
    """Keeps taps in the browser as a script of another release does."""
    names = (f"{len(amounts)}-{number}" for number in range(100))
    taps = [
        {"id": id, "account": 7, "counter": 12, "amount": amount, "at": 0, **fields}
        for id, amount in zip(names, amounts)
    ]
    page.evaluate(ADD, taps)


@pytest.mark.parametrize("status", [400, 413, 415])
def test_one_tap_that_cannot_be_read_waits_and_the_others_count(site, page, status):
    site.tally.unreadable = lambda tap: status if tap["amount"] not in (1, -1) else None
    keep(page, 1, 1, 1, 2, 1, 1, 1)
    page.reload()
    expect(page.locator("#waiting")).to_have_text("6 saved, 1 waiting", timeout=20_000)
    expect(page.locator("#count")).to_have_text("8")
    expect(page.locator("#tap-alert")).to_contain_text("Not counted yet: 1")
    tap(page, 2)
    expect(page.locator("#waiting")).to_have_text("8 saved, 1 waiting", timeout=20_000)
    # It does not keep an undo from finding the taps before it.
    page.get_by_role("button", name="undo").click()
    expect(page.locator("#waiting")).to_have_text("7 saved, 1 waiting")
    site.tally.unreadable = lambda tap: None
    open_counter(page, site.url)
    expect_count(page, 9)
    assert sorted(counted(site)) == [-1] + [1] * 8 + [2]


@pytest.mark.parametrize("status", [400, 413, 415])
def test_a_tap_that_was_refused_alone_is_sent_again(site, page, status):
    site.network.faults = [status]
    tap(page)
    expect_waiting(page, 1)
    expect_count(page, 1)
    assert counted(site) == [1]


@pytest.mark.parametrize("status", [400, 405, 408, 410, 411, 413, 415, 422, 426, 451])
def test_a_status_that_is_not_the_tap_s_own_settles_nothing(site, page, status):
    site.tally.refusals[12] = (status, "Not now")
    tap(page, 3)
    expect_waiting(page, 3)
    page.wait_for_timeout(500)
    expect_waiting(page, 3)
    site.tally.refusals.clear()
    open_counter(page, site.url)
    expect_count(page, 3)
    assert counted(site) == [1] * 3


def test_a_proxy_that_takes_only_small_bodies_gets_small_ones(site, page):
    site.network.cut()
    tap(page, 9)
    expect_waiting(page, 9)
    site.network.faults = [413, 413, 413]
    site.network.join()
    expect_count(page, 9)
    assert counted(site) == [1] * 9


def test_taps_of_another_store_count_only_there(site, page):
    site.network.cut()
    tap(page, 2)
    expect_waiting(page, 2)
    first, site.tally.store = site.tally.store, "0" * 32
    site.network.join()
    expect(page.locator("#tap-alert")).to_contain_text("These taps belong to another store")
    expect_waiting(page, 2)
    open_counter(page, site.url)
    expect(page.locator("#waiting")).to_have_text("2 waiting for another store")
    tap(page)
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator("#waiting")).to_have_text("2 waiting for another store")
    assert counted(site) == [1]
    site.tally.store = first
    open_counter(page, site.url)
    expect_count(page, 3)


def test_a_tap_without_a_store_is_believed(site, page):
    keep(page, 1, 1)
    open_counter(page, site.url)
    expect_count(page, 2)


def test_without_network_another_store_s_counts_are_not_shown(site, page):
    tap(page, 5)
    expect_count(page, 5)
    site.tally.store = "0" * 32
    open_counter(page, site.url)
    keys = page.evaluate("Object.keys(localStorage).filter((key) => key.includes('/'))")
    assert keys == [f"{'0' * 32}/7"]
