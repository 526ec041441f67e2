"""Releases, their links, and generic packages as GitLab has them (its API, version 4)."""

import re
from urllib.parse import unquote

from model import Answer, File
from pulls import Pulls

MOMENT = "2026-11-21T18:30:00.000Z"


def failure(status, message):
    return Answer(status, {"message": message})


class GitLab:
    name = "gitlab"
    prefixes = ["/api/v4"]

    def __init__(self, world):
        self.world = world
        self.releases = {}
        self.packages = {}
        self.pulls = Pulls(world, "merge request !")

    def refresh(self):
        pass

    def state(self):
        return {
            name: {
                "releases": [self.described(name, release) | {"digests": self.digests(name, release)} for release in self.releases.get(name, [])],
                "packages": [
                    {"name": package["name"], "version": package["version"],
                     "files": [self.described_file(package, file) for file in package["files"]]}
                    for package in self.packages.get(name, [])
                ],
            }
            for name in {**self.releases, **self.packages}
        }  # fmt: skip

    def digests(self, name, release):
        """The digests of the linked files of packages, by name."""
        found = {}
        for link in release["links"]:
            match = re.search(r"/packages/generic/([^/]+)/([^/]+)/([^/?]+)", link["url"])
            answer = match and self.get_file(None, name, *(unquote(part) for part in match.groups()))
            if answer and answer.status == 200:
                found[link["name"]] = answer.headers["X-Checksum-SHA256"]
        return found

    def serve(self, request, path):
        match = re.fullmatch(r"/projects/([^/]+)(/.*)?", path)
        name = match.group(1).replace("\0", "/") if match else ""
        rest = (match.group(2) or "") if match else ""
        token = request.token
        if token not in (None, "write-token", "read-token", "job-token"):
            return failure(401, "401 Unauthorized")
        if token == "job-token" and not request.headers.get("JOB-TOKEN"):
            return failure(401, "401 Unauthorized")
        if not match or not self.world.exists(name) or self.world.needs_token(name) and token is None:
            return failure(404, "404 Project Not Found")
        if request.method != "GET" and token in (None, "read-token"):
            return failure(403 if token else 401, "403 Forbidden" if token else "401 Unauthorized")
        for method, pattern, operation in self.routes:
            found = re.fullmatch(pattern, rest)
            if found and method == request.method:
                return operation(self, request, name, *(part.replace("\0", "/") for part in found.groups()))
        return Answer(404, {"error": "404 Not Found"})

    def project(self, request, name):
        if request.token == "job-token":
            return failure(404, "404 Project Not Found")
        level = {"write-token": 40, "read-token": 20}.get(request.token)
        value = {"id": 1, "path_with_namespace": name, "default_branch": "main"}
        if level:
            value["permissions"] = {"project_access": {"access_level": level}, "group_access": None}
        return Answer(200, value)

    def list_releases(self, request, name):
        shown, headers = self.world.page(request, self.releases.get(name, [])[::-1])
        return Answer(200, [self.described(name, release) for release in shown], headers=headers)

    def get_release(self, request, name, tag):
        for release in self.releases.get(name, []):
            if release["tag"] == tag:
                return Answer(200, self.described(name, release))
        return failure(404, "404 Not Found")

    def latest_release(self, request, name):
        found = self.releases.get(name)
        if not found:
            return failure(404, "404 Not Found")
        project, tag = name.replace("/", "%2F"), found[-1]["tag"].replace("/", "%2F")
        return Answer(302, headers={"Location": f"{self.world.address}/api/v4/projects/{project}/releases/{tag}"})

    def create_release(self, request, name):
        body = request.json
        tag = body.get("tag_name")
        if not tag:
            return Answer(400, {"error": "tag_name is missing"})
        if tag in self.world.settings.protected_tags:
            return failure(403, "You are not allowed to create this tag as it is protected.")
        if not self.world.has_tag(name, tag) and not body.get("ref"):
            return failure(422, "Ref is not specified")
        releases = self.releases.setdefault(name, [])
        if any(release["tag"] == tag for release in releases):
            return failure(409, "Release already exists")
        links = body.get("assets", {}).get("links", [])
        names = [link["name"] for link in links]
        if len(set(names)) < len(names):
            return Answer(400, {"message": ["Name has already been taken", "Url has already been taken"]})
        # `filepath_format_valid?` in app/models/releases/link.rb.
        paths = [link["direct_asset_path"] for link in links if link.get("direct_asset_path")]
        if any(len(path) > 128 for path in paths):
            return failure(400, "Validation failed: Links filepath is too long (maximum is 128 characters)")
        if any(not re.fullmatch(r"/[^/](?!.*//.*)[-.\w/]+[0-9a-zA-Z]+", path, re.ASCII) for path in paths):
            return failure(400, "Validation failed: Links filepath is in an invalid format")
        release = {"tag": tag, "title": body.get("name"), "notes": body.get("description"),
                   "links": [{"id": self.world.next(), **link} for link in links]}  # fmt: skip
        releases.append(release)
        return Answer(201, self.described(name, release))

    def update_release(self, request, name, tag):
        for release in self.releases.get(name, []):
            if release["tag"] == tag:
                release["title"] = request.json.get("name", release["title"])
                release["notes"] = request.json.get("description", release["notes"])
                return Answer(200, self.described(name, release))
        return failure(404, "404 Not Found")

    def create_link(self, request, name, tag):
        for release in self.releases.get(name, []):
            if release["tag"] == tag:
                link = {"id": self.world.next(), **request.json}
                if any(link["name"] == other["name"] for other in release["links"]):
                    return failure(400, ["Name has already been taken"])
                release["links"].append(link)
                return Answer(201, {key: link[key] for key in ("id", "name", "url")})
        return failure(404, "404 Not Found")

    def delete_release(self, request, name, tag):
        for release in self.releases.get(name, []):
            if release["tag"] == tag:
                self.releases[name].remove(release)
                return Answer(200, self.described(name, release))
        return failure(404, "404 Not Found")

    def list_packages(self, request, name):
        # The name may be a part of the package name; the version is exact.
        wanted, version = request.query.get("package_name", ""), request.query.get("package_version")
        found = [package for package in self.packages.get(name, [])
                 if wanted in package["name"] and version in (None, package["version"])]  # fmt: skip
        shown, headers = self.world.page(request, found)
        return Answer(200, [{"id": package["id"], "name": package["name"], "version": package["version"],
                             "package_type": "generic", "status": "default", "created_at": MOMENT}
                            for package in shown], headers=headers)  # fmt: skip

    def package(self, name, number):
        return next((package for package in self.packages.get(name, []) if package["id"] == int(number)), None)

    def list_files(self, request, name, number):
        package = self.package(name, number)
        if not package:
            return failure(404, "404 Package Not Found")
        shown, headers = self.world.page(request, package["files"])
        return Answer(200, [self.described_file(package, file) for file in shown], headers=headers)

    def upload(self, request, name, package_name, version, file_name):
        if not re.fullmatch(r"(?!.*\.\.)[\w+.-]+", version) or not re.fullmatch(r"[A-Za-z0-9._+-]+", package_name):
            return Answer(400, {"error": "package_version is invalid"})
        if not re.fullmatch(r"[A-Za-z0-9._+~@/-]+", file_name) or re.search(r"^[~@]|[~@]$", file_name):
            return Answer(400, {"error": "file_name is invalid"})
        packages = self.packages.setdefault(name, [])
        package = next((one for one in packages if (one["name"], one["version"]) == (package_name, version)), None)
        if not package:
            package = {"id": self.world.next(), "name": package_name, "version": version, "files": []}
            packages.append(package)
        # A file of the same name is added, not replaced.
        file = {"id": self.world.next(), "name": file_name, "file": File(self.world, request.content)}
        package["files"].append(file)
        if request.query.get("select") == "package_file":
            return Answer(201, self.described_file(package, file))
        return Answer(201, {"message": "201 Created"})

    def get_file(self, request, name, package_name, version, file_name):
        for package in self.packages.get(name, []):
            if (package["name"], package["version"]) == (package_name, version):
                # The last one wins.
                for file in reversed(package["files"]):
                    if file["name"] == file_name:
                        return file["file"].answer()
        return failure(404, "404 Not Found")

    def delete_file(self, request, name, number, file_number):
        package = self.package(name, number)
        for file in package["files"] if package else []:
            if file["id"] == int(file_number):
                package["files"].remove(file)
                # GitLab deletes a package with its last file.
                if not package["files"]:
                    self.packages[name].remove(package)
                return Answer(204)
        return failure(404, "404 Not Found")

    def delete_package(self, request, name, number):
        package = self.package(name, number)
        if not package:
            return failure(404, "404 Package Not Found")
        self.packages[name].remove(package)
        return Answer(204)

    def list_merge_requests(self, request, name):
        query = request.query
        found = self.pulls.open(name, query.get("source_branch"), query.get("target_branch"))
        shown, headers = self.world.page(request, found)
        return Answer(200, [self.described_pull(name, pull) for pull in shown], headers=headers)

    def create_merge_request(self, request, name):
        # A job's token has no access to merge requests.
        if request.token == "job-token":
            return failure(401, "401 Unauthorized")
        body = request.json
        if not self.world.has_branch(name, body["target_branch"]):
            return failure(422, ["Target branch does not exist"])
        found = self.pulls.open(name, body["source_branch"], body["target_branch"])
        if found:
            return failure(409, [f"Another open merge request already exists for this source branch: !{found[0].number}"])
        title, text = body["title"], body.get("description")
        pull = self.pulls.add(name, title, text, body["source_branch"], body["target_branch"], title.startswith("Draft: "))
        return Answer(201, self.described_pull(name, pull))

    def update_merge_request(self, request, name, number):
        pull, body = self.pulls.find(name, number), request.json
        if not pull:
            return failure(404, "404 Not found")
        pull.title, pull.body = body.get("title", pull.title), body.get("description", pull.body)
        pull.draft = pull.title.startswith("Draft: ")
        pull.state = {"close": "closed", "reopen": "open"}.get(body.get("state_event"), pull.state)
        added = [label for label in body.get("add_labels", "").split(",") if label]
        pull.labels += [label for label in added if label not in pull.labels]
        return Answer(200, self.described_pull(name, pull))

    def described_pull(self, name, pull):
        return {
            "id": 1000 + pull.number, "iid": pull.number, "title": pull.title, "description": pull.body, "draft": pull.draft,
            "state": {"open": "opened"}.get(pull.state, pull.state), "source_branch": pull.head,
            "target_branch": pull.base, "source_project_id": 1, "target_project_id": 1, "labels": pull.labels,
            "web_url": f"{self.world.address}/{name}/-/merge_requests/{pull.number}",
        }  # fmt: skip

    routes = [
        ("GET", r"", project),
        ("GET", r"/merge_requests", list_merge_requests),
        ("POST", r"/merge_requests", create_merge_request),
        ("PUT", r"/merge_requests/(\d+)", update_merge_request),
        ("GET", r"/releases", list_releases),
        ("POST", r"/releases", create_release),
        ("GET", r"/releases/permalink/latest", latest_release),
        ("GET", r"/releases/([^/]+)", get_release),
        ("PUT", r"/releases/([^/]+)", update_release),
        ("POST", r"/releases/([^/]+)/assets/links", create_link),
        ("DELETE", r"/releases/([^/]+)", delete_release),
        ("GET", r"/packages", list_packages),
        ("DELETE", r"/packages/(\d+)", delete_package),
        ("GET", r"/packages/(\d+)/package_files", list_files),
        ("DELETE", r"/packages/(\d+)/package_files/(\d+)", delete_file),
        ("PUT", r"/packages/generic/([^/]+)/([^/]+)/([^/]+)", upload),
        ("GET", r"/packages/generic/([^/]+)/([^/]+)/([^/]+)", get_file),
    ]

    def download(self, request):
        if request.path == "/users/sign_in":
            return Answer(200, text="<html><body>Please sign in.</body></html>", kind="text/html; charset=utf-8")
        match = re.fullmatch(r"/(.+)/-/releases/([^/]+)/downloads/(.+)", request.path)
        if match and self.world.needs_token(match.group(1)):
            # The pages of a private project know sessions only, whatever the token.
            return Answer(302, headers={"Location": f"{self.world.address}/users/sign_in"})
        for release in self.releases.get(match.group(1), []) if match else []:
            for link in release["links"]:
                if release["tag"] == match.group(2).replace("\0", "/") and link.get("direct_asset_path") == "/" + match.group(3):
                    return Answer(302, headers={"Location": link["url"]})
        return None

    def described(self, name, release):
        page = f"{self.world.address}/{name}/-/releases/{release['tag'].replace('/', '%2F')}"
        return {
            "tag_name": release["tag"], "name": release["title"], "description": release["notes"], "created_at": MOMENT,
            "released_at": MOMENT, "upcoming_release": False,
            "commit": {"id": self.world.commit(name, release["tag"])},
            "assets": {
                "count": len(release["links"]), "sources": [],
                "links": [
                    {"id": link["id"], "name": link["name"], "url": link["url"], "link_type": link.get("link_type", "other"),
                     "direct_asset_url": f"{page}/downloads{link['direct_asset_path']}" if link.get("direct_asset_path") else link["url"]}
                    for link in release["links"]
                ],
            },
            "_links": {"self": page},
        }  # fmt: skip

    def described_file(self, package, file):
        return {"id": file["id"], "package_id": package["id"], "created_at": MOMENT, "file_name": file["name"],
                "size": file["file"].size, "file_md5": None, "file_sha256": file["file"].digest}  # fmt: skip
