"""The parts of subjects: tasks, the contenders that perform them, and goals."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional


class Wrong(Exception):
    """The result of a command is wrong, so its time means nothing."""


@dataclass
class Contender:
    """A command that performs a task. Names with the prefix `martlet` are Martlet's; the first of a task counts."""

    name: str
    command: list
    folder: Path
    # The programs of `command` that may be missing; left out, its first word.
    needs: tuple = ()
    # Called with the output, as a file, after every run and outside of the measured time; raises `Wrong`.
    check: Optional[Callable[[Path], None]] = None
    # Called before every run, outside of the measured time.
    prepare: Optional[Callable[[], None]] = None

    def programs(self):
        return self.needs or (self.command[0],)


@dataclass
class Ratio:
    """The maximum ratio of the time of `by` to that of `of` in the same round."""

    of: str
    limit: float
    by: str = "martlet"


@dataclass
class Memory:
    """The maximum memory of `by`: `limit` MiB, or that much more than `of` needs, if `of` is set."""

    limit: float
    of: Optional[str] = None
    by: str = "martlet"


@dataclass
class Growth:
    """The maximum exponent with which the time of `by` grows over the sizes of the tasks of this title."""

    title: str
    limit: float = 1.1
    by: str = "martlet"


@dataclass
class Task:
    """A task, measured in turns. Tasks of one title and several sizes are a series, which is drawn."""

    title: str
    contenders: list
    goals: list = field(default_factory=list)
    size: Optional[int] = None
