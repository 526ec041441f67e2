"""One bump in a generated Xcode project of 2.7 MB: 60 targets, each with its version in two configurations."""

from inputs import repository, written
from subjects.bump import raised
from tasks import Contender, Task
from xcode import xcode_project

TITLE = "A large Xcode project"
PEERS = ["bump-my-version"]
GROWTH = []
PATH = "Large.xcodeproj/project.pbxproj"
SED = """
old=$(sed -n 's/.*MARKETING_VERSION = \\(.*\\);/\\1/p' Large.xcodeproj/project.pbxproj | head -n 1)
minor=${old#*.}
new=${old%%.*}.$((${minor%%.*} + 1)).0
sed "s/MARKETING_VERSION = $old;/MARKETING_VERSION = $new;/" Large.xcodeproj/project.pbxproj >new
mv new Large.xcodeproj/project.pbxproj
"""
BUMPVERSION = """[tool.bumpversion]
current_version = "1.4.2"
allow_dirty = true
[[tool.bumpversion.files]]
filename = "Large.xcodeproj/project.pbxproj"
search = "MARKETING_VERSION = {current_version};"
replace = "MARKETING_VERSION = {new_version};"
"""


def tasks(bench):
    text = xcode_project(targets=60, files_in_a_target=95)
    commands = {
        "martlet": ["martlet", "bump", "minor", "--yes"],
        "sed": ["sh", "-ec", SED],
        "bump-my-version": ["bump-my-version", "bump", "minor"],
    }
    contenders = []
    for name, command in commands.items():
        folder = bench.folder / f"project, {name}"
        path = written(folder / PATH, text)
        written(folder / ".bumpversion.toml", BUMPVERSION)
        contenders.append(Contender(name, command, repository(folder), check=raised(path)))
    yield Task("bump 120 configurations", contenders)
