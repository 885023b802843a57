/** Reads formulas as they are written, with what the document's own commands stand for, without comments and labels. */
import { damaged } from "../bytes/notRead.ts";
import type { LatexDefinitions } from "./definitions.ts";
import type { LatexInput } from "./input.ts";

/** What says nothing of the formula itself; `label` and `tag` with their argument. */
const LABELS = new Set(["label", "tag"]);
const WITHOUT_MEANING = new Set(["nonumber", "notag", "displaystyle"]);

interface Formula {
  source: string;
  /** Whether it ends; one in single dollar signs does not where its paragraph ends first. */
  isEnded: boolean;
}

/** @throws NotRead where the document ends in it */
export function readFormula(input: LatexInput, definitions: LatexDefinitions, end: string): Formula {
  const parts: string[] = [];
  for (let depth = 0; ; ) {
    const plain = input.match(/[^\\{}$%\s]+/y);
    if (plain !== "") parts.push(plain);
    if ((depth === 0 || end.startsWith("\\end")) && input.takes(end))
      return { source: parts.join("").replace(/ {2,}/g, " ").trim(), isEnded: true };
    const { next } = input;
    if (next === "") throw damaged("it was cut");
    if (next === "%" || /\s/.test(next)) {
      if (input.space().isParagraph && end === "$") return { source: parts.join(""), isEnded: false };
      parts.push(" ");
      continue;
    }
    input.take();
    if (next === "\\") parts.push(commandIn(input, definitions));
    else {
      parts.push(next);
      if (next === "{") depth += 1;
      if (next === "}") depth = Math.max(0, depth - 1);
    }
  }
}

function commandIn(input: LatexInput, definitions: LatexDefinitions): string {
  const name = input.name();
  if (LABELS.has(name)) input.argument();
  if (LABELS.has(name) || WITHOUT_MEANING.has(name)) return "";
  if (/^[a-zA-Z@]/.test(name) && definitions.expands(name, input)) return "";
  return `\\${name}`;
}
