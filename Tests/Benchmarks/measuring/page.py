"""The server and its page: taps of many phones, streams, memory, the first page and its size."""

import http.client
import os
import pty
import re
import resource
import signal
import statistics
import subprocess
import threading
import time
from contextlib import contextmanager

from .machine import REPOSITORY, run
from .timing import text

PEOPLE = 1_000
BUILT = REPOSITORY / "App/Server/.build/release"
SERVER = BUILT / "tally-serve"
SINGLY = BUILT / "serve-singly"
# What a browser loads for the scene Counter, beside the page itself.
ASSETS = ["tally.css", "hand.js", "tally.js", "count.js", "queue.js", "store.js"]


class Server:
    """A server over a new store with many people, who share the first one's counter."""

    def __init__(self, place, name, people=PEOPLE, store=None):
        self.store = store or place.path(f"{name}.db")
        self.file = place.path(f"{name}.people")
        self.file.write_text(run([place.workbench, "add-people", self.store, people]))
        self.people = [line.split() for line in self.file.read_text().splitlines()]
        self.process = None

    def start(self, *command):
        began = time.monotonic()
        self.process = subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = b""
        while not (found := re.search(rb"http://127\.0\.0\.1:(\d+)\n", said)):
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(said.decode())
            said += line
        self.port = int(found[1])
        # Nobody waits for a log that is not read.
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        return time.monotonic() - began

    def serve(self, program=SERVER):
        return self.start(
            program, "--listen", "127.0.0.1:0", "--quiet", "--store", self.store)

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def served(self):
        return f"{self.port}={self.file}"

    @property
    def memory(self):
        """The memory in KiB that the process takes now."""
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(re.search(r"VmRSS:\s+(\d+)", file.read())[1])

    def get(self, path, person=0):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", path, headers={"Cookie": f"tally={self.people[person][0]}"})
        answer = connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"GET {path}: {answer.status}")
        return body

    def tap(self, number):
        """A tap of a phone."""
        token, account, _, shared = self.people[1]
        body = (f'{{"account":{account},"counter":{shared},'
                f'"taps":[{{"id":"{number:032x}","amount":1,"age":0}}]}}')
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("POST", "/taps", body, {
            "Cookie": f"tally={token}", "Content-Type": "application/json",
            "Sec-Fetch-Site": "same-origin"})
        if connection.getresponse().status != 200:
            raise SystemExit("a tap was refused")


def page(place, table, quick):
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    taps(place, table, quick)
    first_page(place, table, quick)
    streams(place, table, quick)


def taps(place, table, quick):
    """Phones that tap on the server, on the one with a commit for each, and on a bare route."""
    together, singly, bare = (Server(place, name, 64) for name in ("together", "singly", "bare"))
    together.serve()
    singly.serve(SINGLY)
    bare.start(place.workbench, "serve-bare", bare.store)
    for counter, where, servers in [
        ("shared", "on one counter", [together, singly, bare]),
        ("own", "on a counter each", [together, singly]),
    ]:
        for phones in (1, 8, 64):
            # What is promised is measured longer, because a slice differs by a tenth from the next.
            rounds = 1 if quick else 20 if phones == 64 and bare in servers else 5
            rows = [list(map(int, row.split())) for row in run(
                [place.workbench, "time-taps", phones, counter, rounds, 1,
                 *(server.served for server in servers)]).splitlines()]
            add_taps(table, f"{phones} {'phone' if phones == 1 else 'phones'} {where}", phones,
                     *rows)
    for server in (together, singly, bare):
        server.stop()


def add_taps(table, who, phones, together, singly, bare=None):
    other = "the same server, a commit for each"
    table.add(f"taps a second, {who}", f"{together[0]:,}", other, f"{singly[0]:,}",
              together[0] / singly[0], at_least=8 if bare and phones == 64 else None)
    if bare:
        route = "a bare Hummingbird route that writes the same row"
        table.add(f"taps a second, {who}", f"{together[0]:,}", route, f"{bare[0]:,}",
                  together[0] / bare[0])
        table.add(f"{other}, {who}", f"{singly[0]:,}", route, f"{bare[0]:,}",
                  singly[0] / bare[0], at_least=0.9 if phones == 64 else None)
    for index, what in ((1, "median"), (2, "99th percentile")):
        table.add(f"{what} from tap to answer, {who}", text(together[index] / 1e9), other,
                  text(singly[index] / 1e9), together[index] / singly[index])


def first_page(place, table, quick):
    server = Server(place, "first", 2)
    starts, pages = [], []
    for _ in range(3 if quick else 10):
        start = server.serve()
        began = time.monotonic()
        server.get("/counters/main")
        starts.append(start + time.monotonic() - began)
        server.tap(len(starts))
        for _ in range(20):
            began = time.monotonic()
            server.get("/counters/main")
            pages.append(time.monotonic() - began)
        size = len(server.get("/counters/main")) + sum(
            len(server.get(f"/assets/{name}")) for name in ASSETS)
        server.stop()
    table.add("from the start of the server to the first page, the scene Counter",
              text(statistics.median(starts)))
    table.add("a page, the scene Counter", text(statistics.median(pages)))
    limit = 40 * 1024
    table.add("its size with style and script, not compressed, with a limit of 40 KiB",
              f"{size / 1024:.1f} KiB", "", "", size / limit, 1)


def streams(place, table, quick):
    """How soon all streams have a change of a phone, a script and a terminal, and their memory."""
    server = Server(place, "streams")
    server.serve()
    counting = Counting(place, server)
    empty = counting.warm()
    with crowd(place, "hold", server, PEOPLE) as phones:
        phones.stdout.readline()
        table.add(f"memory of an open connection with a session of its own, of {PEOPLE:,}",
                  f"{(server.memory - empty) / PEOPLE:.1f} KiB")
    # The first person's own counter is the one that all share.
    counting.count += 1
    for count in (1_000, 2_000):
        server.stop()
        server.serve()
        empty = counting.warm()
        with crowd(place, "watch", server, count) as watchers:
            watchers.stdout.readline()
            table.add(f"memory of an event stream, of {count:,}; of the server then",
                      f"{(server.memory - empty) / count:.1f} KiB; {server.memory / 1024:.1f} MiB")
            for who in ("a phone's tap", "`tally up` in a script", "`+` at a terminal"):
                times = [counting.seen(watchers, who) for _ in range(3 if quick else 10)]
                half, last = (statistics.median(column) / 1e9
                              for column in list(zip(*times))[1:])
                worst = max(time[2] for time in times) / 1e9
                table.add(f"from {who} to the last of {count:,} event streams",
                          text(last), f"to half of them; the longest of {len(times)}, in seconds",
                          f"{text(half)}; {text(worst)}", worst, 1 if count == 1_000 else None)
    counting.end()
    server.stop()


@contextmanager
def crowd(place, kind, server, count):
    """Clients of the workbench, whose output says what they see."""
    process = subprocess.Popen(
        [place.workbench, kind, server.served, str(count)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    yield process
    process.stdin.close()
    if process.wait() != 0:
        raise SystemExit(f"workbench {kind} failed")


class Counting:
    """Counts on the shared counter in three ways."""

    def __init__(self, place, server):
        self.server, self.count = server, 0
        state = place.path("state")
        (state / "tally").mkdir(parents=True, mode=0o700)
        login = state / "tally" / "session"
        login.touch(mode=0o600)
        login.write_text(f"{server.people[0][0]} {server.store}\n")
        self.environment = os.environ | {"XDG_STATE_HOME": str(state)}
        self.command = [str(place.tally), "--store", str(server.store)]
        self.terminal, end = pty.openpty()
        self.session = subprocess.Popen(
            self.command, stdin=end, stdout=end, stderr=end, env=self.environment,
            start_new_session=True)
        os.close(end)
        self.read_prompt()

    def warm(self):
        """The memory of the server after some requests, which fill its caches."""
        for _ in range(200):
            self.tap()
        return self.server.memory

    def tap(self):
        self.count += 1
        self.server.tap(self.count)

    def seen(self, watchers, who):
        """How soon the first stream, half of them and the last one had a change, in nanoseconds."""
        watchers.stdin.write(f"{self.count + 1}\n")
        watchers.stdin.flush()
        if "phone" in who:
            self.tap()
        else:
            self.count += 1
            if "script" in who:
                run([*self.command, "up", "main"], env=self.environment)
            else:
                os.write(self.terminal, b"+\n")
                self.read_prompt()
        times = tuple(map(int, watchers.stdout.readline().split()))
        time.sleep(0.2)
        return times

    def read_prompt(self):
        """Reads what the session prints, up to its next prompt."""
        said = b""
        while not said.endswith(b"> "):
            said += os.read(self.terminal, 1 << 16)

    def end(self):
        os.write(self.terminal, b"quit\n")
        self.session.wait()
