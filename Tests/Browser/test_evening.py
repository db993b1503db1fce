"""An evening at a door: from the commands of the page to eight phones, on a network without internet.

A laptop and the phones have a network namespace each, with a cable between them. The organiser
types the commands of "A door, tonight" at terminals, except for the installation, which
`Tests/Packages/check` tests. The phones read the code from the terminal, go on after the browser's
warning, and count. Meanwhile the server is killed, its certificate changes, the network fails, and
a guest is removed. The names of the steps and their times are printed.
"""

import collections
import fcntl
import json
import os
import pty
import random
import re
import select
import struct
import subprocess
import termios
import time

import pytest
from playwright.sync_api import Error, expect

from built import BUILD, PASSWORD, needs_build
from conftest import FULL, LISTENS
from test_lan import go_on

# The time in which people count, in seconds.
COUNTING = 600 if FULL else 40
PHONES = 8
LAPTOP, HOTSPOT = "10.42.0.1", "10.42.0.2"
URL = f"https://{LAPTOP}:8443"
PATIENCE = 60
LONG = PATIENCE * 1_000

pytestmark = [
    needs_build,
    pytest.mark.skipif(os.geteuid() != 0, reason="Only root makes network namespaces"),
]


def block(name):
    command = [os.path.join(os.path.dirname(__file__), "../Documentation/block"), name]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


class Namespace:
    """A network of its own, without any other network."""

    def __init__(self):
        # The shell waits in it until its input ends.
        self.holder = subprocess.Popen(
            ["unshare", "-n", "sh", "-c", "echo; read end"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.holder.stdout.readline()
        self.enter = ["nsenter", "-t", str(self.holder.pid), "-n"]
        self.run("ip", "link", "set", "lo", "up")

    def run(self, *command):
        subprocess.run([*self.enter, *command], check=True, capture_output=True)

    def those_called(self, program):
        return ["--ns", str(self.holder.pid), "--nslist", "net", "-x", program]

    def kills(self, program):
        subprocess.run(["pkill", "-KILL", *self.those_called(program)], check=False)

    def waits_for_the_end_of(self, program):
        deadline = time.monotonic() + PATIENCE
        command = ["pgrep", *self.those_called(program)]
        while subprocess.run(command, capture_output=True, check=False).returncode == 0:
            assert time.monotonic() < deadline, f"{program} goes on"
            time.sleep(0.05)

    def end(self):
        self.holder.communicate()


class Terminal:
    """A terminal with a shell, at which somebody types. It is wide enough for a code."""

    def __init__(self, namespace, home):
        self.terminal, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {
            "HOME": str(home), "PATH": f"{BUILD}:{os.environ['PATH']}", "PS1": "$ ", "TERM": "xterm",
            "LANG": "C.UTF-8",
        }
        self.shell = subprocess.Popen(
            [*namespace.enter, "setsid", "-c", "bash", "--norc", "--noediting"], cwd=home,
            env=environment, stdin=end, stdout=end, stderr=end, start_new_session=True,
        )
        os.close(end)
        self.said = ""
        self.reads("$ ")

    def reads(self, words):
        """Reads until the words, and returns what was said until then."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.said:
            ready, _, _ = select.select([self.terminal], [], [], deadline - time.monotonic())
            assert ready, f"{words!r} is not in {self.said!r}"
            self.said += os.read(self.terminal, 1 << 16).decode()
        said, _, self.said = self.said.partition(words)
        return said + words

    def types(self, line):
        os.write(self.terminal, f"{line}\n".encode())

    def runs(self, line):
        """Types a command and returns what it says."""
        self.types(f"{line}; echo status $?")
        self.reads("\n")
        said = self.reads("status ")
        status = self.reads("$ ").split()[0]
        assert status == "0", said
        return said.removesuffix("status ").replace("\r\n", "\n")

    def closes(self):
        os.close(self.terminal)
        self.shell.wait()

    def end(self):
        self.shell.kill()
        self.closes()


def scanned(said, folder):
    """What a phone reads on a terminal."""
    dark = {"█": "11", "▀": "10", "▄": "01", " ": "00"}
    lines = re.findall(r"\x1b\[30;107m([█▀▄ ]+)\x1b\[0m", said)
    rows = [[dark[block][half] for block in line] for line in lines for half in (0, 1)]
    large = [" ".join(dot for dot in row for _ in range(4)) for row in rows for _ in range(4)]
    picture = folder / "code.pbm"
    size = f"{4 * len(rows[0])} {4 * len(rows)}"
    picture.write_text("\n".join(["P1", size, *large, ""]))
    read = subprocess.run(
        ["zbarimg", "-q", "--raw", picture], capture_output=True, text=True, check=True
    )
    return read.stdout.strip()


class Phone:
    """A guest's phone, whose person goes on after each of the browser's warnings."""

    def __init__(self, chromium, name):
        self.name, self.made, self.is_online = name, 0, True
        self.context = chromium.new_context(viewport={"width": 412, "height": 800}, has_touch=True)
        self.context.set_default_timeout(LONG)
        self.context.add_init_script(LISTENS)
        self.page = self.context.new_page()

    def joins(self, link):
        go_on(self.page, link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Count").tap()
        self.listens()

    def listens(self):
        self.page.wait_for_selector("html[data-listens]", state="attached")

    def taps(self, amount=1):
        self.page.locator(f'.tap[data-amount="{amount}"] button').tap(no_wait_after=True)
        self.made += amount

    def goes(self, online):
        self.is_online = online
        self.context.set_offline(not online)

    def reloads(self):
        """Opens the page again, also when the machine has another certificate than before."""
        self.goes(True)
        try:
            self.page.reload()
        except Error as error:
            assert "ERR_CERT" in str(error)
            self.page.locator("#details-button").tap()
            self.page.locator("#proceed-link").tap()
        self.listens()

    def settles(self):
        self.goes(True)
        expect(self.page.locator("#waiting")).to_have_text("", timeout=LONG)


class Evening:
    """The laptop with its organiser, and the phones."""

    def __init__(self, folder, launch, choose):
        self.folder, self.choose, self.times = folder, choose, []
        self.laptop, self.hall = Namespace(), Namespace()
        self.laptop.run(
            "ip", "link", "add", "name", "hotspot", "type", "veth", "peer", "name", "wifi",
            "netns", str(self.hall.holder.pid),
        )
        for namespace, cable, address in [
            (self.laptop, "hotspot", LAPTOP), (self.hall, "wifi", HOTSPOT)
        ]:
            namespace.run("ip", "address", "add", f"{address}/24", "dev", cable)
            namespace.run("ip", "link", "set", cable, "up")
        browser = folder / "chromium"
        browser.write_text(f'#!/bin/sh\nexec {" ".join(self.hall.enter)} /usr/bin/chromium "$@"\n')
        browser.chmod(0o755)
        self.chromium = launch(program=browser)
        self.desk = Terminal(self.laptop, folder)
        self.service = Terminal(self.laptop, folder)
        self.phones = [Phone(self.chromium, f"Door {number + 1}") for number in range(PHONES)]

    def step(self, name, act, *arguments):
        start = time.monotonic()
        result = act(*arguments)
        self.times.append((name, time.monotonic() - start))
        return result

    def signs_up(self, line):
        self.desk.types(line)
        self.desk.reads("Password")
        self.desk.types(PASSWORD)
        self.desk.reads("Repeat")
        self.desk.types(PASSWORD)
        self.desk.reads("$ ")

    def serves(self, line):
        self.service.types(line)
        said = self.service.reads("SHA-256")
        assert scanned(said, self.folder) == URL

    def invites(self, line):
        said = self.desk.runs(line)
        link = scanned(said, self.folder)
        assert f"\n{link}\n" in said
        assert link.startswith(f"{URL}/join/")
        return link

    def kills(self):
        self.laptop.kills("tally-serve")
        self.service.reads("$ ")

    def changes_certificate(self, line):
        """Starts the server again with a new certificate. Every browser warns of it."""
        os.write(self.service.terminal, b"\x03")
        self.service.reads("$ ")
        (self.folder / ".local/state/tally/authority.pem").unlink()
        self.serves(line)
        for phone in self.phones:
            phone.reloads()

    def loses_network(self):
        self.laptop.run("ip", "link", "set", "hotspot", "down")
        for phone in self.phones:
            phone.taps()
        self.laptop.run("ip", "link", "set", "hotspot", "up")

    def history(self):
        said = self.desk.runs("tally history --limit 1000000 --format json")
        rows = json.loads(said)
        parts = collections.Counter()
        for row in rows:
            parts[row["by"]] += row["change"]
        return parts

    def counts_until(self, end):
        """Everybody taps; a third of the time each phone is without network."""
        while time.monotonic() < end:
            phone = self.choose.choice(self.phones)
            if self.choose.random() < 0.2:
                phone.goes(self.choose.random() < 0.67)
            phone.taps(self.choose.choice([1, 1, 1, 1, -1]))

    def end(self):
        self.chromium.close()
        for terminal in (self.desk, self.service):
            terminal.end()
        self.laptop.kills("tally-serve")
        for namespace in (self.laptop, self.hall):
            namespace.end()


def test_a_server_ends_with_its_terminal(tmp_path):
    laptop = Namespace()
    terminal = Terminal(laptop, tmp_path)
    terminal.runs(f"echo '{PASSWORD}' | tally signup ada --password-stdin")
    terminal.types("tally serve --lan")
    terminal.reads("no address that phones can use")
    terminal.closes()
    laptop.waits_for_the_end_of("tally-serve")
    laptop.end()


@pytest.fixture
def evening(tmp_path, launch, seed):
    evening = Evening(tmp_path, launch, random.Random(seed))
    yield evening
    evening.end()


def test_eight_phones_count_from_nothing_and_each_tap_once(evening, capsys):
    install, sign_up, new, target, serve, invite = block("evening")
    version = evening.desk.runs("tally --version").strip()
    assert f"./tally-server_{version.split()[-1]}_amd64.deb" in install
    evening.step("sign up", evening.signs_up, sign_up)
    evening.step("make the counter", evening.desk.runs, new)
    evening.step("120 at most", evening.desk.runs, target)
    evening.step("serve", evening.serves, serve)
    link = evening.step("invite", evening.invites, invite)
    for phone in evening.phones:
        evening.step(f"{phone.name} joins", phone.joins, link)
    others, gone = evening.phones[:-1], evening.phones[-1]

    begin = time.monotonic()
    events = [
        lambda: evening.step("the server is killed", evening.kills),
        lambda: evening.step("it comes back", evening.serves, serve),
        lambda: [evening.step(f"{one.name} reloads", one.reloads) for one in others[:2]],
        lambda: evening.step("another certificate", evening.changes_certificate, serve),
        lambda: evening.step("the hotspot fails", evening.loses_network),
        lambda: evening.step("Door 8 is removed", remove),
        lambda: None,
    ]

    def remove():
        gone.settles()
        said = evening.desk.runs(f"tally unshare door with '{gone.name}'")
        assert f"{gone.name} (guest) can no longer see door" in said
        gone.taps()
        gone.made -= 1
        evening.phones.remove(gone)

    for number, event in enumerate(events):
        evening.counts_until(begin + COUNTING * (number + 1) / len(events))
        event()
    # The limit is reached at the latest now.
    while sum(phone.made for phone in [*others, gone]) < 121:
        others[0].taps()
    for phone in others:
        evening.step(f"{phone.name} sends everything", phone.settles)
    made = {f"{phone.name} (guest)": phone.made for phone in [*others, gone]}
    total = sum(made.values())
    for phone in others:
        expect(phone.page.locator(".band")).to_have_text(f"{total - 120} over at most 120")
    assert evening.step("read the history", evening.history) == made

    evening.step("correct", evening.desk.runs, "tally down door 5 --note 'left by the other door'")
    made["ada"] = -5
    evening.step("export", evening.desk.runs, "tally export > counts.jsonl")
    rows = [json.loads(line) for line in (evening.folder / "counts.jsonl").read_text().splitlines()]
    assert sum(row["change"] for row in rows if row["name"] == "door") == total - 5
    evening.step("end the invitation", evening.desk.runs, "tally uninvite")
    late = Phone(evening.chromium, "Door 9")
    go_on(late.page, link)
    expect(late.page.locator("h1")).to_have_text("This invitation has ended")
    others[0].taps()
    others[0].settles()
    made[f"{others[0].name} (guest)"] += 1
    assert evening.history() == made

    with capsys.disabled():
        print(f"\n{total} counted by {PHONES} phones; the seconds of each step:")
        for name, seconds in evening.times:
            print(f"{seconds:6.1f}  {name}")
        print(f"{sum(seconds for _, seconds in evening.times):6.1f}  in all")
