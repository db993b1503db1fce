"""Random series of taps on the built server's page, over a bad network and on several phones."""

import random

from playwright.sync_api import expect

from built import needs_build
from conftest import FULL, LISTENS
from test_taps import expect_waiting, tap

pytestmark = needs_build

SERIES = 30 if FULL else 12
FAULTS = ["drop", "twice", "lose", 503, 429, 404, 502, 0.3, None]


def test_series_of_taps_count_exactly(built, chromium, seed):
    choose = random.Random(seed)
    context = chromium.new_context()
    context.add_init_script(LISTENS)
    page = context.new_page()
    built.log_in(page)
    total, taps = 0, 0
    for series in range(SERIES):
        built.network.faults = [fault for fault in choose.choices(FAULTS, k=3) if fault]
        if series % 10 == 5:
            built.kill()
        for _ in range(choose.randint(1, 6)):
            amount = choose.choice([1, 1, -1])
            total, taps = total + amount, taps + 1
            tap(page, label="+" if amount == 1 else "-")
        if series % 10 == 5:
            expect_waiting(page, r"\d+")
            built.start()
        expect(page.locator("#waiting")).to_have_text("", timeout=60_000)
        expect(page.locator("#count")).to_have_text(str(total), timeout=15_000)
        assert built.count() == total
    assert len(built.history()) == taps
    context.close()


def test_several_phones_count_what_was_tapped(built, chromium, seed):
    """Phones of three people are offline at random, while a program counts too."""
    choose = random.Random(seed)
    for account in ["bea", "carl"]:
        built.sign_up(account)
        built.tally("share", "main", "with", account)
    phones = []
    for account in ["ada", "ada", "bea", "bea", "carl"]:
        context = chromium.new_context()
        context.add_init_script(LISTENS)
        context.add_cookies(
            [{"name": "tally", "value": built.token(account), "url": built.url}]
        )
        page = context.new_page()
        page.goto(built.url + ("/counters/main" if account == "ada" else "/shared/ada/main"))
        page.wait_for_selector("html[data-listens]")
        phones.append((account, context, page))
    parts = {"ada": 0, "bea": 0, "carl": 0}
    for turn in range(12):
        for account, context, page in phones:
            context.set_offline(choose.random() < 1 / 3)
            for _ in range(choose.randint(0, 4)):
                tap(page)
                parts[account] += 1
        built.tally("up", "main")
        parts["ada"] += 1
        if turn in (4, 8):
            built.kill()
            built.start()
    for _, context, page in phones:
        context.set_offline(False)
        expect(page.locator("#waiting")).to_have_text("", timeout=60_000)
    total = sum(parts.values())
    for _, _, page in phones:
        expect(page.locator("#count")).to_have_text(str(total), timeout=15_000)
    assert built.count() == total
    counted = [change["by"] for change in built.history()]
    assert {name: counted.count(name) for name in parts} == parts
    # What was tapped without network can be taken back when it is there.
    account, _, page = phones[-1]
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice")).to_contain_text("Undid")
    assert built.count() == total - 1
    for _, context, _ in phones:
        context.close()
