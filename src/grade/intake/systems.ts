/** Names that course systems make of a student's, led back to the roster where it leaves no doubt. */
import { folded, squeezed } from "./names.ts";
import type { Person, Roster } from "./roster.ts";

type System = {
  pattern: RegExp;
  /** the system writes names its own way: without spaces and signs, the family name first */
  loose: boolean;
};

const systems: System[] = [
  // Moodle: Jane Doe_12345_assignsubmission_file_, with the file's own name behind it where there is no folder.
  { pattern: /^(?<name>.+)_\d+_assignsubmission_file(?:_.*)?$/su, loose: true },
  // Canvas: doejane_123_456_code.ts, doejane_LATE_123_456_code-1.ts
  { pattern: /^(?<name>.+?)_(?:LATE_)?\d+_\d+_.+$/su, loose: true },
  // Blackboard: hw_id_attempt_2026-03-01-12-00-00_code.ts
  { pattern: /^(?<name>.+_.+)_attempt_\d{4}-\d\d-\d\d.*$/su, loose: false },
];

/** Finds whom of the roster an id of the class folder means: by the id itself, else by what a course system made of it. */
export class Register {
  readonly #ids = new Map<string, Person>();
  readonly #loose = new Map<string, Set<Person>>();

  constructor({ people }: Roster) {
    for (const person of people) {
      this.#ids.set(folded(person.id), person);
      for (const form of [person.id, ...turned(person.name ?? "")].map(squeezed)) {
        if (form !== "") this.#loose.set(form, (this.#loose.get(form) ?? new Set()).add(person));
      }
    }
  }

  /** @returns undefined where nobody or more than one could be meant */
  personOf(id: string): Person | undefined {
    const exact = this.#ids.get(folded(id));
    if (exact !== undefined) return exact;
    for (const { pattern, loose } of systems) {
      const name = pattern.exec(id)?.groups?.name;
      if (name !== undefined) return loose ? this.#named(name) : this.#ending(name);
    }
    return undefined;
  }

  #named(name: string): Person | undefined {
    return this.#ids.get(folded(name)) ?? single(this.#loose.get(squeezed(name)) ?? new Set());
  }

  /** `hw_2_jane`: of an id with an underscore nobody knows where it begins, so every beginning is tried. */
  #ending(name: string): Person | undefined {
    const parts = name.split("_");
    const people = parts.map((_part, at) => this.#ids.get(folded(parts.slice(at).join("_")))).slice(1);
    return single(new Set(people.filter((person) => person !== undefined)));
  }
}

const single = (people: Set<Person>): Person | undefined => (people.size === 1 ? [...people][0] : undefined);

/** `Anna Maria Doe`, `Maria Doe Anna`, `Doe Anna Maria` */
function turned(name: string): string[] {
  const parts = name.split(/[\s,]+/).filter((part) => part !== "");
  return parts.map((_part, at) => [...parts.slice(at), ...parts.slice(0, at)].join(" "));
}
