/** The frame of a page that needs nothing but itself: it may load nothing, and runs no script but the one written here. Pure. */
import { createHash } from "node:crypto";
import type { Language } from "../../spec/harness/text.ts";
import { plain } from "./plain.ts";

export type Document = {
  /** the first lines: they tell a page of ours from another file */
  start: string;
  language: Language;
  title: string;
  style: string;
  /** the elements carry style attributes of their own */
  styled?: boolean;
  script: string;
  /** markup from `<body` to before `</body>` */
  body: string;
};

/** @returns the whole page, to be written as UTF-8 */
export function documentOf({ start, language, title, style, styled = false, script, body }: Document): string {
  const allowed = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src ${styled ? "'unsafe-inline'" : hashOf(style)}; script-src ${hashOf(script)}`;
  return `${start}<html lang="${language === "zh" ? "zh-CN" : "en"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${allowed}">
<meta name="color-scheme" content="light dark">
<title>${plain(title)}</title>
<style>${style}</style>
</head>
${body}
<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
