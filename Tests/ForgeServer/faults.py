"""Faults that a test adds to answers: `POST /_faults` with one as JSON.

`{"kind": KIND, "method": "POST", "path": "regular expression", "skip": 0, "times": 1}`: the fault is in the first request that
`method` and `path` match (all, if they are left out) after `skip` of them, `times` times. Kinds:

    lose-answer    perform the request, then close the connection
    lose-request   read the request, do nothing, then close the connection
    lose-upload    close the connection after half of the body
    cut-body       perform the request, then send half of the answer
    starter        GitHub: keep an empty asset in the state `starter`, and answer 502
    rename         GitHub: keep the asset under another name
    status         answer with `status`, `headers` and `body` (JSON) or `text`, and do nothing
    status-after   the same after the request was performed
    html           answer 200 with a sign-in page, and do nothing
    slow           wait for `seconds` before the answer, after the request was performed
    early-hints    answer 103 with `headers` before the answer (RFC 8297), after the request was performed
    tamper         another user acts before the request, or after it with `"after": true`; see tamper.py. With the path
                   `git-receive-pack`, after a push
    hidden-starter GitHub: keep an empty asset in the state `starter` that no list shows, and answer 502
    hang           never answer; nothing is performed
    interrupt      perform the request, send SIGINT to the process whose number is in the file `pid_file`, once or with
                   `"repeated": true` again and again, and never answer
    kill           end the process whose number is in the file `pid_file` with SIGKILL: before the request is performed, or with
                   `"after": true` before it is answered
"""

import os
import re
import signal
import threading

from model import Answer


class LostConnection(Exception):
    """The connection ends without an answer."""


class Fault:
    def __init__(self, description):
        self.kind = description["kind"]
        self.options = description
        self.method = description.get("method")
        self.path = re.compile(description.get("path", ""))
        self.skip = description.get("skip", 0)
        self.times = description.get("times", 1)

    def applies(self, request):
        if self.times == 0 or self.method not in (None, request.method) or not self.path.search(request.path):
            return False
        if self.skip > 0:
            self.skip -= 1
            return False
        self.times -= 1
        return True

    def before(self, handler, request):
        """Before the body is read."""
        if self.kind == "lose-upload":
            handler.rfile.read(int(request.headers.get("Content-Length") or 0) // 2)
            raise LostConnection

    def instead(self, request, world):
        """The answer if the request is not performed."""
        if self.kind == "lose-request":
            raise LostConnection
        if self.kind == "hang":
            return Answer(200, {})
        if self.kind == "kill" and not self.options.get("after"):
            self.kill()
            raise LostConnection
        if self.kind == "html":
            return Answer(200, text="<html><body>Please sign in.</body></html>", kind="text/html")
        if self.kind == "status":
            return self.status()
        if self.kind in ("starter", "hidden-starter"):
            request.starter = self.kind
        if self.kind == "rename":
            request.query["name"] = "renamed." + request.query["name"]
        return None

    def change(self, request, answer, world):
        if self.kind in ("starter", "hidden-starter"):
            return Answer(502, {"message": "Bad Gateway"})
        return self.status() if self.kind == "status-after" else answer

    def after(self, handler, request, answer):
        """After the request is performed, before the answer."""
        if self.kind == "hang":
            threading.Event().wait()
        if self.kind == "interrupt":
            # A later process may have its number in the file when the next signal is sent.
            process = self.process()
            os.kill(process, signal.SIGINT)
            # Martlet takes two signals at the same moment for one.
            while not threading.Event().wait(0.5 if self.options.get("repeated") else None):
                os.kill(process, signal.SIGINT)
        if self.kind == "early-hints":
            lines = ["HTTP/1.1 103 Early Hints", *(f"{name}: {value}" for name, value in self.options["headers"].items())]
            handler.wfile.write("\r\n".join([*lines, "", ""]).encode())
        if self.kind == "slow":
            threading.Event().wait(self.options["seconds"])
        if self.kind == "lose-answer":
            raise LostConnection
        if self.kind == "kill":
            self.kill()
            raise LostConnection
        if self.kind == "cut-body":
            handler.answer(answer, length=len(answer.content) // 2)
            raise LostConnection

    def status(self):
        headers = self.options.get("headers", {})
        if "text" in self.options:
            return Answer(self.options["status"], headers=headers, text=self.options["text"], kind="text/html")
        return Answer(self.options["status"], self.options.get("body", {"message": "scripted"}), headers=headers)

    def kill(self):
        os.kill(self.process(), signal.SIGKILL)

    def process(self):
        with open(self.options["pid_file"]) as file:
            return int(file.read())


class Faults:
    def __init__(self):
        self.lock = threading.Lock()
        self.reset()

    def reset(self):
        self.faults, self.requests = [], []

    def add(self, description):
        self.faults.append(Fault(description))

    def next(self, request):
        """Records the request, and returns its fault."""
        with self.lock:
            self.requests.append(request)
            fault = next((fault for fault in self.faults if fault.applies(request)), None)
            request.fault = fault and fault.kind
            return fault

    def log(self):
        with self.lock:
            return [
                {"method": request.method, "path": request.path.replace("\0", "%2F"), "query": request.query,
                 "status": request.status, "fault": request.fault, "has_token": request.token is not None,
                 "size": int(request.headers.get("Content-Length") or 0),
                 "user_agent": request.headers.get("User-Agent"), "expect": request.headers.get("Expect")}
                for request in self.requests
            ]  # fmt: skip
