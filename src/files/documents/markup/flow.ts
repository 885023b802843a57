/** Builds the text of a document from its blocks, in reading order, with the places of its headings and pages. */
import type { TextSection } from "../../../base/contract/common.ts";

const LABEL_CHARACTERS_MAX = 200;
const BETWEEN_BLOCKS = "\n\n";

interface Block {
  readonly parts: string[];
  lengthUnits: number;
  isHeading: boolean;
  /** Whether its text is the beginning of the next block, as a large initial is. */
  isInitial: boolean;
  /** Pages and headings that begin in the block, by their place in its text. */
  readonly marks: TextSection[];
  /** Blocks of notes and text boxes that are anchored in this one: they follow it. */
  readonly after: Block[];
}

/**
 * Blocks are written one after another. A block that is opened while another is open, as that of a footnote, comes
 * after the outer one: no sentence is interrupted.
 */
export class TextFlow {
  readonly #open: Block[] = [];
  readonly #texts: string[] = [];
  readonly #sections: TextSection[] = [];
  #lengthUnits = 0;
  /** Pages and headings that begin between two blocks. */
  #waiting: Omit<TextSection, "start">[] = [];
  #initial = "";

  open(): void {
    const marks = this.#open.length === 0 ? this.#waiting.map((mark) => ({ ...mark, start: 0 })) : [];
    if (this.#open.length === 0) this.#waiting = [];
    this.#open.push({ parts: [], lengthUnits: 0, isHeading: false, isInitial: false, marks, after: [] });
  }

  /** The innermost open block is a heading. */
  markHeading(): void {
    const block = this.#open.at(-1);
    if (block !== undefined) block.isHeading = true;
  }

  /** The innermost open block is a large initial: its text begins the next block. */
  markInitial(): void {
    const block = this.#open.at(-1);
    if (block !== undefined) block.isInitial = true;
  }

  close(): void {
    const block = this.#open.pop();
    if (block === undefined) return;
    if (block.isInitial && block.after.length === 0) {
      this.#initial += block.parts.join("").trim();
      return;
    }
    const outer = this.#open.at(-1);
    if (outer === undefined) this.#emit(block);
    else outer.after.push(block);
  }

  /** Adds to the innermost open block; text outside blocks is a block of its own. */
  write(text: string): void {
    const block = this.#open.at(-1);
    if (block !== undefined) {
      const whole = block.isInitial ? text : this.#initial + text;
      if (!block.isInitial) this.#initial = "";
      block.parts.push(whole);
      block.lengthUnits += whole.length;
    } else if (text.trim() !== "") {
      this.open();
      this.write(text);
      this.close();
    }
  }

  /** Whether a block is open. */
  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Removes white space at the end of what was written last, and one of `characters` before it. */
  dropEnd(characters: string): void {
    const block = this.#open.at(-1);
    const last = block?.parts.pop();
    if (block === undefined || last === undefined) return;
    const trimmed = last.trimEnd();
    const kept = characters.includes(trimmed.at(-1) ?? " ") ? trimmed.slice(0, -1) : trimmed;
    block.parts.push(kept);
    block.lengthUnits -= last.length - kept.length;
  }

  /** A page begins here, or a part whose heading is not in the text. */
  mark(kind: TextSection["kind"], label: string): void {
    const outermost = this.#open[0];
    if (outermost === undefined) this.#waiting.push({ kind, label });
    else outermost.marks.push({ kind, start: outermost.lengthUnits, label });
  }

  finish(): { text: string; sections: TextSection[] } {
    while (this.isOpen) this.close();
    if (this.#initial !== "") {
      this.open();
      this.write("");
      this.close();
    }
    return { text: this.#texts.join(""), sections: this.#sections.sort((x, y) => x.start - y.start) };
  }

  #emit({ parts, isHeading, marks, after }: Block): void {
    const text = parts.join("");
    const isBlank = text.trim() === "";
    for (const { kind, start, label } of marks) this.#section(kind, this.#lengthUnits + (isBlank ? 0 : start), label);
    if (!isBlank) {
      if (isHeading) this.#section("heading", this.#lengthUnits, text);
      this.#texts.push(text, BETWEEN_BLOCKS);
      this.#lengthUnits += text.length + BETWEEN_BLOCKS.length;
    }
    for (const block of after) this.#emit(block);
  }

  #section(kind: TextSection["kind"], start: number, label: string): void {
    const shown = labelOf(label);
    if (shown !== "") this.#sections.push({ kind, start, label: shown });
  }
}

/** A label on one line. */
export function labelOf(text: string): string {
  return text
    .slice(0, 2 * LABEL_CHARACTERS_MAX)
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LABEL_CHARACTERS_MAX);
}
