"""A server like App Store Connect, for tests: python3 server.py KEY.p8

It listens on a free port of the loopback interface, and prints `port N`. Requests are checked by operations.py, tokens by jwt.py; the
rules are in world.py. The storage host for uploads is the same server, below `/storage`, and refuses tokens.

For tests: `POST /_faults` adds a fault, see ../ForgeServer/faults.py; `GET /_requests` lists the requests so far, `DELETE /_requests` deletes them
and all faults; `POST /_settings` changes settings, see `Settings` in world.py; `POST /_tamper` acts as another user, see `World.tamper`;
`GET /_state` returns everything that Apple has.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

sys.path.insert(1, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ForgeServer"))

import jwt  # noqa: E402
from faults import Faults, LostConnection  # noqa: E402
from model import Answer, Request  # noqa: E402
from operations import Refused, check, operation  # noqa: E402
from world import World  # noqa: E402

KEY_ID, ISSUER = "2X9R4HXF34", "57246542-96fe-1a63-e053-0824d011072a"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def date_time_string(self, timestamp=None):
        return formatdate(time.time() + self.server.world.settings.skew, usegmt=True)

    def serve(self):
        address = urlsplit(self.path)
        if address.path.startswith("/_"):
            return self.control(address)
        request = Request(self.command, address.path, dict(parse_qsl(address.query, keep_blank_values=True)), self.headers)
        server = self.server
        fault = server.faults.next(request)
        try:
            if fault:
                fault.before(self, request)
            request.content = self.content()
            with server.lock:
                answer = (fault and fault.instead(request, server.world)) or self.dispatch(request)
                answer = fault.change(request, answer, server.world) if fault else answer
            if fault:
                fault.after(self, request, answer)
            request.status = answer.status
            self.answer(answer)
        except LostConnection:
            self.close_connection = True
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def dispatch(self, request):
        world = self.server.world
        try:
            if request.path.startswith("/storage/"):
                return world.store(request)
            token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
            if token not in self.server.good_tokens:
                problem = jwt.problem(token, self.server.key, KEY_ID, ISSUER, world.settings.skew)
                if problem:
                    raise Refused(401, ("NOT_AUTHORIZED", "Authentication credentials are missing or invalid."))
                # Verifying takes long; a token stays good for the rest of a test.
                self.server.good_tokens.add(token)
            if world.settings.agreement:
                raise Refused(
                    403, ("FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED", "A required agreement is missing or has expired."))
            if world.settings.role and request.method != "GET":
                raise Refused(403, ("FORBIDDEN_ERROR", "This request is forbidden for security reasons"))
            name, ids = operation(request.method, request.path)
            body = json.loads(request.bytes) if request.size else None
            check(name, request.query, body)
            status, value = world.perform(name, ids, request.query, body)
            answer = Answer(status, value)
            answer.headers["X-Rate-Limit"] = "user-hour-lim:3600;user-hour-rem:3500;"
            return answer
        except Refused as refused:
            return Answer(refused.status, {"errors": refused.errors})

    def content(self):
        left = int(self.headers.get("Content-Length") or 0)
        file = tempfile.TemporaryFile(dir=self.server.folder)
        while left > 0:
            piece = self.rfile.read(min(left, 1 << 20))
            if not piece:
                raise LostConnection
            file.write(piece)
            left -= len(piece)
        return file

    def answer(self, answer, length=None):
        content = answer.content if answer.status != 204 else b""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content if length is None else content[:length])
        self.wfile.flush()

    def control(self, address):
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"null")
        value = None
        with server.lock:
            if address.path == "/_faults":
                server.faults.add(body)
            elif address.path == "/_requests" and self.command == "DELETE":
                server.faults.reset()
            elif address.path == "/_requests":
                value = server.faults.log()
            elif address.path == "/_settings":
                vars(server.world.settings).update(body)
            elif address.path == "/_tamper":
                value = server.world.tamper(body)
            elif address.path == "/_state":
                value = server.world.state()
        self.answer(Answer(200, value))

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, key_path):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.RLock()
        self.faults = Faults()
        self.storage = tempfile.TemporaryDirectory()
        self.folder = self.storage.name
        self.world = World(f"http://127.0.0.1:{self.server_address[1]}", self.folder)
        self.good_tokens = set()
        point = subprocess.run(
            ["openssl", "pkey", "-in", key_path, "-pubout", "-outform", "DER"], stdout=subprocess.PIPE, check=True).stdout[-64:]
        self.key = int.from_bytes(point[:32], "big"), int.from_bytes(point[32:], "big")

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


if __name__ == "__main__":
    server = Server(sys.argv[1])
    print("port", server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
