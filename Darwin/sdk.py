"""Makes what a compiler on Linux needs to check code for macOS: headers, and the modules that Apple's SDK has.

The C headers are Darwin's own, out of PyPI's `ziglang`. The standard library is compiled for macOS from the interface files
of the toolchain, so that availability is checked. FoundationEssentials is Linux's module with its target and its C library
renamed: the type checker needs no more. Around it, `Foundation.swift` declares what Apple's Foundation adds.
"""

import hashlib
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ZIGLANG = "ziglang==0.17.1"
MINIMUM = "13.0"
TARGETS = {"x86_64": f"x86_64-apple-macosx{MINIMUM}", "arm64": f"arm64-apple-macosx{MINIMUM}"}
# As long as `x86_64-unknown-linux-gnu`, and no newer than what is checked.
SAME_LENGTH = {"x86_64": b"x86_64-apple-macosx10.13", "arm64": b"arm64-apple-macosx11.0.0"}
LINUX = "x86_64-unknown-linux-gnu"
# The clang module `Darwin` is all of these headers.
HEADERS = """
assert ctype copyfile crt_externs dirent dlfcn errno execinfo fcntl float fnmatch fts ftw getopt glob grp ifaddrs inttypes
langinfo libgen libproc limits locale math netdb paths poll pthread pwd regex sched search semaphore setjmp signal spawn
stdio stdlib string strings sysexits syslog termios time unistd utime utmpx wchar wctype wordexp xlocale util gethostuuid
arpa/inet mach/mach mach/mach_time mach-o/dyld net/if netinet/in netinet/tcp os/lock
sys/attr sys/clonefile sys/event sys/file sys/ioctl sys/mman sys/mount sys/param sys/proc sys/resource sys/select
sys/socket sys/stat sys/statvfs sys/sysctl sys/time sys/times sys/types sys/ucred sys/uio sys/un sys/utsname sys/wait
sys/xattr
"""
# The headers of the libraries that Martlet is built with, by package; zlib's are Darwin's.
LIBRARIES = {
    "libgit2": ["git2", "git2.h"],
    "libdeflate": ["libdeflate.h"],
    "yaml-0.1": ["yaml.h"],
}


class LeftOut(Exception):
    """Why the check cannot be made on this machine."""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], check=False, capture_output=True, text=True, **options)


class SDK:
    """A folder with headers, and with the modules of macOS for each processor."""

    def __init__(self, folder, toolchain):
        made_from = [HERE / "sdk.py", *sorted(path for path in (HERE / "SDK").rglob("*") if path.is_file())]
        digest = hashlib.sha256(toolchain.version.encode() + b"".join(path.read_bytes() for path in made_from))
        self.folder = folder / digest.hexdigest()[:12]
        self.toolchain = toolchain
        self.headers = self.folder / "sdk/usr/include"
        self.resources = self.folder / "res"
        self.libraries = self.folder / "libraries"

    def flags(self, processor):
        """What every compilation for macOS is told."""
        return [
            "-target", TARGETS[processor], "-resource-dir", self.resources, "-sdk", self.folder / "sdk",
            "-disable-objc-interop", "-disable-target-os-checking",
            "-module-cache-path", self.folder / "cache", "-Xcc", f"-I{self.libraries}",
        ]  # fmt: skip

    def make(self, processors):
        """Makes what is not there yet."""
        if not (self.folder / "headers-are-there").exists():
            shutil.rmtree(self.folder.parent, ignore_errors=True)
            self.write_headers()
            (self.folder / "headers-are-there").touch()
        for processor in processors:
            mark = self.folder / f"{processor}-is-there"
            if not mark.exists():
                self.write_modules(processor)
                mark.touch()

    def write_headers(self):
        self.folder.mkdir(parents=True)
        wheel = self.folder / "wheel"
        quiet = ["--quiet", "--disable-pip-version-check"]
        loaded = run(sys.executable, "-m", "pip", "download", *quiet, "--no-deps", "--dest", wheel, ZIGLANG)
        if loaded.returncode != 0:
            last = (loaded.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise LeftOut(f"PyPI has no `{ZIGLANG}` for this machine: {last}")
        with zipfile.ZipFile(next(wheel.glob("*.whl"))) as archive:
            for name in archive.namelist():
                for inside, outside in {
                    "ziglang/lib/libc/include/any-darwin-any/": self.headers,
                    "ziglang/lib/libc/darwin/": self.folder / "stubs",
                }.items():
                    if name.startswith(inside) and not name.endswith("/"):
                        path = outside / name.removeprefix(inside)
                        path.parent.mkdir(parents=True, exist_ok=True)
                        path.write_bytes(archive.read(name))
        shutil.rmtree(wheel)
        for name in ["util.h", "sys/xattr.h"]:
            shutil.copy(HERE / "SDK/headers" / name, self.headers / name)
        (self.headers / "DarwinUmbrella.h").write_text("".join(f"#include <{name}.h>\n" for name in HEADERS.split()))
        (self.headers / "module.modulemap").write_text('module Darwin [system] { header "DarwinUmbrella.h" export * }\n')
        resources = self.toolchain.resources
        shutil.copytree(resources / "shims", self.resources / "shims")
        shutil.copytree(resources / "_FoundationCShims", self.resources / "_FoundationCShims")
        # Type checks of others do not look into it, and its headers are Linux's.
        (self.resources / "_FoundationCShims/_FoundationCShims.h").write_text("")
        for name in ["clang", "apinotes"]:
            (self.resources / name).symlink_to(resources / name)
        self.libraries.mkdir()
        for package, names in LIBRARIES.items():
            folder = run("pkg-config", "--variable=includedir", package).stdout.strip()
            for name in names:
                source = pathlib.Path(folder or "/usr/include") / name
                if not source.exists():
                    raise LeftOut(f"there is no `{source}`; `scripts/setup` installs it")
                (shutil.copytree if source.is_dir() else shutil.copy)(source, self.libraries / name)

    def write_modules(self, processor):
        for name in ["Swift", "SwiftOnoneSupport", "_RegexParser", "_StringProcessing", "_Concurrency"]:
            self.compile_interface(name, processor, ["-parse-stdlib"] if name == "Swift" else ())
        plain = ["-disable-implicit-string-processing-module-import", "-disable-implicit-concurrency-module-import"]
        self.compile_module("Darwin", processor, ["-import-underlying-module", *plain])
        for name in ["Glibd", "os"]:
            self.compile_module(name, processor)
        self.compile_module("Synchronization", processor)
        for name in ["FoundationEssentials", "_FoundationCollections"]:
            self.rename_module(name, processor)
        self.compile_module("Foundation", processor)
        for name in ["_TestDiscovery", "_TestingInterop", "Testing"]:
            self.compile_interface(name, processor)

    def module(self, name, processor):
        folder = self.resources / "macosx" / f"{name}.swiftmodule"
        folder.mkdir(parents=True, exist_ok=True)
        return folder / f"{processor}-apple-macos.swiftmodule"

    def compile_interface(self, name, processor, flags=()):
        """Compiles an interface of the toolchain, made for Linux, for macOS."""
        text = self.toolchain.interface(name).read_text()
        # What it says of availability is right for its users; not all of its own code keeps to it.
        text = text.replace("// swift-module-flags: ", "// swift-module-flags: -disable-availability-checking ", 1).replace(
            LINUX, TARGETS[processor], 1
        )
        text = re.sub(r"@backDeployed\([^)]*\)", "", text)
        if name == "Swift" and processor == "arm64":
            # Intel's Float80 stays in it, with the two functions that the headers have for Intel alone.
            text += "".join(f"public func _stdlib_{name}l({arguments}) -> Swift.Float80\n" for name, arguments in [
                ("remainder", "_: Swift.Float80, _: Swift.Float80"), ("squareRoot", "_: Swift.Float80")])  # fmt: skip
        source = self.folder / "interfaces" / processor / f"{name}.swiftinterface"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        self.compile("-compile-module-from-interface", source, "-module-name", name, *flags, *self.flags(processor),
                     "-o", self.module(name, processor))  # fmt: skip

    def compile_module(self, name, processor, flags=()):
        source = HERE / "SDK" / f"{name}.swift"
        self.compile("-emit-module", source, "-module-name", name, "-parse-as-library", "-swift-version", "5", *flags,
                     *self.flags(processor), "-o", self.module(name, processor))  # fmt: skip

    def rename_module(self, name, processor):
        """Copies a module of Linux. The names that change keep their lengths, so every offset in it stays right."""
        bytes = (self.toolchain.resources / "linux" / f"{name}.swiftmodule" / f"{LINUX}.swiftmodule").read_bytes()
        bytes = bytes.replace(LINUX.encode(), SAME_LENGTH[processor]).replace(b"Glibc", b"Glibd")
        # `canImport(FoundationEssentials)` is false on macOS.
        renamed = name.replace("FoundationEssentials", "FoundationEssentialz")
        bytes = bytes.replace(b"FoundationEssentials", b"FoundationEssentialz")
        self.module(renamed, processor).write_bytes(bytes)

    def compile(self, *arguments):
        result = run(self.toolchain.compiler, "-frontend", *arguments)
        if result.returncode != 0:
            raise SystemExit(f"error: the modules of macOS cannot be made\n{result.stderr}")
