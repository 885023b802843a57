/** Programs that read the same files: pandoc, pdftotext of Poppler, and Python's own library for mail. */

import { isUtf8 } from "node:buffer";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const WITHOUT_FORMULAS = fileURLToPath(new URL("withoutFormulas.lua", import.meta.url));
/** Some files are made so that reading them does not end. */
const LIMITS = { maxBuffer: 2 ** 28, timeout: 60_000, killSignal: "SIGKILL" } as const;
/** The first text of a message, as Python's library chooses it. */
const MAIL = `
import email, email.policy, sys
message = email.message_from_binary_file(open(sys.argv[1], "rb"), policy=email.policy.default)
body = message.get_body(("plain",))
sys.stdout.buffer.write((body.get_content() if body is not None else "").encode("utf-8", "replace"))
`;

export interface Oracle {
  program: "pandoc" | "pdftotext" | "python3";
  arguments: (file: string) => string[];
  /** Whether it takes every file for UTF-8, whatever the file declares. */
  isUtf8?: boolean;
  /** The text of what it writes. */
  textOf?: (written: string) => string;
}

const INLINE_TAG = /<\/?(?:a|abbr|b|cite|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const pandoc = (format: string, ...more: string[]): Oracle => ({
  program: "pandoc",
  // Plain text breaks the cells of tables into lines.
  arguments: (file) => ["-f", format, "-t", "html", "--wrap=none", ...more, file],
  textOf: (html) =>
    html
      .replace(INLINE_TAG, "")
      .replace(/<[^>]*>/g, "\n")
      .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!),
});
const latex = { ...pandoc("latex", "--lua-filter", WITHOUT_FORMULAS), isUtf8: true };
const html = { ...pandoc("html"), isUtf8: true };

/** By the ending of the file's name. */
export const ORACLES: Readonly<Record<string, Oracle>> = {
  pdf: { program: "pdftotext", arguments: (file) => ["-q", "-enc", "UTF-8", file, "-"] },
  eml: { program: "python3", arguments: (file) => ["-c", MAIL, file] },
  docx: pandoc("docx"),
  docm: pandoc("docx"),
  odt: pandoc("odt"),
  epub: pandoc("epub"),
  rtf: pandoc("rtf"),
  fb2: pandoc("fb2"),
  html,
  htm: html,
  xhtml: html,
  ipynb: pandoc("ipynb"),
  tex: latex,
  latex,
};

/** The programs that are not in the PATH. */
export function missingPrograms(): string[] {
  const programs = new Set(Object.values(ORACLES).map(({ program }) => program));
  return [...programs].filter((program) => {
    try {
      execFileSync("which", [program], { stdio: "ignore" });
      return false;
    } catch {
      return true;
    }
  });
}

/** What the other program reads, or null where it fails or would take the bytes for others. */
export function readByOther(oracle: Oracle, file: string): Promise<string | null> {
  const { program, arguments: of, isUtf8: needsUtf8 = false, textOf } = oracle;
  if (needsUtf8 && !isUtf8(readFileSync(file))) return Promise.resolve(null);
  return new Promise((resolve) => {
    execFile(program, of(file), { ...LIMITS, encoding: "utf8" }, (error, text) =>
      resolve(error === null ? (textOf?.(text) ?? text) : null),
    );
  });
}
