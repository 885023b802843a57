/** Title, authors and date, which a LaTeX document states before it writes them. */
import type { DocumentText } from "../documentText.ts";
import type { LatexInput } from "./input.ts";

export class LatexFront {
  readonly #stated = { title: "", author: "", date: "" };

  set(name: "title" | "author" | "date", input: LatexInput): void {
    input.isBefore("[");
    while (input.option() !== null);
    this.#stated[name] = input.argument();
  }

  /** Reads them next, as `\maketitle` writes them. */
  write(input: LatexInput): void {
    const { title, author, date } = this.#stated;
    if (title !== "") input.push(`\\part{${title}}\n\n{${author}}\n\n{${date}}\n\n`, "maketitle");
  }

  /** @param lineOf the text of a source on one line, without notes */
  metadata(lineOf: (source: string) => string): Pick<DocumentText, "title" | "author"> {
    const title = lineOf(this.#stated.title);
    const author = this.#stated.author
      .split(/\\(?:and|And|AND)\b/)
      .map((one) => lineOf(one.split("\\\\")[0]!))
      .filter((one) => one !== "")
      .join(", ");
    return { ...(title !== "" && { title }), ...(author !== "" && { author }) };
  }
}
