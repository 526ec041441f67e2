"""Releases as Forgejo and Gitea have them (their API, version 1)."""

import re

from model import Answer, File, digests
from pulls import Pulls

MOMENT = "2026-11-21T18:30:00Z"


def failure(status, message):
    return Answer(status, {"message": message, "url": "https://forgejo.org/api/swagger"})


class Forgejo:
    name = "forgejo"
    prefixes = ["/api/v1"]

    def __init__(self, world):
        self.world = world
        self.releases = {}
        self.pulls = Pulls(world, "pull request #")

    def refresh(self):
        """Pushing a tag publishes the draft that waits for it (`pushUpdateAddTags` in services/repository/push.go)."""
        for name, releases in self.releases.items():
            for release in releases:
                has_tag = self.world.has_tag(name, release["tag"])
                if has_tag and not release["had_tag"] and self.world.settings.push_publishes:
                    release["draft"] = False
                release["had_tag"] = has_tag

    def state(self):
        return {name: [self.described(name, release) | {"digests": digests(release)} for release in found]
                for name, found in self.releases.items()}  # fmt: skip

    def serve(self, request, path):
        self.refresh()
        match = re.fullmatch(r"/repos/([^/]+/[^/]+)(/.*)?", path)
        name, rest = (match.group(1), match.group(2) or "") if match else ("", "")
        token = request.token
        if token not in (None, "write-token", "read-token"):
            return failure(401, "invalid username, password or token")
        if not match or not self.world.exists(name) or self.world.needs_token(name) and token is None:
            return failure(404, "The target couldn't be found.")
        if request.method != "GET" and token != "write-token":
            return failure(403 if token else 401, "token does not have at least one of required scope(s): [write:repository]")
        for method, pattern, operation in self.routes:
            found = re.fullmatch(pattern, rest)
            if found and method == request.method:
                return operation(self, request, name, *(part.replace("\0", "/") for part in found.groups()))
        return failure(404, "The target couldn't be found.")

    def mine(self, name):
        return self.releases.setdefault(name, [])

    def release(self, name, number):
        return next((release for release in self.mine(name) if release["id"] == int(number)), None)

    def repository(self, request, name):
        writes = request.token in ("write-token", "read-token")
        return Answer(200, {"id": 1, "full_name": name, "permissions": {"admin": False, "push": writes, "pull": True}})

    def list_releases(self, request, name):
        found = [release for release in reversed(self.mine(name)) if not release["draft"] or request.token == "write-token"]
        shown, headers = self.world.page(request, found, size="limit")
        return Answer(200, [self.described(name, release) for release in shown], headers=headers)

    def get_release_by_tag(self, request, name, tag):
        # Drafts, too: `GetReleaseByTag` leaves out bare tags only.
        for release in self.mine(name):
            if release["tag"] == tag:
                return Answer(200, self.described(name, release))
        return failure(404, "The target couldn't be found.")

    def get_latest_release(self, request, name):
        found = [release for release in self.mine(name) if not release["draft"] and not release["prerelease"]]
        return Answer(200, self.described(name, found[-1])) if found else failure(404, "The target couldn't be found.")

    def get_release(self, request, name, number):
        release = self.release(name, number)
        return Answer(200, self.described(name, release)) if release else failure(404, "The target couldn't be found.")

    def create_release(self, request, name):
        body = request.json
        tag = body.get("tag_name")
        if not tag:
            return failure(422, "[TagName]: Required")
        if tag in self.world.settings.protected_tags:
            return failure(422, "user not allowed to create protected tag")
        if any(release["tag"] == tag for release in self.mine(name)):
            return failure(409, "Release is has no Tag")
        release = {"id": self.world.next(), "tag": tag, "title": body.get("name", ""), "notes": body.get("body", ""),
                   "draft": body.get("draft", False), "prerelease": body.get("prerelease", False), "assets": [],
                   "had_tag": self.world.has_tag(name, tag), "target": body.get("target_commitish") or "main"}  # fmt: skip
        self.mine(name).append(release)
        if not release["draft"]:
            self.make_tag(name, tag)
        return Answer(201, self.described(name, release))

    def make_tag(self, name, tag):
        if not self.world.has_tag(name, tag):
            self.world.made_tags.add((name, tag))

    def update_release(self, request, name, number):
        release, body = self.release(name, number), request.json
        if not release:
            return failure(404, "The target couldn't be found.")
        # An empty text counts as a missing one.
        release["tag"] = body.get("tag_name") or release["tag"]
        release["target"] = body.get("target_commitish") or release.get("target", "main")
        release["title"] = body.get("name") or release["title"]
        release["notes"] = body.get("body") or release["notes"]
        release["prerelease"] = body.get("prerelease", release["prerelease"])
        release["draft"] = body.get("draft", release["draft"])
        if not release["draft"]:
            self.make_tag(name, release["tag"])
        return Answer(200, self.described(name, release))

    def delete_release(self, request, name, number):
        release = self.release(name, number)
        if not release:
            return failure(404, "The target couldn't be found.")
        self.mine(name).remove(release)
        return Answer(204)

    def upload_asset(self, request, name, number):
        release = self.release(name, number)
        if not release:
            return failure(404, "The target couldn't be found.")
        kind = request.headers.get("Content-Type", "")
        found = re.fullmatch(r"multipart/form-data; ?boundary=(.+)", kind)
        if not found:
            return failure(400, "Could not determine name of attachment.")
        boundary = b"--" + found.group(1).encode()
        request.content.seek(0)
        head = request.content.read(4096)
        start = head.find(b"\r\n\r\n") + 4
        end = request.size - len(b"\r\n" + boundary + b"--\r\n")
        request.content.seek(max(end, 0))
        if not head.startswith(boundary + b"\r\n") or b'name="attachment"' not in head[:start] or (
            request.content.read() != b"\r\n" + boundary + b"--\r\n"
        ):
            return failure(400, "multipart: NextPart: EOF")
        file_name = re.search(rb'filename="([^"]*)"', head).group(1).decode()
        # A second asset of the same name is not refused.
        asset = {"id": self.world.next(), "name": request.query.get("name") or file_name,
                 "file": File(self.world, request.content, start, end)}  # fmt: skip
        release["assets"].append(asset)
        return Answer(201, self.asset(name, release, asset))

    def list_assets(self, request, name, number):
        release = self.release(name, number)
        return Answer(200, [self.asset(name, release, asset) for asset in release["assets"]])

    def delete_asset(self, request, name, number, asset_number):
        release = self.release(name, number)
        for asset in release["assets"] if release else []:
            if asset["id"] == int(asset_number):
                release["assets"].remove(asset)
                return Answer(204)
        return failure(404, "The target couldn't be found.")

    def list_pulls(self, request, name):
        # There is no filter by branch.
        shown, headers = self.world.page(request, self.pulls.open(name, None, None), size="limit")
        return Answer(200, [self.described_pull(name, pull) for pull in shown], headers=headers)

    def create_pull(self, request, name):
        body = request.json
        if not self.world.has_branch(name, body["head"]) or not self.world.has_branch(name, body["base"]):
            return failure(404, "The target couldn't be found.")
        if self.pulls.open(name, body["head"], body["base"]):
            return failure(409, "pull request already exists for these targets")
        title = body["title"]
        pull = self.pulls.add(name, title, body.get("body"), body["head"], body["base"], title.startswith("WIP: "))
        return Answer(201, self.described_pull(name, pull))

    def update_pull(self, request, name, number):
        pull, body = self.pulls.find(name, number), request.json
        if not pull:
            return failure(404, "The target couldn't be found.")
        pull.title, pull.body = body.get("title") or pull.title, body.get("body", pull.body)
        pull.draft = pull.title.startswith("WIP: ")
        pull.state = body.get("state", pull.state)
        return Answer(201, self.described_pull(name, pull))

    def add_labels(self, request, name, number):
        pull = self.pulls.find(name, number)
        if not pull:
            return failure(404, "The target couldn't be found.")
        # Names of labels that do not exist are left out.
        known = [label for label in request.json["labels"] if label in self.world.settings.labels]
        pull.labels += [label for label in known if label not in pull.labels]
        return Answer(200, [{"id": 1, "name": label} for label in pull.labels])

    def described_pull(self, name, pull):
        return {
            "id": 1000 + pull.number, "number": pull.number, "title": pull.title, "body": pull.body, "draft": pull.draft,
            "state": "open" if pull.state == "open" else "closed", "merged": pull.state == "merged",
            "html_url": f"{self.world.address}/{name}/pulls/{pull.number}",
            "head": {"ref": pull.head, "repo_id": 1}, "base": {"ref": pull.base, "repo_id": 1},
            "labels": [{"id": 1, "name": label} for label in pull.labels],
        }  # fmt: skip

    routes = [
        ("GET", r"", repository),
        ("GET", r"/pulls", list_pulls),
        ("POST", r"/pulls", create_pull),
        ("PATCH", r"/pulls/(\d+)", update_pull),
        ("POST", r"/issues/(\d+)/labels", add_labels),
        ("GET", r"/releases", list_releases),
        ("POST", r"/releases", create_release),
        ("GET", r"/releases/latest", get_latest_release),
        ("GET", r"/releases/tags/([^/]+)", get_release_by_tag),
        ("GET", r"/releases/(\d+)", get_release),
        ("PATCH", r"/releases/(\d+)", update_release),
        ("DELETE", r"/releases/(\d+)", delete_release),
        ("GET", r"/releases/(\d+)/assets", list_assets),
        ("POST", r"/releases/(\d+)/assets", upload_asset),
        ("DELETE", r"/releases/(\d+)/assets/(\d+)", delete_asset),
    ]

    def download(self, request):
        # `RedirectDownload` in routers/web/repo/repo.go.
        page = re.fullmatch(r"/([^/]+/[^/]+)/releases/download/([^/]+)/([^/]+)", request.path)
        for release in self.mine(page.group(1)) if page else []:
            for asset in release["assets"]:
                if not release["draft"] and (release["tag"], asset["name"]) == page.groups()[1:]:
                    return Answer(302, headers={"Location": f"{self.world.address}/+attachments/{asset['id']}"})
        match = re.fullmatch(r"/\+attachments/(\d+)", request.path)
        for releases in self.releases.values() if match else []:
            for release in releases:
                for asset in release["assets"]:
                    if asset["id"] == int(match.group(1)) and (not release["draft"] or request.token == "write-token"):
                        return asset["file"].answer()
        return None

    def described(self, name, release):
        base = f"{self.world.address}/api/v1/repos/{name}/releases/{release['id']}"
        return {
            "id": release["id"], "tag_name": release["tag"], "target_commitish": release.get("target", "main"), "name": release["title"],
            "body": release["notes"], "url": base, "html_url": f"{self.world.address}/{name}/releases/tag/{release['tag']}",
            "tarball_url": "", "zipball_url": "", "upload_url": f"{base}/assets", "draft": release["draft"],
            "prerelease": release["prerelease"], "created_at": MOMENT, "published_at": MOMENT, "author": {"login": "me"},
            "assets": [self.asset(name, release, asset) for asset in release["assets"]],
        }  # fmt: skip

    def asset(self, name, release, asset):
        return {"id": asset["id"], "name": asset["name"], "size": asset["file"].size, "download_count": 0,
                "created_at": MOMENT, "uuid": f"00000000-{asset['id']}", "type": "attachment",
                "browser_download_url": f"{self.world.address}/+attachments/{asset['id']}"}  # fmt: skip
