"""Every scene of the built server: axe-core (WCAG 2.2 AA), widths, zoom, keyboard, policy."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from built import PASSWORD, BuiltSite, needs_build
from conftest import FULL, LISTENS
from test_access import OPTIONS

pytestmark = needs_build

# As long as a name may be, in scripts of both directions; and markup.
LONGEST = ["x", "кофе ", "قهوة ", "門口の", "👩‍👩‍👧‍👦", "गणना "]
NAMES = [(one * 64)[: 64 // len(one) * len(one)].strip() for one in LONGEST]
NAMES += ["<script>alert(1)<!--", "\"><img src=x onerror=alert(1)>'&amp;"]


def fill(page, **fields):
    for label, text in fields.items():
        inputs = page.locator("input:visible")
        inputs.and_(page.get_by_label(re.compile("^" + label.replace("_", " ")))).fill(text)


def press(page, button, within="main"):
    with page.expect_navigation():
        page.locator(within).get_by_role("button", name=button, exact=True).first.click()


def unfold_all(page):
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def walk(built, page):
    """Opens scene after scene, and gives the name of each."""

    def open(path):
        page.goto(built.url + path)
        return path

    yield open("/")
    yield open("/login")
    press(page, "Log in")
    yield "login: something is missing"
    fill(page, Username="ada", Password="wrong horse 1")
    press(page, "Log in")
    yield "login: refused"
    yield open("/signup")
    fill(page, Username="ada", Password=PASSWORD, Repeat_password=PASSWORD)
    press(page, "Sign up")
    yield "sign up: taken"
    yield open("/counters/main")
    yield open("/nowhere")
    built.tally("new", "main", account="new", check=False)
    open("/login")
    fill(page, Username="new", Password=PASSWORD)
    press(page, "Log in")
    yield "counter: new"
    yield open("/counters/main/history")
    yield open("/counters/main/members")
    built.tally("delete", "main", "--yes", account="new")
    yield open("/counters")
    open("/account")
    press(page, "Log out")
    yield "welcome: logged out"
    open("/login")
    fill(page, Username="ada", Password=PASSWORD)
    press(page, "Log in")
    for name in ["near", "reached", "over", "negative", "longest"]:
        yield open(f"/counters/{name}")
    open("/counters/near")
    unfold_all(page)
    yield "counter: everything unfolded"
    fill(page, Set_to="many")
    press(page, "Set")
    yield "counter: refused"
    open("/counters/near")
    unfold_all(page)
    press(page, "Delete")
    yield "counter: question before it is deleted"
    for name in NAMES:
        open("/counters?search=" + "".join(f"%{byte:02x}" for byte in name.encode()))
        press(page, name)
        expect(page.locator("h1")).to_have_text(name)
        yield f"counter: {name}"
    yield open("/shared/bea/hall")
    yield open("/shared/bea/viewed")
    for query in ["", "?by=hour", "?by=day", "?by=week", "?by=month", "?newest=5"]:
        yield open(f"/counters/near/history{query}")
    yield open("/shared/bea/hall/history")
    yield open("/counters/near/members")
    unfold_all(page)
    yield "members: everything unfolded"
    fill(page, Let_this_user_count="nobody")
    press(page, "Share", within="main > form >> nth=0")
    yield "members: refused"
    yield open("/shared/bea/hall/members")
    yield open("/counters")
    unfold_all(page)
    fill(page, Name_of_the_new="near")
    press(page, "Make it")
    yield "counters: refused"
    yield open("/counters?search=nothing")
    yield open("/counters/cofee")
    yield open("/account")
    unfold_all(page)
    yield "account: everything unfolded"
    press(page, "Change it", within="details:has([name=new-password])")
    yield "account: refused"
    open("/account")
    unfold_all(page)
    press(page, "Delete account")
    yield "account: question before it is deleted"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    site = BuiltSite(tmp_path_factory.mktemp("scenes"))
    try:
        fill_store(site)
        yield site
    finally:
        site.end()


def fill_store(site):
    for account in ["new", "bea", "carl@example.org"]:
        site.sign_up(account)
    commands = []
    for name, count, target in [
        ("near", 118, 120), ("reached", 120, 120), ("over", 123, 120), ("negative", -1200, None),
        ("longest", 1 - 2**63, None), *((name, 3, 10) for name in NAMES),
    ]:
        commands += [("new", name), ("set", str(count))]
        commands += [("target", str(target))] * (target is not None)
    commands += [("up", "near", "1", "--at", "2 days ago")] * 25 + [("set", "near", "118")]
    site.run(*commands)
    site.run(
        ("new", "hall"), ("+", "7"), ("new", "viewed"), ("+", "7"),
        ("share", "hall", "with", "ada"), ("share", "viewed", "with", "ada", "--view"),
        account="bea",
    )  # fmt: skip
    site.run(
        ("share", "near", "with", "bea"), ("share", "near", "with", "carl@example.org", "--view")
    )
    site.run(("up", "ada/near"), ("down", "ada/near"), account="bea")


class Watch:
    """What a context asks for, and what its policy stops."""

    def __init__(self, context):
        self.origins, self.violations, self.dialogs = set(), [], []
        context.on("request", lambda request: self.origins.add(request.url.split("/")[2]))
        context.on("console", self.hear)
        context.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.accept()))

    def hear(self, message):
        if "Content Security Policy" in message.text:
            self.violations.append(message.text)


@pytest.fixture
def context(chromium):
    context = chromium.new_context(viewport={"width": 412, "height": 800}, bypass_csp=False)
    context.set_default_timeout(15_000)
    context.add_init_script(LISTENS)
    yield context
    context.close()


def violations(page):
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [(one["id"], node["html"]) for one in found for node in one["nodes"]]


def overflows(page):
    root = "document.documentElement"
    return page.evaluate(f"{root}.scrollWidth > {root}.clientWidth")


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


def defect(context, old, new, file="**/counters/near"):
    """Lets the server's page have a defect."""

    def change(route):
        answer = route.fetch()
        text = answer.text()
        assert old in text
        route.fulfill(response=answer, body=text.replace(old, new))

    context.route(file, change)


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
    number: [...document.querySelectorAll("a, button, input, summary")].indexOf(one),
    isSeen: Boolean(top) && (one.contains(top) || top.contains(one)),
    hasOutline: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
  };
}
"""
REACHABLE = """
[...document.querySelectorAll("a, button, input, summary")]
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
    page.reload()
    go("Undo")
    enter("Space")
    expect(page.locator("#count")).to_have_text("2")
    go("Delete the counter")
    page.keyboard.press("Space")
    go("Delete")
    enter("Enter")
    go("Counter's name, to delete it")
    page.keyboard.type("keys")
    enter("Enter")
    expect(page.locator(".notice")).to_have_text("Deleted keys")


def test_every_scene_keeps_the_policy_and_asks_no_other_origin(built, context):
    watch = Watch(context)
    page = context.new_page()
    for name in walk(built, page):
        inline = page.evaluate(
            """[...document.querySelectorAll("*")].filter((one) =>
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
          document.addEventListener("animationstart", () => (window.moved += 1));
        }"""
    )
    page.get_by_role("button", name="Add 1").click()
    expect(page.locator("#live")).to_have_class(re.compile("tapped"))
    expect(page.locator("#waiting")).to_have_text("")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert (page.evaluate("window.moved") > 0) == (motion == "no-preference")


def test_the_page_is_dark_where_the_phone_is(built, context):
    page = context.new_page()
    ground = "getComputedStyle(document.body).backgroundColor"
    shades = []
    for scheme in ["light", "dark"]:
        page.emulate_media(color_scheme=scheme)
        page.goto(built.url + "/")
        shades.append(sum(map(int, re.findall(r"\d+", page.evaluate(ground))[:3])))
    assert shades[0] > 700 > 100 > shades[1]


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
