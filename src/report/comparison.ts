/** A comparison of two texts in plain words. */
import type { CompareResult, Relation, Share } from "../contract/compare.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, Page, type PlainOptions, percent } from "./page.ts";
import { elide } from "./terminal.ts";

export interface PlainComparisonOptions extends PlainOptions {
  /** The first text, out of which passages are shown. */
  a: string;
}

const RELATIONS: Record<Relation, [word: string, meaning: string]> = {
  identical: ["IDENTICAL", "The two texts have the same words."],
  near_duplicate: ["NEAR DUPLICATE", "The two texts are the same but for small changes."],
  contains: ["CONTAINS", "The second text stands in the first."],
  excerpt: ["EXCERPT", "The first text stands in the second."],
  partial: ["PARTIAL", "The two texts share passages."],
  unrelated: ["UNRELATED", "The two texts share no passage."],
  insufficient_evidence: ["INSUFFICIENT EVIDENCE", "At least one text is too short or too repetitive to compare."],
};

/** Without the texts there is no telling what stands in a passage. */
const MEANINGS_OF_PRINTS: Partial<Record<Relation, string>> = {
  partial: "The two texts share sequences of words.",
  unrelated: "The two texts share no run of 12 words.",
};

const PASSAGES_SHOWN = 10;
const PASSAGE_CHARACTERS = 300;

export function plainComparison(result: CompareResult, options: PlainComparisonOptions): string {
  const page = new Page(options);
  const [word, meaning] = RELATIONS[result.relation];
  page.verdict(
    word,
    (result.passages === null && MEANINGS_OF_PRINTS[result.relation]) || meaning,
    result.relation === "unrelated" ? "plain" : "part",
  );
  const [likeliest, ...others] = result.possible_relations ?? [];
  if (likeliest !== undefined && others.length > 0) {
    page.blank();
    page.text(
      `This much is sure without the texts. Likeliest: ${named(likeliest)}. Possible too: ${others.map(named).join(", ")}.`,
      {
        indent: 0,
      },
    );
  }
  page.heading("How much they share");
  page.text(`First in second: ${share(result.containment_a_in_b)} of its word sequences (${count(result.a.words, "word")}).`);
  page.text(`Second in first: ${share(result.containment_b_in_a)} of its word sequences (${count(result.b.words, "word")}).`);
  page.text(`In common: ${share(result.jaccard)} of all.`);
  if (result.longest_run_words !== null) page.text(`Longest run: ${count(result.longest_run_words, "word")}.`);
  const passages = result.passages ?? [];
  for (const [number, passage] of passages.slice(0, PASSAGES_SHOWN).entries()) {
    const label = `${number + 1}. `;
    page.blank();
    page.text(`${passage.kind.replace("_", " ")}, ${count(passage.words, "word")}, ${percent(passage.identity)} identical`, {
      label,
    });
    page.quotation("", elide(options.a.slice(passage.a.start, passage.a.end), PASSAGE_CHARACTERS), "", 2 + label.length);
  }
  if (passages.length > PASSAGES_SHOWN) {
    page.blank();
    page.text(`${count(passages.length - PASSAGES_SHOWN, "more passage")}: the result document (--json) has them.`);
  }
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Comparison ${result.comparison_id}`, result.method);
  return page.finish();
}

function named(relation: Relation): string {
  return RELATIONS[relation][0].toLowerCase();
}

function share({ value, ci_95: [lo, hi] }: Share): string {
  return lo === hi ? percent(value) : `${percent(value)} (95 % interval ${percent(lo)} to ${percent(hi)})`;
}
