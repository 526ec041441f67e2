"""Pull requests of all three forges: what they have in common, and merges as their buttons perform them."""

import os
import subprocess


class Pull:
    def __init__(self, number, title, body, head, base, draft):
        self.number, self.title, self.body, self.head, self.base, self.draft = number, title, body, head, base, draft
        # `open`, `closed` or `merged`.
        self.state = "open"
        self.labels = []

    def described(self):
        return {**vars(self)}


class Pulls:
    """The pull requests of a forge, by the name of the repository."""

    def __init__(self, world, phrase):
        self.world = world
        # The name of a pull request in messages of a merge, such as `pull request #1`.
        self.phrase = phrase
        self.all = {}

    def mine(self, name):
        return self.all.setdefault(name, [])

    def find(self, name, number):
        return next((pull for pull in self.mine(name) if pull.number == int(number)), None)

    def open(self, name, head, base):
        """The open pull requests, newest first; `None` for any branch."""
        return [
            pull for pull in reversed(self.mine(name))
            if pull.state == "open" and head in (None, pull.head) and base in (None, pull.base)
        ]  # fmt: skip

    def add(self, name, title, body, head, base, draft):
        pull = Pull(len(self.mine(name)) + 1, title, body or "", head, base, draft)
        self.mine(name).append(pull)
        return pull

    def merge(self, name, number, method):
        """Merges as the button does: `merge`, `squash` (with only the title in the message) or `rebase`."""
        pull = self.find(name, number)
        directory = f"{self.world.repositories}/{name}.git"
        who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER")
               for key, value in (("NAME", "Forge"), ("EMAIL", "forge@example.org"))}  # fmt: skip

        def git(*arguments):
            done = subprocess.run(
                ["git", "--git-dir", directory, *arguments], env={**os.environ, **who}, check=True, capture_output=True, text=True
            )  # fmt: skip
            return done.stdout.strip()

        base, head = git("rev-parse", f"refs/heads/{pull.base}"), git("rev-parse", f"refs/heads/{pull.head}")
        if method == "rebase":
            commits = git("rev-list", "--reverse", "--no-merges", f"{base}..{head}").split()
            tip = base
            for commit in commits:
                tree = git("merge-tree", "--write-tree", tip, commit)
                tip = git("commit-tree", tree, "-p", tip, "-m", git("show", "--no-patch", "--format=%B", commit))
        else:
            tree = git("merge-tree", "--write-tree", base, head)
            parents = ["-p", base] + (["-p", head] if method == "merge" else [])
            message = f"{pull.title} (#{number})" if method == "squash" else f"Merge {self.phrase}{number} from {pull.head}"
            tip = git("commit-tree", tree, *parents, "-m", message)
        git("update-ref", f"refs/heads/{pull.base}", tip, base)
        pull.state = "merged"
        return tip
