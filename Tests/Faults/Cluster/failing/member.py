"""A machine with etcd, Patroni and PostgreSQL."""

import json
import os
import shutil
import subprocess
import urllib.error
import urllib.request

from .network import Host

POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]


class Member(Host):
    """A member of the cluster. Its data is in a folder of its own and outlives its processes."""

    def __init__(self, name, number, folder):
        super().__init__(name, number)
        self.logs = folder / "logs"
        self.folder = folder / name
        self.folder.mkdir()
        shutil.chown(self.folder, "postgres", "postgres")

    def start(self, members, api, settings):
        """Starts its programs, the first time with these settings of the cluster."""
        configuration = self.folder / "patroni.json"
        configuration.write_text(json.dumps(self.patroni(members, api, settings)))
        self.run("etcd", "/usr/bin/etcd", *self.etcd(members))
        self.run("patroni", "/usr/bin/patroni", configuration)

    def run(self, name, *words):
        with open(self.logs / f"{self.name}-{name}.log", "a") as log:
            subprocess.Popen(
                self.command(*POSTGRES, *words), cwd=self.folder, stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, start_new_session=True,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(self.folder)})

    def etcd(self, members):
        peer, client = f"http://{self.address}:2380", f"http://{self.address}:2379"
        return [
            "--name", self.name, "--data-dir", self.folder / "etcd", "--log-level", "warn",
            "--enable-v2=true",
            "--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer,
            "--listen-client-urls", client, "--advertise-client-urls", client,
            "--initial-cluster",
            ",".join(f"{member.name}=http://{member.address}:2380" for member in members)]

    def patroni(self, members, api, settings):
        rest, server = f"{self.address}:8008", f"{self.address}:5432"
        return {
            "scope": "tally", "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            api: {"hosts": [f"{member.address}:2379" for member in members]},
            "bootstrap": {
                "dcs": settings,
                "initdb": [{"encoding": "UTF8"}, {"locale": "C"}, "no-sync"]},
            "postgresql": {
                "listen": server, "connect_address": server,
                "data_dir": str(self.folder / "data"), "bin_dir": "/usr/lib/postgresql/15/bin",
                "pgpass": str(self.folder / "pgpass"),
                "parameters": {"unix_socket_directories": str(self.folder)},
                "pg_hba": ["local all all trust", "host all all 10.77.0.0/24 trust",
                           "host replication all 10.77.0.0/24 trust"],
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "replicator"}}}}

    @property
    def is_leader(self):
        """Whether Patroni says that it is the primary and holds the leader key."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008/primary", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def sql(self, statement, database="postgres"):
        """The rows of a statement, with `|` between columns.

        Throws `subprocess.CalledProcessError` if the server does not answer or refuses.
        """
        return subprocess.run(
            ["psql", "-h", self.address, "-U", "postgres", "-AtqX", "-c", statement, database],
            capture_output=True, text=True, timeout=60, check=True,
            env={"PATH": os.environ["PATH"], "PGCONNECT_TIMEOUT": "2"}).stdout.splitlines()
