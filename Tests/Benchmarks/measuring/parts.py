"""Measurements inside a process: a change and a SQLite loop, and Tally's parts."""

import json
import os
import statistics

from .machine import HOME, PACKAGE, has, run
from .timing import line, syncs, text


def parts(place, table, quick):
    folder = place.path("changes")
    folder.mkdir()
    rounds = 300 if quick else 2_000
    pairs = [tuple(map(int, row.split())) for row in run(
        [place.workbench, "time-changes", folder, rounds]).splitlines()]
    tally, bare = (statistics.median(column) / 1e9 for column in zip(*pairs))
    table.add("a change in a session", text(tally),
              "a bare SQLite loop, same settings, schema and gate", text(bare), tally / bare, 1.15)
    if has("strace"):
        tally, bare = (syncs_of_one(place, how) for how in ("count-by-tally", "count-bare"))
        table.add("syncs of a change", f"{tally:g}", "the bare loop", f"{bare:g}",
                  tally / bare, 1)
    else:
        table.add("syncs of a change", "missing (strace)", "the bare loop", "missing")
    together(place, table, quick)
    for name, time in of_benchmarks(place):
        table.add(name, text(time))


def together(place, table, quick):
    """Changes by several tasks of one process, committed together or one by one."""
    folder = place.path("together")
    folder.mkdir()
    for row in run([place.workbench, "time-together", folder, 2 if quick else 10]).splitlines():
        waiting, grouped, single, bare = map(int, row.split())
        table.add(f"changes a second, {waiting} waiting in one process", f"{grouped:,}",
                  "the same queue, a commit for each", f"{single:,}", grouped / single,
                  at_least=8 if waiting == 64 else None)
        table.add(f"the same queue, a commit for each, {waiting} waiting", f"{single:,}",
                  "a bare SQLite loop", f"{bare:,}", single / bare,
                  at_least=0.9 if waiting == 64 else None)


def syncs_of_one(place, how):
    """The number of syncs of one change: those of 50 more changes, without creating the store."""
    counts = []
    for times in (10, 60):
        store = place.path(f"{how}-{times}.db")
        counts.append(syncs(line(place.workbench, how, store, times)))
    return (counts[1] - counts[0]) / 50


def of_benchmarks(place):
    """The medians of the benchmarks in `Core`, in seconds."""
    results = place.path("results")
    results.mkdir()
    run(["swift", "package", "--allow-writing-to-directory", results, "benchmark", "--format",
         "jmh", "--path", results, "--quiet", "--no-progress"], cwd=PACKAGE,
        env=os.environ | {"HOME": HOME})
    for file in results.rglob("*.json"):
        for result in sorted(json.loads(file.read_text()), key=lambda one: one["benchmark"]):
            time = result["secondaryMetrics"]["Time (wall clock)"]
            assert time["scoreUnit"] == "μs"
            name = result["benchmark"].split(".Core.")[1].replace("_", " ")
            yield name, time["scorePercentiles"]["50.0"] / 1e6
