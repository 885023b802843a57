/**
 * Reads files whose lines or fields have names, of which some hold text: references (BibTeX, RIS), translations
 * (gettext), sentences with their analysis (CoNLL-U) and calendars. What has none of these is read as it stands.
 */
import { type DocumentText, withUnread } from "../documentText.ts";
import { readLatex } from "../latex/read.ts";
import { unreadText } from "../unreadText.ts";

const documentOf = (texts: readonly string[], source: string, joint = "\n\n"): DocumentText => {
  const read = texts.map((text) => text.trim()).filter((text) => text !== "");
  return { text: read.length > 0 ? read.join(joint) : source, sections: [] };
};

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, "").split(/\r\n?|\n/);

const BIBTEX_TEXTS = new Set("title subtitle booktitle booksubtitle abstract annote annotation note".split(" "));

/** Titles, abstracts and notes of references, which are LaTeX. */
export function readBibtex(source: string): DocumentText {
  const texts: string[] = [];
  const name = /(?<![\p{L}\w-])([a-z]{1,40})\s{0,9}=\s{0,9}(?=["{])/giu;
  for (let found = name.exec(source); found !== null; found = name.exec(source)) {
    const { value, end } = valueAt(source, name.lastIndex);
    // What stands in a value is no field.
    name.lastIndex = end;
    if (BIBTEX_TEXTS.has(found[1]!.toLowerCase())) texts.push(value);
  }
  const shown = texts.map((text) => (/[\\{}$~]/.test(text) ? readLatex(text.replace(/\s+/g, " ")).text : text));
  return documentOf(
    shown.map((text) => text.replace(/\s+/g, " ")),
    source,
  );
}

/** Before the next part of a value; a macro between two is left out. */
const JOINT = /\s{0,99}#\s{0,99}(?:[\w.-]{1,40}\s{0,99}#\s{0,99})?(?=["{])/y;

function valueAt(source: string, start: number): { value: string; end: number } {
  const joint = new RegExp(JOINT);
  let value = "";
  for (let at = start; ; at = joint.lastIndex) {
    const end = endOfValue(source, at);
    value += source.slice(at + 1, end - 1);
    joint.lastIndex = end;
    if (!joint.test(source)) return { value, end };
  }
}

/** The place behind the mark that closes a value in braces or quotation marks. */
function endOfValue(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at]!;
    if (sign === "\\") at += 1;
    else if (sign === "{") depth += 1;
    else if (sign === "}") depth -= 1;
    if (depth === 0 && (sign === "}" || (sign === '"' && at > start))) return at + 1;
  }
  return source.length;
}

const RIS_TEXTS = new Set(["TI", "T1", "T2", "T3", "BT", "CT", "ST", "AB", "N1", "N2", "RN"]);

/** The same of RIS, whose values go on in lines without a tag. */
export function readRis(source: string): DocumentText {
  const texts: string[] = [];
  let isText = false;
  for (const line of linesOf(source)) {
    const tag = /^([A-Z][A-Z0-9]) {2}-(?: |$)/.exec(line);
    if (tag === null) {
      if (isText && line.trim() !== "") texts.push(`${texts.pop()} ${line.trim()}`);
      continue;
    }
    isText = RIS_TEXTS.has(tag[1]!);
    const text = line.slice(tag[0].length).trim();
    if (isText && texts.at(-1) !== text) texts.push(text);
  }
  return documentOf(texts, source);
}

/** Translations; where there is none, what is to be translated. */
export function readGettext(source: string): DocumentText {
  const texts: string[] = [];
  const originals: string[] = [];
  let entry = new Map<string, string>();
  let last = "";
  const end = (): void => {
    const translated = [...entry].filter(([name]) => name.startsWith("msgstr")).map(([, text]) => text);
    const given = [...entry].filter(([name]) => name.startsWith("msgid")).map(([, text]) => text);
    // The entry without a text has what is said of the file.
    const isTranslated = translated.join("").trim() !== "";
    if (given.some((text) => text !== "")) texts.push(...(isTranslated ? translated : given));
    if (isTranslated) originals.push(...given);
    entry = new Map();
  };
  for (const line of linesOf(source)) {
    const [, keyword, text] = /^\s{0,99}(msg[a-z_]{1,20}(?:\[\d{1,3}\])?)?\s{0,99}"(.*)"\s*$/.exec(line) ?? [];
    if (text === undefined) continue;
    const name = keyword ?? last;
    if (keyword === "msgctxt" || (keyword === "msgid" && entry.has("msgid"))) end();
    last = name;
    entry.set(name, (entry.get(name) ?? "") + unescaped(text));
  }
  end();
  const told = unreadText("the texts that it translates are not read", originals.join(" "));
  return withUnread(
    documentOf(texts, source),
    told.map((one) => ({ ...one, note: true })),
  );
}

const unescaped = (text: string): string =>
  text.replace(/\\(.)/g, (_, sign: string) => ({ n: "\n", t: "\t", r: "" })[sign] ?? sign);

/** Sentences as they were written; where the file does not say that, its words. */
export function readConllu(source: string): DocumentText {
  const paragraphs: string[][] = [[]];
  let [said, words]: [string | undefined, string] = [undefined, ""];
  const end = (): void => {
    if ((said ?? words).trim() !== "") paragraphs.at(-1)!.push((said ?? words).trim());
    [said, words] = [undefined, ""];
  };
  let inRange = 0;
  for (const line of [...linesOf(source), ""]) {
    if (line.trim() === "") end();
    else if (/^#\s*new(?:doc|par)\b/.test(line)) paragraphs.push([]);
    else if (line.startsWith("#")) said = /^#\s*text\s*=\s*(.*)$/.exec(line)?.[1] ?? said;
    else {
      const [id = "", form = "", , , , , , , , misc = ""] = line.split("\t");
      // Words of one written form stand behind it, and what was left out has a number with a dot.
      const [first, last] = id.split("-").map(Number);
      if (id.includes(".") || (last === undefined && first! <= inRange)) continue;
      inRange = last ?? 0;
      words += `${form}${misc.includes("SpaceAfter=No") ? "" : " "}`;
    }
    if (line.trim() === "") inRange = 0;
  }
  return documentOf(
    paragraphs.map((sentences) => sentences.join(" ")),
    source,
  );
}

/** What events, tasks and notes of a calendar say. */
export function readCalendar(source: string): DocumentText {
  const texts = linesOf(source.replace(/\r?\n[ \t]/g, "")).flatMap((line) => {
    const value =
      /^(?:SUMMARY|DESCRIPTION|COMMENT|LOCATION|X-WR-CALNAME|X-WR-CALDESC)(?:;[^:"]{0,500}(?:"[^"]{0,500}"[^:"]{0,500}){0,9})?:(.*)$/i.exec(
        line,
      )?.[1];
    return value === undefined
      ? []
      : [value.replace(/\\([nN,;\\])/g, (_, sign: string) => (/n/i.test(sign) ? "\n" : sign))];
  });
  return documentOf(texts, source);
}
