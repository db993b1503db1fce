"""Whole programs from start to end, and sessions in a pipe."""

from . import peers
from .machine import has, usual
from .timing import in_turn, line, mebibytes, memory, syncs, text


def whole_programs(place, table, quick):
    with usual(place.store_of(1_000)):
        up(place, table, quick)
    versions(place, table, quick)
    with usual(place.store_of(0, "at-once")):
        at_once(place, table, quick)


def up(place, table, quick):
    tally = line(place.tally, "up", "main")
    plain = "`tally up` with 1,000 changes"
    found = peers.with_changes(place, 1_000)
    commands = {plain: tally} | {name: command for name, command in found.items() if command}
    times = in_turn(commands, 4 if quick else 15)
    sizes = {name: memory(command) for name, command in commands.items()}
    kept = {name: syncs(command) for name, command in commands.items()}
    for index, name in enumerate(found):
        limit = 2.5 if index == 0 else None
        if name not in times:
            table.add(plain, text(times[plain]), name, "missing", None, limit)
            continue
        table.add(plain, text(times[plain]), name, text(times[name]),
                  times[plain] / times[name], limit)
    limit = 20 * 1024
    table.add("its peak memory, with a limit of 20 MiB", mebibytes(sizes[plain]), "", "",
              sizes[plain] and sizes[plain] / limit, 1)
    for name in commands:
        if name != plain:
            table.add("its peak memory", mebibytes(sizes[plain]), name, mebibytes(sizes[name]))
    if has("strace"):
        for name in commands:
            if name != plain:
                table.add("number of syncs", str(kept[plain]), name, str(kept[name]))


def versions(place, table, quick):
    commands = {"tally": line(place.tally, "--version")}
    if has("sqlite3"):
        commands["sqlite3"] = line("sqlite3", "--version")
    times = in_turn(commands, 4 if quick else 15)
    compare(table, "`tally --version`", times, "tally", "`sqlite3 --version`", "sqlite3", 3)


def compare(table, what, times, own, beside, other, limit):
    ratio = times[own] / times[other] if other in times else None
    table.add(what, text(times[own]), beside, text(times.get(other)), ratio, limit)


def at_once(place, table, quick):
    """Eight processes, each making one change after another."""
    each = 10
    commands = {"tally": eight(line(place.tally, "up", "main"), each)}
    if has("sqlite3"):
        commands["sqlite3"] = eight(peers.sqlite(place.within("at-once"), 0), each)
    times = in_turn(commands, 2 if quick else 5, runs=2)
    compare(table, f"8 simultaneous processes, {each} `tally up` each", times, "tally",
            "as many of `sqlite3`", "sqlite3", None)


def eight(command, each):
    loop = f"i=0; while [ $i -lt {each} ]; do {command} > /dev/null || exit 1; i=$((i + 1)); done"
    return line("sh", "-c", " ".join(f"({loop}) &" for _ in range(8)) + " wait")


def sessions(place, table, quick):
    """A pipe full of `+`, each acknowledged line durable, and a transaction per line."""
    header, body = peers.UP_SQL.split("BEGIN", 1)
    for count in (1_000, 100_000):
        lines = place.path(f"plus-{count}")
        lines.write_text("+\n" * count)
        store = place.store(f"session-{count}.db")
        commands = {"tally": line("sh", "-c", f"'{place.tally}' --store '{store}' < '{lines}'")}
        # The rate of single commits does not depend on their number.
        singles = min(count, 2_000)
        single = place.path(f"singles-{count}.db")
        commands["singles"] = line(
            "sh", "-c",
            f"rm -f '{single}'* && '{place.workbench}' count-by-tally '{single}' {singles}")
        if has("sqlite3"):
            script = place.path(f"transactions-{count}.sql")
            script.write_text(header + ("BEGIN" + body) * singles)
            own = place.store(f"transactions-{count}.db")
            commands["sqlite3"] = line("sqlite3", own, f".read {script}")
        times = in_turn(commands, 1 if quick else 3, runs=2, warmup=0)
        rate = count / times["tally"]
        what, own = f"`+` {count:,} times in a pipe, a second", f"{rate:,.0f}"
        if "sqlite3" in times:
            bare = singles / times["sqlite3"]
            table.add(what, own, "`sqlite3`, as many transactions", f"{bare:,.0f}", rate / bare)
        else:
            table.add(what, own, "`sqlite3`, as many transactions", "missing")
        alone = singles / times["singles"]
        table.add(what, own, "a commit for each", f"{alone:,.0f}", rate / alone,
                  at_least=20 if count == 100_000 else None)
