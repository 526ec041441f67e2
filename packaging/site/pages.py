"""Writes what the generator of the site reads: pages.py FOLDER. Its first page is README.md, and its navigation docs/README.md, which
lists all pages. The reference is the help of the program MARTLET. The address of the repository is in REPOSITORY: without it, links to
files that are not pages are text."""
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
REFERENCE = ["steps", "keys", "errors"]
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
REPOSITORY = os.environ.get("REPOSITORY", "").removesuffix(".git")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def page_of(path):
    return "index.md" if path == "README.md" else path.removeprefix("docs/")


def link(source, image, text, address):
    """The link of a page, on the site."""
    if re.match(r"[a-z]+:|#", address):
        return f"{image}[{text}]({address})"
    target, mark, anchor = address.partition("#")
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if not os.path.exists(os.path.join(ROOT, target)):
        sys.exit(f"error: {source}: {address} is not a file")
    if target == "docs/README.md":
        target = "README.md"
    if target == "README.md" or target.startswith("docs/"):
        address = posixpath.relpath(page_of(target), posixpath.dirname(page_of(source)))
    elif REPOSITORY:
        address = f"{REPOSITORY}/blob/HEAD/{target}"
    else:
        return text
    return f"{image}[{text}]({address}{mark}{anchor})"


def page(source):
    """A page without the comments that tests read."""
    parts = FENCE.split(read(source))
    for index in range(0, len(parts), 2):
        text = re.sub(r"<!--.*?-->\n?", "", parts[index], flags=re.DOTALL)
        parts[index] = LINK.sub(lambda match: link(source, *match.groups()), text)
    # The evidence is for those who follow a link to it.
    hidden = "---\nsearch: {exclude: true}\n---\n" if source.startswith("docs/evidence/") else ""
    return hidden + "".join(parts)


def pages_in(section):
    links = [match for match in LINK.finditer(section) if re.fullmatch(r"[\w-]+\.md", match[3])]
    return [{match[2][0].upper() + match[2][1:]: match[3]} for match in links]


def navigation():
    first, *sections = read("docs/README.md").split("\n## ")
    titled = [{section.splitlines()[0]: pages_in(section)} for section in sections if pages_in(section)]
    reference = {"Help": [{kind.capitalize(): f"{kind}.md"} for kind in REFERENCE]}
    return [{"Home": "index.md"}, *pages_in(first), *titled, reference]


def help_of(*words):
    return subprocess.run([os.environ["MARTLET"], "help", *words], check=True, capture_output=True, text=True).stdout


def names_of(kind):
    """The names in the first column of a list."""
    return [line.split()[0] for line in help_of(kind).splitlines() if line and not line[0].isspace()]


def reference(kind):
    """A page of what `martlet help` prints: a section for each name, or the whole list."""
    if kind == "keys":
        return f"# Keys\n\n```text\n{help_of(kind)}```\n"
    sections = (f"## {name}\n\n```text\n{help_of(kind[:-1], name)}```\n" for name in names_of(kind))
    return f"# {kind.capitalize()}\n\n" + "\n".join(sections)


folder = sys.argv[1]
shutil.copytree(os.path.join(ROOT, "docs"), f"{folder}/pages", ignore=shutil.ignore_patterns("README.md", "results.json"))
shutil.copy(os.path.join(ROOT, "packaging/site/site.css"), f"{folder}/pages")
sources = [f"docs/{posixpath.relpath(os.path.join(path, name), f'{folder}/pages')}"
           for path, _, names in os.walk(f"{folder}/pages") for name in names if name.endswith(".md")]
for source in [*sources, "README.md"]:
    with open(f"{folder}/pages/{page_of(source)}", "w", encoding="utf-8") as file:
        file.write(page(source))
for kind in REFERENCE:
    with open(f"{folder}/pages/{kind}.md", "w", encoding="utf-8") as file:
        file.write(reference(kind))
with open(f"{folder}/mkdocs.yml", "w", encoding="utf-8") as file:
    file.write(read("packaging/site/mkdocs.yml"))
    file.write(f"nav: {json.dumps(navigation())}\n")
