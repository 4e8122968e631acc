/** How a student is named and linked to. Pure. */
import { plain, visible } from "../../trace/plain.ts";

/** The name of a student's row, and of the address that opens it: `#student=…`. */
export const anchorOf = (student: string): string => `student=${visible(student)}`;

/** A link to a student; without a script it leads to the row in the table. */
export const linkHtml = (student: string): string => `<a class="to" href="#student=${plain(encodeURIComponent(visible(student)))}"><bdi>${plain(student)}</bdi></a>`;
