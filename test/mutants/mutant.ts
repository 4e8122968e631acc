/**
 * A wrong program: one of the reference's chapters with a fault that a person would really make. It must fail its
 * clause, and the card must hold the words; a mutant whose text is no longer found in the reference is an error.
 */
export type Mutant = {
  /** unique; says what the program does wrong */
  name: string;
  clause: string;
  /** the chapter of the reference it is made from; must be the clause's or a later one */
  from: `s${string}`;
  /** each `find` stands exactly once in that chapter's code.ts */
  edits: { find: string; put: string }[];
  /** what the English card says, among other things */
  says: string;
};
