// What the tap queue has around it in a browser, simulated so that it depends on a seed alone.
import { TapStore } from "/assets/store.js";

/** A small generator of random numbers with a seed (mulberry32). */
export function generator(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** A promise that is never kept. */
export const never = new Promise(() => {});
const turns = new MessageChannel();
const waitingForTurn = [];
turns.port1.onmessage = () => waitingForTurn.shift()();

/** Lets everything that is ready go on. */
export const nextTurn = () =>
  new Promise((resolve) => {
    waitingForTurn.push(resolve);
    turns.port2.postMessage(undefined);
  });

/** A store that keeps all taps in one list, which is read and written back: a control. */
export class ListStore extends TapStore {
  #taps = [];
  #lastKey = 0;
  async #change(change) {
    const taps = [...this.#taps];
    await nextTurn();
    this.#taps = change(taps);
  }
  add(tap) {
    this.#lastKey += 1;
    const added = { ...tap, key: this.#lastKey };
    return this.#change((taps) => [...taps, added]);
  }
  async taps(account, limit = Infinity) {
    return this.#taps.filter((tap) => tap.account === account).slice(0, limit);
  }
  remove(keys) {
    return this.#change((taps) => taps.filter((tap) => !keys.includes(tap.key)));
  }
}

/** Locks that a closed tab gives back, as a browser's do. */
export class Locks {
  #held = new Map();
  request(tab, name, work) {
    const before = this.#held.get(name);
    const turn = (async () => {
      await before;
      if (tab.isClosed) await never;
      return work();
    })();
    const done = Promise.race([turn.catch(() => {}), tab.closed]);
    this.#held.set(name, done.then(() => before));
    return turn;
  }
}
