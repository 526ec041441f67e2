"""A receiver of announcements for tests: python3 receiver.py FILE

Each request is appended to FILE as a line of JSON. A path that begins with `/status/N` is answered with N, `/limited` with 429 and
`Retry-After: 7` and the second time with 200, `/lost` is not answered, `/busy` is always answered with 429 and `Retry-After: 3600`.

`/micropub` is a blog with a media endpoint and a list of posts, `/api/` a Mastodon server, and `PUT` goes to a Matrix room; each keeps
its posts, and the last two ignore a repeated key. Every other `POST` is a webhook. `GET /_posts` returns the texts of all posts by channel.
`POST /_faults` sets a fault, as JSON: `{"kind": "kill", "skip": 2, "after": true, "pid_file": PATH}` ends the process whose number is
in the file at the third request from now, before it is performed, or after that with `after`; `"kind": "lose"` closes the connection instead.
Prints `port N`.
"""

import json
import os
import signal
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    limited = 0
    posts = {"blog": [], "social": [], "room": [], "team": []}
    keys = {}
    fault = None

    def log_message(self, *arguments):
        pass

    def serve(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/_faults":
            Handler.fault = json.loads(content) | {"done": False}
            return self.answer(200, {})
        if self.path == "/_posts":
            return self.answer(200, Handler.posts)
        is_json = self.headers.get("Content-Type") == "application/json"
        body = json.loads(content) if is_json else None
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps({"method": self.command, "path": self.path, "body": body}) + "\n")
        if self.path.startswith("/lost"):
            self.close_connection = True
            return
        fault = self.next_fault()
        if fault and not fault.get("after"):
            return self.suffer(fault)
        answer = self.perform(body)
        if fault:
            return self.suffer(fault)
        self.answer(*answer)

    def next_fault(self):
        fault = Handler.fault
        if fault is None or fault["done"]:
            return None
        if fault.get("skip", 0) > 0:
            fault["skip"] -= 1
            return None
        fault["done"] = True
        return fault

    def suffer(self, fault):
        if fault["kind"] == "kill":
            with open(fault["pid_file"]) as file:
                os.kill(int(file.read()), signal.SIGKILL)
        self.close_connection = True

    def perform(self, body):
        if self.path.startswith("/status/"):
            return int(self.path.split("/")[2]), "ok"
        address = f"http://{self.headers['Host']}"
        if self.path == "/micropub?q=config":
            return 200, {"media-endpoint": f"{address}/media"}
        if self.path == "/micropub?q=source":
            return 200, {"items": [{"type": ["h-entry"], "properties": post} for post in reversed(Handler.posts["blog"])]}
        if self.path == "/media":
            return 201, {}, f"{address}/media/1.png"
        if self.path == "/micropub":
            number = len(Handler.posts["blog"]) + 1
            Handler.posts["blog"].append(body["properties"] | {"url": [f"{address}/blog/{number}"]})
            return 201, {}, f"{address}/blog/{number}"
        if self.path == "/api/v2/media":
            return 200, {"id": "1"}
        if self.path == "/api/v1/statuses":
            return 200, {"url": f"{address}/@me/{self.once('social', body['status'], self.headers['Idempotency-Key'])}"}
        if self.command == "PUT":
            return 200, {"event_id": f"${self.once('room', body['body'], self.path)}"}
        status = 200
        if self.path == "/limited":
            Handler.limited += 1
            status = 429 if Handler.limited == 1 else 200
        if self.path == "/busy":
            status = 429
        if status == 200:
            Handler.posts["team"].append(body)
        return status, "ok"

    def once(self, channel, text, key):
        """The number of the post with the key, which is new or was made before."""
        if key not in Handler.keys:
            Handler.posts[channel].append(text)
            Handler.keys[key] = len(Handler.posts[channel])
        return Handler.keys[key]

    def answer(self, status, body, location=None):
        content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "3600" if self.path == "/busy" else "7")
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_POST = do_PUT = serve


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_address[1], flush=True)
server.serve_forever()
