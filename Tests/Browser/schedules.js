// Random schedules of the tap queue in one page: its real script and real IndexedDB, with several
// tabs, two accounts, and a network, a server and a clock that are simulated.
import { TapQueue } from "/assets/queue.js";
import { TapStore } from "/assets/store.js";
import { generator, ListStore, Locks, never, nextTurn } from "/assets/surroundings.js";

class World {
  constructor(seed, control) {
    this.random = generator(seed);
    this.control = control;
    this.time = 1_000_000_000_000;
    this.clockError = 0;
    this.timers = [];
    this.busy = 0;
    this.isUp = true;
    this.session = 1;
    this.revoked = new Set();
    this.changes = []; // What the server has committed: account, counter, id, amount.
    this.known = new Set();
    this.stored = new Map(); // Every tap that a person was told is stored, by id.
    this.passed = new Set();
    this.failures = [];
    this.tabs = [];
    this.made = 0;
    this.locks = new Locks();
    this.name = `schedule-${seed}-${control}`;
    const Store = control === "list" ? ListStore : TapStore;
    this.store = new Store(this.name);
  }

  pick(list) {
    return list[Math.floor(this.random() * list.length)];
  }

  chance(probability) {
    return this.random() < probability;
  }

  /** Lets everything go on that waits for the storage alone. */
  async settle() {
    for (let idle = 0; idle < 3; idle += 1) {
      await nextTurn();
      if (this.busy) idle = 0;
    }
  }

  later(work, pause) {
    this.timers.push({ at: this.time + pause, work });
  }

  /** Lets time pass, with everything that is due in it. */
  async advance(duration) {
    const end = this.time + duration;
    for (;;) {
      this.timers.sort((one, other) => one.at - other.at);
      if (!this.timers.length || this.timers[0].at > end) break;
      const { at, work } = this.timers.shift();
      this.time = Math.max(at, this.time);
      work();
      await this.settle();
    }
    this.time = end;
  }

  wait(duration) {
    return new Promise((resolve) => this.later(resolve, duration));
  }

  /** What the server does with a request that has arrived. */
  commit({ account, counter, taps }) {
    if (!this.isUp) return { status: 502, html: true };
    const user = this.control === "anyAccount" ? this.session : account;
    if (this.control !== "anyAccount" && this.session !== account) {
      return { status: 401, json: { reason: "You are not logged in" } };
    }
    if (this.revoked.has(counter)) return { status: 404, json: { reason: "It is gone" } };
    const results = taps.map(({ id, amount, age, original = id }) => {
      const key = `${user}/${id}`;
      if (!this.known.has(key)) {
        this.known.add(key);
        this.changes.push({ account: user, counter, id: original, amount, time: this.time - age });
      }
      return { id, status: "counted" };
    });
    return { status: 200, json: { results, state: {} } };
  }

  /** The network between a tab and the server. */
  async send(tab, body) {
    const sent = structuredClone(body);
    if (this.control === "noID") {
      for (const tap of sent.taps) Object.assign(tap, { original: tap.id, id: `${this.random()}` });
    }
    const answered = (answer) => {
      if (this.control === "noID" && answer.json?.results) {
        answer.json.results.forEach((result, index) => (result.id = body.taps[index].id));
      }
      return answer;
    };
    await this.wait(this.random() * 400);
    if (tab.isClosed && this.chance(0.5)) await never;
    const fault = this.random();
    if (fault < 0.08) throw new TypeError("no network");
    if (fault < 0.12) return { status: 503, json: { reason: "busy" }, pause: 2000 };
    if (fault < 0.14) return { status: 429, pause: this.pick([0, 1000, NaN]) };
    if (fault < 0.15) return { status: 404, json: undefined };
    if (fault < 0.16) {
      // Refused alone, a tap lets the others pass.
      if (body.taps.length === 1) this.passed.add(body.taps[0].id);
      return { status: this.pick([400, 413, 415]), json: { reason: "unread" } };
    }
    if (fault < 0.18) return { status: 200, json: undefined };
    if (fault < 0.2) sent.taps.splice(1); // The server did a part.
    const answer = answered(this.commit(sent));
    if (fault > 0.2 && fault < 0.3) throw new TypeError("the answer was lost");
    const again = () => this.commit(sent);
    if (fault > 0.3 && fault < 0.36) this.wait(this.random() * 60_000).then(again);
    await this.wait(this.random() * 400);
    return answer;
  }

  openTab(account) {
    const tab = { account, isClosed: false };
    tab.closed = new Promise((resolve) => (tab.close = resolve));
    const guarded = (name) => async (...values) => {
      if (tab.isClosed) await never;
      if (name === "add" && this.chance(0.03)) {
        throw new DOMException("full", "QuotaExceededError");
      }
      this.busy += 1;
      try {
        return await this.store[name](...values);
      } finally {
        this.busy -= 1;
        if (tab.isClosed) await never;
      }
    };
    const store = { add: guarded("add"), taps: guarded("taps"), remove: guarded("remove") };
    if (this.control === "early") {
      store.taps = async (...values) => {
        const taps = await guarded("taps")(...values);
        await guarded("remove")(taps.map((tap) => tap.key));
        return taps;
      };
    }
    const surroundings = {
      send: (body) => this.send(tab, body),
      now: () => this.time + this.clockError,
      later: (work, pause) => this.later(() => tab.isClosed || work(), pause),
      locks: {
        request: (name, options, work) => this.locks.request(tab, name, work),
      },
    };
    tab.queue = new TapQueue(store, { account }, () => {}, surroundings);
    this.tabs.push(tab);
    tab.queue.flush();
  }

  closeTab(tab) {
    tab.isClosed = true;
    tab.close();
    this.tabs.splice(this.tabs.indexOf(tab), 1);
  }

  /** A tap as a person makes it: when the promise is kept, they were told that it is stored. */
  tap(tab) {
    const { queue } = tab;
    const add = queue.taps.add;
    const counter = this.pick([11, 12]);
    const amount = this.chance(0.8) ? 1 : -1;
    queue.taps.add = async (tap) => {
      queue.taps.add = add;
      await add(tap);
      this.stored.set(tap.id, { ...tap, order: this.stored.size, time: this.time });
    };
    const id = `${tab.account}-${this.made++}`;
    const at = this.time + this.clockError;
    queue.tap({ id, at, counter, amount, account: tab.account }).catch(() => {});
  }

  async step() {
    const tab = this.tabs.length ? this.pick(this.tabs) : undefined;
    const kind = this.random();
    if (!tab || kind < 0.06) return this.openTab(this.pick([1, 1, 2]));
    if (kind < 0.1) return this.closeTab(tab);
    if (kind < 0.65) {
      this.tap(tab);
      if (this.chance(0.3)) await this.settle();
      else if (this.chance(0.5)) await nextTurn();
      return undefined;
    }
    if (kind < 0.7) return void (this.session = this.pick([1, 1, 2, 0]));
    if (kind < 0.74) return void (this.isUp = !this.isUp);
    if (kind < 0.75) return void this.revoked.add(12);
    if (kind < 0.77) {
      this.clockError = this.pick([0, 1, -1]) * 365 * 86_400_000;
      return undefined;
    }
    if (kind < 0.8) {
      if (this.chance(0.3)) this.time += 8 * 86_400_000; // The phone slept.
      return this.advance(30_000);
    }
    return this.advance(this.random() * 1000);
  }

  fail(text) {
    this.failures.push(text);
  }

  /** Every stored tap waits, is counted, or was refused because its counter is gone. */
  async check(isEnd) {
    await this.settle();
    const waiting = new Set();
    for (const account of [1, 2]) {
      for (const tap of await this.store.taps(account)) waiting.add(tap.id);
    }
    const counts = new Map();
    for (const change of this.changes) {
      counts.set(change.id, (counts.get(change.id) ?? 0) + 1);
      const tap = this.stored.get(change.id);
      if (tap && tap.account !== change.account) this.fail("counted by another account");
      if (tap && (tap.counter !== change.counter || tap.amount !== change.amount)) {
        this.fail("counted as something else");
      }
    }
    for (const [id, tap] of this.stored) {
      const count = counts.get(id) ?? 0;
      if (count > 1) this.fail("counted twice");
      const isRefused = this.revoked.has(tap.counter);
      if (!count && !waiting.has(id) && !isRefused) this.fail("lost");
      if (isEnd && waiting.has(id)) this.fail("waits for ever");
    }
    for (const account of [1, 2]) {
      const isInOrder = ({ account: by, id }) => by === account && !this.passed.has(id);
      const orders = this.changes.filter(isInOrder)
        .map((change) => this.stored.get(change.id)?.order)
        .filter((order) => order !== undefined);
      if (orders.some((order, index) => order < orders[index - 1])) this.fail("out of order");
    }
  }

  async run() {
    Math.random = this.random;
    const length = 10 + Math.floor(this.random() * 40);
    for (let index = 0; index < length && !this.failures.length; index += 1) {
      await this.step();
      if (this.chance(0.1)) await this.check(false);
    }
    this.isUp = true;
    for (const account of [1, 2]) {
      this.session = account;
      this.openTab(account);
      for (let index = 0; index < 200; index += 1) {
        await this.advance(20_000);
        if (!(await this.store.taps(account)).length) break;
      }
    }
    await this.advance(120_000);
    if (!this.failures.length) await this.check(true);
    [...this.tabs].forEach((tab) => this.closeTab(tab));
    (await this.store.open()).close();
    indexedDB.deleteDatabase(this.name);
    const { stored, changes, failures } = this;
    return { taps: stored.size, changes: changes.length, failures };
  }
}

/** Runs schedules; returns the number of taps, and the seeds that failed with their reasons. */
export async function run(first, count, control) {
  const found = [];
  let taps = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const result = await new World(seed, control).run();
    taps += result.taps;
    if (result.failures.length) found.push({ seed, failures: [...new Set(result.failures)] });
    if (control && found.length) break;
  }
  return { taps, found };
}
