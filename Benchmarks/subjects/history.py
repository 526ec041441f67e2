"""The next version and the release notes, in repositories with 20 to 20,000 commits after a tag. The next version is
compared with `git log` of the same commits, which prints them without any analysis. The notes are compared with
git-cliff, with the same types, groups and texts without links, and with the same `git log`. The commits are
generated; others are from the repositories in `REPOSITORIES`. In `with a commit-graph`, git has written one; clones
seldom have it. The goals for `git log` are 1.2 times without a commit-graph and 0.75 times with one. They include
the start of the program, the search for the tag and the decision."""

import re
import shutil

from inputs import git, history, imported, written
from tasks import Contender, Growth, Ratio, Task, Wrong

TITLE = "History and changelog"
UNIT = "commits"
PEERS = ["git", "git-cliff"]
GRAPH = ", with a commit-graph"
TITLES = [f"{what}{graph}" for what in ("next version", "notes") for graph in ("", GRAPH)]
GROWTH = [Growth(title) for title in TITLES]
# Separate tags, so that those of the repository do not count.
RELEASEFILE = """version:
  source: tag
  tag: since/${version}
"""
CLIFF = """
[changelog]
body = \"\"\"
{% for group, commits in commits | group_by(attribute="group") %}
### {{ group }}
{% for commit in commits %}
- {% if commit.scope %}**{{ commit.scope }}:** {% endif %}{{ commit.message }} ({{ commit.id | truncate(length=7, end="") }})
{% endfor %}
{% endfor %}
\"\"\"
[git]
conventional_commits = true
filter_commits = true
commit_parsers = [
  {message = "^feat", group = "Added"}, {message = "^perf", group = "Changed"},
  {message = "^fix", group = "Fixed"}, {message = "^revert", group = "Reverted"},
]
"""
LOG = "--format=%H%x00%an%x00%ae%x00%ct%x00%B%x00"


def has_lines(count, beginning):
    """A check that so many lines at least were printed that begin in this way."""
    def check(output):
        with open(output, errors="replace") as lines:
            found = sum(line.startswith(beginning) for line in lines)
        if found < count:
            raise Wrong(f"it printed {found} lines that begin with `{beginning}`, expected {count}")
    return check


def has_commits(count):
    """A check that so many commits were printed at least, each with five fields."""
    def check(output):
        found = output.read_bytes().count(0) // 5
        if found < count:
            raise Wrong(f"it printed {found} commits, expected {count}")
    return check


def is_version(pattern):
    """A check that one version was printed, and matches this pattern."""
    def check(output):
        found = output.read_text()
        if not re.fullmatch(pattern + "\n", found):
            raise Wrong(f"it printed `{found[:80]}`, expected a version like `{pattern}`")
    return check


def start_of(repository, firsts, count):
    """The commit of the first parents after which about so many commits come: history has branches."""
    low, high = 0, len(firsts)
    while low < high:
        middle = (low + high) // 2
        size = int(git(repository, "rev-list", "--count", "HEAD", f"^{firsts[middle]}"))
        low, high = (middle + 1, high) if size < count else (low, middle)
    return firsts[low] if low < len(firsts) else None


def repositories(bench):
    """Names, and whether they are given ones, with copies of the repositories, so that git can write a commit-graph."""
    made = imported(bench.folder / "made", history(2_001 if bench.quick else 20_001, 50, 100, size=2_000))
    git(made, "checkout", "-q", "-f", "main")
    yield "", made
    for path, revision in bench.repositories:
        own = bench.folder / "history"
        git(bench.folder, "clone", "-q", "--shared", "--no-checkout", path, own)
        git(own, "checkout", "-q", "--detach", git(path, "rev-parse", f"{revision}^{{commit}}"))
        yield f", {path.stem}", own
        shutil.rmtree(own)


def tasks(bench):
    configuration = written(bench.folder / "cliff.toml", CLIFF)
    releasefile = written(bench.folder / "Releasefile.yml", RELEASEFILE)
    for name, repository in repositories(bench):
        firsts = git(repository, "rev-list", "--first-parent", "HEAD").split()
        for graph in ["", GRAPH]:
            if graph:
                git(repository, "commit-graph", "write", "--reachable")
            starts = [start for count in [20, 200, 2_000, 20_000] if (start := start_of(repository, firsts, count))]
            for start in starts:
                git(repository, "update-ref", "refs/tags/since/1.0.0", start)
                yield next_version(f"next version{graph}{name}", repository, releasefile, start)
            for start in starts:
                yield notes(f"notes{graph}{name}", repository, configuration, start)


def log(repository, spec, size):
    return Contender("git log", ["git", "log", LOG, spec], repository, check=has_commits(size))


def next_version(title, repository, releasefile, start):
    """The task of computing the next version from the commits after a tagged commit."""
    spec = f"{start}..HEAD"
    size = int(git(repository, "rev-list", "--count", spec))
    # Every tenth generated commit is a feature; for given ones, the number is unknown.
    check = is_version(r"1\.1\.0" if title in TITLES else r"\d+\.\d+\.\d+")
    command = ["martlet", "version", "--next", "auto", "--file", releasefile]
    return Task(title, [
        Contender("martlet", command, repository, check=check), log(repository, spec, size),
    ], size=size)


def notes(title, repository, configuration, start):
    """The task of printing the notes of the commits after a commit."""
    spec = f"{start}..HEAD"
    size = int(git(repository, "rev-list", "--count", spec))
    # Half of the types of the generated commits are listed; for given ones, the number is unknown.
    listed = size // 2 if title in TITLES else 0
    cliff = ["git-cliff", "--offline", "-c", configuration, "--tag", "v999.0.0", spec]
    return Task(title, [
        Contender("martlet", ["martlet", "changelog", spec], repository, check=has_lines(listed, "- ")),
        log(repository, spec, size),
        Contender("git-cliff", cliff, repository, check=has_lines(listed, "- ")),
    ], [Ratio("git-cliff", 0.10)] if size >= 20_000 else [], size=size)
