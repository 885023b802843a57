/** Passes over text that a condition of TeX leaves out. */
import { damaged } from "../bytes/notRead.ts";
import { CONDITIONS } from "./commands.ts";
import type { LatexDefinitions } from "./definitions.ts";
import type { LatexInput } from "./input.ts";

/**
 * Passes over a branch, up to `\fi`.
 *
 * @param toElse whether it ends at `\else` of the same condition too
 * @throws NotRead where it does not end
 */
export function passBranch(input: LatexInput, definitions: LatexDefinitions, toElse: boolean): void {
  for (let depth = 0; ; ) {
    input.match(/[^\\%]+/y);
    const { next } = input;
    if (next === "") throw damaged("it was cut");
    if (next === "%") {
      input.match(/[^\n]*\n?/y);
      continue;
    }
    input.take();
    const name = input.name();
    if (depth === 0 && (name === "fi" || (name === "else" && toElse))) return;
    if (name === "fi") depth -= 1;
    else if (CONDITIONS.has(name) || definitions.holds(name) !== undefined) depth += 1;
  }
}
