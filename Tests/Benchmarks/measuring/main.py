"""Runs the requested sections and writes the table."""

import re
import shutil
import time
from datetime import date

from .growth import growth
from .machine import (
    PACKAGE, REPOSITORY, SCRATCH, TOOLS, Place, build, description, has, move_home)
from .moving import moving, size
from .parts import parts
from .peers import PEERS
from .table import Table
from .whole_programs import sessions, whole_programs

SECTIONS = {
    "whole-programs": whole_programs,
    "sessions": sessions,
    "parts": parts,
    "growth": growth,
    "moving": moving,
    "size": size,
}


def main(words, usage):
    options = {word for word in words if word.startswith("-")}
    names = [word for word in words if not word.startswith("-")] or list(SECTIONS)
    if options - {"--quick", "--write"} or set(names) - set(SECTIONS):
        print(usage.strip())
        return 64
    if "--write" in options and set(names) != set(SECTIONS):
        print("The page's table has all sections: name none beside --write")
        return 64
    if not has("hyperfine"):
        print("hyperfine is missing: apt-get install hyperfine")
        return 69
    for program in [program for program, _, _ in PEERS] + TOOLS:
        if not has(program):
            print(f"{program} is missing: its rows will say so")
    began = time.monotonic()
    say("building", began)
    build()
    shutil.rmtree(SCRATCH, ignore_errors=True)
    move_home()
    place, table = Place(), Table()
    for name in names:
        say(name, began)
        SECTIONS[name](place.within(name), table, "--quick" in options)
    say("done", began)
    text = "\n".join([f"Measured on {date.today()}: {description()}.", "", *table.lines()])
    SCRATCH.joinpath("table.md").write_text(text + "\n")
    print(text)
    if "--write" in options:
        write(text)
    for missed in table.missed:
        print(f"missed: {missed}")
    return 1 if table.missed else 0


def say(what, began):
    print(f"{time.monotonic() - began:6.0f} s  {what}", flush=True)


def write(text):
    """Puts the table between the page's markers, and the picture beside the page."""
    page = PACKAGE / "README.md"
    old = page.read_text()
    new, count = re.subn(
        r"(?s)(<!-- benchmarks -->\n).*?(<!-- /benchmarks -->\n)",
        lambda found: f"{found[1]}{text}\n{found[2]}", old)
    if count != 1:
        raise SystemExit("Tests/Benchmarks/README.md has no place for the table")
    page.write_text(new)
    shutil.copy(SCRATCH / "growth" / "growth.svg", PACKAGE / "growth.svg")
