"""Tests of the verdicts of `Benchmarks/replay`: python3 -m unittest discover Benchmarks/replaying

Each replays one release of a small package that is made here, with a shell script instead of Martlet.
"""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from replaying.subject import Subject  # noqa: E402

PODSPEC, README = "Kit.podspec", "README.md"
TEMPLATE = "Examples/Info.plist"


class ReplayTests(unittest.TestCase):
    def setUp(self):
        self.days = 0
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        home = Path(self.folder.name, "home")
        home.mkdir()
        (home / ".gitconfig").write_text("[user]\n\tname = Replay\n\temail = replay@example.com\n")
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
        self.source = Path(self.folder.name, "owner+Kit")
        (self.source / "Examples").mkdir(parents=True)
        self.git("init", "-q", "-b", "main")
        self.git("remote", "add", "origin", "https://github.com/owner/Kit")
        self.commit({PODSPEC: "s.version = '2.1.0'", README: '.package(url: "https://github.com/owner/Kit", from: "2.1.0")',
                     TEMPLATE: "<string>1.0</string>", "CHANGELOG.md": "## 2.1.0"}, tag="2.1.0")

    def git(self, *words):
        moment = f"2024-01-{self.days + 1:02}T12:00:00Z"
        environment = self.environment | {"GIT_COMMITTER_DATE": moment, "GIT_AUTHOR_DATE": moment}
        subprocess.run(["git", *words], cwd=self.source, env=environment, check=True, capture_output=True)

    def commit(self, files, tag=None):
        self.days += 1
        for path, text in files.items():
            (self.source / path).write_text(text + "\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "Change", "--allow-empty")
        if tag:
            self.git("tag", tag)

    def replay(self, script, version="2.1.0", place=0):
        """Replays the newest release, or the one at this place, with `script` as `bump`."""
        martlet = Path(self.folder.name, "martlet")
        martlet.write_text(f'#!/bin/sh\nset -e\ncase $1 in version) echo {version};; bump) {script or ":"};; esac\n')
        martlet.chmod(0o755)
        with tempfile.TemporaryDirectory() as folder:
            subject = Subject(self.source, Path(folder), str(martlet), self.environment)
            return subject.replay(subject.releases(place + 1)[place], False)

    def raising(self, *paths, old="2.1.0"):
        return " && ".join(f"sed -i.old 's/{old}/2.2.0/' {path} && rm {path}.old" for path in paths)

    def release(self, *paths, tag="2.2.0"):
        texts = {path: (self.source / path).read_text().strip().replace("2.1.0", "2.2.0") for path in paths}
        self.commit(texts, tag)

    def test_the_same_lines_are_the_same_although_the_changelog_is_left(self):
        self.release(PODSPEC, README, "CHANGELOG.md")
        self.assertEqual(self.replay(self.raising(PODSPEC, README))["class"], "same")

    def test_the_last_of_four_numbers_is_a_build_number(self):
        self.release(PODSPEC, README, tag="2.2.0.260707")
        found = self.replay(self.raising(PODSPEC, README))
        self.assertEqual((found["tag"], found["class"]), ("2.2.0.260707", "same"))

    def test_a_line_that_was_raised_a_commit_later_belongs_to_the_release(self):
        self.release(PODSPEC, tag=None)
        self.release(README)
        found = self.replay(self.raising(PODSPEC))
        self.assertEqual((found["class"], [line.split(":")[0] for line in found["missed"]]), ("missed", [README]))

    def test_a_line_that_the_maintainers_forgot_is_better(self):
        self.release(PODSPEC)
        found = self.replay(self.raising(PODSPEC, README))
        self.assertEqual((found["class"], len(found["right"])), ("better", 1))

    def test_a_value_that_was_not_current_is_wrong_to_raise(self):
        self.release(PODSPEC, README)
        found = self.replay(self.raising(PODSPEC, README) + " && " + self.raising(TEMPLATE, old="1.0"))
        self.assertEqual((found["class"], found["wrong"]),
                         ("wrong", ["Examples/Info.plist:1: <string>1.0</string>  ->  2.2.0  (was not current)"]))

    def test_it_is_right_if_the_next_release_raises_it_too(self):
        self.release(PODSPEC, README)
        self.commit({PODSPEC: "s.version = '2.3.0'", TEMPLATE: "<string>2.3.0</string>"}, tag="2.3.0")
        martlet = self.raising(PODSPEC, README) + " && " + self.raising(TEMPLATE, old="1.0")
        self.assertEqual(self.replay(martlet, place=1)["class"], "better")

    def test_it_is_right_if_a_commit_after_the_last_release_raises_it_too(self):
        self.release(PODSPEC, README)
        self.commit({TEMPLATE: "<string>2.2.0</string>"})
        martlet = self.raising(PODSPEC, README) + " && " + self.raising(TEMPLATE, old="1.0")
        self.assertEqual(self.replay(martlet)["class"], "better")

    def test_it_is_right_if_the_maintainers_raised_the_line_for_the_last_release(self):
        self.commit({PODSPEC: "s.version = '2.1.1'", TEMPLATE: "<string>2.1.1</string>"}, tag="2.1.1")
        self.commit({PODSPEC: "s.version = '2.1.2'", TEMPLATE: "<string>2.1.2</string>"}, tag="2.1.2")
        self.commit({PODSPEC: "s.version = '2.2.0'"}, tag="2.2.0")
        martlet = self.raising(PODSPEC, TEMPLATE, old="2.1.2")
        self.assertEqual(self.replay(martlet, version="2.1.2")["right"],
                         ["Examples/Info.plist:1: <string>2.1.2</string>  ->  2.2.0  (raised for the last release)"])

    def test_plain_tags_are_the_releases_where_other_tags_never_raised_a_version(self):
        self.release(PODSPEC, README)
        for number in range(22):
            self.commit({}, tag=f"builds/p9.{number}")
        with tempfile.TemporaryDirectory() as folder:
            subject = Subject(self.source, Path(folder), "true", self.environment)
            self.assertEqual((subject.prefix, [release.tag for release in subject.releases(4)]), ("", ["2.2.0"]))

    def test_changed_lines_are_paired_in_their_order(self):
        self.commit({"Table": "a 1.0\nb 1.0\na 1.1\na 7"})
        self.commit({"Table": "b 2.0\na 2.0\na 2.1\na 8\nc 2.0"})
        with tempfile.TemporaryDirectory() as folder:
            git = Subject(self.source, Path(folder), "true", self.environment).git
            self.assertEqual(git.changes("origin/main^", "origin/main"), (
                [("Table", 1, "a 1.0", "a 2.0"), ("Table", 2, "b 1.0", "b 2.0"), ("Table", 3, "a 1.1", "a 2.1"), ("Table", 4, "a 7", "a 8")],
                [("Table", 0, "+c 2.0")]))

    def test_a_prerelease_of_the_new_version_is_right_to_raise(self):
        self.commit({"Kit.xcconfig": "MARKETING_VERSION = 2.2.0b2"})
        self.release(PODSPEC, README)
        martlet = self.raising(PODSPEC, README) + " && " + self.raising("Kit.xcconfig", old="2.2.0b2")
        self.assertEqual(self.replay(martlet)["class"], "better")

    def test_a_link_to_a_folder_of_the_version_does_not_count(self):
        (self.source / "latest").symlink_to("docs-2.1.0")
        self.commit({})
        (self.source / "latest").unlink()
        (self.source / "latest").symlink_to("docs-2.2.0")
        self.release(PODSPEC)
        self.assertEqual(self.replay(self.raising(PODSPEC))["class"], "same")

    def test_an_address_whose_checksum_changed_too_is_optional(self):
        def package(version, digits):
            return f'.binaryTarget(\n  url: "https://example.com/{version}/Kit.zip",\n  checksum: "{digits}"\n)'
        self.commit({"Package.swift": package("2.1.0", "ab12cd")})
        self.commit({PODSPEC: "s.version = '2.2.0'", "Package.swift": package("2.2.0", "ef34ab")}, tag="2.2.0")
        self.assertEqual(self.replay(self.raising(PODSPEC))["class"], "same")
        self.commit({PODSPEC: "s.version = '2.2.1'", "Package.swift": package("2.2.1", "ef34ab")}, tag="2.2.1")
        self.assertEqual(self.replay("sed -i.old s/2.2.0/2.2.1/ Kit.podspec && rm *.old", version="2.2.0")["class"], "missed")

    def test_a_number_of_the_current_version_on_its_own_line_is_right_to_raise(self):
        self.commit({"Version.swift": "let minor = 1"})
        self.release(PODSPEC, README)
        martlet = self.raising(PODSPEC, README) + " && sed -i.old 's/= 1/= 2/' Version.swift && rm *.old"
        self.assertEqual(self.replay(martlet)["class"], "better")

    def test_where_the_last_release_is_on_another_branch_the_newest_below_is_current(self):
        self.git("checkout", "-q", "-b", "hotfix")
        self.commit({PODSPEC: "s.version = '2.1.1'"}, tag="2.1.1")
        self.git("checkout", "-q", "main")
        self.release(PODSPEC, README, tag=None)
        self.git("merge", "-q", "-s", "ours", "hotfix")
        self.git("tag", "2.2.0")
        found = self.replay(self.raising(PODSPEC, README))
        self.assertEqual((found["class"], found["version"], found["old"]), ("same", "right", "2.1.1"))

    def test_a_build_number_above_the_version_is_never_current(self):
        self.commit({PODSPEC: "s.version = '2.1.1'", "Kit.xcconfig": "A = 3\nB = 3"})
        self.commit({PODSPEC: "s.version = '2.2.0'", "Kit.xcconfig": "A = 2.2.0\nB = 2.2.0"}, tag="2.2.0")
        found = self.replay(self.raising(PODSPEC, old="2.1.1"), version="2.1.1")
        self.assertEqual((found["class"], found["version"]), ("same", "right"))

    def test_a_version_of_one_number_is_a_version_too(self):
        self.release(PODSPEC, README)
        found = self.replay(self.raising(PODSPEC, README) + " && sed -i.old s/1.0/3/ Examples/Info.plist && rm Examples/*.old")
        self.assertEqual((found["class"], found["unsafe"] if "unsafe" in found else []), ("wrong", []))

    def test_a_byte_outside_the_version_is_wrong(self):
        self.release(PODSPEC, README)
        found = self.replay(self.raising(PODSPEC, README) + f" && echo >>{PODSPEC}")
        self.assertEqual((found["class"], found["unsafe"]), ("wrong", ["Kit.podspec:0: +"]))

    def test_a_file_that_is_left_behind_is_wrong(self):
        self.release(PODSPEC, README)
        found = self.replay(self.raising(PODSPEC, README) + " && echo >notes")
        self.assertEqual((found["class"], found["unsafe"]), ("wrong", ["?? notes:0: "]))

    def test_a_bump_that_fails_is_refused_with_its_error(self):
        self.release(PODSPEC, README)
        found = self.replay("echo 'error: no' >&2; exit 1")
        self.assertEqual((found["class"], found["error"]), ("refused", "error: no"))

    def test_a_release_without_version_lines_is_the_same_if_the_version_is_right(self):
        self.commit({}, tag="2.2.0")
        found = self.replay("")
        self.assertEqual((found["tag_only"], found["class"]), (True, "same"))
        self.assertEqual(self.replay("", version="1.0")["class"], "wrong")


if __name__ == "__main__":
    unittest.main()
