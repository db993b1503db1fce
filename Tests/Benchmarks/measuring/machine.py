"""The environment of the measurements: the machine, the programs, a folder for the stores."""

import os
import platform
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
REPOSITORY = PACKAGE.parent.parent
SCRATCH = PACKAGE / ".build" / "measure"

# Swift's cache stays here, while the measured programs get their own home.
HOME = os.environ.get("HOME", "/")

TOOLS = ["hyperfine", "strace", "/usr/bin/time"]


def has(program):
    return shutil.which(program) is not None


def run(command, **options):
    """Runs a command; its failure ends the measurements."""
    done = subprocess.run(
        [str(part) for part in command], text=True, capture_output=True, check=False,
        **options)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def install_command():
    """The README's command for the release build: everything before `&& install`."""
    text = (REPOSITORY / "README.md").read_text()
    block = re.search(r"(?s)<!-- install -->\n```sh\n(.*?swift build .*?) && install", text)
    if block is None:
        raise SystemExit("README.md does not say how to build the release program")
    return block.group(1)


def postgresql_programs():
    """The folder with the programs of the newest PostgreSQL server, or None."""
    root = Path("/usr/lib/postgresql")
    versions = [int(one.name) for one in root.glob("*") if (one / "bin" / "initdb").exists()]
    return root / str(max(versions)) / "bin" if versions else None


def build(servers):
    """Builds the programs, with these servers."""
    run(["sh", "-euc", install_command()], cwd=REPOSITORY)
    for server in servers:
        run(["swift", "build", "-c", "release", "--static-swift-stdlib", "--product", server],
            cwd=REPOSITORY / "App/Server", env=os.environ | {"TALLY_BENCHMARKS": "1"})
    run(["swift", "build", "-c", "release", "--product", "workbench"], cwd=PACKAGE)
    read_anew(Place.tally)


def read_anew(path):
    """Drops a file from the page cache, so that it is read from the disk as after a restart. A file just
    written by the linker is cached in larger pages, which would count as more memory."""
    with open(path, "rb+") as file:
        os.fsync(file)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def move_home():
    """Protects the user's own stores and settings."""
    for name in list(os.environ):
        if name.startswith(("XDG_", "TALLY_", "TASK", "TIMEWARRIOR", "LEDGER", "PG")):
            del os.environ[name]
    os.environ["HOME"] = str(SCRATCH / "home")
    (SCRATCH / "home").mkdir(parents=True)


class Place:
    """A folder for stores, and the two programs built for the measurements."""

    tally = REPOSITORY / ".build" / "release" / "tally"
    workbench = PACKAGE / ".build" / "release" / "workbench"

    def __init__(self, folder=SCRATCH):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, name):
        return self.folder / name

    def within(self, name):
        return Place(self.folder / name)

    def store(self, name):
        """A new store with ada's account, logged in, and her counter main."""
        path = self.path(name)
        run([self.tally, "--store", path, "signup", "ada", "--password-stdin"],
            input="long enough 1\n")
        return path

    def store_of(self, changes, name="changes"):
        """A new store where main has this many changes, 40,000 of them in the last 30 days."""
        path = self.store(f"{name}-{changes}.db")
        if changes:
            run([self.workbench, "add-changes", path, changes, min(changes, 40_000)])
        return path


@contextmanager
def usual(store):
    """Makes a store Tally's default one, as in most use."""
    os.environ["TALLY_STORE"] = str(store)
    try:
        yield
    finally:
        del os.environ["TALLY_STORE"]


def description():
    """A line that describes the machine."""
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = int(re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text()).group(1))
    system = re.search(r'PRETTY_NAME="(.*)"', Path("/etc/os-release").read_text())
    disk = run(["findmnt", "-no", "FSTYPE", "-T", SCRATCH]).strip()
    swift = re.search(r"Swift version (\S+)", run(["swift", "--version"]))
    return (
        f"{model.group(1) if model else platform.machine()}, {os.cpu_count()} cores, "
        f"{memory >> 20} GiB of memory, {disk}, {system.group(1)}, Linux "
        f"{platform.release().split('-')[0]}, Swift {swift.group(1)}, "
        f"SQLite {sqlite_version()}, PostgreSQL {postgresql_version()}")


def postgresql_version():
    programs = postgresql_programs()
    return run([programs / "postgres", "--version"]).split()[2] if programs else "unknown"


def sqlite_version():
    return run(["sqlite3", "--version"]).split()[0] if has("sqlite3") else "unknown"
