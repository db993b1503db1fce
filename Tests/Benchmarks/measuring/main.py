"""Runs the requested sections and writes the table."""

import re
import shutil
import time
from datetime import date

from .growth import growth
from .machine import (
    PACKAGE,
    SCRATCH,
    TOOLS,
    Place,
    build,
    description,
    has,
    move_home,
    postgresql_programs,
)
from .moving import moving, size
from .page import page
from .parts import parts
from .peers import PEERS
from .postgresql import postgresql
from .table import Table
from .whole_programs import sessions, whole_programs

SECTIONS = {
    "whole-programs": whole_programs,
    "sessions": sessions,
    "parts": parts,
    "growth": growth,
    "moving": moving,
    "size": size,
    "page": page,
    "postgresql": postgresql,
}
# The tables of the README, and the sections whose rows they have.
TABLES = {
    "benchmarks": [name for name in SECTIONS if name not in ("page", "postgresql")],
    "page": ["page"],
    "postgresql": ["postgresql"],
}
# The servers to build, and the sections that measure them.
SERVERS = {"tally-serve": ["page", "postgresql"], "serve-singly": ["page"]}


def main(words, usage):
    options = {word for word in words if word.startswith("-")}
    names = [word for word in words if not word.startswith("-")] or list(SECTIONS)
    if options - {"--built", "--quick", "--write"} or set(names) - set(SECTIONS):
        print(usage.strip())
        return 64
    tables = {table: Table() for table, its in TABLES.items() if set(its) & set(names)}
    if "--write" in options and any(set(TABLES[table]) - set(names) for table in tables):
        print("A table has all of its sections: with --write, name only page or postgresql, or none")
        return 64
    if not has("hyperfine"):
        print("hyperfine is missing: apt-get install hyperfine")
        return 69
    if "postgresql" in names and postgresql_programs() is None:
        print("PostgreSQL is missing: apt-get install postgresql")
        return 69
    for program in [program for program, _, _ in PEERS] + TOOLS:
        if not has(program):
            print(f"{program} is missing: its rows will say so")
    began = time.monotonic()
    if "--built" not in options:
        say("building", began)
        build([server for server, its in SERVERS.items() if set(its) & set(names)])
    shutil.rmtree(SCRATCH, ignore_errors=True)
    move_home()
    place = Place()
    for name in names:
        say(name, began)
        table = next(tables[table] for table, its in TABLES.items() if name in its)
        SECTIONS[name](place.within(name), table, "--quick" in options)
    say("done", began)
    for name, table in tables.items():
        text = "\n".join([f"Measured on {date.today()}: {description()}.", "", *table.lines()])
        SCRATCH.joinpath(f"{name}.md").write_text(text + "\n")
        print(text)
        if "--write" in options:
            write(name, text)
    missed = [missed for table in tables.values() for missed in table.missed]
    for line in missed:
        print(f"missed: {line}")
    return 1 if missed else 0


def say(what, began):
    print(f"{time.monotonic() - began:6.0f} s  {what}", flush=True)


def write(table, text):
    """Puts a table between the page's markers, and the picture beside the page."""
    page = PACKAGE / "README.md"
    old = page.read_text()
    new, count = re.subn(
        rf"(?s)(<!-- {table} -->\n).*?(<!-- /{table} -->\n)",
        lambda found: f"{found[1]}{text}\n{found[2]}", old)
    if count != 1:
        raise SystemExit(f"Tests/Benchmarks/README.md has no place for the table {table}")
    page.write_text(new)
    if table == "benchmarks":
        shutil.copy(SCRATCH / "growth" / "growth.svg", PACKAGE / "growth.svg")
