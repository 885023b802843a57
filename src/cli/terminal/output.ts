/** Output of commands: the result to stdout, everything else to stderr. */
import { openSync, writeFileSync } from "node:fs";
import picocolors from "picocolors";
import { type ErrorDetails, isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { PlainOptions } from "../../report/index.ts";
import { type Colours, NO_COLOURS, printable } from "../../report/layout/terminal.ts";
import { UsageError } from "./exit.ts";
import type { Stream, Terminal } from "./terminal.ts";

export interface OutputOptions {
  readonly json?: boolean | undefined;
  /** `false` with `--no-color`. */
  readonly color?: boolean | undefined;
}

const COLUMNS_WITHOUT_TERMINAL = 100;
/** What functions of the library say of their arguments: on a terminal nobody has called one. */
const CALL = /^\w+ cannot be called like this:/;
/** Wrong fields that are listed besides those of the message. */
const FIELDS_SHOWN = 10;

export class Output {
  readonly json: boolean;
  /** Layout options of plain text for stdout. */
  readonly plain: PlainOptions;
  readonly #terminal: Terminal;
  readonly #colours: Colours;

  constructor(terminal: Terminal, options: OutputOptions) {
    this.json = options.json === true;
    this.#terminal = terminal;
    const colours = (stream: Stream) =>
      wantsColour(stream, terminal.env, options) ? picocolors.createColors(true) : NO_COLOURS;
    this.#colours = colours(terminal.stderr);
    this.plain = { colours: colours(terminal.stdout), columns: terminal.stdout.columns ?? COLUMNS_WITHOUT_TERMINAL };
  }

  /** Writes the result of a command: a document under `--json`, else text. */
  answer(document: unknown, text: (options: PlainOptions) => string): void {
    this.#terminal.stdout.write(this.json ? `${JSON.stringify(document, null, 2)}\n` : text(this.plain));
  }

  /** Writes information besides the result. */
  notice(text: string): void {
    this.#terminal.stderr.write(`${this.#colours.yellow("spolia:")} ${printable(text)}\n`);
  }

  /** Writes a result as a page of HTML, and says where it is. */
  page(path: string, html: string): void {
    writeTo(path, html);
    this.notice(`The page is written to ${path}: open it in a browser.`);
  }

  /** Writes an error: in words on stderr, and as a document on stdout under `--json`. */
  error(error: unknown): void {
    const document = toErrorDocument(error);
    const { stderr, stdout } = this.#terminal;
    // The message already names the first fields.
    let message = document.message.replace(CALL, "This cannot be done:");
    const more: string[] = [];
    for (const { pointer, detail } of document.fields) {
      const told = `${pointer || "it"} ${detail.replace(/\.$/, "")}`;
      // A path is named by what is said of it.
      const plain = /^\/paths\/\d+$/.test(pointer) ? detail : `${plainPlace(pointer)} ${detail}`;
      if (message.includes(told)) message = message.replace(told, plain.replace(/\.$/, ""));
      else more.push(plain);
    }
    stderr.write(`${this.#colours.red("spolia:")} ${printable(message)}\n`);
    for (const one of more.slice(0, FIELDS_SHOWN)) stderr.write(`  ${printable(one)}\n`);
    for (const cause of causesOf(error)) stderr.write(`  ${printable(`Cause: ${cause}`)}\n`);
    if (document.hint !== null) stderr.write(`  ${printable(document.hint)}\n`);
    if (this.json) stdout.write(`${JSON.stringify({ error: document }, null, 2)}\n`);
  }
}

/** A JSON pointer as people write places: `metadata.title`, `works[3]`. Flags stay as they are. */
export function plainPlace(pointer: string): string {
  if (!pointer.startsWith("/")) return pointer || "it";
  const names = pointer.slice(1).split("/");
  const plain = names.map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return plain.map((name, i) => (/^\d+$/.test(name) ? `[${name}]` : i === 0 ? name : `.${name}`)).join("");
}

/** Whether output to this stream is coloured. https://no-color.org */
export function wantsColour(stream: Stream, env: Terminal["env"], { color }: OutputOptions): boolean {
  return stream.isTTY === true && color !== false && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

/** Writes text to a file; replaces an existing file. */
export function writeTo(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

/** @returns its descriptor. @throws SpoliaError where it cannot be written */
export function openToWrite(path: string): number {
  try {
    return openSync(path, "w");
  } catch (cause) {
    throw unwritable(path, cause);
  }
}

export function unwritable(path: string, cause: unknown): SpoliaError {
  const hints: Readonly<Record<string, string>> = {
    ENOENT: "Its folder does not exist: make it, or name another.",
    EISDIR: "It is a folder: name a file in it.",
  };
  const hint = hints[(cause as NodeJS.ErrnoException).code ?? ""] ?? "Give a file in a folder with write permission.";
  return new SpoliaError("storage_failed", `${path} cannot be written.`, { hint, cause });
}

const CAUSES_SHOWN_MAX = 5;

/** What caused an error, as the system says it, where its own message does not say it already. */
function causesOf(error: unknown): string[] {
  const causes: string[] = [];
  let [one, said] = [error, error instanceof Error ? error.message : ""];
  while (one instanceof Error && one.cause instanceof Error && causes.length < CAUSES_SHOWN_MAX) {
    one = one.cause;
    const { message } = one as Error;
    // Whoever names the fields of a cause again has all that it says.
    if (isSpoliaError(one) && one.fields.length > 0) continue;
    if (message !== "" && !said.includes(message)) causes.push(message);
    said += message;
  }
  return causes;
}

interface ErrorDocument {
  code: string;
  message: string;
  hint: string | null;
  fields: NonNullable<ErrorDetails["fields"]>;
}

/** An error in the form that users see: without a stack trace; an internal error says that it is one. */
export function toErrorDocument(error: unknown): ErrorDocument {
  if (isSpoliaError(error)) {
    return { code: error.code, message: error.message, hint: error.hint ?? null, fields: error.fields };
  }
  if (error instanceof UsageError) {
    return { code: "invalid_request", message: error.message, hint: error.hint ?? null, fields: [] };
  }
  const message = error instanceof Error ? error.message : String(error);
  const hint = "This is a bug in spolia. Please report it with the command that you ran.";
  return { code: "internal", message: `Something went wrong: ${message}`, hint, fields: [] };
}

/** The day of this machine, `YYYY-MM-DD`: the library has no clock. */
export const today = (): string => new Date().toISOString().slice(0, 10);
