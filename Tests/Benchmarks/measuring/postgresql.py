"""A PostgreSQL store beside pgbench and psql with the same statements, and beside SQLite."""

import sqlite3
import statistics
import subprocess
import tempfile
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from .database import database
from .machine import run
from .statements import Pgbench, Psql, check_same, last_transaction
from .taps import taps
from .timing import in_turn, line, text

COUNTERS = 1_000
CLIENTS = 16
PGBENCH = "`pgbench`, the same statements"
CONSISTENT = """
    SELECT coalesce(sum(count), 0) FROM counters WHERE count = (
        SELECT sum(amount) FROM changes WHERE counter_id = counters.id)"""


def postgresql(place, table, quick):
    with database(place) as server:
        changes(place.within("changes"), server, table, 2 if quick else 8)
        programs(place.within("programs"), server, table, quick)
        taps(place.within("taps"), server, table, quick)


class Store:
    """A store in which clients count."""

    def __init__(self, place, name, server=None):
        self.place, self.name, self.server = place, name, server
        self.address = server.new(name) if server else place.path(f"{name}.db")
        run([place.workbench, "add-counted", self.address, COUNTERS])
        self.answered = COUNTERS

    def check(self):
        """Each answered change is in the store, and no other."""
        if self.server:
            count = int(self.server.rows(self.name, CONSISTENT)[0])
        else:
            with closing(sqlite3.connect(self.address)) as connection:
                count = connection.execute(CONSISTENT).fetchone()[0]
        if count != self.answered:
            raise SystemExit(f"{self.name}: {self.answered} were answered, {count} are there")

    def times(self, counts):
        """The times of changes by processes, in seconds; and the changes counted as answered."""
        times = [int(time) / 1e9 for count in counts for time in count.split()]
        self.answered += len(times)
        return times


class Processes:
    """Processes that count when they are told."""

    def __init__(self, store, group, count=1):
        self.store = store
        self.all = []
        # One after the other, because of many logins at once some have to wait.
        for _ in range(count):
            process = subprocess.Popen(
                [store.place.workbench, "count-on", store.address, str(group)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            if process.stdout.readline() != "ready\n":
                raise SystemExit("workbench count-on failed")
            self.all.append(process)

    def count(self, clients, counters, seconds):
        for process in self.all:
            process.stdin.write(f"{clients} {counters} {int(seconds * 1_000)}\n")
            process.stdin.flush()
        return self.store.times(process.stdout.readline() for process in self.all)

    def end(self):
        for process in self.all:
            process.stdin.close()
        if any(process.wait() != 0 for process in self.all):
            raise SystemExit("workbench count-on failed")


@contextmanager
def processes(*arguments):
    processes = Processes(*arguments)
    yield processes
    processes.end()


class Bench:
    """pgbench with the statements of a change."""

    def __init__(self, store, statements):
        self.store, self.statements, self.scripts = store, statements, {}
        for counters in (1, COUNTERS):
            script = Pgbench(statements, counters)
            file = store.place.path(f"change-{counters}.pgbench")
            file.write_text(script.text)
            self.scripts[counters] = [*script.options, "-f", file]
        check_same(statements, last_transaction(store.server.recorded(self.once)))

    def once(self):
        self.run(1, 1, "-t", 2)

    def count(self, clients, counters, seconds):
        return self.run(clients, counters, "-T", seconds)

    def run(self, clients, counters, *length):
        with tempfile.TemporaryDirectory(dir=self.store.place.folder) as folder:
            run(["pgbench", "-n", "-M", "prepared", "-c", clients, "-j", min(clients, 2), "-l",
                 f"--log-prefix={folder}/log", *length, *self.scripts[counters],
                 self.store.name])
            times = [int(row.split()[2]) * 1_000 for log in Path(folder).iterdir()
                     for row in log.read_text().splitlines()]
        return self.store.times([" ".join(map(str, times))])


def changes(place, server, table, rounds):
    """Changes by clients that each wait for the answer, in processes that stay."""
    tally = Store(place, "tally", server)
    bare = Store(place, "bare", server)
    file = Store(place, "file")
    statements = last_transaction(server.recorded(lambda: first_changes(tally)))
    bench = Bench(bare, statements)
    stores = (tally, bare, file)
    with processes(tally, "alone") as own, processes(file, "alone") as on_file:
        times = in_rounds(
            rounds, lambda side: side.count(1, 1, 2), own=own, bench=bench, file=on_file)
    latency = {name: statistics.median(found) for name, found in times.items()}
    what = "a change in a session"
    table.add(what, text(latency["own"]), PGBENCH, text(latency["bench"]),
              latency["own"] / latency["bench"], 1.3)
    table.add(what, text(latency["own"]), "SQLite", text(latency["file"]),
              latency["own"] / latency["file"])
    table.add("statements of a change", str(len(statements)), PGBENCH, str(len(statements)))
    with ExitStack() as open:
        sides = {
            name: open.enter_context(processes(*arguments)) for name, arguments in {
                "together": (tally, 200), "each": (tally, "alone", CLIENTS),
                "file": (file, 200), "files": (file, "alone", CLIENTS)}.items()} | {"bench": bench}
        for counters, where in ((1, "one counter"), (COUNTERS, f"{COUNTERS:,} counters")):
            def count(side, counters=counters):
                return side.count(CLIENTS // len(getattr(side, "all", [1])), counters, 2)
            times = in_rounds(rounds, count, **sides)
            rate = {name: len(found) / (2 * rounds) for name, found in times.items()}
            for own, how, other in (("together", "in one process", "file"),
                                    ("each", "in processes of their own", "files")):
                what = f"changes a second, {CLIENTS} clients {how} on {where}"
                compare(table, what, rate, own, PGBENCH, "bench")
                compare(table, what, rate, own, "SQLite", other)
    with (processes(tally, 200) as together, processes(tally, 1) as singly,
          processes(file, 200) as on_file):
        times = in_rounds(rounds, lambda side: side.count(64, 1, 2), together=together,
                          singly=singly, file=on_file)
        rate = {name: len(found) / (2 * rounds) for name, found in times.items()}
    what = "changes a second, 64 waiting in one process"
    compare(table, what, rate, "together", "the same queue, a commit for each", "singly", 4)
    compare(table, what, rate, "together", "SQLite", "file")
    for store in stores:
        store.check()
    run([place.tally, "--store", tally.address, "check"])


def first_changes(store):
    with processes(store, "alone") as own:
        own.count(1, 1, 0.1)


def in_rounds(rounds, count, **sides):
    """What each side counted; the sides take turns, first once to get warm."""
    times = {name: [] for name in sides}
    for round in range(rounds + 1):
        for name, side in sides.items():
            found = count(side)
            if round > 0:
                times[name] += found
    return times


def compare(table, what, rate, own, beside, other, at_least=None):
    table.add(what, f"{rate[own]:,.0f}", beside, f"{rate[other]:,.0f}", rate[own] / rate[other],
              at_least=at_least)


def programs(place, server, table, quick):
    """Whole programs from start to end."""
    accounts = {
        "tally": signed_up(place, server.new("programs"), "tally"),
        "file": signed_up(place, place.path("file.db"), "file")}
    for command in accounts.values():
        for _ in range(10):
            run([*command, "up", "main"])
    up(place, server, table, accounts, 4 if quick else 15)
    pipe(place, server, table, accounts, 1_000 if quick else 10_000, 1 if quick else 3)


def signed_up(place, store, name):
    """A command of an account in a new store, with a login of its own."""
    command = ["env", f"XDG_STATE_HOME={place.path(f'{name}.state')}", place.tally, "--store", store]
    run([*command, "signup", "ada", "--password-stdin"], input="long enough 1\n")
    return command


def psql(place, name, script):
    file = place.path(f"{name}.sql")
    file.write_text(script)
    return ["psql", "-Xq", "-v", "ON_ERROR_STOP=1", "-o", "/dev/null", "-f", file, "programs"]


def same(place, server, name, command):
    """psql with the statements of a command."""
    statements = server.recorded(lambda: run(command))
    script = psql(place, name, Psql(statements).text)
    check_same(statements, server.recorded(lambda: run(script)))
    return script, statements


def up(place, server, table, accounts, rounds):
    up = {name: [*command, "up", "main"] for name, command in accounts.items()}
    script, statements = same(place, server, "up", up["tally"])
    commands = {name: line(*command) for name, command in up.items()} | {
        "psql": line("env", *script)}
    times = in_turn(commands, rounds)
    for other, beside in (("psql", "`psql`, the same statements"), ("file", "`tally up` on SQLite")):
        table.add("`tally up`", text(times["tally"]), beside, text(times[other]),
                  times["tally"] / times[other])
    table.add("statements of `tally up`", str(len(statements)))


def pipe(place, server, table, accounts, count, rounds):
    lines = place.path("lines")
    lines.write_text("+\n" * count)
    session = {name: piped(command, lines) for name, command in accounts.items()}
    script, _ = same(place, server, "session", ["sh", "-c", session["tally"]])
    # The rate of single commits does not depend on their number.
    singles = min(count, 1_000)
    change = last_transaction(server.recorded(
        lambda: run(accounts["tally"], input="+\n")))
    each = psql(place, "each", Psql(change * singles).text)
    commands = {name: line("sh", "-c", command) for name, command in session.items()} | {
        name: line("sh", "-c", piped(command[:-3] + command[-1:], command[-2]))
        for name, command in (("psql", script), ("each", each))}
    times = in_turn(commands, rounds, runs=2, warmup=0)
    rate = {name: (singles if name == "each" else count) / time for name, time in times.items()}
    what = f"`+` {count:,} times in a pipe, a second"
    for other, beside in (("psql", "`psql`, the same statements"),
                          ("each", "`psql`, a transaction for each"), ("file", "SQLite")):
        compare(table, what, rate, "tally", beside, other)
    for command in accounts.values():
        run([*command, "check"])


def piped(command, file):
    return f"cat {line(file)} | {line(*command)} >/dev/null"
