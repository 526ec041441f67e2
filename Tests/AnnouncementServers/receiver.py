"""A receiver of webhooks for tests: python3 receiver.py FILE

Each request is appended to FILE as a line of JSON. A path that begins with `/status/N` is answered with N, `/limited` with 429 and
`Retry-After: 7` and the second time with 200, `/lost` is not answered. Prints `port N`.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    limited = 0

    def log_message(self, *arguments):
        pass

    def serve(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        with open(sys.argv[1], "a") as log:
            log.write(json.dumps({"method": self.command, "path": self.path, "body": json.loads(content)}) + "\n")
        if self.path.startswith("/lost"):
            self.close_connection = True
            return
        status = int(self.path.split("/")[2]) if self.path.startswith("/status/") else 200
        if self.path == "/limited":
            Handler.limited += 1
            status = 429 if Handler.limited == 1 else 200
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "7")
        answer = b'{"event_id": "$1"}' if self.command == "PUT" else b"ok"
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    do_POST = do_PUT = serve


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print("port", server.server_address[1], flush=True)
server.serve_forever()
