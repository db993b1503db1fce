"""The table at the end."""

import collections

HEADER = [
    "the leader is", "rounds", "acknowledged", "unknown", "refused", "violations",
    "older counts shown", "another leads after, at most", "longest pause of a phone",
    "Patroni's ttl"]


class Sums:
    """What happened in all rounds of a fault; the counts have the names in the header."""

    def __init__(self):
        self.counts = collections.Counter()
        self.pauses, self.takeovers = [], []


class Table:
    """Sums of the rounds of each fault, as Markdown."""

    def __init__(self, ttl):
        self.ttl = ttl
        self.rows = collections.defaultdict(Sums)
        # Why the run ended early, if it did.
        self.interruption = None

    def add(self, fault, load, violations, takeover):
        sums = self.rows[fault]
        sums.counts.update({
            "rounds": 1, "acknowledged": len(load.acknowledged),
            "unknown": len(load.ever_unknown), "refused": len(load.ever_refused),
            "violations": len(violations), "older counts shown": load.older_counts})
        sums.pauses.append(max(load.pauses.values()))
        sums.takeovers.append(takeover)

    @property
    def is_whole(self):
        return self.interruption is None

    @property
    def has_violations(self):
        return any(sums.counts["violations"] for sums in self.rows.values())

    def line(self, load, violations):
        return (f"{len(load.acknowledged):,} acknowledged, {len(load.ever_unknown)} unknown "
                f"({load.saved} saved), {len(load.ever_refused)} refused, longest pause "
                f"{max(load.pauses.values()):.1f} s, {load.older_counts} older counts shown, "
                f"{len(violations)} violations")

    def __str__(self):
        lines = [row(HEADER), row("---" for _ in HEADER)]
        for fault, sums in self.rows.items():
            counts = [f"{sums.counts[name]:,}" for name in HEADER[1:-3]]
            times = [f"{time:.1f} s" for time in (max(sums.takeovers), max(sums.pauses), self.ttl)]
            lines.append(row([fault, *counts, *times]))
        if self.interruption:
            lines.append(f"\nNot finished: {self.interruption}")
        return "\n".join(lines)


def row(cells):
    return f"| {' | '.join(cells)} |"
