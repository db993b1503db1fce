"""Somebody without script, who sends each form again, reloads and goes back."""

import http.client
import re
from urllib.parse import urlsplit

from playwright.sync_api import Error, expect


class Person:
    """Somebody with a browser without script."""

    def __init__(self, built, context, repeats=True):
        self.built = built
        self.page = context.new_page()
        self.repeats = repeats

    def opens(self, path):
        self.page.goto(self.built.url + path)

    def follows(self, link):
        self.page.get_by_role("link", name=link, exact=True).first.click()
        self.page.wait_for_load_state()

    def unfolds(self, summary, within=None):
        (within or self.page).locator("details:not([open]) > summary", has_text=summary).click()

    def fills(self, **fields):
        for label, text in fields.items():
            label = label.replace("_", " ")
            fields = self.page.locator("input:visible")
            fields.and_(self.page.get_by_label(re.compile(f"^{label}"))).fill(text)

    def sends(self, button, notice=None, within=None):
        """Presses a button; then checks that nothing but the form itself changes anything."""
        buttons = (within or self.page).get_by_role("button", name=button, exact=True)
        posted = self.page.expect_request(lambda request: request.method == "POST")
        with posted as form, self.page.expect_navigation():
            buttons.click()
        # Only the first page after a form shows its notice.
        if notice:
            expect(self.page.locator(".notice")).to_have_text(notice)
        if self.repeats:
            self.repeats_everything(form.value)
        return form.value

    def repeats_everything(self, form):
        before, shown = self.built.facts(), self.shown()
        assert self.sends_again(form) < 500
        assert self.built.facts() == before, "sent twice"
        self.page.reload()
        assert self.shown() == shown
        self.goes_back_and_forward()
        assert self.shown() == shown
        assert self.built.facts() == before, "back and reload"

    def goes_back_and_forward(self):
        url = self.page.url
        try:
            self.page.go_back()
            self.page.go_forward()
        except Error as error:
            # The browser asks a person first whether to send a refused form again.
            assert "ERR_CACHE_MISS" in error.message
            self.page.wait_for_url("chrome-error://**")
            self.page.goto(url)

    def shown(self):
        count = self.page.locator("#count")
        number = count.text_content() if count.count() else None
        return self.page.url, self.page.locator("h1").text_content(), number

    def sends_again(self, form, data=None):
        """Sends what the browser sent, to the last byte, as a second press of the button would."""
        host = urlsplit(self.built.url).netloc
        headers = {n: v for n, v in form.all_headers().items() if not n.startswith(":")}
        connection = http.client.HTTPConnection(host)
        connection.request("POST", urlsplit(form.url).path, data or form.post_data, headers)
        status = connection.getresponse().status
        connection.close()
        return status

    def sees_count(self, count):
        expect(self.page.locator("#count")).to_have_text(str(count))

    def is_refused(self, button, fact, status=422, within=None):
        with self.page.expect_navigation() as navigation:
            (within or self.page).get_by_role("button", name=button, exact=True).click()
        assert navigation.value.status == status
        expect(self.page.locator(".alert[role=alert]:not(:empty)")).to_contain_text(fact)
