"""A PostgreSQL server with its default settings, on the disk of the measurements."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

from .machine import postgresql_programs, run

# Its records of statements, in the order of time. Further lines of a record begin with a tab.
RECORD = re.compile(r"^\S+ \S+ \S+ \[\d+\] (?:LOG|DETAIL):  (.*(?:\n\t.*)*)$", re.MULTILINE)
STATEMENT = re.compile(r"(?:statement|execute [^:]+): (.*)", re.DOTALL)
PARAMETER = re.compile(r"\$\d+ = (NULL|'(?:[^']|'')*')")


class Database:
    """A server, and its databases."""

    def __init__(self, place):
        self.programs = postgresql_programs()
        self.data = place.path("data")
        self.log = place.path("log")
        # The path of a socket must be short.
        self.socket = Path(tempfile.mkdtemp(prefix="tally-"))
        # PostgreSQL refuses to run as root.
        self.user = []
        if os.getuid() == 0:
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(place.folder, "postgres")
            shutil.chown(self.socket, "postgres")
        self.run("initdb", "-D", self.data, "-U", "tally", "-A", "trust", "-E", "UTF8",
                 "--locale=C")
        # An output of its own: it would hold ours open.
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*self.user, self.programs / "postgres", "-D", self.data, "-k", self.socket, "-c",
                 "listen_addresses="], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        os.environ |= {
            "PGHOST": str(self.socket), "PGUSER": "tally",
            # Debian's `psql` elsewhere is a script that looks for this one.
            "PATH": f"{self.programs}:{os.environ['PATH']}"}
        while subprocess.run([self.programs / "pg_isready", "-q"], check=False).returncode != 0:
            if self.process.poll() is not None:
                raise SystemExit(self.log.read_text())
            time.sleep(0.05)

    def run(self, program, *arguments):
        return run([*self.user, self.programs / program, *arguments], cwd=self.data.parent)

    def new(self, name):
        """The address of a new, empty database."""
        run(["createdb", name])
        return f"postgresql:///{name}?host={self.socket}&user=tally"

    def rows(self, name, query):
        """The rows of a query, as texts with `|` between columns."""
        return run(["psql", "-AtqX", "-v", "ON_ERROR_STOP=1", "-c", query, name]).splitlines()

    def recorded(self, work):
        """The statements that the server got from connections opened by `work`, with their
        parameters; `None` is NULL."""
        before = self.log.stat().st_size
        os.environ["PGOPTIONS"] = "-c log_statement=all"
        try:
            work()
        finally:
            del os.environ["PGOPTIONS"]
        with open(self.log) as log:
            log.seek(before)
            records = RECORD.findall(log.read())
        statements = []
        for record in records:
            if found := STATEMENT.fullmatch(record):
                sql = " ".join(found[1].split()).replace(" ;", ";").rstrip(";")
                statements.append((sql, []))
            elif record.startswith("parameters: "):
                statements[-1][1][:] = [
                    None if value == "NULL" else value[1:-1].replace("''", "'")
                    for value in PARAMETER.findall(record)]
        return statements

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.socket)


@contextmanager
def database(place):
    server = Database(place)
    try:
        yield server
    finally:
        server.stop()
