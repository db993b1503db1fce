"""A network between the browser and a server, which can lose, repeat and delay what it carries."""

import http.client
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


class Relay(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    network: "Network"

    def log_message(self, *_):
        pass

    def forward(self, body):
        port = self.network.port_of(self.path)
        upstream = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        upstream.request(self.command, self.path, body, dict(self.headers.items()))
        return upstream.getresponse()

    def relay(self):
        self.close_connection = True
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
        fault = self.network.next_fault(self.path)
        path = self.path.split("?")[0]
        time.sleep(self.network.slow.get(path, 0))
        if path in self.network.missing:
            fault = 404
        try:
            if self.network.earlier and self.reply_as_before(path):
                return
            if fault == "lose":
                return
            if isinstance(fault, float):
                time.sleep(fault)
            if isinstance(fault, int) and not isinstance(fault, bool):
                return self.reply(fault, b"<h1>The proxy says so</h1>")
            if fault == "twice":
                self.forward(body).read()
            answer = self.forward(body)
            if fault == "late":
                time.sleep(0.3)
            if fault == "drop":
                answer.read()
                return
            self.stream(answer)
        except (OSError, http.client.HTTPException):
            return

    def reply_as_before(self, path):
        """Answers with the earlier release's page or file, if it is one of them."""
        name = "counter.html" if path == "/counters/main" else path.split("/")[-1]
        file = self.network.earlier / name
        if self.command != "GET" or not path.startswith(("/assets/", "/worker.js", "/counters/")):
            return False
        kind = TYPES.get(file.suffix, "text/html; charset=utf-8")
        content = file.read_bytes() if file.exists() else b""
        content = content.replace(b'"STORE"', f'"{self.network.store}"'.encode())
        self.reply(200 if file.exists() else 404, content, kind)
        return True

    def reply(self, status, body, kind="text/html"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(body)

    def stream(self, answer):
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in HOP:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        while chunk := answer.read1(65536):
            self.wfile.write(chunk)
            self.wfile.flush()

    do_GET = do_POST = do_HEAD = relay


class Network:
    """Carries requests to a server's port. It can be cut, as an access point is."""

    relay = Relay

    def __init__(self, target):
        self.target = target
        self.faults = []  # for the next requests of /taps: lose, drop, twice, late, a status, seconds
        self.status = None  # the answer to everything, as of a proxy whose server is gone
        self.statuses = {}  # the same for some paths
        self.slow = {}  # seconds that a path takes
        self.missing = set()  # paths that are answered with 404
        self.earlier = None  # the folder with an earlier release's page and files
        self.store = None  # what its page is to name as the store
        self.server = None
        self.connections = set()
        self.port = 0
        self.join()

    def port_of(self, path):
        return self.target

    def next_fault(self, path):
        if path.startswith("/taps") and self.faults:
            return self.faults.pop(0)
        return self.statuses.get(path.split("?")[0], self.status)

    def join(self):
        network = self

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

            def process_request(self, request, address):
                network.connections.add(request)
                super().process_request(request, address)

            def shutdown_request(self, request):
                network.connections.discard(request)
                super().shutdown_request(request)

            def handle_error(self, *_):
                pass

        bound = type("Bound", (self.relay,), {"network": self})
        self.server = Server(("127.0.0.1", self.port), bound)
        self.port = self.server.server_address[1]
        serve = {"poll_interval": 0.05}
        threading.Thread(target=self.server.serve_forever, kwargs=serve, daemon=True).start()

    def cut(self):
        """Ends every connection and takes no new one."""
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"
