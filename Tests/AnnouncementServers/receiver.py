"""A receiver of announcements for tests: python3 receiver.py FILE

Each request is appended to FILE as a line of JSON. A path that begins with `/status/N` is answered with N, `/limited` with 429 and
`Retry-After: 7` and the second time with 200, `/lost` is not answered, `/busy` is always answered with 429 and `Retry-After: 3600`.

`/micropub` is a blog with a media endpoint and a list of posts, `/api/v1/` a Mastodon server; each keeps its posts, and Mastodon ignores a
repeated key. Every other `POST` is a webhook. `GET /_posts` returns the texts of all posts by channel.

`POST /_faults` sets a fault, as JSON: `{"kind": "kill", "skip": 2, "after": true, "pid_file": PATH}` ends the process whose number is
in the file at the third request from now, before it is performed, or after that with `after`; `"kind": "lose"` closes the connection instead, and `"interrupt"` sends SIGINT and answers.
The fault in `then` follows. `{"kind": "answer", "status": 401, "headers": {}, "body": {}, "times": 2}` answers two requests so. Prints `port N`.
"""

import html
import json
import os
import re
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class World:
    limited = 0
    posts = {"blog": [], "social": [], "team": []}
    keys = {}
    fault = None

    @staticmethod
    def note(method, path, body):
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps({"method": method, "path": path, "body": body}) + "\n")

    @staticmethod
    def next_fault():
        fault = World.fault
        if fault is None or fault["times"] == 0:
            return None
        if fault.get("skip", 0) > 0:
            fault["skip"] -= 1
            return None
        fault["times"] -= 1
        if fault["times"] == 0 and "then" in fault:
            World.fault = {"times": 1} | fault["then"]
        return fault

    @staticmethod
    def suffer(fault):
        number = {"kill": signal.SIGKILL, "interrupt": signal.SIGINT}.get(fault["kind"])
        if number:
            with open(fault["pid_file"]) as file:
                os.kill(int(file.read()), number)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def serve(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/_faults":
            World.fault = {"times": 1} | json.loads(content)
            return self.answer(200, {})
        if self.path == "/_posts":
            return self.answer(200, World.posts)
        body = json.loads(content) if self.headers.get("Content-Type") == "application/json" else None
        World.note(self.command, self.path, body)
        if self.path.startswith("/lost"):
            self.close_connection = True
            return
        fault = World.next_fault()
        if fault and fault["kind"] == "answer":
            return self.answer(fault["status"], fault.get("body", ""), headers=fault.get("headers"))
        if fault and fault["kind"] == "interrupt":
            World.suffer(fault)
        elif fault and not fault.get("after"):
            return self.suffer(fault)
        answer = self.perform(body)
        if fault and fault.get("after"):
            return self.suffer(fault)
        self.answer(*answer)

    def suffer(self, fault):
        World.suffer(fault)
        self.close_connection = True

    def perform(self, body):
        if self.path.startswith("/status/"):
            return int(self.path.split("/")[2]), "ok"
        address = f"http://{self.headers['Host']}"
        if self.path == "/micropub?q=config":
            return 200, {"media-endpoint": f"{address}/media"}
        if self.path == "/micropub?q=source":
            return 200, {"items": [{"type": ["h-entry"], "properties": post} for post in reversed(World.posts["blog"])]}
        if self.path == "/media":
            return 201, {}, {"Location": f"{address}/media/1.png"}
        if self.path == "/micropub":
            number = len(World.posts["blog"]) + 1
            World.posts["blog"].append(body["properties"] | {"url": [f"{address}/blog/{number}"]})
            return 201, {}, {"Location": f"{address}/blog/{number}"}
        if self.path == "/api/v1/apps/verify_credentials":
            return 200, {"name": "martlet"}
        if self.path == "/api/v2/media":
            return 200, {"id": "1"}
        if self.path == "/api/v1/accounts/verify_credentials":
            return 200, {"id": "7", "username": "me"}
        if self.path == "/api/v1/accounts/7/statuses?limit=40":
            posts = list(enumerate(World.posts["social"], 1))[:-41:-1]
            return 200, [{"id": str(number), "url": f"{address}/@me/{number}", "content": self.page(text)} for number, text in posts]
        if self.path == "/api/v1/statuses":
            number = self.once("social", body["status"], self.headers["Idempotency-Key"])
            return 200, {"id": str(number), "url": f"{address}/@me/{number}"}
        if self.path == "/limited":
            World.limited += 1
            if World.limited == 1:
                return 429, "ok", {"Retry-After": "7"}
        if self.path == "/busy":
            return 429, "ok", {"Retry-After": "3600"}
        World.posts["team"].append(body)
        return 200, "ok"

    @staticmethod
    def page(text):
        """As Mastodon shows a status: paragraphs, and links whose scheme is hidden."""
        link = r'<a href="\1\2"><span class="invisible">\1</span><span>\2</span></a>'
        paragraphs = html.escape(text).replace("&#x27;", "&#39;").split("\n\n")
        return "".join("<p>" + re.sub(r"(https?://)(\S+)", link, part).replace("\n", "<br />") + "</p>" for part in paragraphs)

    def once(self, channel, text, key):
        """The number of the post with the key, which is new or was made before."""
        if key not in World.keys:
            World.posts[channel].append(text)
            World.keys[key] = len(World.posts[channel])
        return World.keys[key]

    def answer(self, status, body, headers=None):
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = serve


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_address[1], flush=True)
server.serve_forever()
