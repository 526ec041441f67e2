"""Version tokens, and the changes of them that git reports."""

import re
import subprocess

TOKEN = re.compile(r"(?<![0-9.])\d+(?:\.\d+)+"
                   r"(?:[-.]?(?:alpha|beta|rc|pre|preview|dev|snapshot|canary|nightly|a|b)(?:[-.]?\d+)*(?![0-9a-z]))?", re.I)
FORMS = [TOKEN, re.compile(r"\d+(?:\.\d+)*")]  # a version of one number, such as 1, only where no other form explains a change


def number(version):
    """The part of a version that is compared: its numbers without trailing zeros, and its suffix."""
    digits = re.match(r"[\d.]*\d", version).group()
    return tuple(int(part) for part in re.sub(r"(\.0+)+$", "", digits).split(".")), version[len(digits):].lower().lstrip("-.")


def unquoted(form, line):
    """A line without its versions, and without the quotes that Xcode adds around 1.0-beta and drops around 1.0."""
    return re.sub(r'"#"', "#", form.sub("#", line)) if " = " in line and line.rstrip().endswith(";") else form.sub("#", line)


class Git:
    """The git of one repository, without the configuration of the machine."""

    def __init__(self, folder, environment):
        self.folder, self.environment, self.is_filled = folder, environment, False

    def __call__(self, *words, text=None, check=True):
        done = subprocess.run(["git", "-c", "core.quotePath=false", *words], cwd=self.folder, env=self.environment,
                              input=None if text is None else text.encode(), capture_output=True, timeout=600)
        complaint = done.stderr.decode(errors="replace").strip()
        if "unable to read" in complaint and not self.is_filled:
            self.fill()
            return self(*words, text=text, check=check)
        if check and done.returncode:
            raise RuntimeError(f"git {' '.join(words[:3])}: {complaint[:200]}")
        return done.stdout.decode(errors="surrogateescape")

    def fill(self):
        """Replaces missing files of an incomplete copy with empty ones."""
        self.is_filled = True
        empty = self("hash-object", "-w", "--stdin", text="\n").strip()
        objects = self("rev-list", "--objects", "--missing=print", "--all").splitlines()
        missing = [name[1:] for name in objects if name.startswith("?")]
        self("update-ref", "--stdin", text="".join(f"update refs/replace/{name} {empty}\n" for name in missing))

    def changes(self, *words, mask=lambda form, line: form.sub("#", line)):
        """Changed lines as [(path, line, old, new)], and what has no counterpart: [(path, line, text)]."""
        diff = self("diff", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--text", "--no-color", *words)
        pairs, odd, path, lines = [], [], "", iter(diff.split("\n"))
        for line in lines:
            if line.startswith(("new file", "deleted file", "old mode")):
                odd.append((path, 0, line))
            elif line.startswith("diff --git "):
                path, is_link = line.split(" b/", 1)[-1], False
            elif line.startswith("index ") and line.endswith(" 120000"):
                is_link = True
            elif hunk := re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@", line):
                counts, sides = {"-": int(hunk[2] or 1), "+": int(hunk[3] or 1)}, {"-": [], "+": []}
                while any(len(sides[sign]) < counts[sign] for sign in sides):
                    text = next(lines)
                    if text[:1] in sides:
                        sides[text[0]].append(text[1:])
                if is_link:  # to a folder of the version, which is not its declaration
                    odd += [(path, at, text) for at, text in enumerate(sides["-"] + sides["+"])]
                    continue
                added = [{}, {}]  # for each form: the added lines by what is left without versions, first line last
                for place, text in reversed(list(enumerate(sides["+"] if sides["-"] else []))):
                    for form, found in zip(FORMS, added):
                        found.setdefault(mask(form, text), []).append(place)
                rest = dict(enumerate(sides["+"]))
                for at, old in enumerate(sides["-"], int(hunk[1])):
                    for form, found in zip(FORMS, added):
                        equal = found.get(mask(form, old), [])
                        while equal and equal[-1] not in rest:
                            equal.pop()
                        if equal:
                            pairs.append((path, at, old, rest.pop(equal.pop())))
                            break
                    else:
                        odd.append((path, at, old))
                odd += [(path, 0, "+" + text) for text in rest.values()]
        return pairs, odd


def tokens(pairs):
    """The changed tokens, as {(path, line, place): (old, new, old line)}."""
    found = {}
    for path, at, before, after in pairs:
        form = next(form for form in FORMS if unquoted(form, before) == unquoted(form, after))
        for place, (old, new) in enumerate(zip(form.findall(before), form.findall(after))):
            if old != new:
                found[path, at, place] = old, new, before
    return found
