"""Paired measurement: the contenders of a task take turns (A B A B …), so that what the machine does beside meets all."""

import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tasks import Memory, Wrong


# What takes longer than so many seconds is not run again, and its cold run counts.
TOO_SLOW = 15


class Clock:
    """Runs commands in a small process; see clock.py."""

    def __init__(self, folder, environment):
        self.output, self.errors = folder / "output", folder / "errors"
        self.environment = environment
        script = Path(__file__).resolve().parent / "clock.py"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # In MiB: the peak of a smaller program cannot be told.
        self.floor = self.run(["/bin/sh", "-c", ":"], folder)["peak"]

    def run(self, command, folder):
        """The time in seconds and the peak in MiB; raises `Wrong` when the command fails."""
        request = {
            "command": [str(word) for word in command], "folder": str(folder), "environment": self.environment,
            "output": str(self.output), "errors": str(self.errors),
        }
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["status"] != 0:
            said = self.errors.read_text(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
            raise Wrong(f"exit status {answer['status']}: {said[0][:200]}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(task, bench):
    """Times in seconds and peaks in MiB by the names of the contenders, and why others have none."""
    figures, absent, present = {}, {}, []
    for contender in task.contenders:
        missing = [name for name in contender.programs() if not bench.programs.path(name)]
        if missing:
            absent[contender.name] = bench.programs.reason(missing[0])
        else:
            figures[contender.name] = {"times": [], "peak": 0.0}
            present.append(contender)
    start = time.monotonic()
    for number in range(bench.runs + 1):
        if number > bench.least_runs and time.monotonic() - start > bench.patience:
            break
        for contender in list(present):
            try:
                answer = one_run(contender, bench)
            except Wrong as reason:
                absent[contender.name] = str(reason)
                del figures[contender.name]
                present.remove(contender)
                continue
            is_too_slow = answer["seconds"] > TOO_SLOW
            if is_too_slow:
                present.remove(contender)
            # The first run is a cold one.
            if number > 0 or is_too_slow:
                figures[contender.name]["times"].append(answer["seconds"])
                figures[contender.name]["peak"] = max(figures[contender.name]["peak"], answer["peak"])
    return {"title": task.title, "size": task.size, "figures": figures, "absent": absent}


def one_run(contender, bench):
    if contender.prepare:
        contender.prepare()
    program, *words = contender.command
    answer = bench.clock.run([bench.programs.path(program), *words], contender.folder)
    if contender.check:
        contender.check(bench.clock.output)
    return answer


def ratio(figures, name, other):
    """The median of how long one took as a part of the other's time in the same round."""
    return statistics.median(a / b for a, b in zip(figures[name]["times"], figures[other]["times"]))


def judgements(task, figures):
    """For every goal of the task what was found; nothing about contenders that have no figures."""
    for goal in task.goals:
        if any(name and name not in figures for name in (goal.by, goal.of)):
            continue
        if isinstance(goal, Memory):
            found = figures[goal.by]["peak"] - (figures[goal.of]["peak"] if goal.of else 0)
            what = f"{goal.by}: memory beyond `{goal.of}`, MiB" if goal.of else f"{goal.by}: memory, MiB"
        else:
            found, what = ratio(figures, goal.by, goal.of), f"{goal.by} / {goal.of}"
        yield judgement(f"{task.title}, {task.size:,}" if task.size else task.title, what, found, goal.limit)


def judgement(task, what, found, limit):
    return {"task": task, "what": what, "found": found, "limit": limit, "met": found <= limit}


def exponent(sizes, times):
    """The slope of a line through the logarithms of both, by least squares."""
    xs, ys = [math.log(size) for size in sizes], [math.log(seconds) for seconds in times]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def growth(goal, tasks):
    """How the time of one contender grows over the sizes of a title, or nothing when there are fewer than three.

    The exponent over all sizes is what the goal is about. The one over the two largest, where the start of the program no
    longer counts, is told beside it.
    """
    series = [
        (task["size"], statistics.median(task["figures"][goal.by]["times"]))
        for task in tasks if task["title"] == goal.title and goal.by in task["figures"]
    ]
    if len(series) < 3:
        return None
    sizes, times = zip(*series)
    last = exponent(sizes[-2:], times[-2:])
    what = f"{goal.by}: exponent over {sizes[0]:,} to {sizes[-1]:,} ({last:.2f} over the last two)"
    return judgement(goal.title, what, exponent(sizes, times), goal.limit)
