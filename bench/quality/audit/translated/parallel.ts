/**
 * Works in several languages, of which places correspond: verses of the Bible (`formats/csv` of `scrollmapper/bible_databases`),
 * paragraphs of the book Pro Git (`progit/progit2` and its translations) and of the documentation of React (`reactjs/react.dev` and
 * its translations). They lie in one folder; none is part of this one.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A part of a work, whose places correspond to those of the same part in another language. */
interface Part {
  id: string;
  places: readonly string[];
}

/** A work in a language, against which the same work in others is asked. */
export interface ParallelWork {
  name: string;
  language: string;
  parts: readonly Part[];
}

/** Of the New Testament, since some of them have nothing else. The first is in the language that is searched. */
const BIBLES = {
  en: "OEB",
  de: "GerAlbrecht",
  fr: "FreSynodale1921",
  et: "Est",
  he: "HebModern",
  ja: "JapDenmo",
  zh: "ChiUn",
} as const;
const NEW_TESTAMENT =
  /^(?:Matthew|Mark|Luke|John|Acts|Romans|I+ Corinthians|Galatians|Ephesians|Hebrews|James|Revelation of John)$/;
const GIT = { en: "progit2", de: "progit2-de", fr: "progit2-fr", ru: "progit2-ru", zh: "progit2-zh" } as const;
const REACT = {
  en: "react.dev",
  es: "es.react.dev",
  fr: "fr.react.dev",
  pt: "pt-br.react.dev",
  ru: "ru.react.dev",
  ja: "ja.react.dev",
  ko: "ko.react.dev",
} as const;

/** All works of the folder, the language that is searched first. */
export function parallelWorks(folder: string): ParallelWork[] {
  const bibles = Object.entries(BIBLES).map(([language, name]) => ({
    name: "Bible",
    language,
    path: join(folder, "bible", `${name}.csv`),
  }));
  const books = Object.entries(GIT).map(([language, name]) => ({
    name: "Pro Git",
    language,
    path: join(folder, name, "book"),
  }));
  const pages = Object.entries(REACT).map(([language, name]) => ({
    name: "React",
    language,
    path: join(folder, name, "src/content"),
  }));
  return [
    ...pages.filter(({ path }) => existsSync(path)).map(({ path, ...work }) => ({ ...work, parts: pagesOf(path) })),
    ...bibles.filter(({ path }) => existsSync(path)).map(({ path, ...work }) => ({ ...work, parts: chaptersOf(path) })),
    ...books.filter(({ path }) => existsSync(path)).map(({ path, ...work }) => ({ ...work, parts: sectionsOf(path) })),
  ];
}

const VERSE = /^([^,]+),(\d+),(\d+),(?:"((?:[^"]|"")*)"|(.*))$/;

/** Chapters by their verses, each at the place of its number. */
function chaptersOf(path: string): Part[] {
  const chapters = new Map<string, string[]>();
  for (const line of readFileSync(path, "utf8").split(/\r?\n/)) {
    const [, book = "", chapter = "", verse = "", quoted, plain = ""] = VERSE.exec(line) ?? [];
    if (!NEW_TESTAMENT.test(book)) continue;
    const id = `${book} ${chapter}`;
    const verses = chapters.get(id) ?? [];
    chapters.set(id, verses);
    verses[Number(verse) - 1] = (quoted?.replaceAll('""', '"') ?? plain).trim();
  }
  return [...chapters].map(([id, verses]) => ({ id, places: Array.from(verses, (verse = "") => verse) }));
}

/** What stands between these is a listing or a table. */
const FENCE = /^(?:-{4,}|={4,}|\*{4,}|\.{4,}|\+{4,}|\|===)$/;
/** Lines of AsciiDoc that are no prose: entries of the index, headings, attributes, macros, titles, items. */
const NO_PROSE = /^(?:\(\(\(|=|\[|image::|include::|ifdef|ifndef|endif|\/\/|\.[\p{L}"]|\*|\.|\d+\.|\+$|<)/u;

function sectionsOf(folder: string): Part[] {
  return globSync("*/sections/*.asc", { cwd: folder })
    .sort()
    .map((id) => ({ id, places: paragraphsOf(readFileSync(join(folder, id), "utf8")) }));
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  let fence = "";
  for (const line of text.split("\n")) {
    const isFence = FENCE.test(line.trim());
    if (isFence && (fence === "" || fence === line.trim())) fence = fence === "" ? line.trim() : "";
    if (isFence || fence !== "" || line.trim() === "") paragraphs.push([]);
    else if (NO_PROSE.test(line)) line.startsWith("(((") || paragraphs.push([]);
    else paragraphs.at(-1)!.push(line.trim());
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => plainOf(lines.join(" ")));
}

/** Lines of Markdown that are no prose: headings, tags, tables, items. */
const NO_MARKDOWN_PROSE = /^(?:#|<|\||[*+-] |\d+\. |---|!\[|\[[^\]]*\]:|\{|export |import |[a-z]+: )/;

function pagesOf(folder: string): Part[] {
  return globSync("{learn,reference}/**/*.md", { cwd: folder })
    .sort()
    .map((id) => ({ id, places: markdownParagraphsOf(readFileSync(join(folder, id), "utf8")) }));
}

function markdownParagraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  let isFenced = false;
  for (const line of text.split("\n")) {
    const isFence = line.trim().startsWith("```");
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced || line.trim() === "" || NO_MARKDOWN_PROSE.test(line.trim())) paragraphs.push([]);
    else paragraphs.at(-1)!.push(line.trim());
  }
  return paragraphs.filter((lines) => lines.length > 0).map((lines) => plainMarkdownOf(lines.join(" ")));
}

const plainMarkdownOf = (paragraph: string): string =>
  paragraph.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/<[^>]*>|[`_*]/g, "");

const plainOf = (paragraph: string): string =>
  paragraph
    .replace(/\(\(\(.*?\)\)\)/g, "")
    .replace(/<<[^,>]*,?([^>]*)>>/g, "$1")
    .replace(/https?:\S+\[([^\]]*)\]/g, "$1")
    .replace(/\bfootnote:\[[^\]]*\]/g, "")
    .replace(/[`_*+]/g, "");
