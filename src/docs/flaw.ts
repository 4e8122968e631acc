/** What is wrong with a marker or with what it asks for: a sentence for whoever writes the document. */
export class Flaw extends Error {}
