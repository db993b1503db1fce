const largestBatch = 100;
const longestTurn = 30_000; // A suspended tab would keep the lock for ever.
const longestPause = 15_000;
const longestAskedPause = 900_000;

/** A random id, also where `crypto.randomUUID` is missing: over plain http on a LAN. */
const newID = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");

/** Sends taps: the status, what was answered in JSON, and how long to pause. */
async function post(body) {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "error" };
  const response = await fetch("/taps", { ...request, signal: AbortSignal.timeout(15_000) });
  const json = await response.json().catch(() => undefined);
  return { status: response.status, json, pause: response.headers.get("Retry-After") * 1000 };
}

/**
 * Counts each tap exactly once, whatever happens to the network, the server, the tab or the phone.
 *
 * A tap is stored with an id before anything else, and is removed only when Tally itself has
 * answered for it. What is sent twice counts once by its id; a lock keeps tabs from doing so.
 */
export class TapQueue {
  #running;
  #isWanted = false;
  #isHeld = false;
  #timer;
  /** How many attempts to send have failed one after another. */
  failures = 0;

  /**
   * - account: the number of the account whose taps are sent.
   * - tell: is told what happened: `{counter, state}`, `{refused, reason}`, `{ended}`, `{}`.
   * - surroundings: network, clock, locks and timer, where tests replace them.
   */
  constructor(store, account, tell, surroundings = {}) {
    const later = (work, pause) => setTimeout(work, pause);
    const real = { send: post, now: Date.now, locks: navigator.locks, later };
    Object.assign(this, { store, account, tell }, real, surroundings);
  }

  /** Stores a tap, then sends it. Throws if it cannot be stored; it does not count then. */
  async tap(counter, amount) {
    const { account } = this;
    await this.store.add({ id: newID(), account, counter, amount, at: this.now() });
    this.tell({});
    this.flush();
  }

  /** Sends everything that waits. Returns when nothing does, or when sending has to pause. */
  flush() {
    this.#isWanted = true;
    return (this.#running ??= this.#run());
  }

  async #run() {
    while (this.#isWanted) {
      this.#isWanted = false;
      // The network or the storage failed, or the lock was taken away. Ids make that harmless.
      await this.#alone(() => this.#sendAll()).catch(() => this.#pause());
    }
    this.#running = undefined;
  }

  /** Does the work while no other tab does. Over plain http there are no locks. */
  async #alone(work) {
    if (!this.locks) return work();
    const signal = AbortSignal.timeout(longestTurn);
    await this.locks.request("tally-taps", { signal }, work).catch((error) => {
      if (error.name !== "TimeoutError") throw error;
      return this.locks.request("tally-taps", { steal: true }, work);
    });
  }

  async #sendAll() {
    while (!this.#isHeld) {
      const taps = await this.store.taps(this.account, largestBatch);
      if (!taps.length) return;
      const { account, counter } = taps[0];
      const other = taps.findIndex((tap) => tap.counter !== counter);
      const sent = other < 0 ? taps : taps.slice(0, other);
      // The age is right also where the phone's clock is wrong.
      const aged = sent.map(({ id, amount, at }) =>
        ({ id, amount, age: Math.max(0, this.now() - at) }));
      const answer = await this.send({ account, counter, taps: aged });
      if (!(await this.#settle(sent, answer))) return this.#pause(answer);
    }
  }

  /** Removes the taps that Tally has answered for. Returns whether there are any. */
  async #settle(sent, { status, json }) {
    // A proxy's page settles nothing: only JSON is an answer of Tally's.
    const isFinal = status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status);
    const refuse = ({ id }) => ({ id, status: "refused", reason: json.reason });
    const results = isFinal && json?.reason ? sent.map(refuse) : status === 200 && json?.results;
    const answers = new Map((results || []).map((result) => [result.id, result]));
    const settled = sent.filter((tap) => answers.has(tap.id));
    const reasons = settled.map((tap) => answers.get(tap.id).reason).filter(Boolean);
    if (status === 401 && json?.reason) this.tell({ ended: json.reason });
    if (!settled.length) return false;
    if (reasons.length) this.tell({ refused: reasons.length, reason: reasons[0] });
    await this.store.remove(settled.map((tap) => tap.key));
    this.failures = 0;
    this.tell({ counter: sent[0].counter, state: json.state });
    return true;
  }

  /** Tries again later: after the server's pause, or after a growing one with some chance in it. */
  #pause({ pause } = {}) {
    const longest = Math.min(longestPause, 1000 * 2 ** this.failures++);
    this.#isHeld = pause > 0; // Otherwise a new tap or the network's return tries at once.
    clearTimeout(this.#timer);
    this.#timer = this.later(() => {
      this.#isHeld = false;
      this.flush();
    }, Math.min(pause || longest * (0.5 + Math.random() / 2), longestAskedPause));
    this.tell({});
  }
}
