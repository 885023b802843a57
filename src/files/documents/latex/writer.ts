/** Writes the paragraphs of a LaTeX document: white space once, accents on the letter that follows them. */
import type { TextFlow } from "../markup/flow.ts";

export class LatexWriter {
  readonly #flow: TextFlow;
  /** Whether a paragraph is open: of the text, and of each note in which this is. */
  readonly #isOpen = [false];
  /** White space and marks of accents that wait for the next character. */
  #space = "";
  #accents = "";
  /** Whether what is written is left out, as in the preamble. */
  isSilent = false;

  constructor(flow: TextFlow) {
    this.#flow = flow;
  }

  write(text: string): void {
    if (this.isSilent || text === "") return;
    if (text === " ") {
      this.space();
      return;
    }
    if (this.#isOpen.at(-1) === false) {
      this.#openParagraph();
      this.#space = "";
    }
    this.#flow.write(this.#space + this.#accented(text));
    this.#space = "";
  }

  /** White space: as a line break, or as a blank where there is none yet. */
  space(isLineBreak = false): void {
    if (isLineBreak) this.#space = "\n";
    else this.#space ||= " ";
  }

  /** Puts a mark on the next character, inside of those that wait. */
  accent(mark: string): void {
    this.#accents = mark + this.#accents;
  }

  dropAccents(): void {
    this.#accents = "";
  }

  beginNote(): void {
    if (this.isSilent) return;
    // The note comes after this paragraph, also where the paragraph begins with it.
    if (this.#isOpen.at(-1) === false) this.#openParagraph();
    this.#isOpen.push(false);
    this.#space = "";
  }

  endNote(): void {
    this.endParagraph();
    if (this.#isOpen.length > 1) this.#isOpen.pop();
  }

  endParagraph(isHeading = false): void {
    this.#space = "";
    if (this.#isOpen.at(-1) !== true) return;
    if (isHeading) this.#flow.markHeading();
    this.#flow.close();
    this.#isOpen[this.#isOpen.length - 1] = false;
  }

  #openParagraph(): void {
    this.#flow.open();
    this.#isOpen[this.#isOpen.length - 1] = true;
  }

  #accented(text: string): string {
    if (this.#accents === "") return text;
    const [first = ""] = text;
    const base = first === "ı" ? "i" : first === "ȷ" ? "j" : first;
    const accented = (base + this.#accents).normalize("NFC");
    this.#accents = "";
    return accented + text.slice(first.length);
  }
}
