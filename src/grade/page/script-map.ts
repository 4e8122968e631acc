/** The map: the table of students grows a column for each clause; it is sorted, filtered and walked by keys. */
export const mapScript = `
  const table = find(".students");
  const box = find(".box");
  const tools = find(".tools");
  const body = table.tBodies[0];
  const now = find(".now");
  /* The columns before the clauses: name, score, stage, verdict. */
  const lead = 4;
  const rows = [...body.rows];
  /* Without a score nothing of a student counts, neither what holds nor what fails. */
  const scored = students.filter(({ points }) => points >= 0);
  const failing = columns.map((_column, at) => scored.reduce((sum, { marks }) => sum + ("fet".includes(marks[at]) ? 1 : 0), 0));
  const judged = columns.map((_column, at) => scored.reduce((sum, { marks }) => sum + (marks[at] === "n" ? 0 : 1), 0));
  /* Where a chapter begins, for a line between the two. */
  const begins = columns.map(([, chapter], at) => at === 0 || columns[at - 1][1] !== chapter);

  const told = (at) => columns[at][0] + "  " + columns[at][2].replaceAll("\`", "") + "  (" + failing[at] + "/" + judged[at] + " " + words.failing + ")";

  /* A second line of heads above the first: chapters over the clauses' numbers, each with a bar of how many fail. */
  const head = table.tHead.rows[0];
  for (const cell of head.querySelectorAll("[data-sort]")) {
    const button = make("button", "", cell.textContent);
    button.type = "button";
    button.addEventListener("click", () => order(cell.dataset.sort));
    cell.replaceChildren(button);
  }
  const corner = make("td", "corner");
  corner.colSpan = lead;
  const chapters = make("tr", "chapters", corner);
  columns.forEach(([id, chapter], at) => {
    if (begins[at]) {
      const group = make("th", "begins", chapter);
      group.scope = "colgroup";
      group.colSpan = columns.filter((column) => column[1] === chapter).length;
      group.style.setProperty("--span", String(group.colSpan));
      chapters.append(group);
    }
    const bar = make("i");
    bar.style.height = (judged[at] === 0 ? 0 : (failing[at] / judged[at]) * 100) + "%";
    const short = chapter === words.extra ? String(columns.slice(0, at + 1).filter((column) => column[1] === chapter).length) : id.slice(id.indexOf(".") + 1);
    const cell = make("th", begins[at] ? "clause begins" : "clause", make("span", "bar", bar), make("span", "", short));
    cell.scope = "col";
    cell.tabIndex = -1;
    cell.title = told(at);
    cell.setAttribute("aria-label", told(at));
    head.append(cell);
  });
  table.tHead.prepend(chapters);

  /* One cell of each kind, copied for each result. */
  const kinds = new Map();
  for (const [letter, { name, sign, word }] of Object.entries(statuses)) {
    for (const first of [true, false]) {
      const cell = make("td", "cell " + name + (first ? " begins" : ""), sign);
      cell.tabIndex = -1;
      cell.setAttribute("aria-label", word);
      kinds.set(letter + first, cell);
    }
  }
  rows.forEach((row, at) => {
    row.dataset.at = at;
    for (const cell of row.cells) cell.tabIndex = -1;
    find("a", row).tabIndex = -1;
    const { marks } = students[at];
    const cells = document.createDocumentFragment();
    for (let place = 0; place < marks.length; place += 1) cells.append(kinds.get(marks[place] + begins[place]).cloneNode(true));
    row.append(cells);
  });
  table.classList.add("map");
  /* The style lays the table out by itself, so that only the lines in sight cost time: what it is has to be said. */
  const roles = [["table", "grid"], ["thead, tbody", "rowgroup"], ["tr", "row"], ["thead th", "columnheader"], ["tbody th", "rowheader"], ["td", "gridcell"]];
  for (const [names, role] of roles) for (const one of find(".class").querySelectorAll(names)) one.setAttribute("role", role);
  table.style.setProperty("--columns", String(columns.length));

  /* Sorting: names up, scores and stages down at first; the same head again turns it round. */
  const collator = new Intl.Collator(undefined, { numeric: true });
  const named = rows.map((_row, at) => at).sort((one, other) => collator.compare(students[one].id, students[other].id));
  const nameRank = [];
  named.forEach((at, rank) => (nameRank[at] = rank));
  const keys = { name: (at) => -nameRank[at], score: (at) => students[at].points, stage: (at) => Number(students[at].stage.slice(1)) || 0 };
  let sorted = { by: "", down: true };
  const order = (by) => {
    sorted = { by, down: sorted.by === by ? !sorted.down : true };
    const sign = sorted.down ? -1 : 1;
    const places = rows.map((_row, at) => at).sort((one, other) => sign * (keys[by](one) - keys[by](other)) || nameRank[one] - nameRank[other]);
    body.append(...places.map((at) => rows[at]));
    /* Names go up where the key, their rank turned round, goes down. */
    for (const cell of head.querySelectorAll("[data-sort]")) cell.setAttribute("aria-sort", cell.dataset.sort !== by ? "none" : sorted.down === (by === "name") ? "ascending" : "descending");
  };
  order("name");

  /* Filtering by name, verdict and the column that is lit up. */
  let lit = -1;
  const { find: field, verdict: choice, only, whole } = tools.elements;
  const anything = make("option", "", words.all);
  anything.value = "";
  choice.append(anything);
  for (const [verdict, word] of Object.entries(verdicts)) {
    const count = students.filter((student) => student.verdict === verdict).length;
    if (count === 0) continue;
    const option = make("option", "", word + " (" + count + ")");
    option.value = verdict;
    choice.append(option);
  }
  const nobody = make("p", "nobody", words.nobody);
  box.append(nobody);
  const filter = () => {
    const wanted = field.value.trim().normalize("NFC").toLocaleLowerCase();
    let shown = 0;
    rows.forEach((row, at) => {
      const { id, spelled = "", verdict, marks } = students[at];
      const fits = (id + " " + spelled).toLocaleLowerCase().includes(wanted) && (choice.value === "" || choice.value === verdict) && (lit < 0 || !only.checked || "fet".includes(marks[lit]));
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    nobody.hidden = shown > 0;
    find(".shown").textContent = shown + " / " + rows.length + " " + words.shown;
  };
  tools.addEventListener("input", filter);
  tools.addEventListener("submit", (event) => event.preventDefault());
  /* Squeezed into the page, at first where there is a page's width and the clauses need more: the whole class at a glance. */
  const squeeze = () => find(".class").classList.toggle("whole", whole.checked);
  whole.addEventListener("change", squeeze);
  whole.checked = box.clientWidth > 800 && table.offsetWidth > box.clientWidth;
  squeeze();

  /* Lights up a column, or none (-1). */
  const light = (at) => {
    const mark = (column, on) => [head, ...rows].forEach((row) => row.cells[column + lead].classList.toggle("lit", on));
    if (lit >= 0) mark(lit, false);
    lit = at;
    find(".lit", tools).hidden = at < 0;
    if (at < 0) only.checked = false;
    else {
      mark(at, true);
      find(".lit b", tools).textContent = columns[at][0] + " · " + failing[at] + "/" + judged[at] + " " + words.failing;
      now.textContent = told(at);
    }
    for (const link of document.querySelectorAll("[data-clause]")) link.classList.toggle("chosen", at >= 0 && link.dataset.clause === columns[at][0]);
    filter();
  };
  const center = (at) => {
    const { left } = head.cells[at + lead].getBoundingClientRect();
    box.scrollLeft += left - box.getBoundingClientRect().left - (box.clientWidth + head.cells[0].offsetWidth) / 2;
  };

  /* Walking: one cell of the table is a stop of the Tab key, arrows go on from it. */
  let stop = rows.length === 0 ? undefined : rows[0].cells[0];
  const stay = (cell) => {
    if (stop !== undefined) stop.tabIndex = -1;
    stop = cell;
    cell.tabIndex = 0;
  };
  if (stop !== undefined) stop.tabIndex = 0;
  const say = (cell) => {
    const row = cell.parentElement;
    const at = cell.cellIndex - lead;
    if (row === head) now.textContent = told(at);
    else {
      const { id, sentence: text, marks } = students[row.dataset.at];
      now.textContent = at < 0 ? id + " · " + text : id + " · " + statuses[marks[at]].word + " · " + told(at);
    }
  };
  table.addEventListener("focusin", (event) => {
    const cell = event.target.closest("tbody th, tbody td, th.clause");
    if (cell === null) return;
    stay(cell);
    say(cell);
  });
  table.addEventListener("mouseover", (event) => {
    const cell = event.target.closest("tbody th, tbody td, th.clause");
    if (cell !== null) say(cell);
  });
  table.addEventListener("keydown", (event) => {
    const cell = event.target.closest("tbody th, tbody td, thead th");
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const visible = [head, ...[...body.rows].filter((row) => !row.hidden)];
    const y = visible.indexOf(cell.parentElement);
    const x = cell.cellIndex;
    const last = lead + columns.length - 1;
    const steps = {
      ArrowRight: [x + 1, y], ArrowLeft: [x - 1, y], ArrowDown: [x, y + 1], ArrowUp: [x, y - 1],
      Home: [0, y], End: [last, y], PageDown: [x, y + 15], PageUp: [x, y - 15],
    };
    if (event.key === "Enter" || event.key === " ") {
      if (event.target.closest("button") !== null) return;
      event.preventDefault();
      choose(cell);
    } else if (Object.hasOwn(steps, event.key)) {
      event.preventDefault();
      const [column, line] = steps[event.key];
      const next = visible[Math.max(0, Math.min(visible.length - 1, line))].cells[Math.max(0, Math.min(last, column))];
      /* The heads of the first columns are buttons. */
      (find("button", next) ?? next).focus();
    }
  });
  const choose = (cell) => {
    const row = cell.parentElement;
    const at = cell.cellIndex - lead;
    const clause = at < 0 ? "" : columns[at][0];
    if (row === head) go({ clause: lit === at ? "" : clause });
    else go({ student: students[row.dataset.at].id, clause });
  };
  table.addEventListener("click", (event) => {
    const cell = event.target.closest("tbody th, tbody td, th.clause");
    if (cell === null || event.ctrlKey || event.metaKey || event.shiftKey || String(getSelection()) !== "") return;
    event.preventDefault();
    choose(cell);
  });
  for (const one of document.querySelectorAll(".scripted")) one.hidden = false;
`;
