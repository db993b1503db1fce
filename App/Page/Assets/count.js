/** What of a state is an element's data: the target's number is `goal` where `target` is a count. */
export const figures = ({ version, count, target, limit, goal, period }) =>
  ({ version, count, target: target ?? "", limit: limit || "", goal: goal ?? "", period: period ?? "" });

/** The count of a page or row with the taps that wait for it. It has more digits than a Number. */
export function countOf({ dataset }, taps) {
  const own = taps.filter((tap) => tap.counter === Number(dataset.counter));
  return `${own.reduce((sum, tap) => sum + BigInt(tap.amount), BigInt(dataset.count))}`;
}

/** The digits in groups of three, as the server makes them: a copy is the plain number. */
const grouped = (count) => count.split(/\B(?=(?:\d{3})+$)/).map((digits, index) =>
  index ? Object.assign(document.createElement("span"), { textContent: digits }) : digits);

/** Shows a count, and what its target says of it, in a page or row. */
export function drawCount(place, number, count) {
  number.replaceChildren(...grouped(count));
  const { target, limit, goal, period } = place.dataset;
  if (!target) return place.removeAttribute("data-standing");
  const full = BigInt(goal || target);
  const left = BigInt(target) - BigInt(count);
  const isLastTenth = left <= full / 10n;
  place.dataset.standing =
    left < 0 ? "over" : left === 0n ? "reached" : isLastTenth ? "lastTenth" : "below";
  const distance = left < 0 ? `${-left} over` : left ? `${left} left` : "full";
  const show = (part, text) => place.querySelector(part)?.replaceChildren(text);
  show(".left", distance);
  const words = `of ${limit ? "at most " : ""}${full}`;
  const held = period ? `${full - left} ${words} ${period}` : words;
  const isTold = left < 0 ? limit || !period : limit && !period;
  show(".of", isTold ? `${held}, ${distance}` : held);
  const bar = place.querySelector("progress");
  if (bar) bar.value = Number(full - left);
}

/** Whether a state reaches a target that the one before, of an element, did not. */
export function isReachedBy({ count, target, goal }, before) {
  // Where a set moved the count, the target of a period moved with it.
  const old = `${goal || target}` === (before.goal || before.target) ? before.target : target;
  return target && BigInt(before.count) < BigInt(old) && BigInt(target) <= BigInt(count);
}
