/** A short answer for a terminal: never more than 15 lines, whatever is in it. */
import { type PlainOptions, TONES } from "./page.ts";
import type { Tone } from "./sheet.ts";
import { type Colours, columnsOf, printable, wrap } from "./terminal.ts";

const SHORT_LINES_MAX = 15;
const SHORT_FINDINGS_MAX = 6;
const VERDICT_LINES_MAX = 3;
const STATEMENT_LINES_MAX = 2;
const COLUMNS_MIN = 40;
const COLUMNS_MAX = 120;
const INDENT = "  ";

/** A finding in one line: its first words, and where it is. */
export interface ShortFinding {
  number: number;
  /** First words; `null` where they are not known. */
  opening: string | null;
  where: string;
}

interface ShortStatement {
  label: string;
  text: string;
  linesMax: number;
}

export class ShortPage {
  readonly #colours: Colours;
  readonly #columns: number;
  readonly #isLine: boolean;
  readonly #verdict: string[] = [];
  readonly #statements: ShortStatement[] = [];
  #findings: readonly ShortFinding[] = [];
  #findingsMax = SHORT_FINDINGS_MAX;

  constructor({ colours, columns, detail }: PlainOptions) {
    this.#colours = colours;
    this.#columns = Math.max(COLUMNS_MIN, Math.min(columns, COLUMNS_MAX));
    this.#isLine = detail === "line";
  }

  verdict(word: string, sentence: string, tone: Tone): void {
    const text = printable(`${word}: ${sentence}`);
    const [first = "", ...more] = this.#isLine ? [text] : cut(text, this.#columns, VERDICT_LINES_MAX);
    const coloured = this.#colours.bold(this.#colours[TONES[tone]](word));
    this.#verdict.push(coloured + first.slice(word.length), ...more);
  }

  /** A statement behind a word that says what it is about; it is cut after so many lines. */
  statement(label: string, text: string, linesMax = STATEMENT_LINES_MAX): void {
    this.#statements.push({ label, text: printable(text), linesMax });
  }

  /** They stand behind the verdict, so many at most, and as many as have room. */
  findings(all: readonly ShortFinding[], most = SHORT_FINDINGS_MAX): void {
    this.#findings = all;
    this.#findingsMax = most;
  }

  finish(): string {
    if (this.#isLine) return `${this.#verdict[0]}\n`;
    const room = SHORT_LINES_MAX - this.#verdict.length;
    const statements = this.#fitted(room - Math.min(1, this.#findings.length));
    const findings = this.#listed(room - statements.length);
    return `${[...this.#verdict, ...findings, ...statements].map((line) => line.trimEnd()).join("\n")}\n`;
  }

  /** Where all have no room, later ones are cut to a line. */
  #fitted(room: number): string[] {
    const lines = this.#statements.map((one) => this.#linesOf(one));
    for (let i = lines.length - 1; i >= 0 && lines.flat().length > room; i--)
      lines[i] = this.#linesOf({ ...this.#statements[i]!, linesMax: 1 });
    return lines.flat();
  }

  #linesOf({ label, text, linesMax }: ShortStatement): string[] {
    const lines = cut(`${label}: ${text}`, this.#columns - INDENT.length, linesMax);
    return lines.map((line, i) => INDENT + (i === 0 ? this.#colours.bold(label) + line.slice(label.length) : line));
  }

  #listed(room: number): string[] {
    const all = this.#findings;
    const most = Math.min(room, this.#findingsMax);
    const areAll = all.length <= most;
    const shown = areAll ? all : all.slice(0, most - 1);
    const lines = shown.map((one) => this.#finding(one));
    return areAll ? lines : [...lines, `${INDENT}… and ${all.length - shown.length} more.`];
  }

  /** The first words give way to the place, which is cut only where it alone is too long. */
  #finding({ number, opening, where }: ShortFinding): string {
    const label = `${INDENT}${number}. `;
    const room = this.#columns - columnsOf(label);
    if (opening === null) return label + cut(printable(where), room, 1)[0]!;
    const [place = ""] = cut(printable(where), Math.floor(room / 2), 1);
    const [words = ""] = cut(`“${printable(opening).trim()}`, room - columnsOf(place) - " ”".length, 1);
    return `${label}${this.#colours.yellow(`${words}”`)} ${place}`;
  }
}

/** Wraps a text into so many lines at most; what is left out is marked. */
function cut(text: string, columns: number, linesMax: number): string[] {
  const lines = wrap(text, columns);
  if (lines.length <= linesMax) return lines;
  // Room for the mark.
  const [last = ""] = wrap(lines[linesMax - 1]!, columns - 1);
  return [...lines.slice(0, linesMax - 1), `${last.replace(/(?<![\s,;:])[\s,;:]+$/, "")}…`];
}
