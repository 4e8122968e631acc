/** A sentence in both languages of the course. */
export type Text = { en: string; zh: string };
export type Language = keyof Text;

export const say = (en: string, zh: string): Text => ({ en, zh });
