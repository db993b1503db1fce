"""The alternatives, each with its own history and the command that adds one more."""

from datetime import datetime, timedelta

from .machine import has
from .timing import line

UP_SQL = """\
PRAGMA foreign_keys = ON;
PRAGMA synchronous = EXTRA;
PRAGMA journal_mode = TRUNCATE;
.timeout 10000
BEGIN IMMEDIATE;
INSERT INTO changes
  (counter_id, user_id, seq, uid, time, kind, amount, count, below_seq, summed)
SELECT id, user_id, last_seq + 1, randomblob(16), unixepoch() * 1000, 'change', 1, count + 1,
  undo_seq, 1 FROM counters WHERE id = 1;
UPDATE counters SET count = count + 1, last_seq = last_seq + 1, undo_seq = last_seq + 1,
  redo_seq = NULL, changed_at = unixepoch() * 1000, ordered_until = unixepoch() * 1000
WHERE id = 1;
SELECT count FROM counters WHERE id = 1;
COMMIT;
"""


def sqlite(place, changes):
    """The sqlite3 shell making Tally's change in a Tally store."""
    script = place.path("up.sql")
    script.write_text(UP_SQL)
    return line("sqlite3", place.store_of(changes, "sqlite"), f".read {script}")


def task(place, entries):
    """`task add` with this many tasks."""
    data = place.path(f"task-{entries}")
    data.mkdir()
    settings = place.path(f"taskrc-{entries}")
    settings.write_text(f"data.location={data}\nconfirmation=no\nverbose=nothing\n")
    with open(data / "pending.data", "w") as file:
        file.writelines(
            f'[description:"coffee" entry:"{1700000000 + number}" status:"pending" '
            f'uuid:"00000000-0000-4000-8000-{number:012}"]\n' for number in range(entries))
    return line("task", f"rc:{settings}", "add", "coffee")


def timew(place, entries):
    """`timew track` with this many minutes."""
    home = place.path(f"timew-{entries}")
    (home / "data").mkdir(parents=True)
    (home / "timewarrior.cfg").write_text("")
    months = {}
    begin = datetime(2020, 1, 1)
    for number in range(entries):
        time = begin + timedelta(minutes=2 * number)
        end = time + timedelta(minutes=1)
        months.setdefault(f"{time:%Y-%m}", []).append(
            f"inc {time:%Y%m%dT%H%M%SZ} - {end:%Y%m%dT%H%M%SZ} # coffee\n")
    for month, lines in months.items():
        (home / "data" / f"{month}.data").write_text("".join(lines))
    (home / "data" / "tags.data").write_text(f'{{"coffee":{{"count":{entries}}}}}\n')
    return line(
        "env", f"TIMEWARRIORDB={home}", "timew", "track", "2019-01-01T10:00:00", "-",
        "2019-01-01T10:01:00", "coffee", ":adjust", ":yes")


def ledger(place, entries):
    """One more entry in a journal, and its balance."""
    journal = place.path(f"ledger-{entries}.dat")
    entry = "2026/01/01 coffee\n  Counts:coffee  1\n  Made\n"
    journal.write_text(entry * entries)
    one = place.path("ledger-entry.dat")
    one.write_text(entry)
    return line(
        "sh", "-c", f"cat '{one}' >> '{journal}' && ledger -f '{journal}' balance Counts:coffee")


def flock(place, _entries):
    """A number in a file, without history."""
    count, lock = place.path("count"), place.path("count.lock")
    count.write_text("0\n")
    return line(
        "flock", lock, "sh", "-c",
        f"n=$(cat '{count}') && echo $((n + 1)) > '{count}' && cat '{count}'")


PEERS = [
    ("sqlite3", "`sqlite3`, the same change", sqlite),
    ("task", "`task add`", task),
    ("timew", "`timew track`", timew),
    ("ledger", "`cat >>` and `ledger balance`", ledger),
    ("flock", "a number in a file under `flock`", flock),
]


def with_changes(place, changes):
    """Commands by their names in the table; `None` if not installed."""
    return {name: make(place, changes) if has(program) else None
            for program, name, make in PEERS}
