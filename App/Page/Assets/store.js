/** The answer to a request of IndexedDB. */
const answer = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/**
 * The taps that wait in this browser, each with a key of its own: a list that is read and written
 * back loses taps when two tabs do so at once. Accounts and counters are numbers here; the id of
 * Tally's store tells them apart from those of another one.
 */
export class TapStore {
  #opening;

  constructor(name = "tally") {
    this.name = name;
  }

  /** Opens the database; again after the browser has closed it, as phones do. */
  open() {
    this.#opening ??= this.#open();
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #open() {
    // Without a version: a page of before goes on where a newer one has changed the database.
    const request = indexedDB.open(this.name);
    request.onupgradeneeded = () => {
      const options = { keyPath: "key", autoIncrement: true };
      request.result.createObjectStore("taps", options).createIndex("account", "account");
    };
    const database = await answer(request);
    const forget = () => (this.#opening = undefined);
    database.onclose = forget;
    // A newer page waits for this.
    database.onversionchange = () => forget(database.close());
    return database;
  }

  /** Adds a tap. Once this returns, it survives the end of the browser and a power cut. */
  add(tap) {
    return this.#write((taps) => taps.add(tap));
  }

  /** The oldest taps of an account, or of all accounts, in the order in which they were made. */
  async taps(account, limit) {
    const taps = (await this.open()).transaction("taps").objectStore("taps");
    return answer(account ? taps.index("account").getAll(account, limit) : taps.getAll());
  }

  /** Removes taps by their keys, all of them or none. */
  remove(keys) {
    return this.#write((taps) => keys.forEach((key) => taps.delete(key)));
  }

  async #write(change) {
    const database = await this.open();
    await new Promise((resolve, reject) => {
      const transaction = database.transaction("taps", "readwrite", { durability: "strict" });
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
      change(transaction.objectStore("taps"));
    });
  }
}
