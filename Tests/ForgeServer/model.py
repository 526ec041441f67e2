"""The common parts of the three APIs: requests, answers, settings, files and tags."""

import hashlib
import itertools
import json
import subprocess

from repositories import Repositories


class Settings:
    """The settings that tests change with `POST /_settings`."""

    def __init__(self):
        # The maximum number of elements of a page, even if the client requests more.
        self.page_size = 100
        # Whether publishing makes a release of GitHub immutable.
        self.immutable = False
        # Tags that the user of the token may not create or release.
        self.protected_tags = []
        # Whether Forgejo publishes a draft when its tag is pushed.
        self.push_publishes = True
        # The labels of a repository on Forgejo.
        self.labels = ["release"]
        # Whether a job on GitHub may open pull requests, which is a setting of the repository.
        self.opens_pulls = True
        # Whether GitHub reports digests of assets.
        self.digests = True
        # Whether GitHub redirects downloads of assets.
        self.redirects = True
        # The address of the server that they are redirected to; `None`: this one, by the same name.
        self.storage = None
        # Whether git needs a token for everything, as in a private repository.
        self.needs_token_for_git = False


class Request:
    def __init__(self, method, path, query, headers):
        self.method, self.path, self.query, self.headers = method, path, query, headers
        self.content = None
        self.status = None
        self.fault = None
        # The name of the operation in GitHub's description.
        self.operation = None

    @property
    def bytes(self):
        self.content.seek(0)
        return self.content.read()

    @property
    def json(self):
        return json.loads(self.bytes or b"{}")

    @property
    def size(self):
        return self.content.seek(0, 2)

    @property
    def token(self):
        for name in ["PRIVATE-TOKEN", "JOB-TOKEN"]:
            if self.headers.get(name):
                return self.headers[name]
        return (self.headers.get("Authorization") or "").split(" ")[-1] or None

    @property
    def permissions(self):
        """The permissions of the token of a job, `job:contents=write,pages=read`; `None` for another token."""
        return job_permissions(self.token)

    def may_write(self, part):
        """Whether the token has the permission, if it is one of a job; other tokens are checked elsewhere."""
        return self.token is not None and (self.permissions is None or self.permissions.get(part) == "write")


def job_permissions(token):
    if not (token or "").startswith("job:"):
        return None
    return dict(part.split("=") for part in token[4:].split(",") if part)


class Answer:
    def __init__(self, status, value=None, headers=None, text=None, kind="application/json; charset=utf-8"):
        self.status, self.value, self.headers, self.kind = status, value, dict(headers or {}), kind
        self.content = (json.dumps(value) if text is None else text).encode()


class World:
    def __init__(self, address, repositories, folder, settings):
        self.address, self.repositories, self.folder, self.settings = address, repositories, folder, settings
        self.numbers = itertools.count(1)
        # Tags that a forge has made itself.
        self.made_tags = set()
        self.changed = Repositories()
        # The actions of other users that changed something, see tamper.py.
        self.deeds = []

    def next(self):
        return next(self.numbers)

    def exists(self, name):
        if name.split("/")[-1].startswith("missing"):
            return False
        if not self.repositories:
            return True
        return subprocess.run(
            ["git", "--git-dir", f"{self.repositories}/{name}.git", "rev-parse"], capture_output=True
        ).returncode == 0  # fmt: skip

    def needs_token(self, name):
        return name.split("/")[-1].startswith("private") or name in self.changed.private

    def has_tag(self, name, tag):
        return self.commit(name, tag) is not None

    def commit(self, name, tag):
        """The commit of a tag; without repositories every tag has one."""
        if (name, tag) in self.made_tags or not self.repositories:
            return "0123456789abcdef0123456789abcdef01234567"
        found = subprocess.run(
            ["git", "--git-dir", f"{self.repositories}/{name}.git", "rev-parse", "--verify", "--quiet",
             f"refs/tags/{tag}^{{commit}}"], capture_output=True, text=True)  # fmt: skip
        return found.stdout.strip() or None

    def has_branch(self, name, branch):
        """Without repositories every branch exists."""
        return not self.repositories or subprocess.run(
            ["git", "--git-dir", f"{self.repositories}/{name}.git", "rev-parse", "--verify", "--quiet",
             f"refs/heads/{branch}"], capture_output=True).returncode == 0  # fmt: skip

    def page(self, request, elements, size="per_page"):
        """One page of a list, and the headers that lead to the next one."""
        limit = min(int(request.query.get(size, 30)), self.settings.page_size)
        number = int(request.query.get("page", 1))
        shown = elements[(number - 1) * limit : number * limit]
        headers = {"X-Total-Count": str(len(elements))}
        if number * limit < len(elements):
            path = request.path.replace("\0", "%2F")
            headers["Link"] = f'<{self.address}{path}?page={number + 1}&{size}={limit}>; rel="next"'
        return shown, headers


def digests(release):
    """The digests of the assets of a release, by name."""
    return {asset["name"]: asset["file"].digest for asset in release["assets"] if asset["file"]}


class File:
    """Stored bytes."""

    def __init__(self, world, content, start=0, end=None):
        self.name = f"{world.folder}/{world.next()}"
        hasher = hashlib.sha256()
        content.seek(start)
        left = (content.seek(0, 2) if end is None else end) - start
        self.size = left
        content.seek(start)
        with open(self.name, "wb") as file:
            while left > 0:
                piece = content.read(min(left, 1 << 20))
                file.write(piece)
                hasher.update(piece)
                left -= len(piece)
        self.digest = hasher.hexdigest()

    @property
    def bytes(self):
        with open(self.name, "rb") as file:
            return file.read()

    def answer(self):
        answer = Answer(200, kind="application/octet-stream", headers={"X-Checksum-SHA256": self.digest})
        answer.content = self.bytes
        return answer
