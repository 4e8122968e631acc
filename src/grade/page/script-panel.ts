/** The panel of one student: verdict, chapters, flags, cards, prints, and how to judge it again. */
export const panelScript = `
  const panel = find(".panel");
  let open = -1;

  const part = (title, ...inside) => make("section", "", make("h3", "", title), ...inside);
  const command = (text) => {
    const line = make("pre", "command", text);
    line.tabIndex = 0;
    return line;
  };
  const button = (sign, label, act) => {
    const one = make("button", "", sign);
    one.type = "button";
    one.title = label;
    one.setAttribute("aria-label", label);
    one.addEventListener("click", act);
    return one;
  };

  const chaptersPart = ({ chapters: list }) => {
    const items = list.map(([id, score, max, share]) => {
      const bar = make("i");
      bar.style.width = share + "%";
      return make("li", share === 100 ? "full" : "", make("b", "", id), make("span", "bar", bar), make("span", "points", score + " / " + max));
    });
    return part(words.byChapter, make("ol", "by-chapter", ...items));
  };

  const cardPart = ({ marks }, [column, places, again], chosen) => {
    const [id, , text] = columns[column];
    const { name, sign, word } = statuses[marks[column]];
    const status = make("i", "cell " + name, sign);
    status.title = word;
    const what = make("span", "what", ...sentence(text));
    const one = make("details", "card", make("summary", "", status, make("b", "id", id), what));
    one.dataset.card = id;
    const card = places.map((place) => lines[place]).join("\\n");
    one.append(card === "" ? make("p", "note", word + ". " + words.noCard) : make("pre", "", card));
    if (again !== undefined && again !== "") one.append(make("p", "label", words.again), command(again));
    one.open = chosen;
    return one;
  };

  const cardsPart = (student, clause) => {
    const { cards } = student;
    if (cards.length === 0) return part(words.cards, make("p", "note", student.marks.includes("p") ? words.allOk : words.noCard));
    const named = cards.findIndex(([column]) => columns[column][0] === clause);
    const items = cards.map((card, at) => cardPart(student, card, at === Math.max(0, named)));
    const all = make("button", "all", words.openAll);
    all.type = "button";
    all.addEventListener("click", () => items.forEach((item) => (item.open = true)));
    const made = part(words.cards, ...items);
    made.firstChild.append(" ", make("span", "count", String(cards.length)), all);
    return made;
  };

  const fill = (at, clause) => {
    const student = students[at];
    const visible = [...body.rows].filter((row) => !row.hidden);
    const place = visible.indexOf(rows[at]);
    const step = (by) => {
      const next = visible[place + by];
      if (next !== undefined) go({ student: students[next.dataset.at].id, clause: "" });
    };
    const title = make("h2", "", make("bdi", "", student.id));
    title.id = "who";
    title.tabIndex = -1;
    const previous = button("↑", words.previous, () => step(-1));
    const next = button("↓", words.next, () => step(1));
    previous.disabled = place <= 0;
    next.disabled = place < 0 || place >= visible.length - 1;
    const bar = make("div", "panel-bar", title, previous, next, button("✕", words.close, () => go({ student: "", clause: "" })));
    const facts = make("dl", "facts");
    for (const [label, value] of student.facts) facts.append(make("div", "", make("dt", "", label), make("dd", "", value)));
    const inside = make("div", "panel-inside",
      make("p", "result", make("span", "big", make("b", "", student.score), " / " + student.max), make("span", "verdict " + student.verdict, verdicts[student.verdict]), make("span", "", words.stage + " " + student.stage)),
      make("p", "sentence", student.sentence));
    if (student.flags.length > 0) inside.append(part(words.flags, make("ul", "flags", ...student.flags.map(([severity, code, detail]) => make("li", severity, make("b", "", code), " ", detail)))));
    if (student.chapters.length > 0) inside.append(chaptersPart(student));
    inside.append(cardsPart(student, clause));
    if (student.prints !== undefined) inside.append(part(words.prints, make("pre", "", student.prints)));
    if (student.replay !== undefined) inside.append(part(words.replay, command(student.replay)));
    inside.append(facts);
    panel.replaceChildren(bar, inside);
    panel.scrollTop = 0;
    if (!panel.open) panel.showModal();
    title.focus({ preventScroll: true });
    const chosen = [...panel.querySelectorAll(".card")].find((card) => clause !== "" && card.dataset.card === clause);
    if (chosen !== undefined) chosen.scrollIntoView({ block: "start" });
    open = at;
  };

  const shut = () => {
    const from = open;
    open = -1;
    if (panel.open) panel.close();
    panel.replaceChildren();
    /* Back to the student's line: the cell it was opened from, or its first one. */
    if (from >= 0 && !rows[from].hidden) (stop !== undefined && rows[from].contains(stop) ? stop : rows[from].cells[0]).focus();
  };
  panel.addEventListener("cancel", (event) => {
    event.preventDefault();
    go({ student: "", clause: "" });
  });
  panel.addEventListener("click", (event) => {
    if (event.target === panel) go({ student: "", clause: "" });
  });
`;
