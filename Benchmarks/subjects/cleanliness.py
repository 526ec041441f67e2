"""Checks whether a work tree of 50,000 files is clean: the plan of a lane with only `ensure: clean`, compared with `git
status --porcelain`, which also looks for untracked files, and with `git status -uno`, which does not. The cold run
has refreshed git's index."""

from inputs import file_tree, git, imported, written
from tasks import Contender, Ratio, Task, Wrong

TITLE = "A clean work tree"
UNIT = "files"
PEERS = ["git"]
GROWTH = []
RELEASEFILE = """manifests: [plain: VERSION]
lanes:
  look:
    steps: [ensure: clean]
"""


def nothing(output):
    """A check that git printed nothing."""
    if output.stat().st_size:
        raise Wrong("the work tree is not clean")


def tasks(bench):
    count = 5_000 if bench.quick else 50_000
    folder = imported(bench.folder / "clean", file_tree(count))
    git(folder, "checkout", "-q", "-f", "main")
    written(folder / "VERSION", "1.4.2\n")
    written(folder / "Releasefile", RELEASEFILE)
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", "Describe how it is released")
    yield Task("see that it is clean", [
        Contender("martlet", ["martlet", "plan", "look"], folder),
        Contender("git status", ["git", "status", "--porcelain"], folder, check=nothing),
        Contender("git status -uno", ["git", "status", "--porcelain", "-uno"], folder, check=nothing),
    ], [Ratio("git status", 1.15)], size=count)
    # A tree that is not clean has to be refused, to prove that the time above includes the check.
    written(folder / "VERSION", "1.4.3\n")
    yield Task("see that it is not", [
        Contender("martlet", ["sh", "-c", '! "$0" plan look', bench.programs.path("martlet")], folder),
        Contender("git status", ["git", "status", "--porcelain"], folder),
    ], size=count)
