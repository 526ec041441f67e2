"""A whole release of the sample app: checks, plan, bump, commit, tag, and an atomic push to a bare repository in the
next folder. The script `Benchmarks/release-with-git` does the same with git alone. It is written for this project,
and keeps no journal to resume from after a crash."""

from pathlib import Path

from inputs import git, with_remote
from subjects.startup import sample_app
from tasks import Contender, Ratio, Task, Wrong

TITLE = "A whole release"
PEERS = ["git"]
GROWTH = []
SCRIPT = Path(__file__).resolve().parent.parent / "release-with-git"


def released(app):
    """A check that every release raised the minor version, and that the remote has its commit and its tag."""
    seen = [4]

    def check(_output):
        seen[0] += 1
        version, head = f"1.{seen[0]}.0", git(app, "rev-parse", "HEAD")
        said = git(app, "ls-remote", "origin", "refs/heads/main", f"refs/tags/{version}^{{}}")
        if said.split() != [head, "refs/heads/main", head, f"refs/tags/{version}^{{}}"]:
            raise Wrong(f"the remote has not got the release {version}")
        if git(app, "status", "--porcelain") or git(app, "show", "--format=%s", "-s", "HEAD") != f"Version {version}":
            raise Wrong(f"the release {version} is not whole")
    return check


def tasks(bench):
    contenders = []
    commands = {"martlet": ["martlet", "run", "release", "--yes"], "script with git": ["sh", SCRIPT]}
    for name, command in commands.items():
        app = with_remote(sample_app(bench.folder / f"release, {name}"))
        contenders.append(Contender(name, command, app, check=released(app)))
    yield Task("release the sample app", contenders, [Ratio("script with git", 1.3)])
