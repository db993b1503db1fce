"""Old scripts with new servers, and the other way round: nothing is lost, and nothing mixes."""

import pathlib
import shutil

import pytest
from playwright.sync_api import expect

from built import needs_build
from conftest import WORKS_OFFLINE, open_counter, wait_until
from test_taps import counted, expect_count, expect_waiting, page, tap  # noqa: F401, a fixture

EARLIER = pathlib.Path(__file__).with_name("Earlier")

KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    kept[name] = {};
    for (const request of await cache.keys()) {
      const path = new URL(request.url).pathname;
      kept[name][path] = await (await cache.match(request)).text();
    }
  }
  return kept;
}"""


@pytest.fixture(params=["1", "2"], ids=lambda number: f"format {number}")
def old_page(request, built, phone):
    """The page that sent taps in an earlier format, with its files, over the present server."""
    built.network.earlier = EARLIER / request.param
    built.network.store = built.store_id()
    page = phone.new_page()
    built.log_in(page, has_script=False)
    open_counter(page, built.url, "main")
    return page


@needs_build
def test_an_earlier_script_counts_on_this_server(built, old_page):
    tap(old_page, 3)
    tap(old_page, label="-")
    expect_count(old_page, 2)
    built.tally("up", "main")
    expect_count(old_page, 3)
    assert built.count() == 3


@needs_build
@pytest.mark.parametrize("is_open", [True, False], ids=["page stays open", "page is opened again"])
def test_taps_of_an_earlier_script_that_wait_count_once_after_an_update(built, old_page, is_open):
    wait_until(old_page, WORKS_OFFLINE)
    built.kill()
    tap(old_page, 5)
    expect_waiting(old_page, 5)
    built.network.earlier = None
    built.start()
    if not is_open:
        open_counter(old_page, built.url, "main")
    expect_count(old_page, 5)
    assert built.count() == 5
    assert len(built.history()) == 5


@needs_build
def test_an_earlier_script_s_files_are_replaced_as_a_whole(built, old_page):
    wait_until(old_page, WORKS_OFFLINE)
    [(before, _)] = old_page.evaluate(KEPT).items()
    worker = (built.network.earlier / "worker.js").read_text()
    built.network.earlier = None
    is_other = old_page.request.get(f"{built.url}/worker.js").text() != worker
    open_counter(old_page, built.url, "main")
    if is_other:
        gone = f"caches.keys().then((names) => !names.includes('{before}') && names.length)"
        wait_until(old_page, gone)
    [files] = old_page.evaluate(KEPT).values()
    assert "/assets/hand.js" in files
    for path, text in files.items():
        assert text == old_page.request.get(built.url + path).text(), path


def test_this_script_counts_on_the_previous_server(site, page):
    site.network.cut()
    tap(page, 3)
    expect_waiting(page, 3)
    site.tally.is_previous = True
    site.network.join()
    expect_count(page, 3)
    tap(page, 2)
    expect_count(page, 5)
    assert counted(site) == [1] * 5


def test_a_server_that_takes_another_format_keeps_the_taps_waiting(site, page):
    site.tally.formats = ["3", "4"]
    tap(page, 3)
    expect_waiting(page, 3)
    site.tally.formats = ["1", "2"]
    open_counter(page, site.url)
    expect_count(page, 3)


def test_a_newer_page_can_change_the_database_while_an_older_one_is_open(site, page, phone):
    tap(page)
    expect_count(page, 1)
    newer = phone.new_page()
    newer.goto(site.url + "/blank")
    result = newer.evaluate(
        """() => new Promise((resolve) => {
          const open = indexedDB.open("tally", 2);
          open.onblocked = () => resolve("blocked");
          open.onerror = () => resolve("failed");
          open.onsuccess = () => {
            open.result.onversionchange = () => open.result.close();
            resolve(open.result.version);
          };
        })"""
    )
    assert result == 2
    tap(page, 2)
    expect_count(page, 3)


def release(site, folder, addition):
    """Lets the server have other files from now on."""
    shutil.copytree(site.tally.assets, folder)
    for name in ("tally.js", "queue.js"):
        with (folder / name).open("a") as file:
            file.write(addition)
    site.tally.assets = folder


def test_files_without_network_are_all_of_one_version(site, page, tmp_path):
    wait_until(page, WORKS_OFFLINE)
    [(name, files)] = page.evaluate(KEPT).items()
    # The next release, whose service worker cannot be loaded.
    site.network.missing = {"/worker.js"}
    release(site, tmp_path / "next", "// next\n")
    open_counter(page, site.url)
    assert page.evaluate(KEPT) == {name: files}
    site.network.missing = set()
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    wait_until(page, f"caches.keys().then((names) => !names.includes('{name}') && names.length)")
    [(other, newer)] = page.evaluate(KEPT).items()
    assert other != name and set(newer) == set(files)
    assert {path for path in files if files[path] != newer[path]} == {
        "/assets/tally.js",
        "/assets/queue.js",
    }


def test_the_shell_s_files_are_those_that_were_kept_with_it(site, page, tmp_path):
    wait_until(page, WORKS_OFFLINE)
    site.network.missing = {"/worker.js"}
    release(site, tmp_path / "next", "throw 'the next release';\n")
    # The page does not come, but the files of the next release would.
    site.network.statuses = {"/counters/coffee": 502}
    open_counter(page, site.url)
    expect(page.locator("main[data-shell]")).to_be_visible()
    tap(page)
    site.network.statuses = {}
    expect_count(page, 1)
    assert counted(site) == [1]
