"""Namespaces of the run's own. Whatever starts in them ends with the run, however it ends."""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys

# From <sched.h> and <sys/prctl.h>.
CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWPID, CLONE_NEWNET = 0x20000, 0x8000000, 0x20000000, 0x40000000
PR_SET_PDEATHSIG = 1

FOLDER = pathlib.Path("/run/cluster")


def enter():
    """Continues in a process with namespaces of its own; the present one only waits for it.

    Returns a folder in memory that nobody else sees.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET) != 0:
        sys.exit(f"namespaces: {os.strerror(ctypes.get_errno())}")
    continue_in_child(libc)
    # The first process of the namespace: when it ends, the kernel kills all others.
    for command in (
        "mount --make-rprivate /", "mount -t proc proc /proc", "mount -t tmpfs tmpfs /run",
        "mount -t tmpfs tmpfs /dev/shm", "ip link set lo up",
    ):
        subprocess.run(command.split(), check=True)
    FOLDER.mkdir()
    (FOLDER / "logs").mkdir(mode=0o777)
    continue_in_child(libc)
    return FOLDER


def continue_in_child(libc):
    """Forks. The parent collects everything that ends, and exits with the child."""
    child = os.fork()
    if child == 0:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        return
    # The child says what happens after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        ended, status = os.wait()
        if ended == child:
            os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
