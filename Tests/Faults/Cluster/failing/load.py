"""What phones heard in a round, and whether the counter's history agrees."""

import collections
import threading


class Load:
    def __init__(self, counter, number, pace, uses_new_ids):
        self.counter, self.number, self.pace = counter, number, pace
        self.uses_new_ids = uses_new_ids
        self.is_over = False
        self.lock = threading.Lock()
        # The acknowledged taps with the count that was answered, if it was for the first attempt.
        self.acknowledged = {}
        # Taps that were sent once: with an unknown outcome, and told not to be saved.
        self.unknown, self.refused = set(), set()
        # Taps of all phones that had such an answer, also if they were sent again.
        self.ever_unknown, self.ever_refused = set(), set()
        self.reasons = collections.Counter()
        self.complaints = []
        self.taps = collections.Counter()
        self.pauses = collections.Counter()
        self.highest = 0
        self.older_counts = 0
        # How many unknown taps were found saved at the end.
        self.saved = 0

    def note_counted(self, id, count):
        with self.lock:
            self.acknowledged[id] = count
            self.highest = max(self.highest, count or 0)

    def acknowledged_by(self, phone, pause):
        with self.lock:
            self.taps[phone] += 1
            self.pauses[phone] = max(self.pauses[phone], pause)

    def note_failure(self, id, outcome, detail, is_last):
        """Notes a tap that is unknown, refused, or wrong: refused for ever."""
        with self.lock:
            self.reasons[f"{outcome}: {detail}"] += 1
            if outcome == "wrong":
                self.complaints.append(f"{id} was answered with {detail}")
                return
            (self.ever_unknown if outcome == "unknown" else self.ever_refused).add(id)
            if is_last:
                (self.unknown if outcome == "unknown" else self.refused).add(id)

    def note_shown(self, count, least):
        with self.lock:
            self.older_counts += count < least

    def complain(self, text):
        with self.lock:
            self.complaints.append(text)

    def is_heard(self, by, since, more):
        """Whether each of these phones has this many more acknowledgements than then."""
        with self.lock:
            return bool(self.complaints) or all(
                self.taps[phone] >= since[phone] + more for phone in by)

    def violations(self, history, count):
        """What contradicts a counter's history and count."""
        found = []
        # A control sends a tap again with another id, which begins with the same.
        times = collections.Counter(entry["id"].partition("#")[0] for entry in history)
        found += [f"{id} counts {number} times" for id, number in times.items() if number > 1]
        counts = {entry["id"]: entry["count"] for entry in history}
        heard = {id.partition("#")[0] for id in self.acknowledged}
        for id, answer in self.acknowledged.items():
            if id not in counts:
                found.append(f"{id} was acknowledged and is absent")
            elif answer is not None and answer != counts[id]:
                found.append(f"{id} was answered with {answer} and counts as {counts[id]}")
        found += [f"{id} counts and was told not to be saved"
                  for id in times if id not in heard and id not in self.unknown]
        if [entry["count"] for entry in history] != list(range(1, len(history) + 1)):
            found.append("the entries' counts do not follow each other")
        if count != sum(entry["change"] for entry in history):
            found.append(f"the count {count} is not the sum of the history")
        least = len(self.acknowledged)
        if not least <= count <= least + len(self.unknown):
            found.append(f"{least} acknowledged, {len(self.unknown)} unknown, {count} there")
        return found
