"""Paired measurement: the contenders of a task take turns (A B A B …), so that other load affects all of them."""

import json
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tasks import Memory, Wrong


# A command that takes more seconds is not run again, and its cold run counts.
TOO_SLOW = 15


class Clock:
    """Runs commands in a small process; see clock.py."""

    def __init__(self, folder, environment):
        self.output, self.errors = folder / "output", folder / "errors"
        self.environment = environment
        script = Path(__file__).resolve().parent / "clock.py"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # In MiB: the peak of a smaller program cannot be measured.
        self.floor = self.run(["/bin/sh", "-c", ":"], folder)["peak"]

    def run(self, command, folder):
        """Returns the time in seconds and the peak in MiB; raises `Wrong` if the command fails."""
        request = {
            "command": [str(word) for word in command], "folder": str(folder), "environment": self.environment,
            "output": str(self.output), "errors": str(self.errors),
        }
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if answer["status"] != 0:
            said = self.errors.read_text(errors="replace").strip().splitlines()[-1:] or ["no error output"]
            raise Wrong(f"exit status {answer['status']}: {said[0][:200]}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def measure(task, bench):
    """Returns times in seconds and peaks in MiB by contender, and the reasons for missing contenders."""
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
    """Returns the median ratio of two times of the same round."""
    return statistics.median(a / b for a, b in zip(figures[name]["times"], figures[other]["times"]))


def judgements(task, figures):
    """Returns the result for every goal of the task, without contenders that have no figures."""
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
    """Returns the slope of the least-squares line through the logarithms of both."""
    xs, ys = [math.log(size) for size in sizes], [math.log(seconds) for seconds in times]
    x, y = statistics.mean(xs), statistics.mean(ys)
    return sum((a - x) * (b - y) for a, b in zip(xs, ys)) / sum((a - x) ** 2 for a in xs)


def growth(goal, tasks):
    """Returns the growth of a contender's time over the sizes of a title; None for fewer than three sizes.

    The goal limits the exponent over all sizes. The exponent over the two largest sizes, which the start of the program
    does not affect, is reported, too.
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
