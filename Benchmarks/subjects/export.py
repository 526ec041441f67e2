"""Archives of generated trees with 10 to 100,000 small files, and of the repositories in `REPOSITORIES`. Every archive
of Martlet is verified: tar byte by byte with git's; of tar.gz, the tar inside, and the names in a zip."""

import os
import shutil
import subprocess
import zipfile

from inputs import file_tree, git, imported
from tasks import Contender, Growth, Memory, Ratio, Task, Wrong

TITLE = "Export"
UNIT = "files"
PEERS = ["git", "pigz"]
TITLES = ["tar to a file", "tar to nothing", "tar.gz", "zip"]
GROWTH = [Growth(title) for title in TITLES]
# A tree with fewer files is small: the goal is only that git is not faster there.
LARGE = 10_000


def same(path, expected, opened=None):
    """A check of the first archive in full, with a program that unpacks it if one is named, then of the size alone."""
    sizes = []

    def check(_output):
        if not sizes:
            unpacked = f"{opened} <'{path}'" if opened else f"cat '{path}'"
            if subprocess.run(["sh", "-c", f"{unpacked} | cmp -s - '{expected}'"]).returncode != 0:
                raise Wrong("the archive is not that of git")
            sizes.append(os.path.getsize(path))
        elif os.path.getsize(path) != sizes[0]:
            raise Wrong("the archive is another one than before")
    return check


def names_as(path, expected):
    """A check that a zip can be read and has the names of git's."""
    def check(_output):
        with zipfile.ZipFile(path) as ours, zipfile.ZipFile(expected) as theirs:
            if ours.namelist() != theirs.namelist():
                raise Wrong("the archive has other files than git's")
    return check


def repositories(bench):
    """An exported tree: its name, whether it is a given one, the repository, the revision and the number of files."""
    for count in bench.sizes(10, 100, 1_000, 10_000, 100_000):
        path = imported(bench.folder / "export", file_tree(count))
        yield "", path, "main", count
        shutil.rmtree(path)
    for path, revision in bench.repositories:
        yield f", {path.stem}", path, revision, len(git(path, "ls-tree", "-r", "--name-only", revision).splitlines())


def tasks(bench):
    folder = bench.folder
    out, tar, zipped = folder / "out", folder / "git.tar", folder / "git.zip"

    # An archive of a release has a new name: the replacement of a file is not measured.
    def remove():
        out.unlink(missing_ok=True)

    for name, repository, revision, count in repositories(bench):
        git(repository, "archive", "--format=tar", "-o", tar, revision)
        git(repository, "archive", "--format=zip", "-o", zipped, revision)

        def ours(contender, form, *words, to=out, check=None):
            command = ["martlet", "export", revision, "--quiet", "--format", form, *words, "-o", to]
            return Contender(contender, command, repository, check=check, prepare=remove)

        def git_archive(form, to=out, check=None):
            command = ["git", "archive", f"--format={form}", "-o", to, revision]
            return Contender("git", command, repository, check=check, prepare=remove)

        def piped(program):
            script = f"git archive --format=tar '{revision}' | {program} >'{out}'"
            packer = program.split()[0]
            return Contender(f"git | {packer}", ["sh", "-ec", script], repository, needs=("git", packer),
                             check=same(out, tar, f"{packer} -dc"), prepare=remove)

        # Of smaller trees, the start of a program is most of the time.
        is_large = count >= LARGE
        yield Task(TITLES[0] + name, [
            ours("martlet", "tar", check=same(out, tar)), git_archive("tar", check=same(out, tar)),
        ], [Ratio("git", 0.6), Memory(32, of="git")] if is_large else [], size=count)
        yield Task(TITLES[1] + name, [ours("martlet", "tar", to=os.devnull), git_archive("tar", to=os.devnull)],
                   size=count)
        yield Task(TITLES[2] + name, [
            ours("martlet", "tar.gz", check=same(out, tar, "gzip -dc")), git_archive("tgz", check=same(out, tar, "gzip -dc")),
            piped("pigz"),
        ], [Ratio("git", 0.35), Memory(32, of="git")] if is_large else [], size=count)
        yield Task(TITLES[3] + name, [
            ours("martlet", "zip", check=names_as(out, zipped)), git_archive("zip", check=names_as(out, zipped)),
        ], [Ratio("git", 0.4), Memory(32, of="git")] if is_large else [], size=count)
