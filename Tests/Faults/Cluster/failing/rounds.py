"""Rounds: the leader fails while phones tap, another member leads, and the old one comes back."""

import os
import random
import time

from .cluster import Cluster
from .insider import Insider
from .load import Load
from .phone import Onlooker, Phone
from .service import Service
from .table import Table
from .waiting import wait_for

ACCOUNTS = ["ann", "bob", "cyd", "dan", "eve", "fay", "gus", "hal"]


class Rounds:
    def __init__(self, folder, options):
        self.options = options
        control = options.control
        self.cluster = Cluster(
            folder, options.ttl, api="etcd3" if control == "etcd3" else "etcd",
            is_synchronous=control != "asynchronous")
        self.service = Service(folder, options.build, self.cluster, ACCOUNTS)
        self.load = None
        # Not the phones': which of them comes next depends on the machine.
        self.seed = int(os.environ.get("TALLY_SEED", random.randrange(1_000_000)))
        self.choose = random.Random(self.seed)

    def run(self, faults):
        """Runs the rounds and prints the table.

        Returns 0 if all rounds ran without violations, or a control had some.
        """
        print(f"TALLY_SEED={self.seed}", flush=True)
        self.cluster.start()
        self.service.start()
        print(self.service.check(), flush=True)
        table = Table(self.options.ttl)
        try:
            for number in range(1, self.options.rounds + 1):
                # An interrupted run shows something of each. Each member leads before each.
                for fault in self.choose.sample(faults, len(faults)):
                    self.round(fault, number, table)
            print(self.service.check(), flush=True)
        except (KeyboardInterrupt, TimeoutError) as error:
            table.interruption = str(error) or "interrupted"
        finally:
            self.end_load()
            print(table, flush=True)
        is_control = bool(self.options.control)
        return 0 if is_control == table.has_violations and (is_control or table.is_whole) else 1

    def round(self, fault, number, table):
        name = f"{fault}-{number}"
        old = self.cluster.wait_until_whole()
        load = self.load = Load(
            name, self.service.make_counter(name), pace=0.02,
            uses_new_ids=self.options.control == "new-ids")
        threads, insider = self.start_clients(load, old)
        phones = [thread.name for thread in threads if isinstance(thread, Phone)]
        self.hear(load, phones, 20)
        # At any point of Patroni's loop.
        time.sleep(self.choose.uniform(0, 2))
        strike, heal = self.cluster.faults[fault]
        strike(old)
        began = time.monotonic()
        new = self.cluster.wait_for_leader(other_than=old)
        led = time.monotonic()
        insider.deposed = led
        self.hear(load, phones, 20)
        heal(old)
        self.cluster.wait_until_whole()
        self.hear(load, phones, 20)
        load.is_over = True
        for thread in threads:
            thread.join()
        whole = time.monotonic() - led
        found = self.judge(load) + self.service.ended_servers()
        table.add(fault, load, found, led - began)
        print(f"{name}: {old.name} to {new.name} in {led - began:.1f} s, whole {whole:.1f} s "
              f"later; {table.line(load, found)}", *found[:9], *load.reasons.most_common(),
              sep="\n  ", flush=True)

    def start_clients(self, load, leader):
        insider = Insider(load, self.service, leader)
        owner = self.service.token(ACCOUNTS[0])
        threads = [
            *(self.phone(load, account, sends_again=index % 2 == 0)
              for index, account in enumerate(ACCOUNTS)),
            insider, Onlooker(load, f"/counters/{load.counter}", owner)]
        for thread in threads:
            thread.start()
        return threads, insider

    def phone(self, load, name, sends_again=True):
        """A phone of an account; the owner's for who has none."""
        account = name if name in ACCOUNTS else ACCOUNTS[0]
        return Phone(
            load, name, self.service.numbers[account], self.service.token(account), sends_again)

    def hear(self, load, phones, more):
        since = load.taps.copy()
        wait_for("acknowledged taps", lambda: load.is_heard(phones, since, more))

    def judge(self, load):
        """The violations before and after each unknown tap is sent again."""
        def look():
            return load.violations(
                self.service.history(load.counter), self.service.count(load.counter))

        found = load.complaints + look()
        there = {entry["id"] for entry in self.service.history(load.counter)}
        load.saved = len(there & load.unknown)
        for id in sorted(load.unknown):
            self.phone(load, id.removeprefix(f"{load.counter}-").split("-")[0]).tap(
                id, since=time.monotonic(), attempt=1)
        load.unknown = set()
        return found + [text for text in look() if text not in found]

    def end_load(self):
        """Lets the clients of an interrupted round end."""
        if self.load:
            self.load.is_over = True
