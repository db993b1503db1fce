"""Guests: people who count by an invitation, without an account."""

import signal
import subprocess
from datetime import datetime

import pytest
from playwright.sync_api import expect

from built import needs_build
from conftest import LISTENS
from scenes import overflows, violations
from test_lan import machine  # noqa: F401, a fixture

pytestmark = needs_build


@pytest.fixture
def phones(chromium):
    """Phones whose person went on after the browser's warning, each with a storage of its own."""
    contexts = []

    def make():
        context = chromium.new_context(
            viewport={"width": 412, "height": 800}, has_touch=True, ignore_https_errors=True
        )
        context.set_default_timeout(15_000)
        context.add_init_script(LISTENS)
        contexts.append(context)
        return context.new_page()

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def owner(machine, phones):
    page = phones()
    page.goto(f"{machine.url}/login")
    machine.log_in(page)
    return page


def invite(page, machine, people=""):
    """Makes an invitation on the page, and returns the link that a phone reads in the picture."""
    page.goto(f"{machine.url}/counters/main/members")
    page.get_by_text("Invite guests").tap()
    page.get_by_label("For how many people").fill(people)
    page.get_by_role("button", name="Invite", exact=True).tap()
    page.wait_for_selector(".invitation")
    assert violations(page) == [] and not overflows(page)
    picture = machine.folder / "code.png"
    page.locator("svg.code").screenshot(path=picture)
    read = subprocess.run(
        ["zbarimg", "-q", "--raw", picture], capture_output=True, text=True, check=True
    )
    link = read.stdout.strip()
    assert link == page.locator(".invitation a").text_content()
    page.reload()
    expect(page.locator(".invitation")).to_have_count(0)
    return link


def join(page, link, name):
    page.goto(link)
    assert page.url.endswith("/join")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Count").tap()


def joined(phones, link, name):
    page = phones()
    join(page, link, name)
    page.wait_for_selector("html[data-listens]")
    return page


def tap(page, times=1):
    for _ in range(times):
        page.get_by_role("button", name="Add 1").tap()


def test_guests_join_by_the_code_and_their_taps_count_once_each(owner, phones, machine):
    link = invite(owner, machine)
    doors = [joined(phones, link, f"Door {number}") for number in (1, 2)]
    for door in doors:
        assert door.url == f"{machine.url}/shared/ada/main"
        tap(door, 3)
    expect(doors[0].locator("#count")).to_have_text("6")
    machine.kill()
    tap(doors[1], 4)
    expect(doors[1].locator("#waiting")).to_contain_text("4")
    machine.start()
    for door in doors:
        expect(door.locator("#count")).to_have_text("10")
    assert machine.count() == 10
    owner.goto(f"{machine.url}/counters/main/members")
    rows = owner.locator(".members li")
    expect(rows.nth(1)).to_contain_text("Door 1 (guest) counts +3 today")
    expect(rows.nth(2)).to_contain_text("Door 2 (guest) counts +7 today")
    expect(owner.locator(".invitations")).to_contain_text("2 of 20 came")


def test_taps_of_the_hour_for_which_the_laptop_slept_count_once_and_at_their_times(
    owner, phones, machine
):
    link = invite(owner, machine)
    page = phones()
    page.clock.install()
    join(page, link, "Door 1")
    page.wait_for_selector("html[data-listens]")
    tap(page, 3)
    expect(page.locator("#count")).to_have_text("3")
    expect(page.locator("#waiting")).to_be_empty()
    machine.process.send_signal(signal.SIGSTOP)
    for _ in range(2):
        tap(page, 2)
        page.clock.fast_forward(1_800_000)
    expect(page.locator("#waiting")).to_contain_text("3 saved, 4 waiting")
    machine.process.send_signal(signal.SIGCONT)
    expect(page.locator("#waiting")).to_be_empty(timeout=60_000)
    expect(page.locator("#count")).to_have_text("7")
    times = [datetime.fromisoformat(entry["time"]) for entry in machine.history()]
    minutes = [round((max(times) - time).total_seconds() / 60) for time in times]
    # What was sent and not read has the age that it had then.
    assert len(minutes) == 7 and max(minutes) >= 30 and set(minutes) <= {0, 30, 60}
    # The page follows the counter again.
    machine.tally("up", "main")
    expect(page.locator("#count")).to_have_text("8", timeout=60_000)


def test_a_guest_sees_one_counter_and_nothing_else(owner, phones, machine):
    machine.sign_up("bea")
    machine.tally("new", "secret")
    machine.run(["new", "secret"], ["share", "secret", "with", "ada"], account="bea")
    door = joined(phones, invite(owner, machine), "Door 1")
    expect(door.locator("header nav")).to_have_count(0)
    expect(door.locator("header")).to_contain_text("Door 1 (guest)")
    for path in ("/counters", "/account", "/counters/secret", "/shared/bea/secret", "/nothing"):
        assert door.goto(machine.url + path).status == 404, path
    door.goto(machine.url)
    assert door.url == f"{machine.url}/shared/ada/main"
    door.get_by_role("link", name="History").tap()
    door.get_by_role("link", name="Back").tap()
    door.get_by_role("link", name="Members").tap()
    expect(door.locator(".members li")).to_have_count(2)


def test_the_answer_to_a_lost_form_is_the_same_guest(owner, phones, machine):
    link = invite(owner, machine)
    page = phones()
    page.route("**/join", lambda route: route.abort() if lost(route) else route.continue_())
    sent = []

    def lost(route):
        """Sends the form on, but loses its answer."""
        if route.request.method != "POST" or sent:
            return False
        sent.append(route.fetch(max_redirects=0).status)
        return True

    page.goto(link)
    page.get_by_label("Your name").fill("Door 1")
    page.get_by_role("button", name="Count").tap()
    page.wait_for_timeout(500)
    page.context.clear_cookies(name="__Host-tally")
    join(page, link, "Door 1")
    page.wait_for_selector("main[data-counter]")
    assert sent == [303]
    owner.reload()
    expect(owner.locator(".invitations")).to_contain_text("1 of 20 came")


def test_names_at_the_door(owner, phones, machine):
    link = invite(owner, machine)
    joined(phones, link, "Door 1")
    page = phones()
    join(page, link, "DOOR 1")
    expect(page.locator(".alert[role=alert]").first).to_have_text("Somebody is called DOOR 1 already")
    expect(page.get_by_label("Your name")).to_have_value("DOOR 1")
    page.get_by_label("Your name").fill("<b>東</b> \U0001f3b5")
    page.get_by_role("button", name="Count").tap()
    page.wait_for_selector("main[data-counter]")
    page.get_by_role("link", name="Members").tap()
    expect(page.locator(".members")).to_contain_text("<b>東</b> \U0001f3b5 (guest)")


def test_a_removed_guest_counts_no_more_and_is_not_let_in_again(owner, phones, machine):
    link = invite(owner, machine, people="1")
    door = joined(phones, link, "Door 1")
    tap(door)
    expect(door.locator("#count")).to_have_text("1")
    expect(door.locator("#waiting")).to_be_empty()
    other = phones()
    other.goto(link)
    expect(other.locator("h1")).to_have_text("This invitation has ended")
    owner.reload()
    row = owner.locator(".members li", has_text="Door 1 (guest)")
    row.get_by_text("Unshare").first.tap()
    row.get_by_role("button", name="Unshare").tap()
    expect(owner.locator(".notice")).to_contain_text("can no longer see")
    expect(door.locator("#tap-alert")).to_have_text(
        "You were removed, or the counter was deleted. Ask whoever invited you."
    )
    tap(door)
    door.reload()
    expect(door.locator("h1")).to_have_text("You are not a guest here any more")
    door.goto(link)
    expect(door.locator("h1")).to_have_text("This invitation has ended")
    assert machine.count() == 1
    # The place is free for somebody else.
    other.goto(link)
    expect(other.get_by_label("Your name")).to_be_visible()


def test_a_guest_of_a_deleted_counter_counts_no_more(owner, phones, machine):
    door = joined(phones, invite(owner, machine), "Door 1")
    tap(door)
    expect(door.locator("#waiting")).to_be_empty()
    machine.tally("delete", "main", "--yes")
    tap(door, 2)
    gone = "You were removed, or the counter was deleted. Ask whoever invited you."
    expect(door.locator("#tap-alert")).to_contain_text(gone)
    count = door.locator("#count").text_content()
    tap(door, 5)
    expect(door.locator("#tap-alert")).to_contain_text(gone)
    assert door.locator("#count").text_content() == count


def test_whoever_is_logged_in_goes_straight_to_the_counter_or_hears_why_not(
    owner, phones, machine
):
    machine.sign_up("bea")
    link = invite(owner, machine)
    owner.goto(link)
    assert owner.url == f"{machine.url}/counters/main"
    bea = phones()
    bea.context.add_cookies(
        [{"name": "__Host-tally", "value": machine.token("bea"), "url": machine.url, "secure": True}]
    )
    bea.goto(link)
    expect(bea.locator("main")).to_contain_text("You are logged in as bea")
    bea.get_by_role("link", name="Log out").tap()
    bea.get_by_role("button", name="Log out", exact=True).tap()
    expect(bea.locator("h1")).to_have_text("Tally")
    join(bea, link, "Door 1")
    bea.wait_for_selector("main[data-counter]")
    bea.goto(link)
    assert bea.url == f"{machine.url}/shared/ada/main"


def test_a_guest_of_another_counter_leaves_that_one_first(owner, phones, machine):
    door = joined(phones, invite(owner, machine), "Door 1")
    tap(door)
    expect(door.locator("#count")).to_have_text("1")
    expect(door.locator("#waiting")).to_be_empty()
    machine.tally("new", "bar")
    link = machine.tally("invite", "bar", "--url", machine.url).strip()
    assert door.goto(link).status == 409
    expect(door.locator("main")).to_contain_text("You are Door 1 (guest) of ada/main.")
    door.get_by_role("link", name="Leave that counter").tap()
    door.get_by_text("Leave", exact=True).first.tap()
    door.get_by_role("button", name="Leave", exact=True).tap()
    expect(door.locator("h1")).to_have_text("Tally")
    join(door, link, "Door 1")
    door.wait_for_selector("html[data-listens]")
    assert door.url == f"{machine.url}/shared/ada/bar"
    tap(door)
    expect(door.locator("#count")).to_have_text("1")
    expect(door.locator("#waiting")).to_be_empty()
    assert machine.count() == machine.count("bar") == 1
