/**
 * The answer of an analysis in one plain paragraph: what was found, what that is, whose models, what it does not show.
 */

import type { CorpusReference } from "../../base/contract/common.ts";
import type {
  AnalyzeResult,
  ContentRelation,
  DocumentRelation,
  Match,
  SameText,
} from "../../base/contract/operations/analyze.ts";
import { NEAR_VERBATIM_IDENTITY } from "../../base/limits.ts";
import { plural } from "../../base/plural.ts";
import { OTHER_FIGURES } from "../../core/uncounted/otherFigures.ts";
import { ifLabelled, labelled, labelsOf } from "../../engine/evidence/label.ts";
import { count, figure, percent } from "../layout/page.ts";

/** Models named in the paragraph; the list below it names all. */
const MODELS_NAMED = 3;

export const NOT_LOOKED_FOR = "Paraphrases and translations are not looked for.";

/** The first paragraph of a report, for results with and without `documents` (those of version 0.1.0). */
export function openingParagraph(result: AnalyzeResult): string {
  return openingStatements(result).join(" ");
}

/** The same by statements; the first is what was found. */
export function openingStatements(result: AnalyzeResult): string[] {
  if (result.verdict === "insufficient_evidence") return [insufficient(result)];
  if (result.verdict === "none_found") return nothing(result);
  return [foundIn(result), meaningOf(result), modelsOf(result), NOT_SHOWN].filter((one) => one !== "");
}

const NOT_SHOWN = "This does not show that a model was trained on this text, or that a model repeats it.";

function insufficient({ completeness, matches, coverage }: AnalyzeResult): string {
  const reason = completeness.stages.find(({ name, status }) => name === "confidence" && status !== "done")?.reason;
  const found =
    matches.length > 0 ? " There is too little for a verdict. The passages below were found nevertheless." : "";
  return `No conclusion is possible from ${plural(coverage.words, "this", "these")} ${count(coverage.words, "word")}, neither for nor against.${reason === undefined ? "" : ` ${reason}`}${found}`;
}

function nothing({ matches, coverage, method, reworded }: AnalyzeResult): string[] {
  const found =
    matches.length === 0
      ? `Of the ${count(coverage.words, "word")} of this text, no passage was found in the searched corpora.`
      : `${withoutSource(matches)} It is listed below and does not point to a source.`;
  const sought = isRewordedSought(reworded) ? [] : [NOT_LOOKED_FOR];
  return [found, ...inOtherWords(reworded), `This says nothing about other corpora${partsOf(method)}.`, ...sought];
}

/** Names the first document that says the same in other words, so that nobody takes “no passage” for “nothing”. */
export function inOtherWords(reworded: AnalyzeResult["reworded"]): string[] {
  const [first] = reworded?.found ?? [];
  if (first === undefined) return [];
  const how = first.verdict === "likely" ? "likely says" : "may say";
  return [`“${first.document.title ?? first.document.id}” ${how} the same in other words.`];
}

/** Whether what is said in other words was looked for. */
export const isRewordedSought = (reworded: AnalyzeResult["reworded"]): boolean =>
  reworded !== undefined && reworded.verdict !== "not_searched";

/** A corpus that holds a part of its dataset says nothing about the rest. Results of 0.1.0 do not say it. */
function partsOf({ corpora }: AnalyzeResult["method"]): string {
  const parts = corpora.filter((corpus) => (corpus as Partial<CorpusReference>).complete === "no");
  return parts.length === 0 ? "" : `, nor about the rest of what was searched in part (${labelsOf(parts, figure)})`;
}

function withoutSource(matches: readonly Match[]): string {
  if (matches.every(isGiven)) return "All that was found stands in texts that were given as ones that do not count.";
  if (matches.some(isFormula))
    return "Only formulas that many acts share were found: wording of laws, contracts and other numbered provisions, with too few rare words.";
  if (matches.some(isTable)) return "Only the form of a table was found, with other figures.";
  if (matches.some(isCommonplace))
    return "All that was found is a sequence that everybody writes, such as numbers in order.";
  return "Only wording was found that unrelated texts share too: no run of words that is long enough for so much text, and too few rare words.";
}

/** Results of version 0.1.0 do not say it. */
const isCommonplace = ({ commonplace }: Match): boolean => commonplace != null;
/** Whether a passage is of texts that do not count, as whoever asked says. */
export const isGiven = ({ commonplace }: Match): boolean => commonplace?.kind === "given";
const isTable = ({ commonplace }: Match): boolean => commonplace?.name === OTHER_FIGURES;
const isFormula = ({ commonplace }: Match): boolean => commonplace?.kind === "formula";

function foundIn({ coverage, potential_matches: documents, method, same_texts }: AnalyzeResult): string {
  const names = [...new Set(method.corpora.map(({ name }) => name))];
  const where = names.length === 1 ? `the corpus ${names[0]}` : `${figure(names.length)} searched corpora`;
  const found = `${figure(coverage.matched_words)} of ${count(coverage.words, "word")} of this text are in ${count(documents, "document")} of ${where}.`;
  return [found, labelsOfOne(documents, same_texts ?? [])].filter((one) => one !== "").join(" ");
}

/** One text under several labels is one finding. */
function labelsOfOne(documents: number, [first, ...others]: readonly SameText[]): string {
  if (first === undefined) return "";
  if (others.length > 0)
    return `${count(others.length + 1, "text")} of these are in corpora of different datasets; each is one finding.`;
  const all = first.documents === documents ? "They are" : `${count(first.documents, "document")} of these are`;
  return `${all} one text, ${count(first.datasets.length, "dataset")}: the corpora ${first.corpora.join(", ")} hold it as ${first.datasets.join(", ")}. That is one finding.`;
}

/** What the shared words are, in relation to the document with most of them. */
function meaningOf(result: AnalyzeResult): string {
  const { documents, verdict, confidence_features: features } = result;
  const carried = carriedTexts(result);
  if (carried !== null)
    return `All that was found is text that many works carry, such as a licence, a licence header or the formulas of laws (${carried.join(", ")}). It does not point to a source.`;
  const best = documents?.[0];
  if (best === undefined)
    return verdict === "match" ? "" : "The passages that were found are short for a text of this length.";
  if (isSharedWording(result))
    return `The text itself was not found: wording that many works share was, at most ${count(best.words, "word")} of one document (${titleOf(best)}). It points to no single work.`;
  // The features describe the same document.
  const isReworded = features !== null && features.identity < NEAR_VERBATIM_IDENTITY;
  const reworded = isReworded
    ? ` Of the words of these passages, ${percent(features.identity)} are the same there.`
    : "";
  return `${RELATIONS[best.relation](best, titleOf(best))}${reworded}`;
}

/** Names of the texts that all passages belong to and that do not count; `null` if a passage has words that count. */
export function carriedTexts({ matches, uncounted }: AnalyzeResult): string[] | null {
  const names = matches.map(({ commonplace, content: { start, end } }) => {
    // Results of 0.1.0 have none.
    const around = (uncounted ?? []).find(({ content }) => content.start <= start && content.end >= end);
    return (commonplace ?? around)?.name ?? null;
  });
  return names.every((name) => name !== null) ? [...new Set(names)] : null;
}

/** What was found, where it is not the text: results that call it quoted also mean wording that many works share. */
export function whatWasFound(result: AnalyzeResult, text: string): string {
  if (result.relation !== "quotes") return text;
  return isSharedWording(result) ? "this wording was" : "the quoted passages were";
}

/** Whether all that was found is wording that many works share, of which the text marks nothing as a quotation. */
export function isSharedWording({ relation, matches, confidence_features: features }: AnalyzeResult): boolean {
  const isShared = matches.every(({ widely_shared: isShared }) => isShared);
  return relation === "quotes" && isShared && features !== null && features.quoted_words === 0;
}

/** Below it one of the two has a preface, a notice or the like that the other has not. */
const ONE_TEXT_SHARE = 0.98;

const RELATIONS: Record<ContentRelation, (shared: DocumentRelation, title: string) => string> = {
  same: ({ content_share, document_share }, title) =>
    Math.min(content_share, document_share) >= ONE_TEXT_SHARE
      ? `This text and ${title} are one text.`
      : `${percent(content_share)} of this text and ${percent(document_share)} of ${title} are the same.`,
  part_of: ({ content_share }, title) => `${percent(content_share)} of this text is in ${title}: it is a part of it.`,
  contains: ({ document_share }, title) =>
    `The document ${title} stands whole in this text (${percent(document_share)} of its words); the rest of this text is other text.`,
  quotes: ({ words }, title) =>
    `The text itself was not found: quoted passages were, at most ${count(words, "word")} of one document (${title}).`,
  shares_passages: ({ words, content_share }, title) =>
    `It shares ${count(words, "word")} (${percent(content_share)} of this text) with ${title}; the rest of this text was not found there.`,
};

function titleOf({ document }: DocumentRelation): string {
  const title = `“${document.title ?? document.id}”`;
  return document.author === undefined ? title : `${title} by ${document.author}`;
}

/** What is documented of models, in one sentence. */
export function modelsOf(result: AnalyzeResult): string {
  const { attribution_sources: sources } = result;
  const condition = conditionOf(result);
  const begin = (text: string) => (condition === "" ? text.charAt(0).toUpperCase() + text.slice(1) : condition + text);
  if (sources.length === 0) {
    const parts = result.possible_sources.filter(({ reason }) => reason === "inclusion_unknown");
    const all = "no model is documented to have been trained on the whole of a dataset in which it was found";
    if (parts.length === 0) return begin(`${all}.`);
    const are = plural(new Set(parts.map(({ model }) => model)).size, "is", "are");
    const used = `${are} documented to have used a part, and nobody says whether this text was in it`;
    return begin(`${all}; ${namedOf(parts)} ${used}.`);
  }
  const what = whatWasFound(result, "it was");
  const named = namedOf(sources);
  if (condition === "") return `Documented to have been trained on a dataset in which ${what} found: ${named}.`;
  return begin(`these models are documented to have been trained on a dataset in which ${what} found: ${named}.`);
}

/** A few models by name, and how many more there are. */
function namedOf(sources: readonly { model: string }[]): string {
  const models = [...new Set(sources.map(({ model }) => model))];
  const more = models.length > MODELS_NAMED ? ` and ${figure(models.length - MODELS_NAMED)} more` : "";
  return models.slice(0, MODELS_NAMED).join(", ") + more;
}

/** The condition under which the sentence about models holds; empty where it needs none, or there is no model. */
function conditionOf({ attribution_sources, possible_sources, matches, documents, method }: AnalyzeResult): string {
  if (attribution_sources.length + possible_sources.length === 0) return "";
  // Results of 0.1.0 have no documents.
  const found = new Set([...matches, ...(documents ?? [])].map(({ corpus }) => corpus));
  const corpora = labelled(method.corpora).filter(({ name }) => found.has(name));
  if (corpora.length === 0) return "";
  const condition = ifLabelled(corpora);
  return `${condition.charAt(0).toUpperCase()}${condition.slice(1)} (${labelsOf(corpora, figure)}), `;
}
