/** The corpora that scenarios name, each built once. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildCorpus, type Corpus, type CorpusDocument } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { changedAtRandom, EDITS } from "../search/edits.ts";
import { excerpt } from "./excerpts.ts";
import { everyDay, figures, matchday, numbers, timetable } from "./lists.ts";
import { collection, documentOf, novel, otherWords, textOf } from "./material.ts";
import { ownText, ownTitles } from "./ownTexts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = 30;

/** Eight stories that the anthology has in this order. */
const STORIES = [
  "Ах, зубы",
  "Баран и барышня",
  "Брак по расчёту",
  "Бумажник",
  "Гриша",
  "Лошадиная фамилия",
  "Налим",
  "Пересолил",
].map((title) => `prose/Chekhov/${title}`);
const BESIDE_EDITIONS = ["ENG18540_Dickens", "ENG18552_Kavanagh", "ENG18641_Stretton", "ENG18720_Lynn"];
const OWN_BOOKS = ["ENG18900_Doyle", "ENG18951_Ward", "ENG19011_Jerome", "ENG19170_Conrad"];

interface Recorded {
  dataset: string;
  documents: () => Iterable<CorpusDocument>;
}

const novels = () => collection("eltec-eng").slice(0, 20);
const own = (file: string, beginning: string) =>
  ownTitles(file, beginning).map((title) => ({ id: title, text: ownText(file, title) }));

/** Documents at even places are in a corpus of a half, those at odd places are not; of ruslit it is the other way round. */
const half = (name: string, rest: 0 | 1) => collection(name).filter((_, at) => at % 2 === rest);

export const CORPORA: Readonly<Record<string, Recorded>> = {
  pile: { dataset: "the-pile", documents: novels },
  cc: { dataset: "common-crawl", documents: novels },
  pg: { dataset: "gutenberg-pg19", documents: novels },
  books3: { dataset: "books3", documents: novels },
  "books3-four": { dataset: "books3", documents: fourBooks },
  stack: { dataset: "the-stack", documents: () => [...collection("licences"), ...sourceFiles()] },
  law: { dataset: "my-statutes", documents: () => half("de-gesetze", 0) },
  dc: { dataset: "my-statutes", documents: () => collection("dc-law/code-sections") },
  zh: { dataset: "my-poems", documents: () => half("chinese-poetry", 0) },
  bible: { dataset: "the-pile", documents: () => collection("bible-en").filter(({ id }) => id.startsWith("BSB/")) },
  oeb: { dataset: "the-pile", documents: () => collection("bible-en").filter(({ id }) => id.startsWith("OEB/")) },
  own: { dataset: "my-texts", documents: () => own("letters", "own-") },
  fra: { dataset: "common-crawl", documents: () => collection("eltec-fra").slice(0, 27) },
  rus: { dataset: "my-texts", documents: () => half("ruslit", 1) },
  anthology: { dataset: "my-texts", documents: anthology },
  editions: { dataset: "the-pile", documents: editions },
  web: { dataset: "common-crawl", documents: webPages },
  news: { dataset: "common-crawl", documents: () => [...own("news", "paper-"), ...reports()] },
  lists: { dataset: "the-pile", documents: lists },
  office: { dataset: "common-crawl", documents: officePapers },
  poems: { dataset: "the-pile", documents: () => own("poems", "") },
};

const built = new Map<string, Promise<Corpus>>();

/** Corpora of these names, in this order; the same names give the same corpora. */
export function corporaOf(names: readonly string[]): Promise<Corpus[]> {
  return Promise.all(
    names.map((name) => {
      const { dataset, documents } = CORPORA[name]!;
      const corpus = built.get(name) ?? buildCorpus(documents(), { name, dataset });
      built.set(name, corpus);
      return corpus;
    }),
  );
}

/** Files of this project, by their paths. */
export function sourceFiles(): CorpusDocument[] {
  const paths = globSync("src/core/{passages,statistics,text}/*.ts", { cwd: ROOT }).sort().slice(0, SOURCES);
  return paths.map((path) => ({ id: path, title: path, text: readFileSync(join(ROOT, path), "utf8") }));
}

function fourBooks(): CorpusDocument[] {
  return OWN_BOOKS.map((id) => ({ id, text: excerpt("books3-four", novel(id), 3_000) }));
}

function anthology(): CorpusDocument[] {
  const text = STORIES.map((id) => textOf("ruslit", id)).join("\n\n");
  return [{ id: "anthology", title: "Eight stories", text }];
}

function editions(): CorpusDocument[] {
  const first = documentOf("eltec-eng", "ENG18610_Eliot");
  const random = new Random("scenario editions");
  const edited = (id: string, change: (typeof EDITS)[string]) => ({
    ...first,
    id,
    text: change(first.text, random, otherWords()),
  });
  return [
    first,
    edited("Eliot 1878", EDITS["typography"]!),
    edited("Eliot 1901", changedAtRandom(0.02)),
    ...BESIDE_EDITIONS.map((id) => documentOf("eltec-eng", id)),
  ];
}

function webPages(): CorpusDocument[] {
  return [
    ...["recipe-", "email-", "privacy-", "page-", "readme-", "form-"].flatMap((beginning) => own("web", beginning)),
    ...own("songs", "song-"),
    ...own("patents", "patent-in"),
    { id: "matchday-1", text: matchday(1) },
  ];
}

function officePapers(): CorpusDocument[] {
  return [
    ...["contract-", "obituary-"].flatMap((beginning) => own("office", beginning)),
    { id: "timetable-12", text: timetable(12) },
    { id: "figures-1987", text: figures(1987) },
  ];
}

const reports = () => [...own("news", "storm-report"), ...own("news", "library-report")];

function lists(): CorpusDocument[] {
  return [
    { id: "numbers", text: numbers(100).join("\n") },
    { id: "year", text: everyDay(365).join("\n") },
    { id: "alphabets", text: ownText("pages", "alphabets") },
  ];
}
