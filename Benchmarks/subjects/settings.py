"""All settings of the last of 1 to 1,000 `.xcconfig` files with 100 settings each. Every file includes the one before
it, every other file refers to its settings, and all add to one list. It is compared with CocoaPods' reader if ruby
has the gem `xcodeproj`; that reads and merges files, but expands no references. PyPI has no known reader that
follows inclusions."""

import shutil

from inputs import written
from tasks import Contender, Growth, Task, Wrong

TITLE = "Build settings"
UNIT = "files"
PEERS = ["ruby"]
CHAIN = "resolve 100 settings a file"
GROWTH = [Growth(CHAIN)]
SETTINGS = 100
READ = "puts Xcodeproj::Config.new(Pathname(ARGV[0])).to_hash.size"


def chain(folder, count):
    """The last one of so many files."""
    for number in range(count):
        lines = [f'#include "file{number - 1}.xcconfig"'] if number else []
        lines += [f"FLAGS = $(inherited) -DFILE{number}"]
        for setting in range(SETTINGS - 1):
            before = f"/$(S_{number - 1}_{setting}:file)" if number % 2 else ""
            condition = "[config=Debug]" if setting % 10 == 0 else ""
            lines.append(f"S_{number}_{setting}{condition} = folder{before}/value{setting}; // {number}")
        written(folder / f"file{number}.xcconfig", "\n".join(lines) + "\n")
    return folder / f"file{count - 1}.xcconfig"


def resolved(count):
    def check(output):
        if f'"S_{count - 1}_1" : "folder' not in output.read_text():
            raise Wrong("the settings of the last file were not resolved")
    return check


def tasks(bench):
    for count in bench.sizes(1, 10, 100, 1_000):
        folder = bench.folder / "settings"
        path = chain(folder, count)
        contenders = [Contender(
            "martlet", ["martlet", "config", "get", "--all", "--xcconfig", path, "--configuration", "Debug", "--json"], folder,
            check=resolved(count))]
        ruby = ["ruby", "-r", "pathname", "-r", "xcodeproj/config", "-e", READ, path]
        contenders.append(Contender("xcodeproj (ruby)", ruby, folder))
        yield Task(CHAIN, contenders, size=count)
        shutil.rmtree(folder)
