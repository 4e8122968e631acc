/** What a program or a person wrote, made fit to stand in a page. Pure. */
import { safe } from "../report/terminal.ts";

/** No control characters, no half characters, no marks that turn the direction of what follows: each is spelled out. */
export const visible = (text: string): string => safe(text).replace(/[\u061c\u200e\u200f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text as it stands in markup, between tags or in a quoted attribute. */
export const plain = (text: string): string => visible(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** A sentence of ours: what stands in backquotes is code. */
export const withCode = (text: string): string => plain(text).replace(/`([^`]+)`/g, "<code>$1</code>");
