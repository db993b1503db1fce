"""Export and import of a whole account, and the size of the program."""

import re
import shutil

from .machine import has, run
from .timing import in_turn, line, mebibytes, memory, text

IMPORT_SQL = """\
PRAGMA foreign_keys = ON;
PRAGMA synchronous = EXTRA;
PRAGMA journal_mode = TRUNCATE;
BEGIN IMMEDIATE;
CREATE TEMP TABLE staged (
  id TEXT, name TEXT, time TEXT, kind TEXT, change INTEGER, count INTEGER, of TEXT);
.import --csv --skip 1 FILE staged
INSERT INTO changes
  (counter_id, user_id, seq, uid, time, kind, amount, count, first_seq, summed)
SELECT 1, 1, row_number() OVER (), id, unixepoch(time) * 1000, kind, change,
  sum(change) OVER (ROWS UNBOUNDED PRECEDING), 1, change FROM staged WHERE kind = 'change';
UPDATE counters SET (count, last_seq, undo_seq, changed_at, ordered_until) =
  (SELECT count, seq, seq, unixepoch() * 1000, time FROM changes ORDER BY seq DESC LIMIT 1);
COMMIT;
"""


def moving(place, table, quick):
    store = place.store_of(1_000_000)
    file, empty = place.path("rows.csv"), place.store("empty.db")
    out = line(place.tally, "--store", store, "export", "--format", "csv", file)
    run([place.tally, "--store", store, "export", "--format", "csv", file])
    # Memory that grows shows only beyond the size that fills SQLite's cache.
    half = place.path("half.csv")
    with open(file) as rows, open(half, "w") as some:
        some.writelines(row for _, row in zip(range(500_001), rows))

    def importing(name, rows):
        own = place.path(name)
        return (f"sh -c \"cp '{empty}' '{own}' && exec '{place.tally}' --store '{own}' import "
                f"'{rows}'\"")

    # The saved login belongs to a store's path.
    place.store("in.db")
    shutil.copy(place.path("in.db"), empty)
    commands = {"in": importing("in.db", file), "out": out}
    if has("sqlite3"):
        script = place.path("import.sql")
        script.write_text(IMPORT_SQL.replace("FILE", str(file)))
        own = place.path("in-bare.db")
        commands["in-bare"] = (f"sh -c \"cp '{empty}' '{own}' && exec sqlite3 '{own}' "
                               f"'.read {script}'\"")
        commands["out-bare"] = (f"sh -c \"sqlite3 -csv '{store}' 'SELECT * FROM changes' > "
                                f"'{place.path('bare.csv')}'\"")
    times = in_turn(commands, 1 if quick else 2, runs=2, warmup=0)
    for key, what, beside in [
        ("in", "import of 1 million changes", "`sqlite3 .import` into the same tables"),
        ("out", "export of 1 million changes", "`sqlite3 -csv`"),
    ]:
        bare = times.get(f"{key}-bare")
        table.add(what, text(times[key]), beside, text(bare), bare and times[key] / bare, 3)
    table.add("memory of an import of 1 million changes", mebibytes(memory(commands["in"], 1)),
              "of 500 thousand", mebibytes(memory(importing("in.db", half), 1)))
    table.add("memory of an export of 1 million changes", mebibytes(memory(out, 1)))


def size(place, table, quick):
    """The size of the stripped program, and of its parts."""
    stripped = place.path("tally-stripped")
    run(["strip", "-o", stripped, place.tally])
    table.add("the program file, stripped", megabytes(stripped.stat().st_size))
    kinds = {}
    for row in run(["readelf", "-SW", stripped]).splitlines():
        section = re.match(r"\s*\[\s*\d+\]\s+(\S+)\s+(\S+)\s+\w+\s+\w+\s+(\w+)", row)
        if section and section.group(2) != "NOBITS":
            kind = kind_of(section.group(1))
            kinds[kind] = kinds.get(kind, 0) + int(section.group(3), 16)
    for kind, bytes in sorted(kinds.items(), key=lambda item: -item[1]):
        table.add(f"of it {kind}", megabytes(bytes))


def kind_of(section):
    if section == ".text":
        return "code"
    if section in (".rodata", ".data.rel.ro", ".data"):
        return "constants and data"
    if section.startswith("swift5") or section in (".eh_frame", ".eh_frame_hdr",
                                                   ".gcc_except_table"):
        return "type and stack metadata"
    return "loader data and the rest"


def megabytes(bytes):
    return f"{bytes / 1e6:.1f} MB"
