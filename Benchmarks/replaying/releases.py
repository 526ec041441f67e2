"""What the maintainers of a repository did for a release."""

import re
from collections import Counter

from replaying.tokens import number, tokens, unquoted

OPTIONAL = re.compile(
    r"(^|/)(change|changes|changelog|history|release[-_]?notes|releases\.|news|migrat|upgrad|whatsnew)[^/]*$|\.lock$"
    r"|\.resolved$|(^|/)(package-lock\.json|\.release-please-manifest\.json)$|(^|/)\.changeset/|(^|/)appcast[^/]*$"
    r"|(^|/)docs?/.*\.(html|json|css|js|xml)$|\.(docset|doccarchive)/"
    r"|(^|/)(Pods|Carthage|vendor|node_modules)/|Tests?/.*\.(swift|m|mm|h)$|Tests?\.(swift|m)$", re.I)
ELSEWHERE = re.compile(r"(^|/)([^/]*(examples?|demos?|samples?|fixtures?|tests?|playgrounds?)|integration[^/]*|pods|carthage|"
                       r"vendor(ed)?|third[-_ ]?party|external|node_modules)/", re.I)
CHECKSUM = re.compile(r"\b(checksum|sha256)\b", re.I)
PLATFORM = re.compile(r"swift[-_ ]?(tools[-_]?)?version|deployment_target|platform|\bxcode|since|@available", re.I)


class Release:
    """A tag, and the tokens that its maintainers raised for it."""

    def __init__(self, git, tag, version, commit, previous, prerelease, tags):
        self.git, self.tag, self.version, self.commit, self.previous = git, tag, version, commit, previous[0]
        self.digits = "-G" + r"\.".join(map(str, number(version)[0]))
        self.base, self.theirs = commit, {}
        self.current = {number(name) for name in (previous[0], prerelease) if name}
        # Without such paths, a raised line may have been changed again.
        paths = self.raised(previous[1], commit)[1]
        commits = git("log", "--reverse", "--no-merges", "--format=%H", self.digits,
                      f"{previous[1]}..{commit}", "--", *paths).split()
        first = next((name for name in commits if self.raised(name + "^", name)[1]), commit if paths else None)
        if not first:
            return
        self.base = git("rev-parse", first + "^").strip()
        self.theirs, paths = self.raised(self.base, commit)
        olds = [number(change[0]) for (path, _, _), change in self.theirs.items()
                if path in paths and not path.endswith(".md") and not ELSEWHERE.search(path)]
        olds = [old for old in olds if old < number(version)]  # a build number can be higher than this version
        lowest, merged = number(previous[0]), git("tag", "--merged", self.base).split("\n")
        reachable = [number(other) for ref, other in tags if ref[0] in merged]
        if reachable and lowest not in reachable:  # P is on another branch
            self.current = self.current - {lowest} | {max(reachable)}
            lowest = max(reachable)
        if olds and (usual := Counter(olds).most_common(1)[0][0]) > lowest:
            self.current = self.current - {lowest} | {usual}

    def raised(self, start, end):
        """The tokens that `end` raised to this version, and the files among them that count."""
        pairs, rest = self.git.changes(self.digits, start, end, mask=unquoted)
        all_tokens, self.sealed = tokens(pairs), {path for path, _, text in rest if CHECKSUM.search(text)}
        found = {key: change for key, change in all_tokens.items()
                 if number(change[1]) == number(self.version) != number(change[0])}
        return found, sorted({key[0] for key, change in found.items() if not is_optional(key[0], change[2])})

    def is_current(self, text):
        """Whether a value comes before this version: the current one, or a pre-release of this version."""
        return number(text) in self.current or number(text)[0] == number(self.version)[0] and number(text)[1] != ""

    def is_required(self, key):
        if key[0] in self.sealed and ("://" in self.theirs[key][2] or key[0].endswith(".rb")):
            return False
        return not is_optional(key[0], self.theirs[key][2]) and number(self.theirs[key][0]) in self.current

    @property
    def required(self):
        return [key for key in self.theirs if self.is_required(key)]


def is_optional(path, line):
    return OPTIONAL.search(path) or PLATFORM.search(line)
