"""Every scene of the built server, filled with what is hard to show."""

import re
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from built import PASSWORD, BuiltSite
from conftest import LISTENS
from test_access import OPTIONS

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
    for name in ["near", "longest"]:
        yield open(f"/counters/{name}/wall")
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
    yield from walk_as_a_guest(built, page, open)


def walk_as_a_guest(built, page, open):
    open("/counters/near/members")
    unfold_all(page)
    press(page, "Invite")
    yield "members: no phone reaches this server"
    link = built.tally("invite", "near", "--url", built.url)
    joining = link.strip().removeprefix(built.url)
    page.context.clear_cookies()
    open("/login")
    fill(page, Username="new", Password=PASSWORD)
    press(page, "Log in")
    open(joining)
    expect(page.locator("main")).to_contain_text("You are logged in as new")
    yield "join: somebody is logged in"
    page.context.clear_cookies()
    open(joining)
    yield "join"
    fill(page, Your_name="bea" * 20)
    press(page, "Count")
    yield "join: refused"
    fill(page, Your_name="門" * 24 + secrets.token_hex(4))  # A name is given once.
    press(page, "Count")
    yield "counter: of a guest"
    yield open("/shared/ada/near/members")
    yield open("/shared/ada/near/history")
    built.tally("uninvite", "near", "--everybody")
    page.goto(built.url + "/shared/ada/near")
    expect(page.locator("h1")).to_have_text("You are not a guest here any more")
    yield "removed guest"
    open(joining)
    expect(page.locator("h1")).to_have_text("This invitation has ended")
    yield "join: the invitation has ended"


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
    commands += [("up", "near", "1", "--at", "2 days ago")] * 25
    commands += [("set", "near", "118", "--note", "W" * 200)]
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


def defect(context, old, new, file="**/counters/near"):
    """Lets the server's page have a defect."""

    def change(route):
        answer = route.fetch()
        text = answer.text()
        assert old in text
        route.fulfill(response=answer, body=text.replace(old, new))

    context.route(file, change)
