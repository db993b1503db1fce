"""Tally in the cluster: the accounts, two servers of the page, and a proxy before them."""

import json
import os
import re
import shutil
import socket
import subprocess

from .waiting import wait_for

PASSWORD = "correct horse 42"
HOST = "counts.test"
PORT = 8080
SERVERS = [8081, 8082]
PROXY = f"""
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
frontend phones
  bind 127.0.0.1:{PORT}
  default_backend servers
backend servers
  balance roundrobin
  option forwardfor
  option httpchk GET /healthz
""" + "".join(f"  server at-{port} 127.0.0.1:{port} check\n" for port in SERVERS)


class Service:
    """The first account owns the counters and shares them with the others."""

    def __init__(self, folder, build, cluster, accounts):
        self.folder = folder
        self.cluster = cluster
        self.accounts = accounts
        self.servers = {}
        self.numbers = {}
        # A build during the run changes nothing.
        for program in ("tally", "tally-serve"):
            shutil.copy(build / program, folder)

    def environment(self, account):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder / f"{account}.home")}

    def command(self, *words, address=None):
        return [str(self.folder / "tally"), *words, "--store", address or self.cluster.address]

    def tally(self, *words, account=None, input=None):
        """What the program prints; its failure ends the run."""
        done = subprocess.run(
            self.command(*words), input=input, text=True, capture_output=True, check=False,
            env=self.environment(account or self.accounts[0]))
        if done.returncode != 0:
            raise SystemExit(f"tally {' '.join(words)}: {done.stderr}")
        return done.stdout

    def session_file(self, account):
        return self.folder / f"{account}.home" / ".local/state/tally/session"

    def token(self, account):
        return self.session_file(account).read_text().split()[0]

    def start(self):
        for account in self.accounts:
            self.session_file(account).parent.mkdir(parents=True)
            self.tally("signup", account, "--password-stdin", account=account, input=PASSWORD)
        # The owner can also count on one member alone: the login belongs to an address.
        file = self.session_file(self.accounts[0])
        line = file.read_text()
        file.write_text(line + "".join(
            line.replace(self.cluster.address, self.cluster.address_of(member))
            for member in self.cluster.members))
        for port in SERVERS:
            self.start_server(port)
        configuration = self.folder / "haproxy.cfg"
        configuration.write_text(PROXY)
        self.run("haproxy", "/usr/sbin/haproxy", "-db", "-f", str(configuration))
        wait_for("the proxy", lambda: is_open(PORT))

    def start_server(self, port):
        self.servers[port] = self.run(
            f"server-{port}", *self.command("serve", "--listen", f"127.0.0.1:{port}"),
            "--behind-proxy", "127.0.0.1", "--host", HOST)
        wait_for(f"the server at port {port}", lambda: is_open(port))

    def run(self, name, *words):
        with open(self.folder / "logs" / f"{name}.log", "a") as log:
            return subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
                env=self.environment("server"))

    def ended_servers(self):
        """The servers that ended, which they never should. They are started again."""
        ended = []
        for port, server in self.servers.items():
            if server.poll() is not None:
                ended.append(f"the server at port {port} ended with status {server.returncode}")
                self.start_server(port)
        return ended

    def make_counter(self, name):
        """Makes a shared counter.

        Returns its number, by which phones name it.
        """
        self.tally("new", name)
        for account in self.accounts[1:]:
            self.tally("share", name, "with", account)
        leader = self.cluster.wait_for_leader()
        if not self.numbers:
            rows = leader.sql("SELECT username, id FROM users", "tally")
            self.numbers = {account: int(id) for account, id in (row.split("|") for row in rows)}
        return int(leader.sql(f"SELECT id FROM counters WHERE name = '{name}'", "tally")[0])

    def history(self, counter):
        return json.loads(
            self.tally("history", counter, "--limit", "100000000", "--format", "json"))

    def count(self, counter):
        return json.loads(self.tally("show", counter, "--format", "json"))[0]["count"]

    def check(self):
        """What `tally check` says about the server's settings, and whether it finds no problem."""
        said = self.tally("check")
        return re.sub(r"\s+", " ", said).strip()


def is_open(port):
    try:
        socket.create_connection(("127.0.0.1", port), timeout=2).close()
        return True
    except OSError:
        return False
