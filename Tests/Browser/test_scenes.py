"""Every scene of the built server: axe-core (WCAG 2.2 AA), widths, zoom, policy."""

import re

import pytest
from playwright.sync_api import expect

from built import needs_build
from conftest import FULL
from scenes import (  # noqa: F401, fixtures
    Watch,
    built,
    context,
    defect,
    overflows,
    unfold_all,
    violations,
    walk,
)

pytestmark = needs_build

LOOKS = [(w, s) for w in [320, 412, 1280] for s in ["light", "dark"]]
if not FULL:
    LOOKS = [(320, "light"), (1280, "dark")]


def test_every_scene_is_accessible_in_light_and_dark_at_every_width(built, context):
    page = context.new_page()
    found = []
    for name in walk(built, page):
        for width, scheme in LOOKS:
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            found += [(f"{name} {width} {scheme}", *one) for one in violations(page)]
    assert found == []


def test_no_scene_scrolls_sideways_at_320_px_and_at_400_percent(built, context):
    """1,280 by 1,024 px at 400 % are 320 by 256."""
    page = context.new_page()
    found = []
    for name in walk(built, page):
        for width, height in [(320, 800), (320, 256), (412, 800), (1280, 800)]:
            page.set_viewport_size({"width": width, "height": height})
            found += [f"{name} {width}x{height}"] * overflows(page)
    assert found == []


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("button-name", ' aria-label="Add 1">+<', "><"),
        ("label", "<label>Set to <input", "<label> <input"),
        ("html-has-lang", ' lang="en"', ""),
    ],
)
def test_a_scene_with_a_defect_is_found(built, context, rule, old, new):
    page = context.new_page()
    built.log_in(page)
    defect(context, old, new)
    page.goto(built.url + "/counters/near")
    unfold_all(page)
    assert rule in {name for name, _ in violations(page)}


SMALL = ".buttons * { min-height: 1px; width: 9px; padding: 0; font-size: 9px; } "


@pytest.mark.parametrize(
    ("rule", "path", "old", "new"),
    [
        ("color-contrast", "/counters/near", "--faint: #4d5953", "--faint: #cfcfcf"),
        ("sideways", "/counters/near", "max-width: 44rem", "min-width: 44rem"),
        ("target-size", "/counters", ".buttons button {", SMALL + ".x {"),
    ],
)
def test_a_style_with_a_defect_is_found(built, context, rule, path, old, new):
    page = context.new_page()
    built.log_in(page)
    defect(context, old, new, "**/tally.css")
    page.goto(f"{built.url}{path}")
    page.set_viewport_size({"width": 320, "height": 800})
    found = {name for name, _ in violations(page)} | ({"sideways"} if overflows(page) else set())
    assert rule in found


def test_every_scene_keeps_the_policy_and_asks_no_other_origin(built, context):
    watch = Watch(context)
    page = context.new_page()
    for name in walk(built, page):
        # The script says how many digits the count has, by a property that the policy allows.
        inline = page.evaluate(
            """[...document.querySelectorAll("*:not(#count[style^='--n:'])")].filter((one) =>
              (one.localName === "script" && !one.src) || one.localName === "style" ||
              [...one.attributes].some(({ name }) => /^(on|style$)/.test(name))).length"""
        )
        assert inline == 0, name
    assert watch.violations == []
    assert watch.dialogs == []
    assert watch.origins == {f"127.0.0.1:{built.network.port}"}


def test_inline_script_does_not_run_and_is_reported(built, context):
    """The control: what stops it is the policy, for the page's own markup could be wrong."""
    watch = Watch(context)
    page = context.new_page()
    built.log_in(page)
    evil = "</h1><script>window.ran = 1</script><img src=x onerror='window.ran = 1'>"
    defect(context, "</h1>", evil)
    page.goto(built.url + "/counters/near")
    page.wait_for_selector("html[data-listens]")
    assert page.evaluate("window.ran") is None
    assert len(watch.violations) >= 2


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_those_who_want_it_still(built, context, motion):
    """With the other setting something does: the control."""
    page = context.new_page()
    built.log_in(page)
    page.goto(built.url + "/counters/near")
    page.wait_for_selector("html[data-listens]")
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        """() => {
          window.moved = 0;
          const look = () => (window.moved += document.getAnimations().length);
          new MutationObserver(look).observe(document.getElementById("live"), { attributes: true });
        }"""
    )
    count = page.locator("#count")
    before = count.inner_text()
    page.get_by_role("button", name="Add 1").click()
    expect(count).not_to_have_text(before)
    assert (page.evaluate("window.moved") > 0) == (motion == "no-preference")


def test_the_page_is_dark_where_the_phone_is(built, context):
    page = context.new_page()
    ground = "getComputedStyle(document.body).backgroundColor"
    shades = []
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        page.goto(built.url + "/")
        shades.append(sum(map(int, re.findall(r"\d+", page.evaluate(ground))[:3])))
    light, dark = shades
    assert light > 700
    assert dark < 100


@pytest.mark.parametrize(("width", "height"), [(320, 568), (360, 640), (412, 800)])
def test_the_buttons_that_count_are_large_and_where_the_thumb_is(built, context, width, height):
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": height})
    built.log_in(page)
    page.goto(built.url + "/counters/near")
    page.wait_for_selector("html[data-listens]")
    places = {}
    for name in ["Add 1", "Subtract 1"]:
        box = page.get_by_role("button", name=name).bounding_box()
        assert box["width"] >= 64 and box["height"] >= 64
        assert height / 2 < box["y"] and box["y"] + box["height"] <= height
        places[name] = box
    digits = page.locator("#count").bounding_box()
    assert digits["height"] >= 64 and digits["y"] + digits["height"] < places["Add 1"]["y"]
    context.set_offline(True)
    page.get_by_role("button", name="Add 1").click()
    expect(page.locator("#waiting")).to_contain_text("1 waiting")
    # Nothing moves away from under the thumb.
    assert page.get_by_role("button", name="Add 1").bounding_box() == places["Add 1"]
    context.set_offline(False)
    expect(page.locator("#waiting")).to_have_text("", timeout=20_000)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".notice")).to_contain_text("Undid +1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("path", "question"),
    [("/counters/near", "Delete the counter"), ("/account", "Delete your account")],
)
def test_what_deletes_looks_like_nothing_else_and_is_asked_in_sight(
    built, chromium, path, question, scheme
):
    """Without script too: the browser itself scrolls to the field."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 640}, java_script_enabled=False, color_scheme=scheme
    )
    page = context.new_page()
    built.log_in(page, has_script=False)
    page.goto(built.url + path)
    page.locator("summary", has_text=question).click()
    delete = page.locator("button.danger")
    delete.click()
    field = page.locator("details[open] input:not([type=hidden], .unseen)")
    expect(field).to_be_focused()
    expect(field).to_be_in_viewport()
    expect(delete).to_be_in_viewport()
    look = """(one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderRadius]"""
    page.goto(built.url + "/counters/near")
    colour, corner = page.locator(".plus").evaluate(look)
    page.locator("summary", has_text="Delete the counter").click()
    danger, edge = page.locator("button.danger").evaluate(look)
    assert danger != colour and edge != corner
    context.close()
