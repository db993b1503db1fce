"""Phones that tap through the proxy, and a page that is looked at."""

import http.client
import json
import random
import re
import threading
import time

from .service import HOST, PORT
from .waiting import PATIENCE

# As the page's script.
TIMEOUT = 15
UNKNOWN = "It is not known whether the change was saved"


class Client:
    """A browser's connection to the proxy."""

    def __init__(self, token):
        self.token = token
        self.connection = None

    def ask(self, method, path, body=None):
        """The status, body and pause of an answer; the status is `None` without one."""
        try:
            self.connection = self.connection or http.client.HTTPConnection(
                "127.0.0.1", PORT, timeout=TIMEOUT)
            self.connection.request(method, path, body, {
                "Host": HOST, "Cookie": f"__Host-tally={self.token}",
                "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"})
            answer = self.connection.getresponse()
            pause = float(answer.headers.get("Retry-After") or 0)
            return answer.status, answer.read().decode(), pause
        except (OSError, http.client.HTTPException):
            if self.connection:
                self.connection.close()
            self.connection = None
            return None, "", 0


class Phone(threading.Thread):
    """Taps until it is told to stop.

    Some phones send a tap until they hear what became of it, as the page does. Others send it once,
    so that what was told can be compared with what is there.
    """

    def __init__(self, load, name, account, token, sends_again):
        super().__init__(name=name, daemon=True)
        self.load, self.account, self.sends_again = load, account, sends_again
        self.client = Client(token)

    def run(self):
        number = 0
        last = time.monotonic()
        while not self.load.is_over:
            number += 1
            if self.tap(f"{self.load.counter}-{self.name}-{number}", since=last):
                now = time.monotonic()
                self.load.acknowledged_by(self.name, now - last)
                last = now
            time.sleep(random.uniform(0, 2 * self.load.pace))

    def tap(self, id, since, attempt=0):
        """Sends a tap; whether it was acknowledged."""
        while True:
            sent = f"{id}#{attempt}" if attempt and self.load.uses_new_ids else id
            outcome, detail, pause = self.send(sent)
            if outcome == "counted":
                self.load.note_counted(sent, detail if attempt == 0 else None)
                return True
            self.load.note_failure(id, outcome, detail, is_last=not self.sends_again)
            time.sleep(pause or random.uniform(0.2, 0.5))
            if not self.sends_again or self.load.complaints:
                return False
            if time.monotonic() > since + PATIENCE:
                self.load.complain(f"{id} was not acknowledged within {PATIENCE} s")
                return False
            attempt += 1

    def send(self, id):
        """What became of a tap, the count or the reason, and how long to wait before the next."""
        status, text, pause = self.client.ask("POST", "/taps", json.dumps({
            "account": self.account, "counter": self.load.number,
            "taps": [{"id": id, "amount": 1, "age": 0}]}))
        try:
            answer = json.loads(text)
        except ValueError:
            # Nobody, or the proxy.
            return "unknown", f"no answer of Tally's, status {status}", pause
        if status == 200 and answer["results"][0]["status"] == "counted":
            return "counted", (answer["state"] or {}).get("count"), pause
        reason = answer.get("reason") or answer["results"][0]["reason"]
        if status in (500, 503):
            return "unknown" if UNKNOWN in reason else "refused", f"{status}: {reason}", pause
        return "wrong", f"{status}: {reason}", pause


class Onlooker(threading.Thread):
    """Looks at the counter's page all the time, and compares it with what phones heard before."""

    def __init__(self, load, path, token):
        super().__init__(daemon=True)
        self.load, self.path = load, path
        self.client = Client(token)

    def run(self):
        while not self.load.is_over:
            least = self.load.highest
            status, text, _ = self.client.ask("GET", self.path)
            shown = re.search(r"Current count is (\d+)", text)
            if status == 200 and shown:
                self.load.note_shown(int(shown[1]), least)
            time.sleep(0.05)
