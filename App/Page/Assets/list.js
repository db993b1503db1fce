import { figures, isReachedBy } from "./count.js";

/** The list of counters, which shows what is counted and changed while it is open. */
export class CounterList {
  /** The page brings what it does for all scenes. */
  constructor(element, { draw, reach, speak, uncounted, visit }) {
    Object.assign(this, { element, draw, reach, speak, uncounted, visit });
  }

  /** Shows the state after taps in the counter's row. */
  show({ counter, state }) {
    const row = this.element.querySelector(`li[data-counter="${counter}"]`);
    if (!row || state.version <= Number(row.dataset.version)) return;
    this.advance(row, state);
    this.speak(`${row.querySelector(".name").textContent}: ${state.text}`);
  }

  advance(row, state) {
    if (isReachedBy(state, row.dataset)) this.reach(row);
    Object.assign(row.dataset, figures(state));
  }

  /** Shows what the list says now, soon. A page in the background waits until it is seen. */
  renew() {
    if (document.hidden) return;
    this.renewing ??= setTimeout(async () => {
      this.renewing = undefined;
      const there = await this.visit(true);
      if (there) this.replace(there);
    }, 100);
  }

  /** Shows another page's list. No row moves under a finger: new ones come last. */
  replace(there) {
    const gone = new Map([...this.element.children].map((row) => [row.dataset.counter, row]));
    for (const row of there.querySelectorAll("li[data-counter]")) {
      const here = gone.get(row.dataset.counter);
      gone.delete(row.dataset.counter);
      if (here) this.update(here, row);
      else this.element.append(row);
    }
    // A page shows only a part of a very long list.
    if (there.querySelector(".list + .hint")) gone.clear();
    for (const row of gone.values())
      for (const button of row.querySelectorAll("button")) button.disabled = true;
    this.draw();
  }

  /** Shows in a row what another page's row says. */
  update(here, row) {
    const isOlder = Number(row.dataset.version) < Number(here.dataset.version);
    // It may have the row's waiting taps already. It is shown after their answer.
    if (isOlder || this.uncounted().some((tap) => `${tap.counter}` === row.dataset.counter)) return;
    this.advance(here, row.dataset);
    const buttons = (row) => [...row.querySelectorAll("button:enabled")]
      .map((button) => button.ariaLabel ?? button.textContent).join();
    if (buttons(row) !== buttons(here)) return this.exchange(here, row);
    for (const place of [".sum", "form > small"])
      here.querySelector(place).replaceWith(row.querySelector(place));
  }

  /** Gives a row other buttons, and the focus that was there. A finger that is down comes first. */
  exchange(here, row) {
    if (here.querySelector("button:active")) return void setTimeout(() => this.renew(), 500);
    const focused = [...here.querySelectorAll("button")].indexOf(document.activeElement);
    here.replaceChildren(...row.childNodes);
    here.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  }
}
