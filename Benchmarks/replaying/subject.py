"""A repository, and the runs of Martlet in it."""

import re
import subprocess
import time
from collections import Counter
from pathlib import Path

from replaying.releases import ELSEWHERE, OPTIONAL, Release
from replaying.tokens import TOKEN, Git, number, tokens

COMMANDS = [["init", "--yes", "--no-input"], ["check"], ["plan", "release"], ["doctor"]]
RELEASE = re.compile(r"^(?P<prefix>|v|(?:.*[^0-9.])?)(?P<version>\d+(?:\.\d+){1,3})$", re.I)
DEPENDENCY = re.compile(r"\.package\(|\bpod\s+['\"]|dependency\s*\(?['\"]|^\s*github\s+['\"]|https?://|\burl\s*[:=]", re.I)
REQUIREMENT = re.compile(r"\.package\(.*url|^\s*(pod|github)\s+['\"]|\.dependency\s*\(?['\"]", re.I)
SNIPPET = re.compile(r"\.package\(|\b(from|exact|upToNext\w*)\b|\bpod\s|^\W*github\s|[~=]>", re.I)
HISTORY = re.compile(r"since|deprecat|introduced|obsolet|@available|added in|until|prior to|before|requires?\b|minimum", re.I)
CHANCE = re.compile(r"0\.\d+\.0|1\.0(\.0)?|0\.1|0\.0\.1")
SECONDS = 60


def without_build(version):
    """The version of a tag: of four numbers, the last is a build number if it is above 31, and may be a day otherwise."""
    numbers = version.split(".")
    return ".".join(numbers[:3]) if len(numbers) == 4 and int(numbers[3]) > 31 else version


class Subject:
    """A repository: its release tags, and a temporary repository to replay them in."""

    def __init__(self, source, folder, martlet, environment):
        self.martlet, self.environment = martlet, environment
        original = Git(source, environment)
        self.newest = original("rev-parse", "HEAD").strip()
        self.branch = original("symbolic-ref", "--short", "HEAD", check=False).strip() or "main"
        self.address = original("config", "remote.origin.url", check=False).strip()
        self.tree = folder / re.sub(r".*\+", "", source.name)
        self.tree.mkdir()
        self.git = Git(self.tree, environment)
        self.git("init", "-q", "-b", self.branch)
        objects = (source / original("rev-parse", "--git-path", "objects").strip()).resolve()
        (self.tree / ".git/objects/info/alternates").write_text(f"{objects}\n")
        if self.address:
            self.git("remote", "add", "origin", self.address)
        fields = ["refname:short", "objectname", "*objectname", "objecttype", "*objecttype",
                  "committerdate:unix", "*committerdate:unix"]
        rows = [line.split("\t") for line in original(
            "for-each-ref", "refs/tags", "--format=" + "%09".join(f"%({field})" for field in fields)).splitlines()]
        self.refs = sorted([(row[0].removeprefix("tags/"), row[1], row[2] or row[1], int(row[6] or row[5]))
                            for row in rows if "commit" in row[3:5]], key=lambda ref: -ref[3])  # name, object, commit, date
        self.set_tags(self.refs)
        self.git("update-ref", "refs/remotes/origin/" + self.branch, self.newest)
        named = [(ref, match) for ref in self.refs if (match := RELEASE.match(ref[0]))]
        series = {}  # 1.4 and v1.4 are of one series
        for ref, match in named:
            series.setdefault(match["prefix"].lower().removesuffix("v"), []).append((ref, without_build(match["version"])))
        newest = Counter(match["prefix"].lower().removesuffix("v") for _, match in named[:20])
        self.choose(series, [name for name, _ in newest.most_common()] or [""])

    def choose(self, series, names):
        """Selects the series of most of the newest tags, or the next with a release that raises a version, at last the plain tags."""
        for name in [*names, *([""] if "" in series else []), names[0]]:
            self.prefix, self.tags = name, series.get(name, [])
            if len(series) < 2 or any(release.base != release.commit for release in self.releases(4)):
                break
        self.others = sum(len(found) for name, found in series.items() if name != self.prefix)

    def releases(self, limit):
        """The newest releases that have a predecessor, newest first."""
        found, seen = [], set()
        for (tag, _, commit, _), version in self.tags:
            merged = set(self.git("tag", "--merged", commit).split("\n"))
            below = [(number(v), v, ref[2]) for ref, v in self.tags if ref[0] in merged and ref[2] != commit]
            if commit in seen or not below or max(below)[0] >= number(version):
                continue
            seen.add(commit)
            names = [re.sub("^v", "", ref[0][len(self.prefix):], flags=re.I) for ref in self.refs if ref[0] in merged and ref[2] != commit]
            names = [name for name in names if TOKEN.fullmatch(name) and number(name)[1] and number(name)[0] > max(below)[0][0]]
            found.append(Release(self.git, tag, version, commit, max(below)[1:], max(names, key=number, default=None),
                                 self.tags))
            if len(found) == limit:
                break
        return found

    def set_tags(self, refs):
        self.git("update-ref", "--stdin", text=self.git("for-each-ref", "--format=delete %(refname)", "refs/tags"))
        self.git("update-ref", "--stdin", text="".join(f"create refs/tags/{ref[0]} {ref[1]}\n" for ref in refs))

    def check_out(self, commit, refs):
        """Sets the temporary repository to the state of a clone at that time."""
        self.set_tags(refs)
        self.git("update-ref", "refs/remotes/origin/" + self.branch, commit)
        self.git("reset", "-q", "--hard", commit)
        self.git("clean", "-qffdx")

    def run(self, *words):
        """Runs Martlet: its status, output, errors, and seconds."""
        start = time.monotonic()
        try:
            done = subprocess.run([self.martlet, *words], cwd=self.tree, env=self.environment, timeout=SECONDS,
                                  stdin=subprocess.DEVNULL, capture_output=True)
        except subprocess.TimeoutExpired:
            return -1, "", f"more than {SECONDS} seconds", float(SECONDS)
        texts = [text.decode(errors="replace").strip() for text in (done.stdout, done.stderr)]
        return (done.returncode, *texts, round(time.monotonic() - start, 3))

    def version(self, is_accepted):
        status, printed, complaint, seconds = self.run("version")
        match = TOKEN.search(printed)
        verdict = "refused" if status else "right" if match and is_accepted(match.group()) else "wrong"
        return {"version": verdict, "version_text": (complaint if status else printed)[:600], "version_seconds": seconds}

    def replay(self, release, with_init):
        date = int(self.git("log", "-1", "--format=%ct", release.base))
        self.check_out(release.base, [ref for ref in self.refs if ref[3] <= date and ref[2] != release.commit])
        found = {"tag": release.tag, "base": release.base[:10], "old": release.previous,
                 "tag_only": release.base == release.commit}
        if with_init:
            found["init"], _, found["init_text"], _ = self.run("init", "--yes", "--no-input")
        merged = self.git("tag", "--merged", "HEAD").split("\n")  # a branch can lack P
        newest = max([number(version) for ref, version in self.tags if ref[0] in merged], default=None)
        found |= self.version(lambda value: release.is_current(value) or number(value) == newest
                              or found["tag_only"] and number(value) == number(release.version))
        status, _, complaint, found["seconds"] = self.run("bump", release.version, "--yes", "--no-input")
        if status:
            return found | {"class": "failed" if status < 0 or status > 100 else "refused", "error": complaint[:800]}
        pairs, odd = self.git.changes("HEAD")
        odd += [(entry, 0, "") for entry in self.git("status", "--porcelain", "-uall", "--ignored").splitlines()
                if not entry.startswith(" M ") and entry != "?? Releasefile"]
        ours, theirs = tokens(pairs), release.theirs
        required = {key for key in release.required if not self.is_of_another_product(theirs[key][2])}
        lists = {"missed": [show(key, theirs[key]) for key in theirs if key in required and key not in ours],
                 "optional": [show(key, theirs[key]) for key in theirs if key not in required and key not in ours],
                 "right": [], "wrong": [], "unsafe": [f"{path}:{at}: {text[:140]}" for path, at, text in odd]}
        for key in ours:
            if key not in theirs or number(ours[key][1]) != number(theirs[key][1]):
                verdict, why = self.judge(key, ours[key], release)
                lists[verdict].append(show(key, ours[key]) + f"  ({why})")
        kind = ("wrong" if lists["wrong"] or odd else "missed" if lists["missed"] else "better" if lists["right"] else "same")
        if kind == "same" and found["tag_only"] and found["version"] != "right":
            kind = found["version"]
        return found | {key: lines for key, lines in lists.items() if lines} | {"raised": len(ours), "class": kind}

    def judge(self, key, change, release):
        """Whether a token that only Martlet raised is right, and why."""
        (path, at, place), (old, _, line), kept = key, change, 0
        following = [ref[2] for ref, version in self.tags if number(version) > number(release.version)][-4:]
        for commit in following + [self.newest]:
            pairs, odd = self.git.changes(release.base, commit, "--", path)
            later = tokens(pairs).get(key)
            if later and number(later[1]) >= number(release.version):
                return "right", "raised later"
            kept += commit in following and not later and not any(other == (path, at, line) or other[1] == 0 and other[2][0] == "d" for other in odd)
        if self.was_raised(path, line, release):
            return "right", "raised for the last release"
        is_short = path.endswith(".md") and any(value[0][:2] == number(old)[0] for value in release.current)
        # `patch = 0` of 1.26.0, of which the major version, minor version and patch are lines of their own.
        is_part = old.isdigit() and any(int(old) in value[0] + (0, 0) for value in release.current)
        if not release.is_current(old) and not is_short and not is_part:
            return "wrong", "was not current"
        products = self.products()
        if (ELSEWHERE.search(path) or OPTIONAL.search(path)) and path.split("/")[0].lower() not in products:
            return "wrong", "an example, a test or vendored"
        if HISTORY.search(line):
            return "wrong", "history"
        above = "\n".join(self.git("show", f"HEAD:{path}").split("\n")[max(0, at - 3):at])
        if DEPENDENCY.search(above) and not any(name in above.lower() for name in products):
            return "wrong", "another product"
        if kept > 1 and path.endswith(".md") and not SNIPPET.search(line):
            return "wrong", "prose that the next releases keep"
        if kept > 1 and CHANCE.fullmatch(old) and re.search(r"\.(pbxproj|plist|xcconfig|ya?ml|json)$", path):
            return "wrong", "equal by chance"
        return "right", "was current"

    def was_raised(self, path, line, release):
        """Whether the maintainers raised this line to P for P, from the release before it."""
        tags = [(number(version), ref[2]) for ref, version in self.tags]
        last = max((tag for tag in tags if tag[0] == number(release.previous)), default=None)
        merged = set(self.git("tag", "--merged", last[1]).split("\n")) if last else set()
        before = max(((number(version), ref[2]) for ref, version in self.tags if ref[0] in merged and number(version) < last[0]),
                     default=None)
        if before is None:
            return False
        pairs = self.git.changes(before[1], last[1], "--", path)[0]
        return any(new == line and old != new and {number(one) for one in TOKEN.findall(old)} >= {before[0]} for _, _, old, new in pairs)

    def is_of_another_product(self, line):
        """Whether the line is the requirement of a package or pod that is not of this repository."""
        return REQUIREMENT.search(line) and not any(name in line.lower() for name in self.products())

    def products(self):
        """The names of the repository and of its podspecs, in lower case."""
        podspecs = [path for path in self.git("ls-files", "*.podspec").splitlines() if not ELSEWHERE.search(path)]
        return {name.lower() for name in [self.tree.name.removesuffix(".swift"), *(Path(path).stem for path in podspecs)]}

    def head(self, release):
        """The results of the commands on the newest commit."""
        names = self.git("tag", "--merged", self.newest).split("\n")
        names = [re.sub("^v", "", name[len(self.prefix):], flags=re.I) for name in names if name.lower().startswith(self.prefix)]
        values = [number(name) for name in names if TOKEN.fullmatch(name)]
        accepted = {max(values, default=None), max((value for value in values if not value[1]), default=None)}
        if release:
            now = tokens(self.git.changes(release.base, self.newest, "--", *{key[0] for key in release.required} or ".")[0])
            accepted |= {number(now[key][1]) for key in release.required if key in now}
            for path, _, place in [key for key in release.required if key not in now]:  # lines that moved
                form = TOKEN.sub("#", release.theirs[path, _, place][2])
                text = self.git("show", f"{self.newest}:{path}", check=False) if "version" in form.lower() else ""
                accepted |= {number(TOKEN.findall(line)[place]) for line in text.split("\n") if TOKEN.sub("#", line) == form}
        self.check_out(self.newest, self.refs)
        newest = max([value[0] for value in accepted if value] + [number(version)[0] for _, version in self.tags] or [(0,)])
        following = ".".join(map(str, (newest + (0, 0))[:2] + ((newest + (0, 0))[2] + 1,)))
        found = self.version(lambda value: number(value) in accepted)
        found["accepted"] = sorted(".".join(map(str, value[0])) + value[1] for value in accepted if value)
        for command in COMMANDS:
            name = command[0]
            if name == "plan" and "bump: ask" in found["releasefile"]:
                command = command + ["--answer", f"version={following}"]
            found[name], printed, complaint, found[name + "_seconds"] = self.run(*command)
            found[name + "_text"] = (complaint or printed)[-800:] if found[name] else ""
            if name == "init":
                releasefile = self.tree / "Releasefile"
                found["releasefile"] = releasefile.read_text() if releasefile.exists() else ""
                self.publish()
        return found

    def publish(self):
        """Commits the Releasefile, and gives `origin` a local copy with the same branch and tags."""
        self.git("add", "-A")
        self.git("commit", "-qm", "Add a Releasefile", check=False)
        self.git("update-ref", "refs/remotes/origin/" + self.branch, "HEAD")
        copy = self.tree.parent / "origin.git"
        self.git("clone", "-q", "--bare", "--shared", str(self.tree), str(copy))
        self.git("config", f"url.{copy}.insteadOf", self.address or "origin")


def show(key, change):
    return f"{key[0]}:{key[1]}: {change[2].strip()[:140]}  ->  {change[1]}"
