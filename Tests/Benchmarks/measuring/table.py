"""The table: each row has a measurement, what it is compared with, and the promise."""


class Table:
    def __init__(self):
        self.rows = []
        self.missed = []

    def add(self, what, value, beside="", other="", ratio=None, limit=None, at_least=None):
        told = "" if ratio is None else f"{ratio:.2f}"
        promise = ""
        if limit is not None:
            promise = f"at most {limit:g}"
            if ratio is not None and ratio > limit:
                self.missed.append(f"{what}: {told}, {promise}")
        if at_least is not None:
            promise = f"at least {at_least:g}"
            if ratio is not None and ratio < at_least:
                self.missed.append(f"{what}: {told}, {promise}")
        self.rows.append((what, value, beside, other, told, promise))

    def lines(self):
        yield "| what | Tally | compared with | takes | ratio | promised |"
        yield "|---|---|---|---|---|---|"
        for row in self.rows:
            yield "| " + " | ".join(row) + " |"
