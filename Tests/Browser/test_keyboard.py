"""Every scene of the built server with the keyboard alone."""

import pytest
from playwright.sync_api import expect

from built import PASSWORD, needs_build
from scenes import built, context, defect, walk  # noqa: F401, fixtures

pytestmark = needs_build

FOCUS = """
() => {
  const one = document.activeElement;
  if (one === document.body) return null;
  const box = one.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const style = getComputedStyle(one);
  return {
    what: one.outerHTML.slice(0, 120),
    hasParts: ["time", "datetime-local"].includes(one.type),
    number: [...document.querySelectorAll("a, button, input, select, summary")].indexOf(one),
    isSeen: Boolean(top) && (one.contains(top) || top.contains(one)),
    hasOutline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  };
}
"""
REACHABLE = """
[...document.querySelectorAll("a, button, input, select, summary")]
  .filter((one) => one.checkVisibility() && one.type !== "hidden" && !one.ariaHidden).length
"""


def keyboard_faults(page):
    """Tabs through a page: everything is reached, in order, is seen, and shows that it is."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    page.mouse.click(1, 1)
    found, seen = [], []
    for _ in range(page.evaluate(REACHABLE)):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        # The parts of a day and a time are stops of their own.
        while focus and focus["hasParts"] and focus["number"] in seen[-1:]:
            page.keyboard.press("Tab")
            focus = page.evaluate(FOCUS)
        if focus is None or focus["number"] in seen:
            return [*found, "not everything is reached"]
        seen.append(focus["number"])
        found += [f"not seen: {focus['what']}"] * (not focus["isSeen"])
        found += [f"no outline: {focus['what']}"] * (not focus["hasOutline"])
    return found + ["not in the order of the page"] * (seen != sorted(seen))


def test_every_scene_is_walked_with_the_keyboard_alone(built, context):
    page = context.new_page()
    found = [(name, fault) for name in walk(built, page) for fault in keyboard_faults(page)]
    assert found == []


@pytest.mark.parametrize(
    ("fault", "file", "old", "new"),
    [
        ("not everything", "**/counters/near", '<button class="plus"', '<button tabindex="-1"'),
        ("not seen", "**/tally.css", "sticky; bottom: 0", "fixed; inset: 40% 0 0"),
        ("no outline", "**/tally.css", "outline: 3px solid", "outline: 0 solid"),
        ("not everything", "**/counters/near", '<a href="/account"', '<a tabindex="1" href="/a"'),
    ],
)
def test_a_scene_that_the_keyboard_cannot_use_is_found(built, context, fault, file, old, new):
    page = context.new_page()
    built.log_in(page)
    defect(context, old, new, file)
    page.set_viewport_size({"width": 412, "height": 640})
    page.goto(built.url + "/counters/near")
    assert any(found.startswith(fault) for found in keyboard_faults(page))


def test_a_counter_is_made_counted_and_deleted_with_the_keyboard_alone(built, context):
    page = context.new_page()
    page.goto(built.url + "/login")

    def go(name):
        for _ in range(200):
            page.keyboard.press("Tab")
            shown = "document.activeElement.ariaLabel ?? document.activeElement.innerText"
            label = "document.activeElement.closest('label')?.innerText"
            if page.evaluate(f"({label} ?? {shown}).trim()") == name:
                return
        raise AssertionError(name)

    def enter(*keys):
        with page.expect_navigation():
            for key in keys:
                page.keyboard.press(key)

    go("Username")
    page.keyboard.type("ada")
    go("Password")
    page.keyboard.type(PASSWORD)
    enter("Enter")
    go("Counters")
    enter("Enter")
    go("Make a counter and open it")
    page.keyboard.press("Enter")
    go("Name of the new counter")
    page.keyboard.type("keys")
    enter("Enter")
    page.wait_for_selector("html[data-listens]")
    go("Add 1")
    for count in range(1, 4):
        page.keyboard.press("Space")
        expect(page.locator("#count")).to_have_text(str(count))
    for _ in range(5):  # A key that is held repeats itself.
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#count")).to_have_text("4")
    page.locator(".tap button").first.focus()
    for _ in range(4):
        page.keyboard.down("Tab")
    page.keyboard.up("Tab")
    assert not page.evaluate("document.activeElement.matches('.tap button')")
    page.reload()
    page.wait_for_selector("html[data-listens]")
    go("Undo")
    page.keyboard.press("Space")
    expect(page.locator("#count")).to_have_text("3")
    go("Delete the counter")
    page.keyboard.press("Space")
    go("Delete")
    enter("Enter")
    go("Counter's name, to delete it")
    page.keyboard.type("keys")
    enter("Enter")
    expect(page.locator(".notice")).to_have_text("Deleted keys")
