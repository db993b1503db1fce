/**
 * Hears each tap at the moment it begins: with several fingers, by keyboard, and before the other
 * scripts are there. The page waits for this file, so no button is seen earlier.
 */
{
  const isKey = (key) => key.startsWith("tap-");
  let kept = [];
  try {
    // What was tapped on a page that was left before its queue was there.
    kept = Object.keys(localStorage).filter(isKey).map((key) => JSON.parse(localStorage[key]))
      .sort((one, other) => one.at - other.at);
  } catch {
    // Without storage, nothing is kept.
  }
  /** What this phone or desk chose. Without storage, it is chosen for this page. */
  const choices = { keys: true };
  try {
    Object.assign(choices, JSON.parse(localStorage.choices ?? "{}"));
  } catch {
    // As if nothing was chosen.
  }
  const root = document.documentElement.classList;
  const dress = () => ["black", "left"].forEach((name) => root.toggle(name, !!choices[name]));
  const keys = {
    "+": ".tap[data-amount='1'] button",
    "-": ".tap[data-amount='-1'] button",
    "u": ".pair [value='undo']",
  };
  let audio;
  const events = ["pointerdown", "click"];
  let take = keep;
  let isGivenUp = false;
  let held;
  const ends = {};

  const digits = (byte) => byte.toString(16).padStart(2, "0");
  // `crypto.randomUUID` is missing over plain http on a LAN.
  const newID = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), digits).join("");

  /** Keeps a tap until the queue takes it, also when the page is left before that. */
  function keep(tap) {
    kept.push(tap);
    save(tap);
  }

  /** Saves a tap for the next page. */
  function save(tap) {
    try {
      localStorage[`tap-${tap.id}`] = JSON.stringify(tap);
    } catch {
      // Without storage it is kept as long as the page.
    }
  }

  /** Forgets a tap that was saved. */
  function forget({ id }) {
    try {
      localStorage.removeItem(`tap-${id}`);
    } catch {
      // It was not saved.
    }
  }

  function hear(event) {
    const button = event.target.closest?.(".tap button, button[data-amount]");
    if (!button) return;
    // The form is for pages without script.
    if (event.type === "click") event.preventDefault();
    // A finger or a mouse has counted when it went down; a keyboard has no button that goes down.
    // In a list, a finger that goes down may scroll.
    const isClick = event.type === "click";
    const isInList = "amount" in button.dataset;
    if (isInList ? !isClick : isClick ? event.detail !== 0 : event.button !== 0) return;
    const amount = Number(button.dataset.amount ?? button.form.dataset.amount);
    const tap = { id: newID(), at: Date.now(), amount, ...owner(button) };
    // A key can press the button of a page without a counter.
    if (!tap.account || !tap.counter || take(tap) === false) return;
    signal("tapped", 20, 150, button.closest("li"));
    if (choices.sound) click();
  }

  /** Whose taps these are, and of which counter: what the person sees on the page or in the row. */
  function owner(button) {
    const { account, store } = document.body.dataset;
    const place = button?.closest("[data-counter]") ?? document.querySelector("main");
    const { counter } = place.dataset;
    return { store, account: Number(account), counter: Number(counter) };
  }

  /** A box shows what was chosen a moment after its part opens: it may be pressed before that. */
  function choose({ target: box }) {
    const { choice } = box.dataset;
    if (!choice) return;
    box.checked = choices[choice] = !choices[choice];
    dress();
    try {
      localStorage.choices = JSON.stringify(choices);
    } catch {
      // It is chosen for this page.
    }
  }

  /** Counts by a key at a desk, but not while somebody types. */
  function press(event) {
    const { key, target, repeat, ctrlKey, altKey, metaKey } = event;
    // One press counts once.
    if (repeat && key === "Enter" && target.matches?.("button")) event.preventDefault();
    if (!choices.keys || !(key in keys) || repeat || ctrlKey || altKey || metaKey) return;
    if (!target.matches?.("input:not([type=checkbox])")) document.querySelector(keys[key])?.click();
  }

  function click() {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 1000;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.02);
  }

  /** Lets the number be seen and felt to change, once. */
  function signal(kind, vibration, length, row) {
    const { classList } = row ?? document.getElementById("live");
    classList.remove(kind);
    // Restarts the animation.
    void document.body.offsetWidth;
    classList.add(kind);
    clearTimeout(ends[kind]);
    ends[kind] = setTimeout(() => classList.remove(kind), length);
    navigator.vibrate?.(vibration);
  }

  /** Holds a form that is sent before the queue is there: undo has to find the taps before it. */
  function hold(event) {
    // Nobody's page has no queue: the taps wait for their account.
    if (!kept.length || !owner().account || event.target.method !== "post") return;
    event.preventDefault();
    held = [event.target, event.submitter];
  }

  /** Sends what was kept without the queue, because that does not come. */
  async function giveUp() {
    if (isGivenUp) return;
    isGivenUp = true;
    const { store, account } = owner();
    kept = kept.filter((tap) => tap.store === store && tap.account === account);
    const isUsed = kept.length > 0;
    const pause = () => new Promise((go) => setTimeout(go, 2000));
    let refusal;
    while (kept.length) refusal = (await send().catch(pause)) ?? refusal;
    for (const name of events) removeEventListener(name, hear, true);
    removeEventListener("submit", hold, true);
    const alert = `Taps refused. ${refusal}`;
    if (refusal) document.getElementById("tap-alert").textContent = alert;
    else if (held) held[0].requestSubmit(held[1]);
    else if (isUsed) location.reload();
  }

  /**
   * Sends taps of one counter. Their ids are the same in the queue, so they count once. Returns why
   * one was refused. Throws if Tally has not answered for any of them: then they are still kept.
   */
  async function send() {
    const { store, account, counter } = kept[0];
    const sent = kept.filter((tap) => tap.counter === counter).slice(0, 100);
    const taps = sent.map(({ id, amount, at }) =>
      ({ id, amount, age: Math.max(0, Date.now() - at) }));
    const answer = await fetch(`/taps?version=2&store=${store}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ account, counter, taps }),
      redirect: "error",
    });
    const { results = [], reason } = await answer.json();
    // The next login here sends them.
    if (answer.status === 401) location.reload();
    const isRefused = reason && [403, 404, 409].includes(answer.status);
    const settled = sent.filter((tap) => isRefused || results.some(({ id }) => id === tap.id));
    if (!settled.length) throw answer;
    kept = kept.filter((tap) => !settled.includes(tap));
    settled.forEach(forget);
    return isRefused ? reason : results.find((result) => result.reason)?.reason;
  }

  /** Gives the taps to the queue from now on, and what was kept; returns a form that was held. */
  function giveTo(queue) {
    [take, isGivenUp] = [queue, true];
    removeEventListener("submit", hold, true);
    for (const tap of kept.splice(0)) take(tap);
    return held;
  }

  root.add("script");
  dress();
  addEventListener("change", choose);
  addEventListener("keydown", press);
  addEventListener("toggle", ({ target }) => {
    for (const box of target.querySelectorAll("[data-choice]"))
      box.checked = choices[box.dataset.choice];
  }, true);
  for (const name of events) addEventListener(name, hear, true);
  addEventListener("submit", hold, true);
  addEventListener("error", ({ target }) => target.tagName === "SCRIPT" && giveUp(), true);
  globalThis.hand = { giveTo, giveUp, newID, owner, save, forget, signal };
}
