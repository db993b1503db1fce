"""The built server over a store of its own, the program `tally`, and the network before it."""

import json
import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import uuid

import pytest

import network

BUILD = os.environ.get("TALLY_BUILD")
PASSWORD = "correct horse 42"

needs_build = pytest.mark.skipif(not BUILD, reason="TALLY_BUILD does not name a build")


class Built:
    """A store, the server over it, and the network before it. Accounts have a home each."""

    def __init__(self, folder, *options):
        self.folder = pathlib.Path(folder)
        self.store = self.folder / "tally.db"
        self.options = options
        self.port = 0

    def environment(self, account):
        home = self.folder / account
        home.mkdir(exist_ok=True)
        state = str(home / "state")
        return {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_STATE_HOME": state}

    def tally(self, *words, account="ada", input=None, check=True):
        command = [f"{BUILD}/tally", *words, "--store", str(self.store)]
        done = subprocess.run(
            command, input=input, env=self.environment(account), text=True, capture_output=True,
            check=False,
        )
        assert done.returncode == 0 or not check, done.stderr
        return done.stdout

    def starts(self, *words, account="ada"):
        """A command whose end is not waited for."""
        command = [f"{BUILD}/tally", *words, "--store", str(self.store)]
        return subprocess.Popen(command, env=self.environment(account))

    def run(self, *commands, account="ada"):
        """Several commands in one session of the program."""
        self.tally(account=account, input="".join(f"{shlex.join(words)}\n" for words in commands))

    def sign_up(self, account):
        self.tally(
            "signup", account, "--password-stdin", account=account, input=f"{PASSWORD}\n" * 2
        )

    def log_in_program(self, account):
        self.tally("login", account, "--password-stdin", account=account, input=f"{PASSWORD}\n")

    def token(self, account):
        """The token of the program's session, which a browser may have as its cookie."""
        return (self.folder / account / "state/tally/session").read_text().split()[0]

    def count(self, counter="main", account="ada"):
        shown = self.tally("show", counter, "--format", "json", account=account)
        return json.loads(shown)[0]["count"]

    def history(self, counter="main", account="ada"):
        options = ("--limit", "10000", "--format", "json")
        return json.loads(self.tally("history", counter, *options, account=account))

    def store_id(self):
        """What the page names the store."""
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10) as database:
            [(number,)] = database.execute("SELECT id FROM tally_store")
        return uuid.UUID(bytes=number)

    def facts(self):
        """All that a form can change, without the times at which a session was used."""
        columns = {
            "users": "id, username, password_hash, open_counter_id",
            "counters": "id, user_id, name, count, target, last_seq, undo_seq, redo_seq",
            "members": "*",
            "changes": "counter_id, seq, uid, kind, amount, count, undone",
            "sessions": "id, user_id, token_digest, place",
        }
        with sqlite3.connect(f"file:{self.store}?mode=ro", uri=True, timeout=10) as database:
            return {
                table: database.execute(f"SELECT {names} FROM {table} ORDER BY 1, 2").fetchall()
                for table, names in columns.items()
            }

    def start(self):
        """Starts the server; again on the same port."""
        listen = f"127.0.0.1:{self.port}"
        command = [f"{BUILD}/tally-serve", "--listen", listen, "--store", str(self.store)]
        output = {"stdout": subprocess.PIPE, "stderr": (self.folder / "log").open("a")}
        self.process = subprocess.Popen(
            [*command, *self.options], env=self.environment("server"), text=True, **output
        )
        line = self.process.stdout.readline()
        found = re.search(r"https?://127\.0\.0\.1:(\d+)", line)
        assert found, line + (self.folder / "log").read_text()
        self.port = int(found[1])

    def kill(self):
        self.process.kill()
        self.process.wait()


class BuiltSite(Built):
    """The same behind a network that can lose, repeat and delay."""

    def __init__(self, folder, *options):
        super().__init__(folder, *options)
        self.sign_up("ada")
        self.start()
        self.network = network.Network(self.port)

    @property
    def url(self):
        return self.network.url

    def log_in(self, page, account="ada", has_script=True):
        page.goto(self.url + "/login")
        page.get_by_label("Username").fill(account)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_selector("header nav")
        if has_script:
            page.wait_for_selector("html[data-listens]")

    def end(self):
        self.network.cut()
        self.kill()


@pytest.fixture
def built(tmp_path):
    site = BuiltSite(tmp_path)
    yield site
    site.end()
