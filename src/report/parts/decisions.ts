/** What people decided about the findings of an analysis, apart from the findings. */

import type { AnalyzeResult, Match } from "../../base/contract/operations/analyze.ts";
import type {
  AppliedDecision,
  DecisionKind,
  DecisionNotApplied,
  ResultDecision,
} from "../../base/contract/operations/decision.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { count, figure } from "../layout/page.ts";
import type { Sheet } from "../layout/sheet.ts";

/**
 * Matches by passage, in the order of the text: many documents may have the same one. Reports number passages in this
 * order, from 1.
 */
export function passagesOf(matches: readonly Match[]): Match[][] {
  const passages = [...groupBy(matches, ({ content }) => `${content.start} ${content.end}`).values()];
  const placeOf = ([match]: readonly Match[]) => match!.content;
  return passages.sort((x, y) => placeOf(x).start - placeOf(y).start || placeOf(x).end - placeOf(y).end);
}

const KINDS: Record<DecisionKind, string> = {
  mine: "the author's own",
  licensed: "licensed",
  quoted: "a quotation",
  public_domain: "in the public domain",
  not_mine: "the text of somebody else",
  false: "a false finding",
};

const NOT_APPLIED: Record<DecisionNotApplied["because"], string> = {
  document_changed: "the document has another text than when it was decided about",
  passage_changed: "this text does not have the words of the passage",
  other_text: "it was decided about another text",
  not_found: "no passage was found there",
};

/** Results of 0.1.0 have no decisions. */
export function writeDecisions(page: Sheet, { decisions, matches, coverage }: AnalyzeResult): void {
  if (decisions == null) return;
  page.heading("Decisions of people");
  const {
    given,
    applied,
    not_applied: notApplied,
    elsewhere,
    decided_words: decided,
    undecided_words: undecided,
  } = decisions;
  page.text(
    `${count(given, "decision")} given: ${figure(given - notApplied.length - elsewhere)} about what was found here, ` +
      `${figure(notApplied.length)} that no longer hold or do not hold here, ${figure(elsewhere)} about other texts. ` +
      "Nothing above or below was changed or left out because of them.",
  );
  if (coverage.matched_words > 0)
    page.text(
      undecided === 0
        ? `They cover all ${count(decided, "word")} found.`
        : `They cover ${figure(decided)} of the ${count(coverage.matched_words, "word")} found; nobody decided about the other ${figure(undecided)}.`,
    );
  const numbers = numbersOf(matches);
  page.table({
    columns: ["Decision", "About", "Reason", "By"],
    rows: applied.map((one) => [KINDS[one.decision], aboutOf(one, numbers), one.reason, byOf(one)]),
  });
  if (notApplied.length === 0) return;
  page.text("Not applied:");
  page.table({
    columns: ["Decision", "Because", "Reason", "By"],
    rows: notApplied.map((one) => [KINDS[one.decision], NOT_APPLIED[one.because], one.reason, byOf(one)]),
  });
}

/** Number of its passage by the place of a match. */
function numbersOf(matches: readonly Match[]): Map<number, number> {
  const places = new Map(matches.map((match, place) => [match, place]));
  return new Map(passagesOf(matches).flatMap((group, i) => group.map((match) => [places.get(match)!, i + 1] as const)));
}

function aboutOf({ about, words, matches }: AppliedDecision, numbers: ReadonlyMap<number, number>): string {
  const passages = [...new Set(matches.map((place) => numbers.get(place)!))].sort((one, other) => one - other);
  const where = passages.length === 0 ? "" : `, in ${plural(passages)}`;
  const what = { text: "the whole text", document: "a document", passage: "a passage" }[about];
  return `${what}: ${count(words, "word")} found${where}`;
}

const plural = (passages: readonly number[]): string =>
  passages.length === 1
    ? `passage ${passages[0]}`
    : `passages ${passages.slice(0, 10).join(", ")}${passages.length > 10 ? " …" : ""}`;

function byOf({ author, date, signed_by: key }: ResultDecision): string {
  return `${author}, ${date}; ${key === null ? "not signed, so anybody may have written it" : `signed with the key ${key}`}`;
}
