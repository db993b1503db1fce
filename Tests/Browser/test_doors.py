"""At many doors: eight phones, a script and a terminal count on one counter, with everything real.

Each phone is offline for a third of the time, answers get lost, and the server is killed twice. In
the end the count, and everybody's part of it, are what was tapped. TALLY_BUILD names the build;
without it these tests are skipped.
"""

import collections
import json
import os
import pty
import random
import subprocess

import pytest
from playwright.sync_api import expect

import network
from built import BUILD, Built, needs_build
from conftest import FULL, LISTENS

PHONES = ["ada", "bea", "cem", "dea", "eva", "fay", "gus", "hal"]
ROUNDS, TAPS = (10, 200) if FULL else (1, 20)
LONG = 60_000

# Counts the taps as the browser sees them. A finger misses a button that moves away under it.
FELT = """
addEventListener("pointerdown", ({ target }) => {
  if (target.closest?.(".tap button")) sessionStorage.felt = Number(sessionStorage.felt ?? 0) + 1;
}, true);
"""

pytestmark = needs_build


class Person:
    """Somebody who counts, and what that must come to."""

    def __init__(self, name, choose):
        self.name, self.choose = name, choose
        self.standing = []  # One's own changes that are not undone, the newest last.
        self.entries = 0

    def note(self, amount):
        self.entries += 1
        if amount is None:
            self.standing.pop()
        else:
            self.standing.append(amount)

    @property
    def part(self):
        return sum(self.standing)


class Phone(Person):
    """A browser with a session, and a network of its own that comes and goes."""

    def __init__(self, name, choose, built, chromium, relay):
        super().__init__(name, choose)
        self.network = Door(built.port, relay)
        self.context = chromium.new_context(viewport={"width": 412, "height": 800})
        self.context.set_default_timeout(LONG)
        self.context.add_init_script(LISTENS)
        self.context.add_init_script(FELT)
        cookie = {"name": "tally", "value": built.token(name), "url": self.network.url}
        self.context.add_cookies([cookie])
        self.page = self.context.new_page()
        path = "/counters/main" if name == "ada" else "/shared/ada/main"
        self.url = self.network.url + path
        self.page.goto(self.url)
        self.listens()
        self.is_online = True
        # A third of all spells of taps is without network.
        spells = [True, True, False] * (TAPS // 15 + 1)
        choose.shuffle(spells)
        self.plan = [spells[tap // 5] for tap in range(TAPS)]

    def listens(self):
        self.page.wait_for_selector("html[data-listens]", state="attached")

    def act(self, serving):
        """Taps, or undoes. Returns whether there is more to do."""
        self.go(self.plan.pop())
        # What is tapped while a page is on its way would be a form of it.
        may_undo = self.is_online and serving and self.standing
        if may_undo and self.choose.random() < 0.1:
            self.undo()
        amount = self.choose.choice([1, 1, 1, -1])
        button = self.page.locator(f'.tap[data-amount="{amount}"] button')
        felt = self.felt
        while self.felt == felt:
            button.click(no_wait_after=True)
        self.note(amount)
        return bool(self.plan)

    @property
    def felt(self):
        return self.page.evaluate("sessionStorage.felt ?? 0")

    def undo(self):
        expect(self.page.locator("#waiting")).to_have_text("", timeout=LONG)
        self.page.get_by_role("button", name="Undo", exact=True).click(no_wait_after=True)
        # The tap after it takes the notice away again.
        expect(self.page.locator(".notice")).to_contain_text("Undid", timeout=LONG)
        self.note(None)

    def go(self, online):
        """Switches the network of the phone on or off."""
        if online == self.is_online:
            return
        self.is_online = online
        if online:
            self.network.faults = self.choose.choices(["drop", "twice", "lose", 503], k=2)
            self.network.join()
        else:
            self.network.cut()
        self.context.set_offline(not online)

    def settle(self, taps):
        """Waits until everything is sent."""
        self.go(True)
        assert int(self.felt) == taps
        expect(self.page.locator("#waiting")).to_have_text("", timeout=LONG)

    def shows(self, count):
        """Waits until the page shows a count: what others tapped last is still on its way."""
        expect(self.page.locator("#count")).to_have_text(str(count), timeout=LONG)

    def end(self):
        self.context.close()
        self.network.cut()


class Script(Person):
    """Somebody whose script calls a command for each change."""

    def __init__(self, name, choose, built):
        super().__init__(name, choose)
        self.built, self.left = built, TAPS // 5

    def act(self, serving):
        word, amount = self.choose.choice([("up", 1), ("down", -1)])
        self.built.tally(word, "ada/main", account=self.name)
        self.note(amount)
        self.left -= 1
        return self.left > 0


class Terminal(Person):
    """Somebody at a terminal, in a session."""

    def __init__(self, name, choose, built):
        super().__init__(name, choose)
        self.left = TAPS
        self.terminal, end = pty.openpty()
        environment = built.environment(name) | {"TERM": "dumb"}
        command = [f"{BUILD}/tally", "--store", str(built.store)]
        ends = {"stdin": end, "stdout": end, "stderr": end}
        self.process = subprocess.Popen(
            command, env=environment, start_new_session=True, **ends
        )
        os.close(end)
        self.read()
        self.say("open ada/main")

    def read(self):
        said = b""
        while not said.rstrip(b"\x1b[?204hl").endswith(b"> "):
            said += os.read(self.terminal, 1 << 16)
        return said.decode()

    def say(self, line):
        os.write(self.terminal, f"{line}\n".encode())
        return self.read()

    def act(self, serving):
        line = self.choose.choice(["+", "+", "-", "undo"] if self.standing else ["+"])
        assert "Current count is" in self.say(line), line
        self.note({"+": 1, "-": -1, "undo": None}[line])
        self.left -= 1
        return self.left > 0

    def end(self):
        os.write(self.terminal, b"quit\n")
        self.process.wait()


class Door(network.Network):
    """The network at a door."""

    def __init__(self, target, relay):
        self.relay = relay
        super().__init__(target)


def count_at_doors(folder, chromium, seed, relay=network.Relay):
    """A round. Returns what people made and what the store has: count, parts and entries."""
    choose = random.Random(seed)
    built = Built(folder, "--quiet")
    for name in [*PHONES, "sam", "tia"]:
        built.sign_up(name)
        if name != "ada":
            built.tally("share", "main", "with", name)
    built.start()
    phones = [Phone(name, choose, built, chromium, relay) for name in PHONES]
    terminal = Terminal("tia", choose, built)
    people = [*phones, Script("sam", choose, built), terminal]
    acting, acts = list(people), 0
    # The server is killed twice, and comes back when there was a tap or two at each door.
    kills = [choose.randrange(TAPS, TAPS * 2), choose.randrange(TAPS * 4, TAPS * 7)]
    pauses = {act: choose.randint(8, 24) for act in kills}
    ends = []
    while acting:
        if ends and acts >= ends[0]:
            built.start()
            ends.pop()
        if acts in pauses:
            ends = [acts + pauses[acts]]
            built.kill()
        person = choose.choice(acting)
        if not person.act(serving=not ends):
            acting.remove(person)
        acts += 1
    if ends:
        built.start()
    for phone in phones:
        phone.settle(TAPS)
    made = {person.name: (person.part, person.entries) for person in people}
    count, found = built.count(), found_in(built)
    for phone in phones:
        phone.shows(count)
        phone.end()
    terminal.end()
    built.kill()
    return (sum(person.part for person in people), made), (count, found)


def found_in(built):
    """Everybody's part and number of entries, by the history."""
    limit = ["--limit", "1000000"]
    rows = json.loads(built.tally("history", "main", *limit, "--format", "json"))
    found = collections.defaultdict(lambda: (0, 0))
    for row in rows:
        part, entries = found[row["by"]]
        found[row["by"]] = (part + row["change"], entries + 1)
    return dict(found)


@pytest.mark.parametrize("round", range(ROUNDS))
def test_everybody_has_counted_what_they_tapped(tmp_path, chromium, seed, round):
    made, found = count_at_doors(tmp_path, chromium, f"{seed}-{round}")
    assert found == made


class Forgetful(network.Relay):
    """A network that gives each tap a new id whenever it is sent."""

    def forward(self, body):
        if self.path.split("?")[0] != "/taps":
            return super().forward(body)
        sent = json.loads(body)
        ids = [tap["id"] for tap in sent["taps"]]
        for tap in sent["taps"]:
            tap["id"] = os.urandom(16).hex()
        changed = json.dumps(sent).encode()
        self.headers.replace_header("Content-Length", str(len(changed)))
        answer = super().forward(changed)
        return Renamed(answer, ids)


class Renamed:
    """An answer to taps with the ids under which the phone knows them."""

    def __init__(self, answer, ids):
        self.answer, self.status, self.reason = answer, answer.status, answer.reason
        self.body = answer.read()
        said = json.loads(self.body)
        if "results" in said:
            for result, id in zip(said["results"], ids):
                result["id"] = id
            self.body = json.dumps(said).encode()

    def getheaders(self):
        return self.answer.getheaders()

    def read(self):
        return self.read1(None)

    def read1(self, _):
        body, self.body = self.body, b""
        return body


def test_without_ids_the_parts_are_wrong(tmp_path, chromium, seed):
    """The control: the same doors, but what is sent again has a new id."""
    made, found = count_at_doors(tmp_path, chromium, f"{seed}-control", Forgetful)
    assert found != made


def test_the_buttons_do_not_move_under_the_thumb_while_a_tap_waits(tmp_path, chromium):
    built = Built(tmp_path, "--quiet")
    built.sign_up("ada")
    built.tally("up", "main")
    built.start()
    phone = Phone("ada", random.Random(0), built, chromium, network.Relay)
    plus = phone.page.locator(".tap[data-amount='1'] button")
    plus.hover()
    place = plus.bounding_box()
    phone.network.faults = [3.0]
    plus.click()
    expect(phone.page.locator("#waiting")).to_have_text("1 saved, 1 waiting")
    assert plus.bounding_box() == place
    phone.settle(1)
    phone.end()
    built.kill()
