"""Packs an XCFramework of 500 MB, of which a half can be compressed, and hashes the archive: a lane with the step `xcframework`,
compared with `zip -X` and `sha256sum` one after the other. Martlet also keeps a second copy of the archive, which it syncs to
the disk, and checks the list of libraries. The names and sizes in every archive are compared with the files."""

import random
import shutil
import zipfile

from inputs import repository, written
from tasks import Contender, Ratio, Task, Wrong

TITLE = "Artifacts"
UNIT = "MB"
PEERS = ["zip", "sha256sum"]
GROWTH = []
PART = 50_000_000
RELEASEFILE = """lanes:
  pack:
    steps:
      - {archive: {xcframework: build/Kit.xcframework, output: dist/Kit.zip LEVEL}}
"""
PLIST = """<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>AvailableLibraries</key><array>%s</array>
<key>CFBundlePackageType</key><string>XFWK</string></dict></plist>
"""
LIBRARY = "<dict><key>LibraryIdentifier</key><string>%s</string><key>LibraryPath</key><string>libKit.a</string></dict>"


def library(seed):
    """Bytes of which every second block of 4 kB is random, and the others repeat a few words."""
    source = random.Random(seed)
    words = [source.randbytes(8) for _ in range(64)]
    blocks = []
    for _ in range(PART // 8192):
        blocks += [source.randbytes(4096), b"".join(source.choices(words, k=512))]
    return b"".join(blocks)


def framework(folder, count):
    """Creates an XCFramework with so many libraries; returns the sizes of its files by their names in an archive."""
    names = [f"system-{number}" for number in range(count)]
    written(folder / "Info.plist", PLIST % "".join(LIBRARY % name for name in names))
    for number, name in enumerate(names):
        (folder / name).mkdir()
        (folder / name / "libKit.a").write_bytes(library(number))
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder.parent)): path.stat().st_size for path in files}


def tasks(bench):
    count = 2 if bench.quick else 10
    folder = bench.folder / "artifacts"
    build, dist = folder / "build", folder / "dist"
    build.mkdir(parents=True)
    sizes = framework(build / "Kit.xcframework", count)
    written(folder / ".gitignore", "build\ndist\n")
    repository(folder)
    archive = dist / "Kit.zip"

    def prepare(level):
        def prepared():
            shutil.rmtree(dist, ignore_errors=True)
            dist.mkdir()
            written(folder / "Releasefile", RELEASEFILE.replace(" LEVEL", f", level: {level}"))
        return prepared

    def whole(_output):
        with zipfile.ZipFile(archive) as found:
            if {entry.filename: entry.file_size for entry in found.infolist()} != sizes:
                raise Wrong("the archive has other files")

    for title, level in [("zip and hash", 6), ("zip without compression, and hash", 0)]:
        script = f"cd build && zip -q -r -X -D -{level} ../dist/Kit.zip Kit.xcframework && sha256sum ../dist/Kit.zip"
        yield Task(title, [
            Contender("martlet", ["martlet", "run", "pack", "--yes", "--quiet"], folder, check=whole, prepare=prepare(level)),
            Contender("zip + sha256sum", ["sh", "-ec", script], folder, needs=("zip", "sha256sum"), check=whole,
                      prepare=prepare(level)),
        ], [Ratio("zip + sha256sum", 1)], size=count * PART // 1_000_000)
