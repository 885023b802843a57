/** Writes documents of LaTeX. */
import type { Chapter } from "../office/archives.ts";

const NAMED: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

/** Any text as LaTeX writes it; quotation marks and hyphens in a row stand for others. */
export const latexText = (text: string): string => text.replace(/[\\~^%$&#_{}]/g, (sign) => NAMED[sign] ?? `\\${sign}`);

export const latexAround = (body: string, preamble = ""): string =>
  `\\documentclass{article}\n${preamble}\\begin{document}\n${body}\n\\end{document}\n`;

export const latexOf = (chapters: readonly Chapter[]): string =>
  latexAround(
    chapters
      .map(({ title, paragraphs }) => [`\\section{${latexText(title)}}`, ...paragraphs.map(latexText)].join("\n\n"))
      .join("\n\n"),
  );
