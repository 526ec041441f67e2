"""The programs that are measured: Martlet and its alternatives."""

import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent
# Program → package of PyPI that has it.
PACKAGES = {
    "git-cliff": "git-cliff",
    "bump-my-version": "bump-my-version",
    "cz": "commitizen",
    "semantic-release": "python-semantic-release",
}
VERSIONS = {"cz": ["version"]}


def martlet_binary():
    """The binary to measure: `MARTLET`, or a release build of this package as it is installed."""
    if named := os.environ.get("MARTLET"):
        return str(Path(shutil.which(named) or sys.exit(f"error: no program `{named}`")).absolute())
    built = subprocess.run([SOURCES / "scripts" / "build", "shipped"], check=True, stdout=subprocess.PIPE, text=True)
    return built.stdout.strip()


class Programs:
    """The paths of programs. Alternatives missing in PATH are installed from PyPI, each into a separate environment."""

    def __init__(self, environments):
        self.environments = environments
        self.paths = {"martlet": martlet_binary()}
        self.reasons = {}

    def path(self, name):
        """Returns the full path of a program, or None."""
        if name not in self.paths:
            self.paths[name] = shutil.which(name) or (self.installed(name) if name in PACKAGES else None)
        return self.paths[name]

    def reason(self, name):
        """Returns the reason why a program is missing."""
        return self.reasons.get(name, f"no program `{name}`")

    def installed(self, name):
        folder = self.environments / PACKAGES[name]
        program = folder / "bin" / name
        if program.exists():
            return str(program)
        print(f"installing {PACKAGES[name]} …", file=sys.stderr)
        for command in (
            [sys.executable, "-m", "venv", folder],
            [folder / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGES[name]],
        ):
            try:
                subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
            except (OSError, subprocess.SubprocessError) as error:
                said = (getattr(error, "stderr", "") or str(error)).strip().splitlines()[-1:]
                self.reasons[name] = f"`pip install {PACKAGES[name]}` failed: {' '.join(said)[:200]}"
                return None
        return str(program) if program.exists() else None

    def version(self, name):
        """Returns the version that a program prints."""
        command = [self.path(name)] + VERSIONS.get(name, ["--version"])
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        number = re.search(r"\d+(\.\d+)+\S*", result.stdout + result.stderr)
        return f"{name} {number[0].rstrip(',') if number else 'of an unknown version'}"


def machine(folder):
    """The machine in one line, with the file system of the folder where it is known."""
    model = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    line = f"{platform.system()} {platform.release()}, {os.cpu_count()} × {model}"
    if sys.platform != "linux":
        return line
    named = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True).stdout.strip()
    return f"{line}, on {named.replace('ext2/ext3', 'ext4')}"
