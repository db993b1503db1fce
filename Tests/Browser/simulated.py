"""A server that answers as Tally's does, for the page's script: in memory, without passwords.

It serves the real assets, and pages with the HTML that the script relies on.
"""

import hashlib
import html
import json
import math
import pathlib
import queue
import re
import secrets
import threading
from http import cookies
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

ASSETS = pathlib.Path(__file__).resolve().parents[2] / "App/Page/Assets"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; "
    "frame-ancestors 'none'; base-uri 'none'"
)
ACCOUNTS = {"ada": 7, "bea": 8}
COUNTERS = {"coffee": 12, "tea": 13}


def number(value):
    """Text where a script's number is not exact."""
    return str(value) if value is not None and abs(value) >= 2**53 else value


class Tally:
    """What the server keeps. It outlives the server's end, as a store does."""

    def __init__(self):
        self.lock = threading.Lock()
        self.changes = []  # (account, counter, amount, age in ms, id)
        self.targets = {}
        self.known = set()
        self.refusals = {}  # reasons by counter
        self.unreadable = lambda tap: None  # The status of a request with such a tap.
        self.formats = ["1", "2"]  # The versions of the format of taps.
        self.assets = ASSETS
        self.store = secrets.token_hex(16)
        self.is_previous = False  # Whether this is the server of the release before.
        self.watchers = []
        self.beats = math.inf  # How many heartbeats streams still send; then they are silent.
        self.requests = []  # the bodies of /taps
        self.zone = None  # the time zone that the last page was asked for with

    def count(self, counter):
        return sum(change[2] for change in self.changes if change[1] == counter)

    def add(self, account, counter, amount, age, id):
        with self.lock:
            if (account, id) in self.known:
                return
            self.known.add((account, id))
            self.changes.append((account, counter, amount, age, id))
        self.tell()

    def undo(self, account, counter):
        """Takes back the account's newest change; enough for one undo after another change."""
        with self.lock:
            own = [c for c in self.changes if c[:2] == (account, counter)]
            if own:
                self.changes.append((account, counter, -own[-1][2], 0, None))
        self.tell()

    def tell(self):
        for watcher in list(self.watchers):
            watcher.put(None)

    def state(self, counter):
        count, target = self.count(counter), self.targets.get(counter)
        of = f" of {target}" if target else ""
        return {
            "version": len(self.changes),
            "count": number(count),
            "target": number(target),
            "text": f"Current count is {count}{of}",
            "html": f'<output id="count" aria-hidden="true">{count}</output><p>{of}</p>',
        }


def version(assets):
    """Of all files together, as the server makes it."""
    files = sorted(assets.iterdir())
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def document(account, main, attributes="", store=""):
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tally</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/tally.css">
<link rel="manifest" href="/manifest.webmanifest">
<script src="/assets/hand.js"></script>
<script type="module" src="/assets/tally.js"></script>
</head>
<body data-account="{account or ''}" data-store="{store}">
<header><nav></nav></header>
<main{attributes}>
{main}
<p id="waiting"></p>
<p id="tap-alert" role="alert"></p>
<button id="dismiss" type="button">Dismiss</button>
</main>
</body>
</html>
"""


def counter_page(tally, account, name):
    counter = COUNTERS[name]
    state = tally.state(counter)
    target = f' data-target="{state["target"]}"' if state["target"] else ""
    attributes = (
        f' data-counter="{counter}" data-version="{state["version"]}"'
        f' data-count="{state["count"]}"{target}'
    )
    main = f"""<h1>{html.escape(name)}</h1>
<div id="live">{state["html"]}</div>
<p id="status" aria-live="polite"></p>
<form class="tap" data-amount="-1" method="post" action="/counters/{name}">
<input type="hidden" name="id" value="{secrets.token_hex(16)}">
<button name="do" value="subtract">-</button></form>
<form class="tap" data-amount="1" method="post" action="/counters/{name}">
<input type="hidden" name="id" value="{secrets.token_hex(16)}">
<button name="do" value="add">+</button></form>
<div class="pair"><form method="post" action="/counters/{name}">
<input type="hidden" name="id" value="{secrets.token_hex(16)}">
<button name="do" value="undo">undo</button></form></div>
<form method="post" action="/logout" data-leaves><button>log out</button></form>"""
    return document(account, main, attributes, tally.store)


def login_page():
    main = """<h1>Log in</h1>
<form method="post" action="/login" data-leaves>
<label>Username <input name="username"></label> <button>log in</button></form>"""
    return document(None, main)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    tally: Tally

    def log_message(self, *_):
        pass

    @property
    def account(self):
        jar = cookies.SimpleCookie(self.headers.get("Cookie", ""))
        return ACCOUNTS.get(jar["session"].value) if "session" in jar else None

    def answer(self, status, body=b"", kind="text/html; charset=utf-8", **headers):
        body = body.encode() if isinstance(body, str) else body
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store" if "html" in kind else "no-cache")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def refuse(self, status, reason):
        self.answer(status, json.dumps({"reason": reason}), "application/json")

    def do_GET(self):
        url = urlsplit(self.path)
        name = url.path.removeprefix("/assets/")
        if url.path in ("/worker.js", "/manifest.webmanifest"):
            name = url.path[1:]
        if url.path == "/blank":
            self.answer(200, "<!doctype html><title>Blank</title>")
        elif re.fullmatch(r"[a-z0-9-]+\.[a-z]+", name):
            self.asset(name)
        elif url.path == "/events":
            self.events(int(parse_qs(url.query)["counter"][0]))
        elif not self.account:
            if url.path == "/login":
                self.answer(200, login_page())
            else:
                self.answer(303, Location="/login")
        elif url.path.removeprefix("/counters/") in COUNTERS:
            name = url.path.removeprefix("/counters/")
            jar = cookies.SimpleCookie(self.headers.get("Cookie", ""))
            self.tally.zone = jar["zone"].value if "zone" in jar else None
            self.answer(200, counter_page(self.tally, self.account, name))
        elif url.path == "/":
            self.answer(303, Location="/counters/coffee")
        else:
            self.answer(404, document(self.account, "<h1>Not found</h1>"))

    def asset(self, name):
        file = self.tally.assets / name
        if name in ("schedules.js", "surroundings.js"):
            file = pathlib.Path(__file__).with_name(name)
        if name == "tally.css" and not file.exists():
            self.answer(200, "", TYPES[".css"])
        elif name == "worker.js":
            first = f'const version = "{version(self.tally.assets)}";\n'
            self.answer(200, first.encode() + file.read_bytes(), TYPES[".js"])
        elif file.exists():
            self.answer(200, file.read_bytes(), TYPES[file.suffix])
        else:
            self.answer(404)

    def events(self, counter):
        if not self.account:
            return self.refuse(401, "You are not logged in")
        changed = queue.Queue()
        self.tally.watchers.append(changed)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            while True:
                data = json.dumps(self.tally.state(counter))
                self.wfile.write(f"event: state\ndata: {data}\n\n".encode())
                while changed.empty():
                    self.wfile.write(b":\n\n")  # Ends this when the browser has gone.
                    if self.tally.beats:
                        self.tally.beats -= 1
                        self.wfile.write(b"event: beat\ndata: \n\n")
                    try:
                        changed.put(changed.get(timeout=0.5))
                    except queue.Empty:
                        pass
                while not changed.empty():
                    changed.get()
        except OSError:
            self.tally.watchers.remove(changed)
        self.close_connection = True
        return None

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        url = urlsplit(self.path)
        if url.path == "/taps":
            return self.taps(json.loads(body), parse_qs(url.query))
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        if self.path == "/login":
            cookie = f"session={form['username']}; Path=/; HttpOnly; SameSite=Lax"
            return self.answer(303, Location="/counters/coffee", Set_Cookie=cookie)
        if self.path == "/logout":
            return self.answer(303, Location="/login", Set_Cookie="session=; Path=/; Max-Age=0")
        counter = COUNTERS[self.path.removeprefix("/counters/")]
        if form["do"] == "undo":
            self.tally.undo(self.account, counter)
        else:
            amount = 1 if form["do"] == "add" else -1
            self.tally.add(self.account, counter, amount, 0, form["id"])
        return self.answer(303, Location=self.path)

    def taps(self, body, query):
        self.tally.requests.append(body)
        if not self.tally.is_previous:
            if query.get("version", ["1"]) [0] not in self.tally.formats:
                return self.refuse(400, "This server cannot read these taps")
            if query.get("store", [self.tally.store]) != [self.tally.store]:
                return self.refuse(421, "These taps belong to another store")
        known = set(body) == {"account", "counter", "taps"}
        if not known or any(set(tap) != {"id", "amount", "age"} for tap in body["taps"]):
            return self.refuse(400, "These are not taps")
        if status := next(filter(None, map(self.tally.unreadable, body["taps"])), None):
            return self.refuse(status, "This server cannot read these taps")
        account, counter = body["account"], body["counter"]
        if self.account != account:
            return self.refuse(401, "You are not logged in")
        if counter in self.tally.refusals:
            return self.refuse(*self.tally.refusals[counter])
        results = []
        for tap in body["taps"]:
            self.tally.add(account, counter, tap["amount"], tap["age"], tap["id"])
            results.append({"id": tap["id"], "status": "counted"})
        answer = {"results": results, "state": self.tally.state(counter)}
        return self.answer(200, json.dumps(answer), "application/json")


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def start(tally, port=0):
    """Starts a server over what another one may have kept."""
    server = Server(("127.0.0.1", port), type("Bound", (Handler,), {"tally": tally}))
    serve = {"poll_interval": 0.05}
    threading.Thread(target=server.serve_forever, kwargs=serve, daemon=True).start()
    return server
