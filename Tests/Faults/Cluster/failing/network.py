"""Hosts in network namespaces, connected by a bridge as by a switch."""

import os
import signal
import subprocess
import time

HERE = "10.77.0.254"


def ip(*words):
    return subprocess.run(
        ["ip", *map(str, words)], check=True, capture_output=True, text=True).stdout


def connect():
    """Makes the bridge. The run's own programs are at its address."""
    ip("link", "add", "switch", "type", "bridge")
    ip("address", "add", f"{HERE}/24", "dev", "switch")
    ip("link", "set", "switch", "up")


class Host:
    """A machine: its processes and its link."""

    def __init__(self, name, number):
        self.name = name
        self.address = f"10.77.0.{number}"
        ip("netns", "add", name)
        ip("link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", f"to-{name}", "master", "switch", "up")
        for words in (
            ["link", "set", "lo", "up"], ["link", "set", "eth0", "up"],
            ["address", "add", f"{self.address}/24", "dev", "eth0"],
        ):
            ip("-netns", name, *words)

    def command(self, *words):
        """A command that runs on this machine."""
        return ["ip", "netns", "exec", self.name, *map(str, words)]

    def cut(self):
        """Drops every frame in both directions. Nobody is told, as when a switch fails."""
        self.set_port("0")

    def join(self):
        self.set_port("3")

    def set_port(self, state):
        subprocess.run(["bridge", "link", "set", "dev", f"to-{self.name}", "state", state],
                       check=True)

    def processes(self):
        return [int(word) for word in ip("netns", "pids", self.name).split()]

    def kill(self):
        """Ends every process at once, as when the machine loses its power."""
        while running := [pid for pid in self.processes() if state(pid) not in "ZX"]:
            for pid in running:
                send(signal.SIGKILL, pid)

    def pause(self):
        """Stops every process, as when the machine hangs."""
        while running := [pid for pid in self.processes() if state(pid) not in "TZX"]:
            for pid in running:
                send(signal.SIGSTOP, pid)
            time.sleep(0.001)

    def resume(self):
        for pid in self.processes():
            send(signal.SIGCONT, pid)


def send(number, pid):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def state(pid):
    """The letter of the process's state; X when it has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"
