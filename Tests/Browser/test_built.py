"""The script against the built server: 30 random series of taps over a bad network.

The pages are the simulated server's; the taps and the streams are the built server's. Its folder is
in TALLY_BUILD; without it these tests are skipped.
"""

import json
import os
import pathlib
import random
import re
import subprocess

import pytest
from playwright.sync_api import expect

import network
import simulated
from conftest import LISTENS
from test_taps import expect_waiting, tap

BUILD = os.environ.get("TALLY_BUILD")
PASSWORD = "correct horse 42\n" * 2
FAULTS = ["drop", "twice", "lose", 503, 429, 404, 502, 0.3, None]

pytestmark = pytest.mark.skipif(not BUILD, reason="TALLY_BUILD does not name a build")


class Built:
    """A store with one account and its counter, and the built server over it."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        self.tally("signup", "ada", "--password-stdin", input=PASSWORD)
        saved = (folder / "state/tally/session").read_text()
        self.token = saved.split()[0]
        self.port = 0
        self.start()

    def tally(self, *words, input=None):
        command = [f"{BUILD}/tally", *words, "--store", str(self.folder / "tally.db")]
        return subprocess.run(
            command, input=input, env=self.environment, text=True, check=True, capture_output=True
        ).stdout

    def start(self):
        listen = f"127.0.0.1:{self.port}"
        command = [f"{BUILD}/tally-serve", "--listen", listen, "--store", f"{self.folder}/tally.db"]
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
        self.process = subprocess.Popen(command, env=self.environment, **output)
        said = ""
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)", said)):
            line = self.process.stdout.readline()
            assert line, said
            said += line
        self.port = int(found[1])

    def count(self):
        return json.loads(self.tally("show", "main", "--format", "json"))[0]["count"]

    def kill(self):
        self.process.kill()
        self.process.wait()


class Split(network.Network):
    """Sends taps and streams to one port, everything else to another."""

    def __init__(self, pages, taps):
        self.taps = taps
        super().__init__(pages)

    def port_of(self, path):
        return self.taps if path.startswith(("/taps", "/events")) else self.target


@pytest.fixture
def built(tmp_path):
    built = Built(pathlib.Path(tmp_path))
    yield built
    built.kill()


def test_series_of_taps_count_exactly(built, chromium, seed, monkeypatch):
    monkeypatch.setitem(simulated.ACCOUNTS, "ada", 1)
    monkeypatch.setitem(simulated.COUNTERS, "coffee", 1)
    choose = random.Random(seed)
    pages = simulated.start(simulated.Tally())
    middle = Split(pages.server_address[1], built.port)
    context = chromium.new_context()
    context.add_init_script(LISTENS)
    cookies = [("session", "ada"), ("tally", built.token)]
    context.add_cookies([{"name": n, "value": v, "url": middle.url} for n, v in cookies])
    page = context.new_page()
    page.goto(middle.url + "/counters/coffee")
    page.wait_for_selector("html[data-listens]")
    total = 0
    for series in range(30):
        middle.faults = [fault for fault in choose.choices(FAULTS, k=3) if fault]
        if series % 10 == 5:
            built.kill()
        for _ in range(choose.randint(1, 6)):
            label = choose.choice("++-")
            total += 1 if label == "+" else -1
            tap(page, label=label)
        if series % 10 == 5:
            expect_waiting(page, r"\d+")
            built.start()
        expect(page.locator("#waiting")).to_have_text("", timeout=60_000)
        expect(page.locator("#count")).to_have_text(str(total), timeout=5000)
        assert built.count() == total
    context.close()
    middle.cut()
    pages.shutdown()
