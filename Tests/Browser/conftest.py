import os
import random
import time

import pytest
from playwright.sync_api import expect, sync_playwright

import network
import simulated
from built import built  # noqa: F401, a fixture

expect.set_options(timeout=15_000)  # A busy machine takes its time.
FULL = os.environ.get("TALLY_BROWSER") == "full"


@pytest.fixture(scope="session")
def seed():
    """The seed of everything random; printed, and chosen with TALLY_SEED."""
    seed = int(os.environ.get("TALLY_SEED", random.SystemRandom().randrange(1_000_000)))
    print(f"\nTALLY_SEED={seed}")
    return seed


@pytest.fixture(scope="session")
def launch():
    """Starts a Chromium with further arguments."""
    with sync_playwright() as playwright:

        def launch(*args, program="/usr/bin/chromium", **options):
            return playwright.chromium.launch(
                executable_path=program,
                args=["--no-sandbox", "--disable-dev-shm-usage", *args], **options,
            )

        yield launch


@pytest.fixture(scope="session")
def chromium(launch):
    browser = launch()
    yield browser
    browser.close()


# A page is ready for a test's taps when its script listens; a person's earlier tap sends the form.
LISTENS = """
const add = document.addEventListener;
document.addEventListener = function (name, ...rest) {
  add.call(this, name, ...rest);
  if (name === "submit") document.documentElement.dataset.listens = "";
};
"""


# The service worker answers for the next page.
WORKS_OFFLINE = """
navigator.serviceWorker.getRegistration().then((one) => one?.active?.state === "activated")
"""


def wait_until(page, condition):
    """Waits for a condition in JavaScript. The page's policy forbids Playwright's own way."""
    deadline = time.monotonic() + 60
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(50)


def open_counter(page, url, name="coffee"):
    page.goto(f"{url}/counters/{name}")
    page.wait_for_selector("html[data-listens]")


class Site:
    """The simulated server, and the network before it."""

    def __init__(self):
        self.tally = simulated.Tally()
        self.server = simulated.start(self.tally)
        self.port = self.server.server_address[1]
        self.network = network.Network(self.port)

    @property
    def url(self):
        return self.network.url

    def kill(self):
        self.network.cut()
        self.server.shutdown()
        self.server.server_close()

    def restart(self):
        self.server = simulated.start(self.tally, self.port)
        self.network.join()

    def log_in(self, page, name="ada", has_script=True):
        page.goto(self.url + "/login")
        page.get_by_label("Username").fill(name)
        page.get_by_role("button", name="log in").click()
        page.wait_for_selector("main[data-counter]")
        if has_script:
            page.wait_for_selector("html[data-listens]")


@pytest.fixture
def site():
    site = Site()
    yield site
    site.network.cut()
    site.server.shutdown()


@pytest.fixture
def phone(chromium):
    """A phone's browser, with a storage of its own."""
    context = chromium.new_context(viewport={"width": 412, "height": 800}, has_touch=True)
    context.set_default_timeout(15_000)
    context.add_init_script(LISTENS)
    yield context
    context.close()
