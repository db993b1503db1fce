"""How time and memory grow with what the store holds."""

import statistics

from . import peers
from .machine import has, run
from .picture import picture
from .timing import in_turn, line, mebibytes, memory, text

COMMANDS = {
    "up": ["up", "main"],
    "show": ["show", "main"],
    "history": ["history", "main", "--limit", "20"],
    "undo": ["undo", "main"],
    "list": ["list"],
    "chart": ["chart", "main", "--by", "day", "--last", "30"],
}

SUM_SQL = """\
SELECT date(time / 1000, 'unixepoch', 'localtime') AS day, sum(summed) FROM changes
WHERE counter_id = 1 AND time >= (unixepoch() - 30 * 86400) * 1000 GROUP BY day;
"""


# The days of 10 million changes, 40,000 in 30 days.
DAYS = 7_501


def growth(place, table, quick):
    sizes = [0, 1_000, 100_000, 1_000_000, 10_000_000]
    stores = {size: place.store_of(size) for size in sizes}
    # Gives undo enough changes.
    for store in stores.values():
        run([place.tally, "--store", store], input="+\n" * 200)
    commands = {
        (name, size): line(place.tally, "--store", store, *words)
        for name, words in COMMANDS.items() for size, store in stores.items()}
    largest = sizes[-1]
    if has("sqlite3"):
        script = place.path("sum.sql")
        script.write_text(SUM_SQL)
        commands["sum", largest] = line("sqlite3", stores[largest], f".read {script}")
    commands["days", largest] = line(
        place.tally, "--store", stores[largest], "chart", "main", "--last", str(DAYS))
    commands["stats", largest] = line(place.tally, "--store", stores[largest], "stats", "main")
    times = in_turn(commands, 3 if quick else 10, runs=2)
    for name, words in COMMANDS.items():
        ratio = times[name, largest] / times[name, 1_000]
        limit = 1.3 if name in ("up", "show", "history", "undo") else None
        table.add(f"`{' '.join(words)}` at 10 million changes",
                  text(times[name, largest]), "at 1 thousand", text(times[name, 1_000]), ratio,
                  limit)
    chart = times["chart", largest]
    summed = times.get(("sum", largest))
    table.add("`chart main --by day --last 30`, 40,000 changes in them, 10 million in all",
              text(chart), "`sqlite3` summing them by day", text(summed),
              summed and chart / summed, 2)
    days, stats = times["days", largest], times["stats", largest]
    table.add("`stats main`, 10 million changes on 7,500 days",
              text(stats), f"`chart main --last {DAYS}` of the same days", text(days),
              stats / days, 2)
    table.add("memory of `up`, `history --limit 20`, `chart` at 10 million changes",
              ", ".join(mebibytes(memory(commands[name, largest]))
                        for name in ("up", "history", "chart")),
              "at 1 thousand",
              ", ".join(mebibytes(memory(commands[name, 1_000]))
                        for name in ("up", "history", "chart")))
    draw(place, sizes, times, quick)
    accounts(place, table, quick)
    counters(place, table, quick)


def draw(place, sizes, times, quick):
    """Times one more change with Tally and with the others, by the number of changes."""
    series = {f"tally {name}": [(size, times[name, size]) for size in sizes if size]
              for name in ("up", "history", "chart")}
    for size in (1_000, 10_000, 100_000):
        found = {name: command for name, command in
                 peers.with_changes(place.within(f"growth-{size}"), size).items() if command}
        for name, time in in_turn(found, 1 if quick else 3, runs=2).items():
            series.setdefault(name.replace("`", ""), []).append((size, time))
    place.path("growth.svg").write_text(picture(series))


def accounts(place, table, quick):
    sizes = [1, 1_000, 1_000_000]
    stores = []
    for size in sizes:
        stores.append(place.store(f"accounts-{size}.db"))
        if size > 1:
            run([place.workbench, "add-accounts", stores[-1], size - 1])
    rows = run([place.workbench, "time-logins", 50 if quick else 300, *stores]).splitlines()
    medians = [statistics.median(column) / 1e9
               for column in zip(*(map(int, row.split()) for row in rows))]
    table.add("a login without the hash, with 1 million accounts", text(medians[2]),
              "with 1 thousand", text(medians[1]), medians[2] / medians[1], 1.3)
    table.add("a login without the hash, with 1 thousand accounts", text(medians[1]),
              "alone", text(medians[0]), medians[1] / medians[0])


def counters(place, table, quick):
    few, many = place.store("counters-1.db"), place.store("counters-10000.db")
    run([place.workbench, "add-counters", many, 9_999])
    for name in ("up", "show", "list"):
        times = in_turn(
            {"many": line(place.tally, "--store", many, *COMMANDS[name]),
             "few": line(place.tally, "--store", few, *COMMANDS[name])}, 3 if quick else 10)
        table.add(f"`{' '.join(COMMANDS[name])}` with 10 thousand counters", text(times["many"]),
                  "with one", text(times["few"]), times["many"] / times["few"])
