"""Somebody who counts on the leader's own machine, and knows no other member."""

import subprocess
import threading
import time

from .phone import UNKNOWN


class Insider(threading.Thread):
    """Runs `tally up` on the leader's machine again and again, also while it is cut off.

    Once another member leads, nothing may be acknowledged here.
    """

    def __init__(self, load, service, member):
        super().__init__(daemon=True)
        self.load, self.service, self.member = load, service, member
        # When another member began to lead.
        self.deposed = None

    def run(self):
        number = 0
        while not self.load.is_over:
            number += 1
            id = f"{self.load.counter}-insider-{number}"
            began = time.monotonic()
            done = subprocess.run(
                self.member.command(*self.service.command(
                    "up", self.load.counter, "--id", id, "--quiet",
                    address=self.service.cluster.address_of(self.member))),
                env=self.service.environment(self.service.accounts[0]),
                stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            self.note(id, began, done)
            time.sleep(0.2)

    def note(self, id, began, done):
        said = done.stderr.strip()
        if done.returncode == 0:
            self.load.note_counted(id, int(done.stdout.split()[-1]))
            if self.deposed and began > self.deposed:
                self.load.complain(f"{id} was acknowledged by an old primary")
        elif done.returncode < 0 or UNKNOWN in said:
            self.load.note_failure(id, "unknown", said, is_last=True)
        elif done.returncode in (74, 75):
            self.load.note_failure(id, "refused", said, is_last=True)
        else:
            self.load.note_failure(id, "wrong", f"{done.returncode}: {said}", is_last=True)
