"""Results as Markdown, JSON and pictures."""

import json
import re
import statistics

import plot
from measurement import ratio


def write(name, result, folder):
    """Writes the result of a subject, and keeps the results of other subjects.

    In `folder` are benchmarks.md, if it is there, and benchmarks/results.json with the pictures.
    """
    pictures = folder / "benchmarks"
    pictures.mkdir(parents=True, exist_ok=True)
    path = pictures / "results.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    results[name] = result
    # A line for each subject.
    lines = [f"{json.dumps(subject)}: {json.dumps(known)}" for subject, known in results.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    for title, tasks in series(result).items():
        (pictures / f"{picture_name(name, title)}.svg").write_text(plot.picture(title, result["unit"], tasks))
    text = folder / "benchmarks.md"
    if text.exists():
        page = text.read_text()
        for mark, lines in [("summary", summary(results)), (name, section(name, result))]:
            begin, end = f"<!-- begin {mark} -->", f"<!-- end {mark} -->"
            if begin not in page or end not in page.split(begin, 1)[1]:
                raise SystemExit(f"error: `{text}` has no lines `{begin}` and `{end}`")
            head, rest = page.split(begin, 1)
            page = f"{head}{begin}\n{lines}\n{end}{rest.split(end, 1)[1]}"
        text.write_text(page)


def series(result):
    """The tasks with three sizes or more, by their titles."""
    titles = {}
    for task in result["tasks"]:
        if task["size"] is not None:
            titles.setdefault(task["title"], []).append(task)
    return {title: tasks for title, tasks in titles.items() if len({task["size"] for task in tasks}) > 2}


def picture_name(name, title):
    return f"{name}-{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-')}"


def summary(results):
    """Returns the number of goals that are met, and a list of the others."""
    goals = [(result["title"], goal) for result in results.values() for goal in result["goals"]]
    missed = [(title, goal) for title, goal in goals if not goal["met"]]
    lines = [f"{len(goals) - len(missed)} of {len(goals)} goals are met."]
    if missed:
        lines += ["", "| not met | task | what | found | goal, at most |", "| --- | --- | --- | ---: | ---: |"]
        lines += [f"| {title} | {goal_cells(goal)} |" for title, goal in missed]
    return "\n".join(lines)


def cell(text):
    return text.replace("|", "\\|")


def goal_cells(goal):
    return f"{cell(goal['task'])} | {cell(goal['what'])} | {goal['found']:.2f} | {goal['limit']:g}"


def section(name, result):
    """Returns the result of one subject: tables of figures, pictures, and goals."""
    lines = [
        result["about"], "",
        f"{result['date']}, {result['machine']}; {', '.join(result['versions'])}. Up to {result['runs']} runs"
        f"{', a quick form' if result['quick'] else ''}, taking turns. Peaks below {result['floor']:.0f} MiB cannot be measured.",
        "", f"| task | {result['unit']} | with | median, ms | least | × martlet | peak, MiB |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for task in result["tasks"]:
        lines += rows(task, result["floor"])
    for title in series(result):
        lines += ["", f"![{title}: time by size](benchmarks/{picture_name(name, title)}.svg)"]
    if result["goals"]:
        lines += ["", "| goal | what | found | at most | |", "| --- | --- | ---: | ---: | --- |"]
        lines += [f"| {goal_cells(goal)} | {'met' if goal['met'] else '**not met**'} |" for goal in result["goals"]]
    absent = {f"- {who} ({task['title']}): {why}" for task in result["tasks"] for who, why in task["absent"].items()}
    if absent:
        lines += ["", "Not measured:", "", *sorted(absent)]
    return "\n".join(lines)


def rows(task, floor):
    """Returns a row for each contender. The ratio of a contender faster than Martlet is bold."""
    figures, size = task["figures"], f"{task['size']:,}" if task["size"] else ""
    for name, figure in figures.items():
        median, least = statistics.median(figure["times"]) * 1000, min(figure["times"]) * 1000
        peak = f"{figure['peak']:.0f}" if figure["peak"] > floor + 1 else f"≤ {floor + 1:.0f}"
        compared = ""
        if name != "martlet" and "martlet" in figures:
            factor = ratio(figures, name, "martlet")
            compared = f"{factor:.2f}" if factor >= 1 else f"**{factor:.2f}**"
        yield f"| {cell(task['title'])} | {size} | {cell(name)} | {median:.1f} | {least:.1f} | {compared} | {peak} |"
