/**
 * Fills the page without network with the count that was last seen at its address, and with the
 * other counters of that account. Returns the counter's number, if there is one.
 */
export function fillShell(main, remembered) {
  const { "/": last, ...pages } = remembered;
  const page = location.pathname === "/" ? last : pages[location.pathname];
  const others = Object.values(pages).filter((one) => one.path !== page?.path);
  document.getElementById("others").append(...others.map(link));
  if (!page) return;
  document.title = main.querySelector("h1").textContent = nameAt(page.path);
  Object.assign(main.dataset, page);
  return Number(page.counter);
}

/** The name of the counter at a path: `coffee`, or somebody else's `ada/coffee`. */
const nameAt = (path) =>
  path.split("/").slice(2).map((name) => decodeURIComponent(name.replace(/^~/, ""))).join("/");

/** A counter that this phone has seen. */
function link({ path, count }) {
  const row = document.createElement("li");
  const link = Object.assign(document.createElement("a"), { href: path });
  link.textContent = nameAt(path);
  row.append(link, count);
  return row;
}
