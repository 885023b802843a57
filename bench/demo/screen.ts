/** The answer on one screen, for a reader who knows nothing of the engine: one sentence first, then what it rests on. */
import type { AnalyzeResult, Match, ScoreResult } from "spolia";
import type { FolderName } from "./model.ts";

const COLUMNS = 100;
const SOURCES_SHOWN = 4;
const NO_BREAK = "\u00a0";

/** One thing that the text borrows from: every document that carries the same passages counts as one. */
interface Source {
  title: string;
  documents: number;
  passages: Match[];
  words: number;
}

/** Passages by where they stand in the text, and then those together that stand in the same documents. */
function sourcesOf({ matches }: AnalyzeResult): Source[] {
  const byPlace = grouped(matches, ({ content }) => `${content.start}-${content.end}`);
  const bySource = grouped(byPlace.values(), (copies) => copies.map(({ document }) => document.id).join("\n"));
  return [...bySource.values()].map((places) => {
    const passages = places.map(([first]) => first!);
    const words = passages.reduce((sum, passage) => sum + passage.words, 0);
    const { title, id } = passages[0]!.document;
    return { title: title ?? id, documents: places[0]!.length, passages, words };
  });
}

function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const count = (number: number, one: string, several = `${one}s`) =>
  `${number.toLocaleString("en")} ${number === 1 ? one : several}`;

/** The plain sentence. */
export function headline(result: AnalyzeResult): string {
  const { words, matched_words } = result.coverage;
  const sources = sourcesOf(result).length;
  if (result.verdict === "insufficient_evidence")
    return "This text is too short or too repetitive to say anything about it.";
  if (sources === 0) return `None of the ${words.toLocaleString("en")} words of this text was found in the corpus.`;
  const met = `${matched_words.toLocaleString("en")} of the ${count(words, "word")} of this text are in the corpus`;
  return `${met}: they come from ${count(sources, "source")}, in ${count(result.potential_matches, "document")}.`;
}

export interface Shown {
  result: AnalyzeResult;
  content: string;
  /** What the text and the corpus are. */
  text: string;
  corpus: string;
}

/** Everything about one text, without its headline. */
export function answer({ result, content, text, corpus }: Shown): string {
  const sources = sourcesOf(result);
  const lines = [`The text: ${text}`, `The corpus: ${corpus}`, ""].flatMap((line) => wrapped(line));
  for (const [number, source] of sources.slice(0, SOURCES_SHOWN).entries())
    lines.push(...shown(source, number + 1, content));
  if (sources.length > SOURCES_SHOWN) lines.push(`  and ${sources.length - SOURCES_SHOWN} more`);
  if (sources.length > 0) lines.push("");
  const copied = sources.find(({ documents }) => documents > 1);
  if (copied !== undefined) {
    lines.push(
      ...wrapped(
        `${count(sources.length, "source")}, ${count(result.potential_matches, "document")}: a result counts documents, and the words of “${copied.title}” stand in ${copied.documents} of them, since packages copy licences from each other.`,
      ),
    );
  }
  return [...lines, ...wrapped(sure(result)), ...wrapped(models(result))].join("\n");
}

function shown({ title, documents, passages, words }: Source, number: number, content: string): string[] {
  const more = documents > 1 ? `, and ${count(documents - 1, "more document")} with the same words` : "";
  const identity = passages.reduce((sum, passage) => sum + passage.identity * passage.words, 0) / words;
  const same = passages.every(({ kind }) => kind === "verbatim")
    ? "word for word"
    : `${Math.round(100 * identity)} % the same`;
  const { start, end } = passages[0]!.content;
  const quoted = content.slice(start, end).replace(/\s+/g, " ");
  const shortened = quoted.length > 85 ? `${quoted.slice(0, quoted.lastIndexOf(" ", 84))} …` : quoted;
  return [
    ...wrapped(`${number}. ${title}${more}`, "  ", "     "),
    `     ${count(words, "word")} in ${count(passages.length, "passage")}, ${same}:`,
    `     “${shortened}”`,
  ];
}

function sure({ confidence, confidence_ci_95: [lo, hi], verdict, coverage }: AnalyzeResult): string {
  const [value, from, to] = [confidence, lo, hi].map((figure) => figure.toFixed(0));
  const needed = Math.ceil(Math.max(50, Math.min(coverage.words / 5, 800)));
  return `How sure: verdict ${verdict.replaceAll("_", " ")}; ${value} of 100 that at least ${needed} words of this text come from one document, and not from a third text that both quote (95 % interval ${from} to ${to}).`;
}

function models({ attribution_sources }: AnalyzeResult): string {
  if (attribution_sources.length === 0) return "Which models: none is named.";
  const names = attribution_sources.map(({ model }) => model).join(" and ");
  return `Which models: ${names}. They do not exist: the ledger of this demonstration is invented and says that they were trained on these documents. No real model is named.`;
}

/** What the engine said of each folder, and what was so. */
export function askedModel(answers: readonly { folder: FolderName; score: ScoreResult }[], truth: FolderName): string {
  return [
    ...wrapped(
      "Asking a model: a tiny one has just learnt one of two folders of texts, drawn by chance. The engine asks it, without being told which, how strongly its answers speak for each (0 to 100):",
    ),
    ...answers.map(({ folder, score: { score, tier } }) => {
      const support = tier === "no_support" ? "no support" : `${tier.replaceAll("_", " ")} support`;
      return `     folder ${folder}: ${score.toFixed(0).padStart(3)}, ${support}`;
    }),
    ...wrapped(
      `It had learnt folder ${truth}. That shows that the test works, not what any large model was trained on.`,
    ),
  ].join("\n");
}

/** Breaks at spaces, but not before a per cent sign. */
export function wrapped(text: string, first = "", rest = ""): string[] {
  const columns = Math.min(COLUMNS, process.stdout.columns ?? COLUMNS);
  const lines: string[] = [];
  let line = first;
  for (const word of text.replaceAll(" %", `${NO_BREAK}%`).split(" ")) {
    const isFull = line.trim() !== "" && line.length + 1 + word.length > columns;
    if (isFull) lines.push(line);
    line = isFull ? `${rest}${word}` : `${line}${line.trim() === "" ? "" : " "}${word}`;
  }
  return [...lines, line].map((one) => one.replaceAll(NO_BREAK, " "));
}
