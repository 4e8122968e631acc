/** The page's script: steps through the rows by button, click and key. The page is whole without it. */
export const script = `
(() => {
  const rows = [...document.querySelectorAll(".row")];
  const entries = [...document.querySelectorAll(".entry")];
  const past = document.querySelector(".past");
  const bar = document.querySelector(".bar");
  const now = bar.querySelector(".now");
  const count = bar.querySelector(".count");
  const lastLeaf = rows.length === 0 ? "-1" : rows[rows.length - 1].dataset.leaf;
  /* The row shown last; -1: all of them. */
  let at = -1;

  const draw = () => {
    const whole = at < 0;
    document.body.classList.toggle("stepping", !whole);
    rows.forEach((row, index) => {
      row.classList.toggle("later", !whole && index > at);
      row.classList.toggle("current", index === at);
      if (index === at) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
      const shown = row.querySelector("details");
      if (shown !== null && !whole) shown.open = index === at;
    });
    const leaf = whole ? lastLeaf : rows[at].dataset.leaf;
    for (const entry of entries) {
      entry.classList.toggle("later", !whole && Number(entry.dataset.row) > at + 1);
      entry.classList.toggle("fresh", Number(entry.dataset.row) === at + 1);
      const last = past.dataset.tree === "true" && entry.dataset.entry === leaf;
      entry.classList.toggle("leaf", last);
      if (last) entry.setAttribute("aria-current", "true");
      else entry.removeAttribute("aria-current");
    }
    count.textContent = (whole ? "" : at + 1 + " / ") + count.dataset.all;
    now.textContent = whole ? now.dataset.idle : rows[at].querySelector(".label").textContent;
  };

  const go = (next) => {
    at = Math.max(-1, Math.min(rows.length - 1, next));
    draw();
    if (at >= 0) rows[at].scrollIntoView({ block: "nearest" });
  };

  bar.hidden = false;
  bar.querySelector(".previous").addEventListener("click", () => go(at - 1));
  bar.querySelector(".next").addEventListener("click", () => go(at + 1));
  bar.querySelector(".whole").addEventListener("click", () => go(-1));
  rows.forEach((row, index) => {
    row.addEventListener("click", (event) => {
      if (event.target.closest("summary, details ol, details p") !== null || String(getSelection()) !== "") return;
      if (event.target.closest("a") !== null) event.preventDefault();
      go(index);
    });
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const steps = { ArrowRight: at + 1, j: at + 1, ArrowLeft: at - 1, k: at - 1, Escape: -1 };
    if (at >= 0) Object.assign(steps, { Home: 0, End: rows.length - 1 });
    if (!Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    go(steps[event.key]);
  });
  const named = rows.findIndex((row) => "#" + row.id === location.hash);
  if (named >= 0) go(named);
  else draw();
})();
`;
