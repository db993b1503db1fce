"""Accessibility of the page without network, by axe-core: WCAG 2.2 AA, `target-size` too."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import WORKS_OFFLINE, wait_until
from test_taps import expect_count, expect_waiting, tap

OPTIONS = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "rules": {"target-size": {"enabled": True}},
}


def violations(page):
    found = Axe().run(page, options=OPTIONS).response["violations"]
    return [(one["id"], node["html"]) for one in found for node in one["nodes"]]


@pytest.fixture
def shell(site, phone):
    page = phone.new_page()
    site.log_in(page)
    tap(page)
    expect_count(page, 1)
    wait_until(page, WORKS_OFFLINE)
    site.network.status = 502
    page.goto(site.url + "/counters/coffee")
    expect(page.locator("main[data-shell]")).to_be_visible()
    return page


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 412, 1280])
def test_the_page_without_network_is_accessible(shell, scheme, width):
    shell.emulate_media(color_scheme=scheme)
    shell.set_viewport_size({"width": width, "height": 800})
    tap(shell)
    expect_waiting(shell, 1)
    assert violations(shell) == []
    overflow = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    assert not shell.evaluate(overflow)


def test_a_page_with_defects_is_found(shell):
    """The control: an unnamed button, and small ones side by side."""
    shell.evaluate(
        """() => {
          const main = document.querySelector("main");
          const add = (html) => main.insertAdjacentHTML("beforeend", html);
          add("<button></button>");
          const style = new CSSStyleSheet();
          style.replaceSync(".small { width: 9px; height: 9px; padding: 0; min-height: 0; }");
          document.adoptedStyleSheets = [style];
          add("<button class=small>a</button><button class=small>b</button>");
        }"""
    )
    assert {"button-name", "target-size"} <= {name for name, _ in violations(shell)}


def test_the_page_without_network_works_with_the_keyboard_alone(shell):
    for _ in range(10):
        shell.keyboard.press("Tab")
        if shell.evaluate("document.activeElement.getAttribute('aria-label')") == "Add 1":
            break
    shell.keyboard.press("Enter")
    shell.keyboard.press("Space")
    expect_waiting(shell, 2)
    expect(shell.locator("#status")).to_contain_text("2 waiting")
