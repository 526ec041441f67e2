"""Repositories that another user has made private, archived or renamed while a release runs.

    private    a request without a token finds nothing
    archived   requests that write are refused, and so is a push. GitHub: 403 "Repository was archived so is read-only."; GitLab: 403;
               Forgejo: 423 (`MustNotBeArchived` in routers/api/v1/permissions)
    renamed    GitHub redirects with 301, and with 307 what is not GET ("HTTP redirection" of its REST API); GitLab redirects GET, and
               refuses the rest with 405 (`find_project!` in lib/api/helpers.rb); Forgejo redirects with 307 (`RedirectToRepo` in
               services/context/repo.go). A fetch or a push follows.
"""

import re


class Repositories:
    def __init__(self):
        self.private, self.archived, self.renamed = set(), set(), set()

    def answer(self, forge, request, path):
        """The status, value and headers that the state of the repository decides, or `None`."""
        match = re.match(r"/(repos/[^/]+/[^/]+|projects/[^/]+)(?=/|$)", path)
        if not match:
            return None
        name = match.group(1).partition("/")[2].replace("\0", "/")
        reads = request.method in ("GET", "HEAD")
        if name in self.private and request.token is None:
            return 404, {"message": "Not Found"}, {}
        if name in self.archived and not reads:
            status, message = {
                "github": (403, "Repository was archived so is read-only."), "gitlab": (403, "403 Forbidden"),
                "forgejo": (423, f"{name} is archived"),
            }[forge.name]  # fmt: skip
            return status, {"message": message}, {}
        if name in self.renamed:
            if forge.name == "gitlab" and not reads:
                return 405, {"message": "405 Non GET methods are not allowed for moved projects"}, {}
            prefix = next(prefix for prefix in forge.prefixes if request.path.startswith(prefix))
            moved = {"github": "/repositories/1", "gitlab": "/projects/1", "forgejo": f"/repos/{self.moved(name)}"}[forge.name]
            status = 307 if forge.name == "forgejo" or not reads else 301
            return status, {"message": "Moved"}, {"Location": f"{forge.world.address}{prefix}{moved}{path[match.end():]}"}
        return None

    def moved(self, name):
        return name.partition("/")[0] + "/renamed"

    def original(self, path):
        """The path with the name that the repository had."""
        for name in self.renamed:
            path = path.replace(f"/repos/{self.moved(name)}/", f"/repos/{name}/").replace("/repositories/1/", f"/repos/{name}/")
            path = path.replace("/projects/1/", "/projects/" + name.replace("/", "\0") + "/")
        return path
