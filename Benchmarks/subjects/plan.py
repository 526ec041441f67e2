"""The plan of a release in a repository of the size of swift-nio, and plans of lanes with 50 to 1,000 steps. git-cliff
writes the unreleased notes; cz and semantic-release compute the next version. Martlet checks the branch and the work
tree, and plans bump, commit, tag and push. In `with notes`, it also computes the version from the commits and writes
the changelog. The repository is generated, with 3,046 commits, 187 tags and 766 files."""

from inputs import git, history, imported, repository, with_remote, written
from tasks import Contender, Growth, Ratio, Task, Wrong

TITLE = "Plan"
UNIT = "steps"
PEERS = ["git", "git-cliff", "cz", "semantic-release"]
GIT = "git status --porcelain && git log --format=%B $(git describe --tags --abbrev=0).."
STEPS = "plan a lane of many steps"
GROWTH = [Growth(STEPS)]
RELEASEFILE = """
version: {tag: '${version}'}
manifests: [plain: VERSION]
before_all: [ensure: {branch: main}, ensure: clean]
lanes:
  release:
    steps: [%s, commit: 'Version ${version}', tag, push]
"""
CZ = """[tool.commitizen]
name = "cz_conventional_commits"
version = "{version}"
tag_format = "$version"
version_files = ["VERSION"]
"""
SEMANTIC_RELEASE = """
[tool.semantic_release]
tag_format = "{version}"
[tool.semantic_release.remote]
name = "origin"
type = "github"
domain = "github.example.com"
url = "https://github.example.com/cool/app.git"
"""


def has(*words):
    def check(output):
        said = output.read_text(errors="replace")
        for word in words:
            if word not in said:
                raise Wrong(f"`{word}` is not in what it printed")
    return check


def released_project(folder):
    """A work tree with its remote, and its last and its next version."""
    imported(folder, history(commits=3_039, files=766, tagged_every=16))
    git(folder, "checkout", "-q", "-f", "main")
    version = git(folder, "describe", "--tags", "--abbrev=0")
    written(folder / "VERSION", version + "\n")
    written(folder / "Releasefile", RELEASEFILE % "bump: minor")
    written(folder / "Notes.yml", RELEASEFILE % "bump: auto, changelog")
    written(folder / "CHANGELOG.md", f"# Changelog\n\n## {version}\n\n- It began.\n")
    written(folder / "pyproject.toml", CZ.format(version=version) + SEMANTIC_RELEASE)
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "-m", "chore: Describe how it is released")
    with_remote(folder)
    git(folder, "push", "-q", "origin", "--tags")
    major, minor, _ = version.split(".")
    return f"{major}.{int(minor) + 1}.0"


def release_tasks(bench):
    folder = bench.folder / "plan"
    version = released_project(folder)
    peers = [
        Contender("git-cliff", ["git-cliff", "--offline", "--unreleased"], folder, check=has("Change what is called 3038")),
        Contender("cz", ["cz", "bump", "--dry-run", "--yes"], folder, check=has(version)),
        Contender("semantic-release", ["semantic-release", "--noop", "version", "--print"], folder, check=has(version)),
        Contender("git status, git log", ["sh", "-ec", GIT], folder, check=has("Change what is called 3038")),
    ]
    goals = [Ratio("git-cliff", 1)]
    for title, file in [("plan a release", "Releasefile"), ("plan a release, with notes", "Notes.yml")]:
        ours = Contender("martlet", ["martlet", "plan", "release", "--file", file], folder, check=has(version, "push"))
        yield Task(title, [ours, *peers], goals)


def steps(count):
    kinds = [
        "- message: ${project} ${version} on ${branch}",
        "- replace: {file: NOTES%(file)d, find: old, with: 'new ${version}'}",
        "- commit: Change %(number)d",
        "- lane: {lane: inner, with: {note: '%(number)d'}}",
        "- {message: never, if: branch == nowhere}",
    ]
    return [kinds[number % len(kinds)] % {"number": number, "file": number // len(kinds)} for number in range(count)]


def tasks(bench):
    yield from release_tasks(bench)
    sizes, folder = bench.sizes(50, 100, 200, 500, 1_000), bench.folder / "steps"
    lines = ["manifests: [plain: VERSION]", "lanes:", "  inner:", "    parameters: {note: {}}"]
    lines += ["    steps: [message: '${note} of ${version}']"]
    for size in sizes:
        lines += [f"  steps{size}:", "    steps:"] + [f"      {step}" for step in steps(size)]
    written(folder / "Releasefile", "\n".join(lines) + "\n")
    written(folder / "VERSION", "1.4.2\n")
    for number in range(max(sizes) // 5):
        written(folder / f"NOTES{number}", "old\n")
    repository(folder)
    for size in sizes:
        yield Task(STEPS, [Contender("martlet", ["martlet", "plan", f"steps{size}"], folder)], size=size)
