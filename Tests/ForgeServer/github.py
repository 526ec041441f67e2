"""Releases as GitHub has them ("Releases" and "Release assets" of its REST API, version 2022-11-28)."""

import re
import secrets

from model import Answer, File, digests
from pulls import Pulls

MOMENT = "2026-11-21T18:30:00Z"


def failure(status, message, *errors):
    value = {"message": message, "documentation_url": "https://docs.github.com/rest"}
    return Answer(status, value | ({"errors": list(errors)} if errors else {"status": str(status)}))


def exists(resource, field):
    return failure(422, "Validation Failed", {"resource": resource, "code": "already_exists", "field": field})


class GitHub:
    name = "github"
    prefixes = ["/api/v3", "/api/uploads"]

    def __init__(self, world):
        self.world = world
        self.releases = {}
        # Tags of immutable releases, including deleted ones.
        self.burnt = set()
        self.pulls = Pulls(world, "pull request #")

    def refresh(self):
        pass

    def state(self):
        return {name: [self.described(name, release) | {"digests": digests(release)} for release in found]
                for name, found in self.releases.items()}  # fmt: skip

    def serve(self, request, path):
        if path in ("", "/", "/meta"):
            return Answer(200, {"installed_version": "3.14.0"})
        if path == "/user":
            return Answer(200, user(self.world.address))
        match = re.fullmatch(r"/repos/([^/]+/[^/]+)(/.*)?", path)
        name, rest = (match.group(1), match.group(2) or "") if match else ("", "")
        token = request.token
        if token not in (None, "write-token", "read-token", "app-token") and request.permissions is None:
            return failure(401, "Bad credentials")
        if not match or not self.world.exists(name) or self.world.needs_token(name) and token is None:
            return failure(404, "Not Found")
        writes = request.method not in ("GET", "HEAD")
        if writes and token is None:
            return failure(401, "Requires authentication")
        if writes and token == "read-token":
            return failure(403, "Resource not accessible by personal access token")
        for method, pattern, operation in self.routes:
            found = re.fullmatch(pattern, rest)
            if found and method == ("GET" if request.method == "HEAD" else request.method):
                request.operation = operation.__name__
                part = "pull-requests" if rest.startswith(("/pulls", "/issues/")) else "contents"
                if writes and not request.may_write(part):
                    return failure(403, "Resource not accessible by integration")
                return operation(self, request, name, *found.groups())
        return failure(404, "Not Found")

    def mine(self, name):
        return self.releases.setdefault(name, [])

    def visible(self, request, name):
        return [
            release for release in reversed(self.mine(name))
            if not release["draft"] or request.token != "read-token" and request.may_write("contents")
        ]  # fmt: skip

    def release(self, name, number):
        return next((release for release in self.mine(name) if release["id"] == int(number)), None)

    def repository(self, request, name):
        owner, _, short = name.partition("/")
        value = {"id": 1, "name": short, "full_name": name, "private": False, "default_branch": "main",
                 "owner": user(self.world.address) | {"login": owner}}  # fmt: skip
        # Answers to a token of an app do not have them.
        if request.token in ("write-token", "read-token"):
            value["permissions"] = {"admin": False, "push": True, "pull": True}
        return Answer(200, value)

    def generate_notes(self, request, name):
        tag = request.json["tag_name"]
        if not request.json.get("target_commitish") and not self.world.has_tag(name, tag):
            return failure(404, "Not Found")
        return Answer(200, {"name": request.json["tag_name"], "body": "## What's Changed"})

    def list_releases(self, request, name):
        shown, headers = self.world.page(request, self.visible(request, name))
        return Answer(200, [self.described(name, release) for release in shown], headers=headers)

    def get_release_by_tag(self, request, name, tag):
        tag = tag.replace("\0", "/")
        for release in self.mine(name):
            if release["tag"] == tag and not release["draft"]:
                return Answer(200, self.described(name, release))
        return failure(404, "Not Found")

    def get_latest_release(self, request, name):
        candidates = [release for release in self.mine(name) if not release["draft"] and not release["prerelease"]]
        chosen = [release for release in candidates if release["latest"]] or candidates
        return Answer(200, self.described(name, chosen[-1])) if chosen else failure(404, "Not Found")

    def get_release(self, request, name, number):
        release = self.release(name, number)
        if not release or release not in self.visible(request, name):
            return failure(404, "Not Found")
        return Answer(200, self.described(name, release))

    def create_release(self, request, name):
        body = request.json
        problem = self.problem(name, body, None)
        if problem:
            return problem
        release = {"id": self.world.next(), "tag": body["tag_name"], "title": body.get("name"), "notes": body.get("body"),
                   "draft": body.get("draft", False), "prerelease": body.get("prerelease", False), "assets": [],
                   "immutable": False, "latest": False, "untagged": f"untagged-{secrets.token_hex(10)}",
                   "target": body.get("target_commitish") or "main"}  # fmt: skip
        self.mine(name).append(release)
        if not release["draft"]:
            self.publish(name, release, body)
        return Answer(201, self.described(name, release))

    def problem(self, name, body, release):
        """Returns the error of an invalid change of a release."""
        tag = body.get("tag_name")
        if release is None and not tag:
            return failure(422, "Validation Failed", {"resource": "Release", "code": "missing_field", "field": "tag_name"})
        if len(body.get("body") or "") > 125_000:
            return failure(422, "Validation Failed", {"resource": "Release", "code": "custom", "field": "body",
                                                      "message": "body is too long (maximum is 125000 characters)"})  # fmt: skip
        if body.get("draft", release["draft"] if release else False):
            return None
        if tag in self.world.settings.protected_tags and not self.world.has_tag(name, tag):
            return failure(422, "Repository rule violations found\n\nCannot create ref due to creations being restricted.")
        if (name, tag) in self.burnt and not (release and release["immutable"]):
            return failure(422, "Validation Failed", {"resource": "Release", "code": "custom", "field": "tag_name",
                                                      "message": "tag_name was used by an immutable release"})  # fmt: skip
        if any(other["tag"] == tag and not other["draft"] and other is not release for other in self.mine(name)):
            return exists("Release", "tag_name")
        return None

    def publish(self, name, release, body):
        release["draft"] = False
        if not self.world.has_tag(name, release["tag"]):
            self.world.made_tags.add((name, release["tag"]))
        if body.get("make_latest", "true") == "true" and not release["prerelease"]:
            for other in self.mine(name):
                other["latest"] = other is release
        if self.world.settings.immutable:
            release["immutable"] = True
            self.burnt.add((name, release["tag"]))

    def update_release(self, request, name, number):
        release, body = self.release(name, number), request.json
        if not release:
            return failure(404, "Not Found")
        problem = self.problem(name, body, release)
        if problem:
            return problem
        # "If we don't provide any tag name, the API will remove the current tag from the release" (cli/cli, release/edit). This cannot
        # apply to `{"draft": false}` alone, with which `gh release create` publishes.
        if body.get("tag_name"):
            release["tag"] = body["tag_name"]
        elif body.get("draft", True) and release["draft"]:
            release["tag"] = release["untagged"]
        release["target"] = body.get("target_commitish") or release["target"]
        release["title"] = body.get("name", release["title"])
        release["notes"] = body.get("body", release["notes"])
        release["prerelease"] = body.get("prerelease", release["prerelease"])
        if release["draft"] and body.get("draft") is False:
            self.publish(name, release, body)
        return Answer(200, self.described(name, release))

    def delete_release(self, request, name, number):
        release = self.release(name, number)
        if not release:
            return failure(404, "Not Found")
        self.mine(name).remove(release)
        return Answer(204)

    def list_assets(self, request, name, number):
        release = self.release(name, number)
        if not release:
            return failure(404, "Not Found")
        shown, headers = self.world.page(request, [asset for asset in release["assets"] if not asset.get("hidden")])
        return Answer(200, [self.asset(name, release, asset) for asset in shown], headers=headers)

    def upload_asset(self, request, name, number):
        release = self.release(name, number)
        if not release:
            return failure(404, "Not Found")
        if release["immutable"]:
            return failure(422, "Cannot upload assets to an immutable release")
        wanted = request.query.get("name", "")
        if any(asset["name"] == wanted for asset in release["assets"]):
            return exists("ReleaseAsset", "name")
        if request.size == 0:
            return failure(400, "Bad Content-Length: 0")
        is_starter = getattr(request, "starter", None)
        asset = {"id": self.world.next(), "name": re.sub(r"[^A-Za-z0-9._+-]", ".", wanted).strip("."),
                 "state": "starter" if is_starter else "uploaded", "hidden": is_starter == "hidden-starter", "label": request.query.get("label"),
                 "file": None if is_starter else File(self.world, request.content),
                 "kind": request.headers.get("Content-Type")}  # fmt: skip
        release["assets"].append(asset)
        return Answer(201, self.asset(name, release, asset))

    def found_asset(self, name, number):
        for release in self.mine(name):
            for asset in release["assets"]:
                if asset["id"] == int(number):
                    return release, asset
        return None, None

    def get_asset(self, request, name, number):
        release, asset = self.found_asset(name, number)
        if not asset:
            return failure(404, "Not Found")
        if request.headers.get("Accept") != "application/octet-stream":
            return Answer(200, self.asset(name, release, asset))
        request.operation = None
        if self.world.settings.redirects:
            return Answer(302, headers={"Location": f"{self.world.settings.storage or self.world.address}/+storage/{asset['id']}"})
        return asset["file"].answer()

    def delete_asset(self, request, name, number):
        release, asset = self.found_asset(name, number)
        if not asset:
            return failure(404, "Not Found")
        if release["immutable"]:
            return failure(422, "Cannot delete asset from an immutable release")
        release["assets"].remove(asset)
        return Answer(204)

    def list_pulls(self, request, name):
        owner, _, head = request.query.get("head", "").partition(":")
        if owner and owner != name.split("/")[0]:
            return Answer(200, [])
        shown, headers = self.world.page(request, self.pulls.open(name, head or None, request.query.get("base")))
        return Answer(200, [self.described_pull(name, pull) for pull in shown], headers=headers)

    def create_pull(self, request, name):
        body = request.json
        if not self.world.settings.opens_pulls:
            return failure(403, "GitHub Actions is not permitted to create or approve pull requests.")
        for field in ("head", "base"):
            if not self.world.has_branch(name, body[field]):
                return failure(422, "Validation Failed", {"resource": "PullRequest", "code": "invalid", "field": field})
        if self.pulls.open(name, body["head"], body["base"]):
            message = f"A pull request already exists for {name.split('/')[0]}:{body['head']}."
            return failure(422, "Validation Failed", {"resource": "PullRequest", "code": "custom", "message": message})
        pull = self.pulls.add(name, body["title"], body.get("body"), body["head"], body["base"], body.get("draft", False))
        return Answer(201, self.described_pull(name, pull))

    def update_pull(self, request, name, number):
        pull, body = self.pulls.find(name, number), request.json
        if not pull:
            return failure(404, "Not Found")
        pull.title, pull.body = body.get("title", pull.title), body.get("body", pull.body)
        pull.state = body.get("state", pull.state)
        return Answer(200, self.described_pull(name, pull))

    def add_labels(self, request, name, number):
        pull = self.pulls.find(name, number)
        if not pull:
            return failure(404, "Not Found")
        pull.labels += [label for label in request.json["labels"] if label not in pull.labels]
        return Answer(200, [self.label(name, label) for label in pull.labels])

    def label(self, name, label):
        return {"id": 1, "node_id": "LA_1", "url": f"{self.world.address}/api/v3/repos/{name}/labels/{label}",
                "name": label, "description": None, "color": "ededed", "default": False}  # fmt: skip

    def described_pull(self, name, pull):
        return {
            "number": pull.number, "title": pull.title, "body": pull.body, "draft": pull.draft,
            "state": "open" if pull.state == "open" else "closed",
            "html_url": f"{self.world.address}/{name}/pull/{pull.number}",
            "head": {"ref": pull.head}, "base": {"ref": pull.base},
            "labels": [self.label(name, label) for label in pull.labels],
        }  # fmt: skip

    routes = [
        ("GET", r"", repository),
        ("GET", r"/pulls", list_pulls),
        ("POST", r"/pulls", create_pull),
        ("PATCH", r"/pulls/(\d+)", update_pull),
        ("POST", r"/issues/(\d+)/labels", add_labels),
        ("POST", r"/releases/generate-notes", generate_notes),
        ("GET", r"/releases", list_releases),
        ("POST", r"/releases", create_release),
        ("GET", r"/releases/latest", get_latest_release),
        ("GET", r"/releases/tags/(.+)", get_release_by_tag),
        ("GET", r"/releases/assets/(\d+)", get_asset),
        ("DELETE", r"/releases/assets/(\d+)", delete_asset),
        ("GET", r"/releases/(\d+)", get_release),
        ("PATCH", r"/releases/(\d+)", update_release),
        ("DELETE", r"/releases/(\d+)", delete_release),
        ("GET", r"/releases/(\d+)/assets", list_assets),
        ("POST", r"/releases/(\d+)/assets", upload_asset),
    ]

    def graphql(self, request):
        """The queries of `gh release`, whose decoder rejects fields that it did not request."""
        body = request.json
        variables = body.get("variables") or {}
        name, tag = f"{variables.get('owner')}/{variables.get('name')}", variables.get("tagName")
        if "__type(" in body["query"]:
            return Answer(200, {"data": {"Release": {"fields": [{"name": "isLatest"}, {"name": "immutable"}]}}})
        if "release(tagName" in body["query"]:
            found = next((release for release in self.mine(name) if release["tag"] == tag), None)
            shown = found and {"databaseId": found["id"], "isDraft": found["draft"]}
            return Answer(200, {"data": {"repository": {"release": shown}}})
        if "releases(" in body["query"]:
            nodes = [
                {"name": release["title"], "tagName": release["tag"], "isDraft": release["draft"],
                 "immutable": release["immutable"], "isLatest": release["latest"], "isPrerelease": release["prerelease"],
                 "createdAt": MOMENT, "publishedAt": None if release["draft"] else MOMENT}
                for release in reversed(self.mine(name))
            ]  # fmt: skip
            page = {"nodes": nodes, "pageInfo": {"hasNextPage": False, "endCursor": ""}}
            return Answer(200, {"data": {"repository": {"releases": page}}})
        return Answer(200, {"data": {"repository": {"ref": {"id": "1"} if self.world.has_tag(name, tag) else None}}})

    def download(self, request):
        """Public downloads, to which downloads of the API are redirected."""
        stored = re.fullmatch(r"/\+storage/(\d+)", request.path)
        if stored:
            for name in self.releases:
                _, asset = self.found_asset(name, stored.group(1))
                if asset:
                    return asset["file"].answer()
        match = re.fullmatch(r"/([^/]+/[^/]+)/releases/download/(.+)/([^/]+)", request.path)
        for release in self.mine(match.group(1)) if match else []:
            for asset in release["assets"]:
                if not release["draft"] and (release["tag"], asset["name"]) == match.groups()[1:]:
                    return asset["file"].answer()
        return None

    def described(self, name, release):
        base = f"{self.world.address}/api/v3/repos/{name}/releases/{release['id']}"
        shown = release["untagged"] if release["draft"] else release["tag"]
        return {
            "url": base, "assets_url": f"{base}/assets",
            "upload_url": f"{self.world.address}/api/uploads/repos/{name}/releases/{release['id']}/assets{{?name,label}}",
            "html_url": f"{self.world.address}/{name}/releases/tag/{shown}",
            "id": release["id"], "node_id": f"RE_{release['id']}", "tag_name": release["tag"],
            "target_commitish": release.get("target", "main"), "name": release["title"], "body": release["notes"], "draft": release["draft"],
            "prerelease": release["prerelease"], "immutable": release["immutable"], "created_at": MOMENT,
            "published_at": None if release["draft"] else MOMENT, "updated_at": MOMENT,
            "author": user(self.world.address),
            "tarball_url": f"{self.world.address}/{name}/tarball/{release['tag']}",
            "zipball_url": f"{self.world.address}/{name}/zipball/{release['tag']}",
            "assets": [self.asset(name, release, asset) for asset in release["assets"] if not asset.get("hidden")],
        }  # fmt: skip

    def asset(self, name, release, asset):
        shown = release["untagged"] if release["draft"] else release["tag"]
        file = asset["file"]
        return {
            "url": f"{self.world.address}/api/v3/repos/{name}/releases/assets/{asset['id']}", "id": asset["id"],
            "node_id": f"RA_{asset['id']}", "name": asset["name"], "label": asset["label"], "state": asset["state"],
            "content_type": asset["kind"], "size": file.size if file else 0,
            "digest": f"sha256:{file.digest}" if file and self.world.settings.digests else None,
            "download_count": 0, "created_at": MOMENT, "updated_at": MOMENT, "uploader": user(self.world.address),
            "browser_download_url": f"{self.world.address}/{name}/releases/download/{shown}/{asset['name']}",
        }  # fmt: skip


def user(address):
    base = f"{address}/api/v3/users/me"
    links = ["followers", "following", "gists", "starred", "subscriptions", "organizations", "repos", "events",
             "received_events"]  # fmt: skip
    return {
        "login": "me", "id": 1, "node_id": "U_1", "avatar_url": f"{address}/me.png", "gravatar_id": "", "url": base,
        "html_url": f"{address}/me", "type": "User", "site_admin": False,
        **{f"{link}_url": f"{base}/{link}" for link in links},
    }  # fmt: skip
