"""Random schedules of the queue's script with real IndexedDB, several tabs and two accounts."""

import pytest

from conftest import FULL

SCHEDULES = 1000 if FULL else 100


def run(site, phone, seed, count, control=""):
    page = phone.new_page()
    page.goto(site.url + "/blank")
    load = "await import('/assets/schedules.js')"
    code = f"async (values) => ({load}).run(...values)"
    return page.evaluate(code, [seed, count, control])


def test_each_tap_counts_once_in_order_and_for_its_account(site, phone, seed):
    result = run(site, phone, seed, SCHEDULES)
    print(f"{SCHEDULES} schedules, {result['taps']} taps")
    assert result["found"] == []
    assert result["taps"] > SCHEDULES


@pytest.mark.parametrize(
    ("control", "reason"),
    [
        ("noID", "counted twice"),
        ("list", "lost"),
        ("early", "lost"),
        ("anyAccount", "counted by another account"),
    ],
)
def test_a_queue_with_a_defect_is_found(site, phone, seed, control, reason):
    found = run(site, phone, seed, SCHEDULES, control)["found"]
    assert found, control
    assert reason in found[0]["failures"]
