"""The table at the end."""

import collections


class Row:
    def __init__(self):
        self.sums = collections.Counter()
        self.pauses, self.takeovers = [], []


class Table:
    """Sums of the rounds of each fault, as Markdown."""

    def __init__(self, ttl):
        self.ttl = ttl
        self.rows = collections.defaultdict(Row)
        # Why the run ended early, if it did.
        self.interruption = None

    def add(self, fault, load, violations, takeover):
        row = self.rows[fault]
        row.sums.update(
            rounds=1, acknowledged=len(load.acknowledged), unknown=len(load.ever_unknown),
            refused=len(load.ever_refused), saved=load.saved, violations=len(violations),
            older=load.older_counts)
        row.pauses.append(max(load.pauses.values()))
        row.takeovers.append(takeover)

    @property
    def is_whole(self):
        return self.interruption is None

    @property
    def has_violations(self):
        return any(row.sums["violations"] for row in self.rows.values())

    def line(self, load, violations):
        return (f"{len(load.acknowledged):,} acknowledged, {len(load.ever_unknown)} unknown "
                f"({load.saved} saved), {len(load.ever_refused)} refused, longest pause "
                f"{max(load.pauses.values()):.1f} s, {load.older_counts} older counts shown, "
                f"{len(violations)} violations")

    def __str__(self):
        lines = [
            "| the leader is | rounds | acknowledged | unknown | refused | violations | older counts "
            "shown | another leads after, at most | longest pause of a phone | Patroni's ttl |",
            "|---|---|---|---|---|---|---|---|---|---|"]
        for fault, row in self.rows.items():
            sums = row.sums
            lines.append(
                f"| {fault} | {sums['rounds']} | {sums['acknowledged']:,} | {sums['unknown']:,} | "
                f"{sums['refused']:,} | {sums['violations']} | {sums['older']:,} | {max(row.takeovers):.1f} s | "
                f"{max(row.pauses):.1f} s | {self.ttl} s |")
        if self.interruption:
            lines.append(f"\nNot finished: {self.interruption}")
        return "\n".join(lines)
