"""Finds the C functions that the program calls and that no library of macOS has, as linking it there would.

The names of libSystem are Apple's own, out of PyPI's `ziglang`. For the Swift runtime and Homebrew's libraries, the names that
the same libraries have on Linux are taken, with the underscore of macOS. Swift's own functions are left to the type checker:
which of them are in the runtime's library and which in the program differs.
"""

import re

from sdk import LIBRARIES, LeftOut, run

SWIFT = ["swiftCore", "swift_Concurrency", "swift_StringProcessing"]
OTHERS = ["z", *(package.removeprefix("lib").split("-")[0] for package in LIBRARIES)]


def tool(sdk, name):
    return sdk.toolchain.resources.parent.parent / "bin" / name


def names(sdk, path, *options):
    listed = run(tool(sdk, "llvm-nm"), "--format=posix", *options, path)
    if listed.returncode != 0:
        raise LeftOut(f"`{path}` cannot be read")
    return {line.split(" ")[0].split("@")[0] for line in listed.stdout.splitlines()}


def system_names(sdk, processor):
    """What libSystem has for `processor`; Apple's own programs are `arm64e`."""
    text = (sdk.folder / "stubs/libSystem.tbd").read_text()
    target = {"arm64": "arm64e-macos", "x86_64": "x86_64-macos"}[processor]
    found = set()
    for targets, symbols in re.findall(r"targets:\s*\[([^]]*)\]\s*(?:weak-)?symbols:\s*\[([^]]*)\]", text):
        if target in targets.replace(",", " ").split():
            found |= {symbol.strip().strip("'") for symbol in symbols.split(",")}
    return found


def other_names(sdk):
    linux = sdk.toolchain.resources / "linux"
    libraries = [linux / f"lib{name}.so" for name in SWIFT]
    libraries += [run(tool(sdk, "clang"), f"-print-file-name=lib{name}.so").stdout.strip() for name in OTHERS]
    return {"_" + name for library in libraries for name in names(sdk, library, "-D", "--defined-only")}


def missing_names(sdk, processor, objects):
    """By name, the objects that want it. `darwin_` is before what stands for the overlay of Apple's SDK."""
    known = system_names(sdk, processor) | other_names(sdk)
    for path in objects:
        known |= names(sdk, path, "--defined-only")
    missing = {}
    for path in objects:
        for name in names(sdk, path, "--undefined-only") - known:
            if not name.startswith(("_$s", "_darwin_")):
                missing.setdefault(name, []).append(path.stem)
    return missing
