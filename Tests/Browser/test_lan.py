"""Phones in the same network, which do not know this machine or trust its authority."""

import os
import socket
import subprocess
import time

import pytest
from playwright.sync_api import Error, expect

from built import PASSWORD, Built, needs_build
from conftest import LISTENS, WORKS_OFFLINE, wait_until

pytestmark = needs_build


class Machine(Built):
    """A machine that serves phones with a certificate of its own."""

    def __init__(self, folder):
        super().__init__(folder, "--lan")
        self.sign_up("ada")
        self.start()

    @property
    def url(self):
        return f"https://127.0.0.1:{self.port}"

    @property
    def authority(self):
        return self.folder / "server/state/tally/authority.pem"

    def restart(self):
        self.kill()
        self.start()

    def log_in(self, page):
        page.get_by_label("Username").fill("ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.wait_for_selector("header nav")
        page.goto(f"{self.url}/counters/main")
        page.wait_for_selector("html[data-listens]")


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path)
    yield machine
    machine.kill()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_port(port):
    """Waits until somebody listens there."""
    deadline = time.monotonic() + 60
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert time.monotonic() < deadline, "nobody listens"
        time.sleep(0.05)


def go_on(page, url):
    """Opens a page of a machine that the browser does not know, as a person does."""
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        page.goto(url)
    page.locator("#details-button").tap()
    page.locator("#proceed-link").tap()
    page.wait_for_selector("main:not(#main-content) h1[dir]")


def test_after_the_warning_the_page_counts_and_keeps_what_waits(phone, machine):
    page = phone.new_page()
    go_on(page, f"{machine.url}/login")
    machine.log_in(page)
    for _ in range(3):
        page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#count")).to_have_text("3")
    expect(page.locator("#waiting")).to_be_empty()
    machine.kill()
    for _ in range(4):
        page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#waiting")).to_contain_text("4")
    machine.start()
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator("#count")).to_have_text("7")
    assert machine.count() == 7


def test_what_waits_when_the_authority_is_another_one_counts_once(phone, machine):
    page = phone.new_page()
    go_on(page, f"{machine.url}/login")
    machine.log_in(page)
    page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#count")).to_have_text("1")
    expect(page.locator("#waiting")).to_be_empty()
    machine.kill()
    for _ in range(5):
        page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#waiting")).to_contain_text("5")
    machine.authority.unlink()
    machine.start()
    # The browser warns of the new certificate, and the taps wait until the person went on.
    page.wait_for_timeout(3_000)
    assert machine.count() == 1
    go_on(page, f"{machine.url}/counters/main")
    page.wait_for_selector("html[data-listens]")
    expect(page.locator("#waiting")).to_be_empty()
    expect(page.locator("#count")).to_have_text("6")
    assert machine.count() == 6


@pytest.fixture
def trusting(machine, launch):
    """A browser that trusts the authority of the machine; every name leads to this one."""
    home = machine.folder / "home"
    database = home / ".pki/nssdb"
    database.mkdir(parents=True)
    certificates = machine.authority.read_text().split("-----BEGIN CERTIFICATE-----")
    root = home / "root.pem"
    root.write_text("-----BEGIN CERTIFICATE-----" + certificates[-1])
    certutil = ["certutil", "-d", f"sql:{database}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    subprocess.run([*certutil, "-A", "-t", "C,,", "-n", "tally", "-i", root], check=True)
    browser = launch(
        "--host-resolver-rules=MAP *.test 127.0.0.1", env={**os.environ, "HOME": str(home)}
    )
    context = browser.new_context(viewport={"width": 412, "height": 800}, has_touch=True)
    context.set_default_timeout(15_000)
    context.add_init_script(LISTENS)
    yield context
    browser.close()


def test_a_phone_that_trusts_the_machine_sees_no_warning_and_opens_without_network(
    trusting, machine
):
    page = trusting.new_page()
    page.goto(f"{machine.url}/login")
    machine.log_in(page)
    wait_until(page, WORKS_OFFLINE)
    page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#waiting")).to_be_empty()
    machine.kill()
    page.reload()
    page.get_by_role("button", name="Add 1").tap()
    expect(page.locator("#waiting")).to_contain_text("1")
    machine.start()
    expect(page.locator("#waiting")).to_be_empty()
    assert machine.count() == 2


@pytest.mark.parametrize("name", ["127.0.0.1", "bank.test"])
def test_a_thief_of_the_key_deceives_no_phone_on_the_internet(trusting, machine, name):
    folder = machine.folder
    documents = machine.authority.read_text().split("-----BEGIN ")
    (folder / "thief.key").write_text("-----BEGIN " + documents[1])
    (folder / "thief.pem").write_text("-----BEGIN " + documents[4])
    kind = "IP" if name[0].isdigit() else "DNS"
    script = f"""
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=x \
        -addext subjectAltName={kind}:{name} -keyout evil.key -out evil.csr
      openssl x509 -req -in evil.csr -CA thief.pem -CAkey thief.key -copy_extensions copy \
        -days 1 -set_serial 7 -out evil.pem
      """
    subprocess.run(["bash", "-ec", script], cwd=folder, check=True, capture_output=True)
    port = free_port()
    server = subprocess.Popen(
        [
            "openssl", "s_server", "-accept", str(port), "-www", "-cert", "evil.pem",
            "-key", "evil.key", "-cert_chain", "thief.pem",
        ],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_port(port)
        page = trusting.new_page()
        if kind == "IP":
            page.goto(f"https://{name}:{port}/")
            expect(page.locator("body")).to_contain_text("s_server")
        else:
            with pytest.raises(Error, match="ERR_CERT_"):
                page.goto(f"https://{name}:{port}/")
    finally:
        server.kill()
        server.wait()
