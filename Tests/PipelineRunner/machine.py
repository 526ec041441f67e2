"""A new machine for each job: an empty folder with a home, into which the project is cloned."""

import os
import shutil
import subprocess


class Machine:
    def __init__(self, request, name):
        # The fixture of a test, which names programs and turns off the configuration of this machine.
        self.root = f"{request['folder']}/{name}"
        shutil.rmtree(self.root, ignore_errors=True)
        self.workspace, self.temporary, self.home = (f"{self.root}/{part}" for part in ("work", "temp", "home"))
        for folder in (self.workspace, self.temporary, self.home):
            os.makedirs(folder)
        self.environment = {key: value for key, value in request["environment"].items() if not key.startswith("GIT_AUTHOR")
                            and not key.startswith("GIT_COMMITTER")}  # fmt: skip
        self.environment |= {"HOME": self.home, "CI": "true"}
        self.log = []

    def git(self, *arguments):
        done = self.start(["git", *arguments], {})
        if done.returncode:
            raise RuntimeError(f"git {' '.join(arguments)}: {done.stdout}")
        return done.stdout.strip()

    def start(self, command, environment):
        return subprocess.run(
            command, cwd=self.workspace, env=self.environment | environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)  # fmt: skip

    def shell(self, command, script, environment):
        """Runs `script`, and returns whether it succeeded."""
        path = f"{self.temporary}/script.sh"
        with open(path, "w") as file:
            file.write(script)
        done = self.start([*command, path], environment)
        self.log.append(done.stdout)
        return done.returncode == 0


def in_repository(request, *arguments):
    """The output of git in the repository on the forge."""
    done = subprocess.run(["git", "--git-dir", request["repository"], *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()
