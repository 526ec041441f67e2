"""What the maintainers of a repository did for a release."""

import re
from collections import Counter

from replaying.tokens import number, tokens, unquoted

OPTIONAL = re.compile(
    r"(^|/)(change|changes|changelog|history|release[-_]?notes|releases\.|news|migrat|upgrad|whatsnew)[^/]*$|\.lock$"
    r"|\.resolved$|(^|/)(package-lock\.json|\.release-please-manifest\.json)$|(^|/)\.changeset/|(^|/)appcast[^/]*$"
    r"|(^|/)docs?/.*\.(html|json|css|js|xml)$|\.(docset|doccarchive)/"
    r"|(^|/)(Pods|Carthage|vendor|node_modules)/|Tests?/.*\.(swift|m|mm|h)$|Tests?\.(swift|m)$", re.I)
PLATFORM = re.compile(r"swift[-_ ]?(tools[-_]?)?version|deployment_target|platform|\bxcode|since|@available", re.I)


class Release:
    """A tag, and the tokens that its maintainers raised for it."""

    def __init__(self, git, tag, version, commit, previous, prerelease):
        self.git, self.tag, self.version, self.commit, self.previous = git, tag, version, commit, previous[0]
        self.digits = "-G" + r"\.".join(map(str, number(version)[0]))
        self.base, self.theirs = commit, {}
        self.current = {number(name) for name in (previous[0], prerelease) if name}
        paths = self.raised(previous[1], commit)[1]
        if not paths:
            return
        commits = git("log", "--reverse", "--no-merges", "--format=%H", self.digits,
                      f"{previous[1]}..{commit}", "--", *paths).split()
        first = next((name for name in commits if self.raised(name + "^", name)[1]), commit)
        self.base = git("rev-parse", first + "^").strip()
        self.theirs, paths = self.raised(self.base, commit)
        olds = [number(change[0]) for (path, _, _), change in self.theirs.items() if path in paths and not path.endswith(".md")]
        if olds and (usual := Counter(olds).most_common(1)[0][0]) > number(previous[0]):
            self.current = self.current - {number(previous[0])} | {usual}

    def raised(self, start, end):
        """The tokens that `end` raised to this version, and the files among them that count."""
        all_tokens = tokens(self.git.changes(self.digits, start, end, mask=unquoted)[0])
        found = {key: change for key, change in all_tokens.items()
                 if number(change[1]) == number(self.version) != number(change[0])}
        return found, sorted({key[0] for key, change in found.items() if not is_optional(key[0], change[2])})

    def is_required(self, key):
        return not is_optional(key[0], self.theirs[key][2]) and number(self.theirs[key][0]) in self.current

    @property
    def required(self):
        return [key for key in self.theirs if self.is_required(key)]


def is_optional(path, line):
    return OPTIONAL.search(path) or PLATFORM.search(line)
