"""Three members, one of which is the leader."""

import subprocess

from . import network
from .member import Member
from .waiting import wait_for


class Cluster:
    """Patroni names etcd's API: `etcd` for the second, `etcd3` for the third version."""

    def __init__(self, folder, ttl, api="etcd", is_synchronous=True):
        network.connect()
        self.api = api
        self.members = [
            Member(name, number, folder) for number, name in enumerate(["ada", "bea", "cem"], 1)]
        # Patroni asks for loop_wait + 2 * retry_timeout <= ttl.
        self.settings = {
            "ttl": ttl, "loop_wait": 2, "retry_timeout": (ttl - 2) // 2,
            "synchronous_mode": is_synchronous, "synchronous_mode_strict": is_synchronous,
            "postgresql": {
                "use_pg_rewind": True,
                "parameters": {
                    "synchronous_commit": "on", "max_wal_size": "128MB", "wal_keep_size": "256MB",
                    "shared_buffers": "32MB", "wal_retrieve_retry_interval": "500ms",
                    # Otherwise a primary that is cut off takes a minute to stop.
                    "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s"}}}
        self.is_synchronous = is_synchronous
        # What happens to the leader, and what ends it.
        self.faults = {
            "kill": (Member.kill, self.start_member), "pause": (Member.pause, Member.resume),
            "cut": (Member.cut, Member.join)}

    @property
    def address(self):
        """The store's address, with all members."""
        hosts = ",".join(member.address for member in self.members)
        return f"postgresql://tally@{hosts}/tally?connect_timeout=2"

    def address_of(self, member):
        return f"postgresql://tally@{member.address}/tally?connect_timeout=2"

    def start(self):
        for member in self.members:
            self.start_member(member)
        leader = self.wait_until_whole()
        leader.sql("CREATE ROLE tally LOGIN")
        leader.sql("CREATE DATABASE tally OWNER tally")

    def start_member(self, member):
        """Starts the programs of a member, also again after they were killed."""
        member.start(self.members, self.api, self.settings)

    def leader(self, other_than=None):
        return next((member for member in self.members
                     if member is not other_than and member.is_leader), None)

    def wait_for_leader(self, other_than=None):
        return wait_for("a leader", lambda: self.leader(other_than))

    def wait_until_whole(self):
        """Waits until both standbys follow the leader, one of them synchronously."""
        return wait_for("a leader with its standbys", self.whole_leader)

    def whole_leader(self):
        leader = self.leader()
        try:
            states = leader.sql(
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming' "
                "AND application_name IN ('ada', 'bea', 'cem')") if leader else []
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return None
        wanted = 1 if self.is_synchronous else 0
        return leader if len(states) == 2 and states.count("sync") == wanted else None
