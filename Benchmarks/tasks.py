"""What subjects are made of: tasks, the contenders that do them, and goals."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Optional


class Wrong(Exception):
    """What a command came to is not what was expected, so its time means nothing."""


@dataclass
class Contender:
    """A command that does a task. Those whose name begins with `martlet` are ours, the first one of a task foremost."""

    name: str
    command: list
    folder: Path
    # The programs of `command` that may be missing; left out, its first word.
    needs: tuple = ()
    # Called with what was printed, as a file, after every run and outside of the time; raises `Wrong`.
    check: Optional[Callable[[Path], None]] = None
    # Called before every run, outside of the time.
    prepare: Optional[Callable[[], None]] = None

    def programs(self):
        return self.needs or (self.command[0],)


@dataclass
class Ratio:
    """How long `by` may take at most, as a part of the time of `of` in the same round."""

    of: str
    limit: float
    by: str = "martlet"


@dataclass
class Memory:
    """How much memory `by` may need at most: `limit` MiB, beyond what `of` needs if that is said."""

    limit: float
    of: Optional[str] = None
    by: str = "martlet"


@dataclass
class Growth:
    """The exponent with which the time of `by` may grow at most over the sizes of the tasks of this title."""

    title: str
    limit: float = 1.1
    by: str = "martlet"


@dataclass
class Task:
    """What is measured in turns. Tasks of one title and several sizes are a series, which is drawn."""

    title: str
    contenders: list
    goals: list = field(default_factory=list)
    size: Optional[int] = None
