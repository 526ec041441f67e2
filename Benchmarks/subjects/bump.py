"""Raises the version in the sample app, and in 10 to 10,000 manifests. The manifests are `.xcconfig` files. Martlet
searches for them; bump-my-version and sed get the list of files. `sed, file by file` starts one process for each
file, and is the reference for the goal; `sed, all at once` is one process for all files."""

import re
import shutil
import sys
from pathlib import Path

from inputs import repository, written
from subjects.startup import sample_app
from tasks import Contender, Growth, Memory, Ratio, Task, Wrong

TITLE = "Bump"
UNIT = "manifests"
PEERS = ["bump-my-version"]
MANY = "bump many manifests"
GROWTH = [Growth(MANY)]
SCRIPT = Path(__file__).resolve().parent.parent / "bump-with-sed"
# The sed of macOS requires a suffix for backups.
IN_PLACE = "sed -i ''" if sys.platform == "darwin" else "sed -i"
# Works out the new version from the first of the files that are listed in `files`.
SED = """
old=$(sed -n 's/^MARKETING_VERSION = //p' "$(head -n 1 files)")
minor=${old#*.}
new=${old%%.*}.$((${minor%%.*} + 1)).0
"""
SED_EACH = SED + f'while read -r file; do {IN_PLACE} "s/= $old\\$/= $new/" "$file"; done <files'
SED_ALL = SED + f'xargs {IN_PLACE} "s/= $old\\$/= $new/" <files'
# The maximum number of manifests for bump-my-version: its configuration lists every one, and it is slow.
MANY_FOR_PEERS = {"bump-my-version": 100}


def raised(*paths):
    """A check that every bump raised the minor version by one, in all of the files."""
    seen = [4]

    def check(_output):
        seen[0] += 1
        for path in paths:
            if not re.search(rf"\b1\.{seen[0]}\.0\b", path.read_text()):
                raise Wrong(f"{path.name} has not got the version 1.{seen[0]}.0")
    return check


def manifests(folder, count):
    """A repository of so many manifests, with the configurations of bump-my-version and sed."""
    paths = [f"Modules/{number % 89}/Module{number}/Version.xcconfig" for number in range(count)]
    for path in paths:
        written(folder / path, "// The version of one module.\nMARKETING_VERSION = 1.4.2\nPRODUCT_NAME = Module\n")
    written(folder / "files", "\n".join(paths) + "\n")
    lines = ["[tool.bumpversion]", 'current_version = "1.4.2"', "allow_dirty = true"]
    for path in paths[:MANY_FOR_PEERS["bump-my-version"]]:
        lines += ["[[tool.bumpversion.files]]", f'filename = "{path}"']
        lines += ['search = "= {current_version}"', 'replace = "= {new_version}"']
    written(folder / ".bumpversion.toml", "\n".join(lines) + "\n")
    repository(folder)
    return [folder / path for path in (paths[0], paths[count // 2], paths[-1])]


def sample_app_tasks(bench):
    commands = {
        "martlet": ["martlet", "bump", "minor", "--yes"],
        "sed script": ["sh", SCRIPT],
        "bump-my-version": ["bump-my-version", "bump", "minor"],
    }
    contenders = []
    for name, command in commands.items():
        app = sample_app(bench.folder / f"bump, {name}")
        paths = [app / "Configuration/Shared.xcconfig", app / "README.md", app / "CoolApp.xcodeproj/project.pbxproj"]
        contenders.append(Contender(name, command, app, check=raised(*paths)))
    yield Task("bump the sample app", contenders)


def tasks(bench):
    yield from sample_app_tasks(bench)
    for count in bench.sizes(10, 100, 1_000, 10_000):
        commands = {
            "martlet": ["martlet", "bump", "minor", "--yes"],
            "sed, all at once": ["sh", "-ec", SED_ALL],
            "sed, file by file": ["sh", "-ec", SED_EACH],
            "bump-my-version": ["bump-my-version", "bump", "minor"],
        }
        contenders = []
        for name, command in commands.items():
            if count <= MANY_FOR_PEERS.get(name, count):
                folder = bench.folder / f"manifests, {name}"
                contenders.append(Contender(name, command, folder, check=raised(*manifests(folder, count))))
        goals = {10: [Ratio("bump-my-version", 1)], 10_000: [Ratio("sed, file by file", 2), Memory(64)]}
        yield Task(MANY, contenders, goals.get(count, []), size=count)
        for contender in contenders:
            shutil.rmtree(contender.folder)
