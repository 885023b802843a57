/** An analysis in plain words, in the order in which it is to be read: proposition, observation, uncertainty, limit. */
import type { AnalyzeResult, AttributionSource, Match, Verdict } from "../contract/analyze.ts";
import { HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, Page, type PlainOptions, percent } from "./page.ts";
import type { Sheet } from "./sheet.ts";
import { elide, firstUnits, lastUnits } from "./terminal.ts";

export interface PlainAnalysisOptions extends PlainOptions {
  /** The content as it was analysed: the passages are shown out of it. */
  content: string;
}

/** Passages that are written out. A result document has them all. */
const PASSAGES_SHOWN = 10;
const PASSAGE_CHARACTERS = 400;
/** Further documents named with a passage that they carry too. */
const OTHERS_NAMED = 5;
const CONTEXT_CHARACTERS = 60;
/** Caveats of attributions; a result document says which belongs to which. */
const CAVEATS_SHOWN = 3;

const VERDICTS: Record<Verdict, [word: string, meaning: string]> = {
  match: ["MATCH", "Long verified passages of this text stand in the corpora that were searched."],
  partial: [
    "PARTIAL",
    "Verified passages of this text stand in the searched corpora, but they are short for a text of this length.",
  ],
  none_found: [
    "NONE FOUND",
    "No passage of this text was met in the searched corpora. That says nothing about what was not searched.",
  ],
  insufficient_evidence: ["INSUFFICIENT EVIDENCE", "Nothing can be concluded, either way."],
};

/** No passage without a long run and without much surprise names a source: texts of one field share such wording. */
const FORMULAS_ONLY =
  "Only wording was met that unrelated texts share too: no run of 12 words, and too little that is rare. It stands below and points to no source.";
/** Passages are facts also where no verdict can rest on them. */
const UNJUDGED_MATCH = "Too little for a verdict. The passages below were met all the same.";

export function plainAnalysis(result: AnalyzeResult, options: PlainAnalysisOptions): string {
  const page = new Page(options);
  writeAnalysis(page, result, options.content);
  return page.finish();
}

/** The same as one HTML file: no scripts, nothing loaded, fit to print. */
export function htmlAnalysis(result: AnalyzeResult, { content }: Pick<PlainAnalysisOptions, "content">): string {
  const page = new HtmlSheet();
  writeAnalysis(page, result, content);
  return page.finish(`Analysis ${result.analysis_id}`, result);
}

function writeAnalysis(page: Sheet, result: AnalyzeResult, content: string): void {
  const [word, usualMeaning] = VERDICTS[result.verdict];
  const isMet = result.matches.length > 0;
  const meaning =
    isMet && result.verdict === "insufficient_evidence"
      ? UNJUDGED_MATCH
      : isMet && result.verdict === "none_found"
        ? FORMULAS_ONLY
        : usualMeaning;
  page.verdict(word, meaning, result.verdict === "match" ? "found" : result.verdict === "partial" ? "part" : "plain");
  page.heading("What was asked");
  page.text(
    "Does a document of the searched corpora share a passage with this text, one derived from the other or both from a third?",
  );
  writePassages(page, result, content);
  writeDisguise(page, result);
  writeModels(page, result);
  writeConfidence(page, result);
  writeRisk(page, result);
  writeRevenue(page, result);
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Analysis ${result.analysis_id} of text ${result.fingerprint}`, result.method);
}

function writePassages(page: Sheet, result: AnalyzeResult, content: string): void {
  const { coverage, matches } = result;
  page.heading("Where it was met");
  if (matches.length === 0) {
    page.text(`Nowhere. ${count(coverage.words, "word")} searched.`);
    return;
  }
  page.text(
    `${figure(coverage.matched_words)} of ${count(coverage.words, "word")} (${percent(coverage.share)}), ` +
      `in ${count(result.potential_matches, "document")}; longest run ${count(coverage.longest_run_words, "word")}.`,
  );
  const passages = samePassage(matches);
  for (const [number, group] of passages.slice(0, PASSAGES_SHOWN).entries()) writePassage(page, number + 1, group, content);
  const more = passages.length - PASSAGES_SHOWN;
  if (more > 0) {
    page.blank();
    page.text(`${count(more, "more passage")}: the result document (--json) has them.`);
  }
}

/** Matches of one and the same stretch of the content, in the order given: many documents may carry it. */
function samePassage(matches: readonly Match[]): Match[][] {
  const groups = new Map<string, Match[]>();
  for (const match of matches) {
    const place = `${match.content.start} ${match.content.end}`;
    groups.set(place, [...(groups.get(place) ?? []), match]);
  }
  return [...groups.values()];
}

function writePassage(page: Sheet, number: number, [match, ...others]: Match[], content: string): void {
  if (match === undefined) return;
  const { document, content: span } = match;
  const label = `${number}. `;
  const indent = 2 + label.length;
  const by = [document.author, document.year].filter((part) => part !== undefined).join(", ");
  page.blank();
  page.text(`${document.title ?? document.id}${by === "" ? "" : `, ${by}`}`, { label });
  page.text(`${document.id} in corpus ${match.corpus} (dataset ${match.dataset})${document.url ? `, ${document.url}` : ""}`, {
    indent,
    dim: true,
  });
  const facts = [
    match.kind.replace("_", " "),
    count(match.words, "word"),
    `${percent(match.identity)} identical`,
    `${figure(Math.round(match.rarity_bits))} bits of rarity`,
    match.widely_shared ? `widely shared (${count(match.document_frequency, "work")})` : "",
    match.verified ? "" : "not verified word by word",
  ];
  page.text(facts.filter((fact) => fact !== "").join(", "), { indent });
  // Cut before making harmless: a passage may be as long as the content, and the screen is not.
  const before = lastUnits(content.slice(Math.max(0, span.start - 2 * CONTEXT_CHARACTERS), span.start), CONTEXT_CHARACTERS);
  const after = firstUnits(content.slice(span.end, span.end + 2 * CONTEXT_CHARACTERS), CONTEXT_CHARACTERS);
  page.quotation(
    (span.start > before.length ? "…" : "") + before,
    elide(content.slice(span.start, span.end), PASSAGE_CHARACTERS),
    after + (span.end + after.length < content.length ? "…" : ""),
    indent,
  );
  if (others.length === 0) return;
  // Documents of two corpora may have one id.
  const place = (other: Match) => (other.corpus === match.corpus ? "" : ` in corpus ${other.corpus}`);
  const named = others.slice(0, OTHERS_NAMED).map((other) => other.document.id + place(other));
  const unnamed = others.length - named.length;
  page.text(
    `The same words stand in ${count(others.length, "more document")}: ${named.join(", ")}${unnamed > 0 ? `, and ${unnamed} more` : ""}.`,
    {
      indent,
      dim: true,
    },
  );
}

function writeDisguise(page: Sheet, { disguised_characters: { total, kinds } }: AnalyzeResult): void {
  if (total === 0) return;
  const counts = kinds.map(({ kind, characters }) => `${figure(characters)} ${kind.replaceAll("_", " ")}`);
  page.blank();
  page.text(`${count(total, "disguised character")}, undone before comparing: ${counts.join(", ")}.`);
}

function writeModels(page: Sheet, result: AnalyzeResult): void {
  const { attribution_sources: sources, possible_sources: possible } = result;
  page.heading("Which models");
  if (sources.length === 0) {
    page.text(whyNoModel(result));
  }
  for (const group of alike(sources)) writeAlike(page, group);
  const caveats = [...new Set(sources.flatMap((source) => source.caveats))];
  for (const caveat of caveats.slice(0, CAVEATS_SHOWN)) page.text(`For some of these: ${caveat}`, { dim: true });
  for (const { because } of result.unattributed_datasets) page.text(because, { label: "- " });
  for (const source of possible) {
    page.text(
      `${source.model_id} and dataset ${source.training_dataset}, ${source.reason.replaceAll("_", " ")}: ${source.because}`,
      {
        label: "? ",
      },
    );
  }
}

function whyNoModel({ matches, verdict }: AnalyzeResult): string {
  if (matches.length === 0) return "None is named, because no passage was met.";
  // Nobody was looked up then: a catalogue may well name models for these datasets.
  if (verdict === "insufficient_evidence") return "None is named, because nothing can be concluded from what was met.";
  return "None is named: no source documents that a model was trained on these datasets.";
}

/** Models that one and the same is to be said of: many trained on the same dataset, by the same way. */
function alike(sources: readonly AttributionSource[]): AttributionSource[][] {
  const groups = new Map<string, AttributionSource[]>();
  for (const source of sources) {
    const key = JSON.stringify([source.training_dataset, source.via, source.inclusion, source.corpus]);
    groups.set(key, [...(groups.get(key) ?? []), source]);
  }
  return [...groups.values()];
}

function writeAlike(page: Sheet, group: readonly AttributionSource[]): void {
  const { training_dataset: dataset, inclusion, via, corpus } = group[0]!;
  const models = group.map(({ model, model_id: id }) => `${model} (${id})`).join(", ");
  page.text(`Documented to have trained on ${dataset}: ${models}`, { label: "- " });
  const used =
    inclusion.lo === 0 && inclusion.hi === 1
      ? "Whether they used a given document of it is not known"
      : `The probability that they used a given document of it is ${percent(inclusion.lo)} to ${percent(inclusion.hi)}`;
  page.text(`${used}: ${inclusion.basis}`, { indent: 4 });
  const way = via.length === 0 ? "" : `, by way of ${via.join(", ")}`;
  const sources = [...new Set(group.flatMap((source) => source.sources))].join(", ");
  page.text(`Met in corpus ${corpus}${way}. Sources: ${sources}.`, { indent: 4, dim: true });
}

function writeConfidence(page: Sheet, result: AnalyzeResult): void {
  page.heading("How sure");
  if (result.log10_lr === null) {
    const reason = result.completeness.stages.find(
      ({ name, status }) => status !== "done" && /calib|confidence/.test(name),
    )?.reason;
    page.text(`No confidence is given${reason === undefined ? "" : `: ${reason}`}`);
    if (result.matches.length > 0) page.text("The passages above were met; what they mean is left to the reader.");
    return;
  }
  const [lo, hi] = result.confidence_ci_95;
  page.text(
    `Confidence ${figure(result.confidence)} of 100 (95 % interval ${figure(lo)} to ${figure(hi)}), at a prior of ${percent(result.method.prior)}.`,
  );
  for (const { prior, confidence, confidence_ci_95: interval } of result.confidence_at_priors) {
    page.text(`At a prior of ${percent(prior)}: ${figure(confidence)} (${figure(interval[0])} to ${figure(interval[1])}).`, {
      indent: 4,
    });
  }
}

function writeRisk(page: Sheet, { risk_assessment: risk }: AnalyzeResult): void {
  page.heading(`Risk: ${risk.level}`);
  page.text("Which rules are tripped, to order cases for attention: no measurement and no legal opinion.", { dim: true });
  if (risk.explanations.length === 0) page.text("No rule was tripped.");
  for (const { factor, because } of risk.explanations) page.text(`${factor.replaceAll("_", " ")}: ${because}`, { label: "- " });
}

function writeRevenue(page: Sheet, { estimated_revenue: revenue }: AnalyzeResult): void {
  page.heading("Estimated revenue");
  if (revenue.monthly > 0) {
    const range = `${figure(revenue.low)} to ${figure(revenue.high)}`;
    page.text(`${figure(revenue.monthly)} ${revenue.currency} a month (${range}).`);
  }
  for (const { comparable, amount, period, as_of: date, source } of revenue.basis) {
    const told = [`${comparable}: ${amount}`, period && `over ${period}`, date && `as of ${date}`].filter(Boolean).join(", ");
    page.text(`${told}. Source: ${source}.`, { label: "- " });
  }
  page.text(revenue.note);
}
