"""The parts of every call: the start of the program, its help, and reading the version of the sample app."""

import shutil

from inputs import repository
from programs import SOURCES
from tasks import Contender, Ratio, Task, Wrong

TITLE = "Start-up"
PEERS = ["git", "git-cliff", "bump-my-version", "cz", "semantic-release"]
GROWTH = []


def sample_app(folder):
    """A copy of the sample app as a repository with one commit."""
    shutil.copytree(SOURCES / "Examples" / "CoolApp", folder)
    shutil.copy(SOURCES / "Benchmarks" / "bumpversion.toml", folder / ".bumpversion.toml")
    return repository(folder)


def says(text):
    """A check that a text was printed."""
    def check(output):
        if text not in output.read_text(errors="replace"):
            raise Wrong(f"it did not print `{text}`")
    return check


def tasks(bench):
    app = sample_app(bench.folder / "startup")
    yield Task("`--version`", [
        Contender("martlet", ["martlet", "--version"], app, check=says(".")),
        Contender("git", ["git", "--version"], app),
        Contender("git-cliff", ["git-cliff", "--version"], app),
        Contender("bump-my-version", ["bump-my-version", "--version"], app),
        Contender("cz", ["cz", "version"], app),
        Contender("semantic-release", ["semantic-release", "--version"], app),
    ], [Ratio("git-cliff", 3)])
    yield Task("`--help`", [
        Contender("martlet", ["martlet", "--help"], app, check=says("SUBCOMMANDS")),
        Contender("git-cliff", ["git-cliff", "--help"], app),
        Contender("bump-my-version", ["bump-my-version", "--help"], app),
        Contender("cz", ["cz", "--help"], app),
        Contender("semantic-release", ["semantic-release", "--help"], app),
    ])
    reading = ["sed", "-n", "s/^MARKETING_VERSION = //p", "Configuration/Shared.xcconfig"]
    yield Task("read the version", [
        Contender("martlet", ["martlet", "version"], app, check=says("1.4.2")),
        Contender("sed", reading, app, check=says("1.4.2")),
        Contender("bump-my-version", ["bump-my-version", "show", "current_version"], app, check=says("1.4.2")),
    ])
