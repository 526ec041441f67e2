"""Runs commands for the driver and times them: a request in JSON a line on standard input, an answer a line on standard output.

It is a separate process, because the system counts the memory of the parent process into a program's peak, and the
driver grows with its inputs. This process stays small, and its own peak is reported as the floor.
"""

import json
import os
import sys
import time

# ru_maxrss is in KiB on Linux and in bytes on macOS.
PEAKS_IN_A_MEBIBYTE = 1024 if sys.platform == "linux" else 1024 * 1024


def run(request):
    """The time in seconds, the exit status (negative for a signal), and the peak of the largest process in MiB."""
    os.chdir(request["folder"])
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    streams = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, request["output"], writing, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, request["errors"], writing, 0o600),
    ]
    command = request["command"]
    start = time.perf_counter()
    child = os.posix_spawn(command[0], command, request["environment"], file_actions=streams)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - start
    peak = usage.ru_maxrss / PEAKS_IN_A_MEBIBYTE
    return {"seconds": seconds, "status": os.waitstatus_to_exitcode(status), "peak": peak}


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
