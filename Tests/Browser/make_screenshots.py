"""Makes a picture of each scene in the folder named by TALLY_SCREENSHOTS; `screenshots` runs it."""

import os
import pathlib
import re

import pytest
from playwright.sync_api import expect

from built import BuiltSite, needs_build
from conftest import LISTENS, WORKS_OFFLINE, wait_until
from scenes import built, walk  # noqa: F401, a fixture
from test_taps import LONG, expect_waiting, tap

FOLDER = pathlib.Path(os.environ.get("TALLY_SCREENSHOTS", "."))
LOOKS = [
    *(((390, 844), scheme) for scheme in ("light", "dark", "black")),
    *((size, "light") for size in ((320, 568), (844, 390), (1280, 800))),
    *((size, "dark") for size in ((844, 390), (1280, 800))),
]  # fmt: skip

pytestmark = needs_build


@pytest.fixture(params=LOOKS, ids=str)
def look(chromium, request):
    (width, height), scheme = request.param
    context = chromium.new_context(
        viewport={"width": width, "height": height}, has_touch=width < 1000,
        color_scheme="light" if scheme == "light" else "dark",
    )  # fmt: skip
    context.add_init_script(LISTENS)
    if scheme == "black":
        context.add_init_script("""localStorage.choices = '{"black": true}'""")
    page = context.new_page()

    def shoot(name):
        number = len(list(FOLDER.glob(f"{width}-{scheme}-*")))
        words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "start"
        page.screenshot(path=FOLDER / f"{width}-{scheme}-{number:02}-{words}.png")

    yield page, shoot
    context.close()


def test_every_scene(built, look):
    page, shoot = look
    for name in walk(built, page):
        shoot(name)


def test_pictures_of_the_readme(tmp_path, chromium):
    """A counter of three people, while it counts, while it waits, and when it is full."""
    site = BuiltSite(tmp_path)
    context = chromium.new_context(viewport={"width": 360, "height": 720}, has_touch=True)
    try:
        for account in ["bea", "carl"]:
            site.sign_up(account)
        days = [31, 54, 12, 47, 66, 0, 25]
        adds = [("up", "door", str(n), "--at", f"{6 - day} days ago") for day, n in enumerate(days)]
        site.run(("new", "door"), *adds[:-1], ("set", "86"), adds[-1])
        site.run(("target", "120", "--at-most"))
        site.run(("share", "door", "with", "bea"), ("share", "door", "with", "carl"))
        site.tally("up", "ada/door", account="bea")
        page = context.new_page()
        site.log_in(page, has_script=False)
        page.goto(site.url + "/counters/door")
        expect(page.locator("#live")).to_contain_text("last by bea")
        page.screenshot(path=FOLDER / "readme-counting.png")
        wait_until(page, WORKS_OFFLINE)
        context.set_offline(True)
        tap(page, 3)
        expect_waiting(page, 3)
        page.screenshot(path=FOLDER / "readme-waiting.png")
        context.set_offline(False)
        expect(page.locator("#waiting")).to_have_text("", timeout=LONG)
        site.tally("up", "ada/door", "5", account="bea")
        expect(page.locator("main")).to_have_attribute("data-standing", "reached")
        page.screenshot(path=FOLDER / "readme-full.png")
    finally:
        context.close()
        site.end()


def test_taps_that_wait(built, look):
    page, shoot = look
    built.log_in(page)
    page.goto(built.url + "/counters/near")
    page.wait_for_selector("html[data-listens]")
    wait_until(page, WORKS_OFFLINE)
    page.context.set_offline(True)
    tap(page, 3)
    expect_waiting(page, 3)
    shoot("offline with taps waiting")
    built.network.status = 502
    page.context.set_offline(False)
    page.goto(built.url + "/counters/near")
    expect(page.locator("main[data-shell]")).to_be_visible()
    expect_waiting(page, 3)
    shoot("opened without network")
    built.network.status = None
    expect(page.locator("h1")).to_have_text("near", timeout=20_000)
    expect(page.locator("#waiting")).to_have_text("", timeout=20_000)
    built.tally("set", "near", "118")
