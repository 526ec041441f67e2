"""The repositories of scripts/budget, with the same commits every time."""

import os
import shutil

from inputs import START, TYPES, commit_head, git, imported, with_remote, written
from xcode import xcode_project

# The time of every file: older than the index, so that git need not read the files again to know that they are unchanged.
CHANGED = START - 86400
PACKAGE = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Cool",
  products: [.executable(name: "cool", targets: ["Cool"])],
  targets: [.executableTarget(name: "Cool")]
)
"""
SETTINGS = {"Config/Base.xcconfig": "BASE_NAME = Cool\nPRODUCT_NAME = $(BASE_NAME) App\n",
            "Config/App.xcconfig": '#include "Base.xcconfig"\nOTHER = $(PRODUCT_NAME)\n'}
LANE = """lanes:
  release:
    steps:
      - ensure: clean
      - bump: minor
      - commit
      - tag
      - push
"""
FASTFILE = """default_platform(:ios)
platform :ios do
  before_all do
    ensure_git_status_clean
  end
  desc "Upload a beta"
  lane :beta do
    increment_build_number(xcodeproj: "App.xcodeproj")
    build_app(scheme: "App", export_method: "app-store")
    upload_to_testflight(skip_waiting_for_build_processing: true)
  end
  desc "Release to the store"
  lane :release do |options|
    increment_version_number(bump_type: "minor", xcodeproj: "App.xcodeproj")
    build_app(scheme: "App")
    commit_version_bump(message: "Version bump", xcodeproj: "App.xcodeproj")
    add_git_tag(tag: "1.0")
    push_to_git_remote
    upload_to_app_store(submit_for_review: true, force: true)
  end
end
"""


def files(texts):
    """Lines of fast-import for the texts by path."""
    for path, text in texts.items():
        yield from (f"M 100644 inline {path}", f"data {len(text.encode())}", text)


def commit(number, texts, subject="Change what is called", branch="main"):
    head = commit_head(START + number * 3600, f"{TYPES[number % len(TYPES)]}: {subject} {number}")
    yield from [f"commit refs/heads/{branch}", *head[1:]]
    yield from files(texts)


def tag(name, branch="main"):
    yield from (f"reset refs/tags/{name}", f"from refs/heads/{branch}", "")


def version(text):
    return {"Sources/Cool/Version.swift": f'public let version = "{text}"\n'}


def source(number):
    text = "".join(f"let value{line} = {line * 31 + number}\n" for line in range(100))
    return {f"Sources/Cool/Part{number % 20}.swift": text}


def library(tags, every=8):
    """A package with its version in a constant; each tag is a commit that raises it."""
    yield from commit(0, {**SETTINGS, **version("1.0.0"), "Package.swift": PACKAGE, "README.md": "# Cool\n"})
    for number in range(1, tags * every + 3):
        raised = number % every == 1 and number // every < tags
        yield from commit(number, {**source(number), **(version(f"1.{number // every}.0") if raised else {})})
        if raised:
            yield from tag(f"1.{number // every}.0")


def finished(folder, lines, releasefile):
    """Makes the repository, with a remote, and one with a Releasefile: `init` is run in the first, the rest in the second."""
    new = folder.with_name(f"{folder.name}-new")
    imported(new, lines)
    git(new, "reset", "-q", "--hard", "main")
    git(new, "pack-refs", "--all")
    with_remote(new)
    shutil.copytree(new, folder, symlinks=True)
    written(folder / "Releasefile", releasefile)
    git(folder, "add", "Releasefile")
    git(folder, "commit", "-q", "-m", "chore: Add the Releasefile")
    for path in (new, folder):
        for parent, folders, names in os.walk(path):
            folders[:] = [name for name in folders if name != ".git"]
            for name in names:
                os.utime(os.path.join(parent, name), (CHANGED, CHANGED))
        git(path, "update-index", "-q", "--refresh")


def line(folder):
    """Tags in a line."""
    finished(folder, library(5), f"project: Cool\n{LANE}")


def branch(folder):
    """Higher tags on a branch that is not merged, as of a maintained older version."""
    lines = [*library(60), "reset refs/heads/next", "from refs/tags/1.50.0", ""]
    for number in range(600, 630):
        lines += [*commit(number, version(f"2.{number - 600}.0"), branch="next"), *tag(f"2.{number - 600}.0", "next")]
    finished(folder, lines, f"project: Cool\n{LANE}")


def app(folder):
    """An app with a project file of 10,000 lines, a Fastfile, and 60 scripts and workflows."""
    project = xcode_project(targets=10, files_in_a_target=250).replace("type.framework", "type.application", 1)
    texts = {**SETTINGS, "fastlane/Fastfile": FASTFILE, "fastlane/Appfile": 'app_identifier("com.example.cool")\n'}
    for number in range(40):
        steps = "".join(f'echo "step {step}"\n[ -d build ] || mkdir -p build/{step}\n' for step in range(30))
        texts[f"scripts/task{number}.sh"] = f"#!/bin/sh\nset -e\n{steps}xcodebuild -scheme App -quiet\n"
    for number in range(20):
        steps = "".join(f"      - name: Step {step}\n        run: scripts/task{step}.sh\n" for step in range(20))
        texts[f".github/workflows/job{number}.yml"] = (
            f"name: Job {number}\non: [push]\njobs:\n  build:\n    runs-on: macos-15\n    steps:\n"
            f"      - uses: actions/checkout@v4\n{steps}")
    lines = []
    for number in range(40):
        text = project.replace("MARKETING_VERSION = 1.4.2", f"MARKETING_VERSION = 1.{number // 8}.0") \
            .replace("CURRENT_PROJECT_VERSION = 42", f"CURRENT_PROJECT_VERSION = {number // 8 + 1}")
        own = {"App.xcodeproj/project.pbxproj": text} if number % 8 == 0 else {}
        lines += commit(number, {**(texts if number == 0 else source(number)), **own})
        if number % 8 == 0:
            lines += tag(f"v1.{number // 8}.0")
    finished(folder, lines, f"project: App\n{LANE}")


def tags(folder):
    """2,000 tags, and the version in nothing else."""
    lines = [*commit(0, {**SETTINGS, "Package.swift": PACKAGE})]
    for number in range(1, 201):
        lines += commit(number, source(number))
        for index in range(10 if number < 200 else 0):
            lines += tag(f"{number // 20}.{number % 20}.{index}")
    lane = LANE.replace("      - commit\n", "")
    finished(folder, lines, f"project: Cool\nversion: {{tag: \"${{version}}\", source: tag}}\n{lane}")


def packages(folder):
    """30 packages with versions of their own, and 300 commits."""
    names = [f"package{number}" for number in range(30)]
    lines = [*commit(0, {**SETTINGS, **{f"{name}/package.json": f'{{"name": "{name}", "version": "1.0.0"}}\n' for name in names}})]
    for name in names:
        lines += tag(f"{name}/1.0.0")
    for number in range(1, 300):
        name = names[number * 7 % 30]
        lines += commit(number, {f"{name}/Sources/Part{number % 5}.swift": f"let value = {number}\n"})
    declared = "".join(
        f"  {name}:\n    paths: [{name}]\n    manifests: [{{json: {name}/package.json, key: version}}]\n" for name in names)
    steps = "      - packages: [bump: auto, commit, tag]\n      - push\n"
    finished(folder, lines, f"packages:\n{declared}lanes:\n  release:\n    steps:\n{steps}")


ALL = {"line": line, "branch": branch, "app": app, "tags": tags, "packages": packages}
# The commands that need a package.
OPTIONS = {("packages", name): ["--package", "package7"] for name in ("version", "explain", "bump", "changelog")}
