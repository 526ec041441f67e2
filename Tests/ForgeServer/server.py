"""A server with the release APIs of GitHub, GitLab and Forgejo, for tests: python3 server.py [FOLDER] [--certificate FILE]

It listens on a free port of the loopback interface, and prints `port N`. FOLDER has bare repositories,
`owner/name.git`, which are served over HTTP, and git decides whether a tag exists. Without FOLDER every repository exists, and
every tag.

The APIs are at `/api/v3` and `/api/uploads` (GitHub Enterprise), `/api/v4` (GitLab) and `/api/v1` (Forgejo). The token `write-token`
may write, `read-token` may read, `app-token` is GitHub's for an app, `job-token` GitLab's for a job, `job:contents=write,pull-requests=write`
one of GitHub for a job with these permissions; any other is refused. Repositories
whose names begin with `missing` do not exist, those that begin with `private` need a token.

For tests: `POST /_faults` adds a fault, see faults.py; `GET /_requests` lists the requests so far, `DELETE /_requests` deletes them and
all faults; `DELETE /_releases` deletes all releases of GitHub, and `DELETE /_drafts` its drafts; `POST /_settings` changes settings, see `Settings`; `POST /_tamper` changes a release as another user, see tamper.py; `POST /_save` keeps all releases, and `POST /_restore` brings them back; `GET /_state` returns all releases, `GET /_pulls` all pull requests;
`POST /_merge` with `{"forge": "github", "repository": "owner/name", "number": 1, "method": "squash"}` merges one, see pulls.py.
"""

import copy
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
from base64 import b64decode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlsplit

from faults import Faults, LostConnection
from forgejo import Forgejo
from github import GitHub
from gitlab import GitLab
from model import Answer, Request, Settings, World, job_permissions
from tamper import tamper


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def serve(self):
        address = urlsplit(self.path)
        if address.path.startswith("/_"):
            return self.control(address)
        if re.search(r"\.git/", address.path):
            return self.git(address)
        request = Request(self.command, unquote_segments(address.path), dict(parse_qsl(address.query)), self.headers)
        server = self.server
        fault = server.faults.next(request)
        try:
            if fault:
                fault.before(self, request)
            request.content = self.content(request)
            with server.lock:
                if fault and fault.kind == "tamper" and not fault.options.get("after"):
                    tamper(server.world, server.forges, fault.options)
                answer = (fault and fault.instead(request, server.world)) or self.dispatch(request)
                answer = fault.change(request, answer, server.world) if fault else answer
                if fault and fault.kind == "tamper" and fault.options.get("after"):
                    tamper(server.world, server.forges, fault.options)
                server.check(request, answer)
            if fault:
                fault.after(self, request, answer)
            request.status = answer.status
            self.answer(answer)
        except LostConnection:
            self.close_connection = True
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def dispatch(self, request):
        if request.path == "/api/graphql":
            return self.server.forges[0].graphql(request)
        for forge in self.server.forges:
            for prefix in forge.prefixes:
                if request.path.startswith(prefix + "/"):
                    return self.api(forge, request, request.path[len(prefix) :])
        for forge in self.server.forges:
            answer = forge.download(request)
            if answer:
                return answer
        return Answer(404, text="no such page", kind="text/html")

    def api(self, forge, request, path):
        changed = self.server.world.changed
        decided = changed.answer(forge, request, path)
        if decided:
            status, value, headers = decided
            return Answer(status, value, headers)
        return forge.serve(request, changed.original(path))

    def content(self, request):
        """The body as a file, so that large ones need no memory."""
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
        content = answer.content
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Type", answer.kind)
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # A client would parse a body after HEAD as the next answer.
        if self.command != "HEAD" and answer.status != 204:
            self.wfile.write(content if length is None else content[:length])
        self.wfile.flush()

    def control(self, address):
        server = self.server
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"null")
        with server.lock:
            value = None
            if address.path == "/_faults":
                server.faults.add(body)
            elif address.path == "/_requests" and self.command == "DELETE":
                server.faults.reset()
            elif address.path in ("/_releases", "/_drafts"):
                for releases in server.forges[0].releases.values():
                    releases[:] = [release for release in releases if address.path == "/_drafts" and not release["draft"]]
                server.world.made_tags.clear()
            elif address.path == "/_requests":
                value = server.faults.log()
            elif address.path == "/_settings":
                vars(server.world.settings).update(body)
            elif address.path == "/_save":
                server.saved = [(forge, copy.deepcopy({key: getattr(forge, key) for key in ("releases", "packages") if hasattr(forge, key)}))
                                for forge in server.forges if hasattr(forge, "releases")]  # fmt: skip
            elif address.path == "/_restore":
                for forge, saved in server.saved:
                    vars(forge).update(copy.deepcopy(saved))
            elif address.path == "/_tamper":
                tamper(server.world, server.forges, body)
            elif address.path == "/_pulls":
                value = {forge.name: {name: [pull.described() for pull in pulls] for name, pulls in forge.pulls.all.items()}
                         for forge in server.forges if hasattr(forge, "pulls")}  # fmt: skip
            elif address.path == "/_merge":
                forge = next(forge for forge in server.forges if forge.name == body["forge"])
                value = forge.pulls.merge(body["repository"], body["number"], body["method"])
            elif address.path == "/_deeds":
                value = server.world.deeds
            elif address.path == "/_state":
                value = {forge.name: forge.state() for forge in server.forges}
        self.answer(Answer(200, value))

    def git(self, address):
        path = address.path
        scheme, _, credential = (self.headers.get("Authorization") or "").partition(" ")
        password = b64decode(credential).decode().partition(":")[2] if scheme.lower() == "basic" else ""
        permissions = job_permissions(password)
        if self.server.world.settings.needs_token_for_git and not password:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return self.answer(Answer(401, text="", headers={"WWW-Authenticate": 'Basic realm="git"'}, kind="text/plain"))
        changed, name = self.server.world.changed, path[1 : path.index(".git/")]
        if name in changed.renamed:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            moved = f"{self.server.world.address}/{changed.moved(name)}{self.path[len(name) + 1:]}"
            return self.answer(Answer(301, text="", headers={"Location": moved}, kind="text/plain"))
        if "git-receive-pack" in self.path and name in changed.archived:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return self.answer(Answer(403, text="This repository is archived, so it is read-only.", kind="text/plain"))
        if "git-receive-pack" in self.path and permissions is not None and permissions.get("contents") != "write":
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            return self.answer(Answer(403, text="Write access to repository not granted.", kind="text/plain"))
        environment = dict(
            os.environ, GIT_PROJECT_ROOT=str(self.server.world.repositories), GIT_HTTP_EXPORT_ALL="1",
            PATH_INFO=unquote(path), QUERY_STRING=address.query, REQUEST_METHOD=self.command, REMOTE_USER="me",
            CONTENT_TYPE=self.headers.get("Content-Type", ""), REMOTE_ADDR="127.0.0.1",
            HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""),
            GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))  # fmt: skip
        content = b""
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                content += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        environment["CONTENT_LENGTH"] = str(len(content))
        result = subprocess.run(["git", "http-backend"], input=content, env=environment, stdout=subprocess.PIPE)
        head, _, content = result.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        status = int(headers.pop("Status", "200")[:3])
        kind = headers.pop("Content-Type", "text/plain")
        headers.pop("Content-Length", None)
        answer = Answer(status, headers=headers, kind=kind)
        answer.content = content
        self.answer(answer)
        with self.server.lock:
            for forge in self.server.forges:
                forge.refresh()
            if self.command == "POST" and "git-receive-pack" in path:
                for fault in self.server.faults.faults:
                    # The push of the release, and not that of a run's record.
                    if fault.options.get("path") == "git-receive-pack" and fault.times > 0 and self.server.world.has_tag(
                        fault.options["repository"], fault.options["tag"]
                    ):
                        fault.times -= 1
                        tamper(self.server.world, self.server.forges, fault.options)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = serve


def unquote_segments(path):
    """Returns the path with its escapes resolved, except `%2F`, which does not separate segments."""
    return "/".join(unquote(part).replace("/", "\0") for part in path.split("/"))


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, repositories, certificate=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.RLock()
        scheme = "https" if certificate else "http"
        self.storage = tempfile.TemporaryDirectory()
        self.folder = self.storage.name
        self.world = World(f"{scheme}://127.0.0.1:{self.server_address[1]}", repositories, self.folder, Settings())
        self.forges = [GitHub(self.world), GitLab(self.world), Forgejo(self.world)]
        self.faults = Faults()
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.socket = context.wrap_socket(self.socket, server_side=True)

    def check(self, request, answer):
        """Replaced by the program that validates requests and answers with GitHub's schemas."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], (ConnectionError, ssl.SSLError)):
            super().handle_error(request, client_address)


def main(server_type=Server):
    arguments = sys.argv[1:]
    certificate = None
    if "--certificate" in arguments:
        place = arguments.index("--certificate")
        certificate = arguments[place + 1]
        del arguments[place : place + 2]
    server = server_type(arguments[0] if arguments else None, certificate)
    print("port", server.server_address[1], flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
