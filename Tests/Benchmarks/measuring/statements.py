"""Scripts for pgbench and psql of the very statements that Tally sends.

A script reads the count and the number of the last change as Tally does, and computes from them what
Tally computes. It is checked: run once, the server must have got the same statements.
"""

import re

PLACE = re.compile(r"\$(\d+)")


def last_transaction(statements):
    """The last transaction that wrote, from BEGIN to COMMIT."""
    end = max(i for i, (sql, _) in enumerate(statements) if sql == "COMMIT")
    begin = max(i for i, (sql, _) in enumerate(statements[:end]) if sql.startswith("BEGIN"))
    return statements[begin:end + 1]


def columns(sql):
    """The column that each parameter is for, by the parameter's number."""
    if found := re.match(r"INSERT INTO changes \((.*?)\) VALUES \((.*?)\)$", sql):
        names, places = (part.split(", ") for part in found.groups())
        return {int(place[1:]): name for name, place in zip(names, places, strict=True)}
    return {int(number): name for name, number in re.findall(r"(\w+) = \$(\d+)", sql)}


class Script:
    """Writes statements in the language of a program."""

    def __init__(self, statements):
        self.lines = []
        # The changes since the counter's row was read.
        self.changes = 0
        for number, (sql, parameters) in enumerate(statements):
            self.add(number, sql, parameters)

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    def add(self, number, sql, parameters):
        if sql.startswith("INSERT INTO changes"):
            self.changes += 1
            self.computes()
        names = columns(sql)
        def value(found):
            place = int(found[1])
            given = parameters[place - 1]
            if given is None:
                return "NULL"
            return self.value(sql, names.get(place), given, number * 100 + place)
        written = self.line(PLACE.sub(value, sql))
        locks = sql.endswith("FOR NO KEY UPDATE")
        self.lines.append(written + (r" \gset" if locks else ";"))
        if locks:
            self.changes = 0

    def computes(self):
        """Called before each change."""

    def line(self, written):
        return written


class Pgbench(Script):
    """Parameters are variables, which pgbench binds with `-M prepared`."""

    def __init__(self, statements, counters):
        self.constants = {}
        super().__init__(statements)
        self.lines.insert(0, rf"\set counter random(1, {counters})")

    def computes(self):
        self.lines += [
            rf"\set {name} {expression}" for name, expression in {
                "next": ":last_seq + 1", "next_count": ":count + 1", "now": ":ordered_until + 1",
                # In the order of time, like Tally's.
                "uid": "(1000000 + :counter) * 1000000000000 + :next"}.items()]

    def value(self, sql, column, given, number):
        if sql.startswith("INSERT INTO changes"):
            computed = {"counter_id": "counter", "seq": "next", "uid": "uid", "time": "now",
                        "count": "next_count", "below_seq": "last_seq"}
        elif "counters" in sql:
            computed = {"id": "counter", "count": "next_count", "last_seq": "next",
                        "undo_seq": "next", "ordered_until": "now", "changed_at": "now"}
        else:
            computed = {}
        name = computed.get(column)
        if name is None:
            name = f"p{number}"
            self.constants[name] = given
        return f":{name}"

    @property
    def options(self):
        return [word for name, value in self.constants.items() for word in ("-D", f"{name}={value}")]


class Psql(Script):
    """Parameters are a part of the text."""

    def value(self, sql, column, given, number):
        computed = {}
        next = f":last_seq + {self.changes}"
        count = f":count + {self.changes}"
        if sql.startswith("INSERT INTO changes"):
            computed = {"seq": next, "uid": "gen_random_uuid()", "time": ":ordered_until",
                        "count": count, "below_seq": f":last_seq + {self.changes - 1}"}
        elif sql.startswith("UPDATE counters"):
            computed = {"count": count, "last_seq": next, "undo_seq": next,
                        "ordered_until": ":ordered_until", "changed_at": ":ordered_until"}
        if column in computed:
            return computed[column]
        return given if re.fullmatch(r"-?\d+", given) else "'" + given.replace("'", "''") + "'"

    def line(self, written):
        # Statements that are sent together stay together.
        return written.replace("; ", r" \; ")


def check_same(tally, other):
    """Ends the measurements unless the server got the same statements from both."""
    for (sql, parameters), (written, _) in zip(tally, other, strict=True):
        pattern = "".join(
            # NULL stays a word in a script, because no variable can have it.
            (r"NULL" if parameters[int(part[1:]) - 1] is None else r".+?")
            if PLACE.fullmatch(part) else re.escape(part)
            for part in re.split(r"(\$\d+)", sql))
        if not re.fullmatch(pattern, written):
            raise SystemExit(f"not the same statement:\n{sql}\n{written}")
