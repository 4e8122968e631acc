/** The address says what is shown: `#student=…&clause=s04.3`, `#clause=s04.3`; Back goes back, and a link opens the same. */
export const addressScript = `
  const read = () => {
    const said = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
    return { student: said.get("student") ?? "", clause: said.get("clause") ?? "" };
  };
  /* Shows what the address says. */
  const show = () => {
    const { student, clause } = read();
    const at = student === "" ? -1 : students.findIndex(({ id }) => id === student);
    if (at >= 0) fill(at, clause);
    else {
      shut();
      light(columns.findIndex(([id]) => id === clause));
    }
  };
  /* Changes the address without a jump of the page; from one student to the next is one step for Back. */
  const go = ({ student = "", clause = "" }) => {
    const parts = [];
    if (student !== "") parts.push("student=" + encodeURIComponent(student));
    if (clause !== "") parts.push("clause=" + encodeURIComponent(clause));
    const address = location.pathname + location.search + (parts.length === 0 ? "" : "#" + parts.join("&"));
    if (open >= 0 && student !== "") history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    show();
  };
  addEventListener("popstate", show);

  for (const link of document.querySelectorAll("a.to")) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopPropagation();
      go({ student: new URLSearchParams(link.hash.slice(1).replaceAll("+", "%2B")).get("student") });
    });
  }
  for (const link of document.querySelectorAll("[data-clause]")) {
    const { clause } = link.dataset;
    link.href = "#clause=" + encodeURIComponent(clause);
    link.parentElement.addEventListener("click", (event) => {
      if (String(getSelection()) !== "") return;
      event.preventDefault();
      go({ clause });
      if (lit < 0) return;
      center(lit);
      find("#h-map").scrollIntoView({ block: "start" });
      head.cells[lit + lead].focus({ preventScroll: true });
    });
  }
  find(".clear", tools).addEventListener("click", () => go({}));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (open < 0 && lit < 0) return;
    event.preventDefault();
    go({});
  });

  filter();
  show();
`;
