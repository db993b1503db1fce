const largestBatch = 100;
// A suspended tab would keep the lock for ever.
const longestTurn = 30_000;
const longestPause = 15_000;
const longestAskedPause = 900_000;
// The format of taps. Servers take the last two.
const version = 2;

// All others can change: a server is updated, a proxy mended, a login made.
const finalStatuses = [403, 404, 409];
const unreadStatuses = [400, 413, 415];

/** Sends taps: the status, what was answered in JSON, and how long to pause. */
async function post(body, store) {
  const headers = { "Content-Type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "error" };
  const url = `/taps?version=${version}${store ? `&store=${store}` : ""}`;
  const response = await fetch(url, { ...request, signal: AbortSignal.timeout(15_000) });
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
  #batch = largestBatch;
  /** The keys of taps that were refused alone, because the server cannot read them. */
  #unread = new Set();
  #unreadInARow = 0;
  #unreadPause = longestPause;
  #failures = 0;
  /** Whether the last attempt to send got no answer of Tally's. */
  isUnreached = false;

  /**
   * - owner: the number of the account whose taps are sent, and the id of Tally's store.
   * - tell: is told what happened: `{counter, state, isAnswer, ids}`, `{refused, reason, gone}`,
   *   `{ended}`, `{waits, reason}`, `{}`.
   * - surroundings: network, clock, locks and timer, where tests replace them.
   */
  constructor(taps, owner, tell, surroundings = {}) {
    const later = (work, pause) => setTimeout(work, pause);
    const real = { send: post, now: Date.now, locks: navigator.locks, later };
    Object.assign(this, { taps, ...owner, tell }, real, surroundings);
  }

  /**
   * Stores a tap of `hand.js`, then sends it. Throws if it cannot be stored; it does not count
   * then.
   */
  async tap(tap) {
    await this.taps.add(tap);
    this.flush();
    // It is stored anyway.
    await Promise.resolve(this.tell({})).catch(() => {});
  }

  /** Whether a tap belongs here. A tap of the script before this one does not say its store. */
  owns(tap) {
    const isHere = !this.store || !tap.store || tap.store === this.store;
    return tap.account === this.account && isHere;
  }

  /** Whether a tap is going to be sent. */
  isDue(tap) {
    return this.owns(tap) && !this.#unread.has(tap.key);
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
      await this.#alone(() => this.#sendAll()).catch(() => {
        this.isUnreached = true;
        this.#pause();
      });
    }
    this.#running = undefined;
  }

  /** Does the work while no other tab does. Over plain http there are no locks. */
  async #alone(work) {
    if (!this.locks) return work();
    const signal = AbortSignal.timeout(longestTurn);
    let isWorking = false;
    const turn = () => {
      isWorking = true;
      return work();
    };
    await this.locks.request("tally-taps", { signal }, turn).catch((error) => {
      // A request that takes too long throws the same, but its turn had come.
      if (isWorking || error.name !== "TimeoutError") throw error;
      return this.locks.request("tally-taps", { steal: true }, work);
    });
  }

  async #sendAll() {
    while (!this.#isHeld) {
      const taps = (await this.taps.taps(this.account)).filter((tap) => this.isDue(tap));
      if (!taps.length) return this.#rest();
      const { account, counter, store } = taps[0];
      const isOther = (tap, at) => at > 0 && (tap.counter !== counter || tap.store !== store);
      const other = taps.findIndex(isOther);
      const sent = taps.slice(0, Math.min(other < 0 ? Infinity : other, this.#batch));
      // The age is right also where the phone's clock is wrong.
      const aged = sent.map(({ id, amount, at }) =>
        ({ id, amount, age: Math.max(0, this.now() - at) }));
      const answer = await this.send({ account, counter, taps: aged }, store);
      this.isUnreached = !answer.json;
      const isUnread = unreadStatuses.includes(answer.status);
      const goesOn = isUnread ? this.#divide(sent, answer) : await this.#settle(sent, answer);
      if (!goesOn) return this.#pause(answer);
    }
  }

  /**
   * Finds the tap that the server cannot read, and lets the others pass. Returns whether to go on
   * at once: not when others before it were refused alone too.
   */
  #divide(sent, { json }) {
    if (sent.length > 1) {
      this.#batch = Math.ceil(sent.length / 2);
      return true;
    }
    this.#unread.add(sent[0].key);
    this.#batch = largestBatch;
    this.tell({ waits: this.#unread.size, reason: json?.reason ?? "The server cannot read them" });
    this.later(() => {
      this.#unread.clear();
      this.flush();
    }, this.#unreadPause);
    this.#unreadPause = Math.min(this.#unreadPause * 2, longestAskedPause);
    return this.#unreadInARow++ === 0;
  }

  /** Removes the taps that Tally has answered for. Returns whether there are any. */
  async #settle(sent, { status, json }) {
    // A proxy's page settles nothing: only JSON is an answer of Tally's.
    const isFinal = finalStatuses.includes(status);
    const refuse = ({ id }) => ({ id, status: "refused", reason: json.reason });
    const results = isFinal && json?.reason ? sent.map(refuse) : status === 200 && json?.results;
    const answers = new Map((results || []).map((result) => [result.id, result]));
    const settled = sent.filter((tap) => answers.has(tap.id));
    const reasons = settled.map((tap) => answers.get(tap.id).reason).filter(Boolean);
    if (status === 401 && json?.reason) this.tell({ ended: json.reason });
    if (status === 421 && json?.reason) this.tell({ waits: sent.length, reason: json.reason });
    if (!settled.length) return false;
    const gone = isFinal && status === 404 ? sent[0].counter : undefined;
    if (reasons.length) this.tell({ refused: reasons.length, reason: reasons[0], gone });
    await this.taps.remove(settled.map((tap) => tap.key));
    [this.#failures, this.#unreadInARow, this.#batch] = [0, 0, largestBatch];
    const ids = settled.map((tap) => tap.id);
    this.tell({ counter: sent[0].counter, state: json.state, isAnswer: true, ids });
    return true;
  }

  /** Nothing is due: another tab may have sent what this one could not. */
  #rest() {
    this.#failures = 0;
    if (!this.isUnreached) return;
    this.isUnreached = false;
    this.tell({});
  }

  /** Tries again later: after the server's pause, or after a growing one with some chance in it. */
  #pause({ pause } = {}) {
    const longest = Math.min(longestPause, 1000 * 2 ** this.#failures++);
    // Otherwise a new tap or the network's return tries at once.
    this.#isHeld = pause > 0;
    clearTimeout(this.#timer);
    this.#timer = this.later(() => {
      this.#isHeld = false;
      this.flush();
    }, Math.min(pause || longest * (0.5 + Math.random() / 2), longestAskedPause));
    this.tell({});
  }
}
