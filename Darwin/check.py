"""Type-checks Martlet for macOS on a machine without macOS: `make darwin`.

Every module, test and fuzz target is compiled for the deployment target of Package.swift, for Intel and for Apple silicon, with
Darwin's headers and with the availability of macOS' standard library. Any error or warning fails, and so does a C function that
no library of macOS has. The files in `Controls`
must fail, each with the message in its first line; so the check has teeth on each day that it runs.

It reaches into the compiler, so it is held to one version of the toolchain. Where that, PyPI or a library is missing, it says
why it is left out, with status 0, or with 1 under `--required`.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import sys
import time

from link import missing_names
from sdk import HERE, LINUX, MINIMUM, SDK, TARGETS, LeftOut, run

ROOT = HERE.parent
TOOLCHAIN = "6.3.1"
# Code is made for this one, so that the names that it needs can be looked up.
LINKED = "arm64"


class Toolchain:
    def __init__(self):
        self.compiler = os.environ.get("SWIFTC", "swiftc")
        told = run(self.compiler, "-print-target-info")
        if told.returncode != 0:
            raise LeftOut(f"there is no `{self.compiler}`")
        told = json.loads(told.stdout)
        self.version = told["compilerVersion"]
        if told["target"]["triple"] != LINUX or f"swift-{TOOLCHAIN}-RELEASE" not in self.version:
            raise LeftOut(f"it is for Swift {TOOLCHAIN} on x86_64 Linux; this is {self.version}, {told['target']['triple']}")
        self.resources = pathlib.Path(told["paths"]["runtimeResourcePath"])

    def interface(self, name):
        return self.resources / "linux" / f"{name}.swiftmodule" / f"{LINUX}.swiftinterface"


class Module:
    """A target of the package, as the compiler needs it."""

    def __init__(self, name, sources, dependencies, is_test=False, package="martlet", version="6"):
        self.name, self.sources, self.dependencies = name, sources, dependencies
        self.is_test, self.package, self.version = is_test, package, version


def described_package():
    described = run("swift", "package", "dump-package", cwd=ROOT, env={**os.environ, "MARTLET_STRICT": "1"})
    if described.returncode != 0:
        raise SystemExit(f"error: Package.swift cannot be read\n{described.stderr}")
    description = json.loads(described.stdout)
    minimum = [platform["version"] for platform in description["platforms"] if platform["platformName"] == "macos"]
    if minimum != [MINIMUM]:
        raise SystemExit(f"error: Package.swift is for macOS {minimum}, and Darwin/sdk.py checks {MINIMUM}")
    return description


def modules_of(description, work):
    """The modules of the package and of its one dependency, those that others import first."""
    parser = argument_parser()
    found = {
        "ArgumentParserToolInfo": Module("ArgumentParserToolInfo", swift_files(parser / "ArgumentParserToolInfo"), [],
                                         package="swift-argument-parser", version="5"),
        "ArgumentParser": Module("ArgumentParser", swift_files(parser / "ArgumentParser"), ["ArgumentParserToolInfo"],
                                 package="swift-argument-parser", version="5"),
    }  # fmt: skip
    for target in description["targets"]:
        if target["type"] not in ("regular", "executable", "test"):
            continue
        default = {"test": "Tests"}.get(target["type"], "Sources")
        folder = ROOT / (target.get("path") or f"{default}/{target['name']}")
        left_out = [folder / path for path in target.get("exclude") or []]
        sources = [file for file in swift_files(folder) if not any(file.is_relative_to(path) for path in left_out)]
        # A resource may be a folder.
        resources = [
            file
            for resource in target["resources"]
            for path in [folder / resource["path"]]
            for file in (sorted(path.iterdir()) if path.is_dir() else [path])
        ]
        if resources:
            embedded = work / f"{target['name']}-resources.swift"
            names = [re.sub(r"\W", "_", path.name) for path in resources]
            lines = [f"  static let {name}: [UInt8] = []\n" for name in names]
            embedded.write_text("struct PackageResources {\n" + "".join(lines) + "}\n")
            sources.append(embedded)
        dependencies = [next(iter(entry.values()))[0] for entry in target["dependencies"]]
        found[target["name"]] = Module(target["name"], sources, dependencies, is_test=target["type"] == "test")
    # Not a target of the package, so no other check compiles it.
    fuzzing = swift_files(ROOT / "Fuzzing")
    imports = {name for file in fuzzing for name in re.findall(r"^(?:@\w+ )*import (\w+)", file.read_text(), re.MULTILINE)}
    found["Fuzzing"] = Module("Fuzzing", fuzzing, sorted(imports), is_test=True)
    for module in found.values():
        module.dependencies = [name for name in module.dependencies if name in found]
    return found


def argument_parser():
    folder = ROOT / ".build/checkouts/swift-argument-parser/Sources"
    if not folder.exists() and run("swift", "package", "resolve", cwd=ROOT).returncode != 0:
        raise LeftOut("swift-argument-parser cannot be fetched")
    return folder


def swift_files(folder):
    return sorted(folder.rglob("*.swift"))


class Check:
    """The compilation of all modules for one processor."""

    def __init__(self, sdk, processor, work):
        self.sdk, self.processor = sdk, processor
        self.out = work / processor
        self.out.mkdir(parents=True, exist_ok=True)
        host = sdk.toolchain.resources / "host/plugins"
        maps = sorted((ROOT / "Sources").glob("*/module.modulemap"))
        # Bodies that others inline are not looked for: FoundationEssentials has its own from Linux.
        self.flags = [*sdk.flags(processor), "-Xllvm", "-sil-disable-pass=mandatory-linker", "-parse-as-library",
                      "-enable-testing", "-I", self.out, "-plugin-path", host,
                      "-plugin-path", host / "testing",
                      *(flag for path in maps for flag in ("-Xcc", f"-fmodule-map-file={path}"))]  # fmt: skip

    def compile(self, module):
        """What the compiler says against `module`, each message once."""
        interface = self.out / f"{module.name}.swiftmodule"
        if module.is_test:
            mode = ["-typecheck"]
        elif self.processor == LINKED:
            mode = ["-c", "-o", self.out / f"{module.name}.o", "-emit-module-path", interface]
        else:
            mode = ["-emit-module", "-o", interface]
        result = run(self.sdk.toolchain.compiler, "-frontend", *mode, *module.sources, "-module-name", module.name,
                     "-package-name", module.package, "-swift-version", module.version, *self.flags)  # fmt: skip
        found = sorted({line for line in result.stderr.splitlines() if re.search(r": (error|warning|fatal error): ", line)})
        if result.returncode != 0 and not found:
            found = [f"{module.name}: the compiler ended with {result.returncode}: {result.stderr[-2000:]}"]
        # Warnings of others' code are theirs.
        return [line for line in found if module.package == "martlet" or ": warning: " not in line]

    def unlinked(self, modules):
        """What linking would say."""
        objects = [self.out / f"{module.name}.o" for module in modules if not module.is_test]
        missing = missing_names(self.sdk, self.processor, objects)
        messages = [f"`{name}` of {', '.join(users)} is in no library of macOS" for name, users in sorted(missing.items())]
        self.compile(Module("Nowhere", [HERE / "Controls/Link/Nowhere.swift"], []))
        found = missing_names(self.sdk, self.processor, [self.out / "Nowhere.o"])
        if found != {"_martlet_nowhere": ["Nowhere"]}:
            messages.append(f"Darwin/Controls/Link: expected only `_martlet_nowhere` to be missing, found {found}")
        return messages

    def control(self, path):
        """Why the file at `path`, which must fail, does not fail as it must; None when it does."""
        wanted = path.read_text().splitlines()[0].removeprefix("// error: ")
        found = self.compile(Module("Control", [path], [], is_test=True))
        errors = [line.split(": error: ")[-1] for line in found]
        return None if errors == [wanted] else f"{path.relative_to(ROOT)}: expected only `{wanted}`, found {errors}"


def check_all(check, modules, pool):
    """All messages about all modules. A module waits for what it imports, and is left out where that failed."""
    messages, ended, running = {}, set(), {}
    while len(ended) < len(modules):
        for name, module in modules.items():
            if name not in ended and name not in running.values() and ended.issuperset(module.dependencies):
                if any(messages[other] for other in module.dependencies):
                    messages[name] = [f"{name}: not checked, because of what it imports"]
                    ended.add(name)
                else:
                    running[pool.submit(check.compile, module)] = name
        done, _ = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
        for future in done:
            name = running.pop(future)
            messages[name] = future.result()
            ended.add(name)
    return [line for name in modules for line in messages[name]]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--required", action="store_true", help="fail where the check cannot be made")
    options.add_argument("--processor", action="append", choices=TARGETS, help="check for this one alone")
    given = options.parse_args()
    processors = given.processor or list(TARGETS)
    work = ROOT / ".build-darwin"
    try:
        sdk = SDK(work / "sdk", Toolchain())
        sdk.make(processors)
        modules = modules_of(described_package(), work)
        return 0 if check_processors(sdk, processors, modules, work / "modules") else 1
    except LeftOut as reason:
        print(f"left out: the check for macOS: {reason}")
        return 1 if given.required else 0


def check_processors(sdk, processors, modules, work):
    """Whether all is as it must be."""
    failed = False
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        for processor in processors:
            begin = time.monotonic()
            check = Check(sdk, processor, work)
            messages = check_all(check, modules, pool)
            controls = sorted((HERE / "Controls").glob("*.swift"))
            messages += [message for message in pool.map(check.control, controls) if message]
            if processor == LINKED and not messages:
                messages = check.unlinked(modules.values())
            for message in messages:
                print(message.replace(f"{ROOT}/", ""))
            failed = failed or bool(messages)
            if not messages:
                print(f"ok  {len(modules)} modules type-check for {TARGETS[processor]}, and {len(controls)} controls "
                      f"do not ({time.monotonic() - begin:.0f} s)")  # fmt: skip
    return not failed


if __name__ == "__main__":
    sys.exit(main())
