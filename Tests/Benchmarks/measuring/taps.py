"""Phones that tap on two servers of one PostgreSQL store."""

import copy
import random
import statistics
import time

from .machine import run
from .page import Server, crowd
from .timing import text

PHONES = 64


def taps(place, server, table, quick):
    first = Server(place, "taps", PHONES, server.new("taps"))
    second = copy.copy(first)
    alone = Server(place, "alone", PHONES, server.new("alone"))
    file = Server(place, "file", PHONES)
    for one in (first, second, alone, file):
        one.serve()
    both = f"{first.port}+{second.port}={first.file}"
    answered = {"taps": 0, "alone": 0}
    for counter, where in (("shared", "one counter"), ("own", "a counter each")):
        rows = [list(map(int, row.split())) for row in run(
            [place.workbench, "time-taps", PHONES, counter, 2 if quick else 5, 2, both,
             alone.served, file.served]).splitlines()]
        add(table, f"{PHONES} phones on {where}", *rows)
        answered["taps"] += rows[0][3]
        answered["alone"] += rows[1][3]
    for name, count in answered.items():
        if server.rows(name, "SELECT sum(count) FROM counters") != [str(count)]:
            raise SystemExit(f"{name}: not the {count} taps that were answered")
        run([place.tally, "--store", f"postgresql:///{name}", "check"])
    streams(place, server, table, first, second)
    for one in (first, second, alone, file):
        one.stop()


def add(table, who, both, one, file):
    for beside, other in (("one server", one), ("SQLite, one server", file)):
        table.add(f"taps a second on two servers, {who}", f"{both[0]:,}", beside, f"{other[0]:,}",
                  both[0] / other[0])
        for index, what in ((1, "median"), (2, "99th percentile")):
            table.add(f"{what} from tap to answer on two servers, {who}", text(both[index] / 1e9),
                      beside, text(other[index] / 1e9), both[index] / other[index])


def streams(place, server, table, first, second):
    """How soon a tap at one server is on an event stream of the other, and of the same one."""
    shared = first.people[1][3]
    times = {}
    for name, watched in (("other", second), ("same", first)):
        count = int(server.rows("taps", f"SELECT count FROM counters WHERE id = {shared}")[0])
        times[name] = []
        with crowd(place, "watch", watched, 1) as watcher:
            watcher.stdout.readline()
            for _ in range(20):
                count += 1
                watcher.stdin.write(f"{count}\n")
                watcher.stdin.flush()
                first.tap(count)
                times[name].append(int(watcher.stdout.readline().split()[0]) / 1e9)
                # Some taps come while the servers rest after the one before.
                time.sleep(random.uniform(0.1, 0.6))
    medians = {name: statistics.median(found) for name, found in times.items()}
    table.add("from a tap to an event stream of the other server", text(medians["other"]),
              "to one of the same server", text(medians["same"]),
              medians["other"] / medians["same"])
    longest = max(times["other"])
    table.add("the longest of 20, with a limit of 1 s", text(longest), "to one of the same server",
              text(max(times["same"])), longest, 1)
