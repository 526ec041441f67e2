"""The inputs of benchmarks: repositories, created in the same way every time."""

import os
import subprocess
from pathlib import Path

# The names of authors, tags and types rotate, so that the same number gives the same commit.
TYPES = ["feat", "fix", "docs", "chore", "refactor", "perf", "test", "ci", "fix(core)", "feat(cli)"]
START = 1767225600


def git(folder, *words):
    """Returns the output of git; a failure ends the benchmark."""
    result = subprocess.run(["git", "-C", folder, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"error: `git {' '.join(map(str, words))}` failed\n{result.stderr}")
    return result.stdout.strip()


def prepare_environment(folder):
    """Ignores the user's git configuration: no hooks, signatures, ignored files or conversion of line ends."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        del os.environ[name]
    (folder / ".gitconfig").write_text(
        "[user]\n\tname = Cool Team\n\temail = team@example.com\n[safe]\n\tdirectory = *\n[gc]\n\tauto = 0\n")
    os.environ.update(HOME=str(folder), GIT_CONFIG_NOSYSTEM="1", TZ="UTC", LC_ALL="C.UTF-8", GIT_PAGER="cat")
    os.environ.pop("XDG_CONFIG_HOME", None)


def written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def repository(folder):
    """Makes the folder a repository with one commit of all its files."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main", "--template=")
    git(folder, "add", "--all")
    git(folder, "commit", "-q", "--no-verify", "--allow-empty", "-m", "feat: Begin")
    return folder


def with_remote(folder):
    """Adds a bare remote in the next folder with the repository's branch."""
    remote = folder.with_name(f"{folder.name}.git")
    git(folder.parent, "init", "-q", "--bare", "-b", "main", "--template=", remote)
    git(folder, "remote", "add", "origin", remote)
    git(folder, "push", "-q", "-u", "origin", "main")
    return folder


def imported(folder, lines):
    """Creates a packed repository from input for git fast-import; nothing is checked out."""
    git(folder.parent, "init", "-q", "-b", "main", "--template=", folder)
    importing = subprocess.Popen(
        ["git", "-C", folder, "fast-import", "--quiet"], stdin=subprocess.PIPE, text=True, encoding="utf-8")
    for line in lines:
        importing.stdin.write(line + "\n")
    importing.stdin.close()
    if importing.wait() != 0:
        raise SystemExit("error: `git fast-import` failed")
    git(folder, "repack", "-adq")
    return folder


def file_tree(count):
    """One commit of many small files, for fast-import."""
    yield from commit_head(START, "feat: Begin")
    for number in range(count):
        text = f"file {number}\n" * (number % 97)
        yield from (f"M 100644 inline {number % 89}/{number % 7}/{number}", f"data {len(text)}", text)


def history(commits, files, tagged_every, size=12_000):
    """Commits in a line that each change two of the files, with tags 1.0.0, 1.1.0, … but none on the newest ones.

    For fast-import. The first commit has all files of about `size` bytes, and a file VERSION.
    """
    tags = 0
    for number in range(commits):
        subject = f"{TYPES[number % len(TYPES)]}: Change what is called {number}"
        yield from commit_head(START + number * 3600, f"{subject}\n\nIt was {number - 1} before, and that was too little.\n")
        for index in range(files) if number == 0 else (number % files, number * 7 % files):
            text = "".join(f"let value{line} = {line * 31 + index + number}\n" for line in range(size // 28))
            yield from (f"M 100644 inline Sources/Module{index % 20}/File{index}.swift", f"data {len(text)}", text)
        yield from ("M 100644 inline VERSION", f"data {len(f'1.{tags}.0') + 1}", f"1.{tags}.0\n")
        if number % tagged_every == 0 and number + tagged_every // 2 < commits:
            yield from (f"reset refs/tags/1.{tags}.0", "from refs/heads/main", "")
            tags += 1


def commit_head(seconds, message):
    data = message.encode()
    return ["commit refs/heads/main", f"committer Cool Team <team@example.com> {seconds} +0000", f"data {len(data)}", message]
