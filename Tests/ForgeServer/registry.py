"""A Swift package registry: the parts of SwiftPM's `Registry.md`, version 1, with which packages are published and resolved."""

import hashlib
import io
import re
import zipfile

from model import Answer


def problem(status, detail):
    return Answer(status, {"detail": detail}, {"Content-Version": "1"}, kind="application/problem+json")


class Registry:
    name = "registry"
    prefixes = ["/registry"]

    def __init__(self, world):
        self.world = world
        # The archives, by scope, name and version.
        self.packages = {}

    def refresh(self):
        pass

    def state(self):
        return {"/".join(key): hashlib.sha256(content).hexdigest() for key, content in self.packages.items()}

    def download(self, request):
        return None

    def serve(self, request, path):
        token = request.token
        # `me:write-token` in Base64.
        may_write = token in ("write-token", "bWU6d3JpdGUtdG9rZW4=") or self.world.settings.open_registry
        if token not in (None, "read-token") and not may_write:
            return problem(401, "unknown token")
        if path == "/login" and request.method == "POST":
            return Answer(200, headers={"Content-Version": "1"}) if may_write else problem(401, "the token may only read")
        if path == "/identifiers":
            return problem(404, "no package has this address")
        for method, pattern, operation in self.routes:
            found = re.fullmatch(pattern, path)
            if found and method == request.method:
                if method == "PUT" and not may_write:
                    return problem(401 if token is None else 403, "the token may only read")
                return operation(self, request, *found.groups())
        return problem(404, "no such page")

    def list_releases(self, request, scope, name):
        found = [key[2] for key in self.packages if key[:2] == (scope.lower(), name.lower())]
        if not found:
            return problem(404, "no such package")
        releases = {version: {"url": f"{self.world.address}/registry/{scope}/{name}/{version}"} for version in found}
        return self.answer({"releases": releases})

    def get_release(self, request, scope, name, version):
        content = self.archive(scope, name, version)
        if content is None:
            return problem(404, "no such version")
        resource = {"name": "source-archive", "type": "application/zip", "checksum": hashlib.sha256(content).hexdigest()}
        return self.answer({"id": f"{scope}.{name}", "version": version, "resources": [resource], "metadata": {}})

    def get_manifest(self, request, scope, name, version):
        content = self.archive(scope, name, version)
        if content is None or "swift-version" in request.query:
            return problem(404, "no such manifest")
        return self.file(self.manifest(content), "text/x-swift", "Package.swift")

    def get_archive(self, request, scope, name, version):
        content = self.archive(scope, name, version)
        return problem(404, "no such version") if content is None else self.file(content, "application/zip", "archive.zip")

    def publish(self, request, scope, name, version):
        if not re.fullmatch(r"\d+\.\d+\.\d+([-+].*)?", version):
            return problem(400, "the version is not semantic")
        # SwiftPM sends the scope and the name as the user wrote them, and they are the same in any case.
        key = (scope.lower(), name.lower(), version)
        if key in self.packages:
            return problem(409, f"{scope}.{name} {version} exists")
        content = self.part(request, "source-archive")
        if content is None:
            return problem(422, "no source-archive in the request")
        try:
            if self.manifest(content) is None:
                return problem(422, "no Package.swift in the only folder at the top of the archive")
        except zipfile.BadZipFile:
            return problem(422, "the source archive is not a zip archive")
        self.packages[key] = content
        return Answer(201, headers={"Content-Version": "1",
                                    "Location": f"{self.world.address}/registry/{scope}/{name}/{version}"})  # fmt: skip

    def archive(self, scope, name, version):
        return self.packages.get((scope.lower(), name.lower(), version))

    @staticmethod
    def manifest(content):
        """The manifest in an archive, whose files are in one folder."""
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            tops = {name.split("/")[0] for name in archive.namelist()}
            name = f"{min(tops)}/Package.swift" if len(tops) == 1 else ""
            return archive.read(name) if name in archive.namelist() else None

    @staticmethod
    def part(request, name):
        """The content of one part of a form."""
        found = re.search(r'boundary="?([^";]+)"?', request.headers.get("Content-Type", ""))
        body = request.bytes
        for part in body.split(b"--" + found.group(1).encode())[1:-1] if found else []:
            head, _, content = part.partition(b"\r\n\r\n")
            if f'name="{name}"'.encode() in head:
                return content[:-2]
        return None

    @staticmethod
    def answer(value):
        return Answer(200, value, {"Content-Version": "1"}, kind="application/json")

    @staticmethod
    def file(content, kind, name):
        headers = {"Content-Version": "1", "Content-Disposition": f'attachment; filename="{name}"'}
        answer = Answer(200, headers=headers, kind=kind)
        answer.content = content
        return answer

    routes = [
        ("GET", r"/([^/]+)/([^/]+)", list_releases),
        ("GET", r"/([^/]+)/([^/]+)/([^/]+)/Package\.swift", get_manifest),
        ("GET", r"/([^/]+)/([^/]+)/([^/]+)\.zip", get_archive),
        ("GET", r"/([^/]+)/([^/]+)/([^/]+)", get_release),
        ("PUT", r"/([^/]+)/([^/]+)/([^/]+)", publish),
    ]
