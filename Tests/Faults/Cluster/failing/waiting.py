"""Waiting for conditions."""

import time

# How long something may take that has to happen. A busy machine is slow.
PATIENCE = 180


def wait_for(what, condition, patience=PATIENCE):
    """Waits until the condition's value is true, and returns it."""
    deadline = time.monotonic() + patience
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {patience} s for {what}")
        time.sleep(0.1)
    return value
