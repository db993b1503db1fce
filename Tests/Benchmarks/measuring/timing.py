"""Times whole programs in turn, and measures their memory and syncs."""

import json
import re
import shlex
import statistics
import subprocess
import tempfile

from .machine import has


def line(*words):
    return shlex.join(str(word) for word in words)


def in_turn(commands, rounds=10, runs=3, warmup=1):
    """The median time of each command in seconds; the commands alternate in rounds."""
    times = {name: [] for name in commands}
    with tempfile.NamedTemporaryFile("r", suffix=".json") as export:
        for _ in range(rounds):
            done = subprocess.run(
                ["hyperfine", "-N", "--style", "none", "--warmup", str(warmup), "--runs",
                 str(max(runs, 2)), "--export-json", export.name, *commands.values()],
                text=True, capture_output=True, check=False)
            if done.returncode != 0:
                raise SystemExit(done.stderr)
            export.seek(0)
            for name, result in zip(commands, json.load(export)["results"]):
                times[name] += result["times"]
    return {name: statistics.median(values) for name, values in times.items()}


def memory(command, runs=5):
    """The peak memory of a command in KiB: the median of some runs."""
    if not has("/usr/bin/time"):
        return None
    sizes = []
    for _ in range(runs):
        done = subprocess.run(
            ["/usr/bin/time", "-f", "%M", *shlex.split(command)], text=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        sizes.append(int(done.stderr.split()[-1]))
    return statistics.median(sizes)


def syncs(command):
    """The number of syncs of a command."""
    if not has("strace"):
        return None
    done = subprocess.run(
        ["strace", "-f", "-qq", "-e", "trace=fsync,fdatasync,sync_file_range,msync,sync,syncfs",
         *shlex.split(command)],
        text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return len(re.findall(r"\b(?:fsync|fdatasync|sync_file_range|msync|sync|syncfs)\(",
                          done.stderr))


def text(seconds):
    if seconds is None:
        return "missing"
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds:.1f} s"


def mebibytes(kibibytes):
    return "missing" if kibibytes is None else f"{kibibytes / 1024:.1f} MiB"
