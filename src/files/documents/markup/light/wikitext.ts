/**
 * Reads the markup of MediaWiki as its page shows it: without templates, but for those that only set off a text,
 * categories, comments and marks; references behind their paragraph. Templates with prose are told.
 */
import { type DocumentText, withUnread } from "../../documentText.ts";
import { unreadText } from "../../unreadText.ts";
import { decodeReference } from "../html.ts";
import { KeptTexts, LightBlocks, linesOfText, withoutBetween } from "./blocks.ts";

/** Templates that show a text, with the place of it among their values: `-1` is the last. */
const SHOWN_TEMPLATES: Readonly<Record<string, number>> = {
  lang: -1,
  transl: -1,
  nowrap: 0,
  nobr: 0,
  small: 0,
  smaller: 0,
  big: 0,
  larger: 0,
  sc: 0,
  abbr: 0,
  angbr: 0,
  quote: 0,
  blockquote: 0,
  "block quote": 0,
  cquote: 0,
  quotation: 0,
  zitat: 0,
  citation_bloc: 0,
  poem: 0,
  poemquote: 0,
  center: 0,
  centre: 0,
};

/** Templates and links within others: beyond it they stay as they are. */
const TEMPLATE_DEPTH_MAX = 32;
const IMAGE =
  /^(?:file|image|media|datei|bild|fichier|archivo|imagen|immagine|bestand|ficheiro|plik|файл|изображение|ファイル|画像|文件|文件檔案):/iu;
const CATEGORY =
  /^(?:category|kategorie|catégorie|categoría|categoria|categorie|kategoria|категория|カテゴリ|分类|分類):/iu;
/** A page of the same wiki in another language. */
const OTHER_LANGUAGE = /^[a-z]{2,3}(?:-[a-z]{2,8})?:/;
/** What is shown as it stands, as a note, or not at all. */
const ELEMENTS =
  /<(nowiki|pre|syntaxhighlight|source|math|code|chem|score|timeline|graph|templatedata|includeonly|ref)\b[^<>]{0,500}>/gi;
const NOT_SHOWN = new Set(["score", "timeline", "graph", "templatedata", "includeonly"]);
const closingOf = (name: string): RegExp => new RegExp(`</${name}\\s{0,99}>`, "gi");

export function readWikitext(text: string): DocumentText {
  const literals = new KeptTexts();
  const uncommented = withoutBetween(
    KeptTexts.bare(text),
    /<!--/g,
    () => /-->/g,
    () => "",
  );
  const source = withoutBetween(uncommented, ELEMENTS, closingOf, (inner, name) =>
    NOT_SHOWN.has(name) || (name === "ref" && inner === "") ? "" : literals.keep(name === "ref" ? NOTE + inner : inner),
  );
  const expander = new Expander();
  const blocks = new LightBlocks((paragraph, note) =>
    literals.restore(inline(paragraph), (kept) => {
      if (!kept.startsWith(NOTE)) return kept;
      note(expander.expand(kept.slice(NOTE.length)));
      return "";
    }),
  );
  readLines(linesOfText(expander.expand(source)), blocks);
  const { title: _, ...read } = blocks.finish();
  return withUnread(read, unreadText("what its templates say", inline(expander.left)));
}

/** Before the text of a reference. */
const NOTE = "\ufdd2";

function readLines(lines: readonly string[], blocks: LightBlocks): void {
  let tables = 0;
  for (const line of lines) {
    const plain = line.trim();
    const marks = headingMarks(plain);
    if (plain === "" || /^-{4,}$/.test(plain)) blocks.end();
    else if (marks > 0 && plain.length > 2 * marks) blocks.heading(plain.slice(marks, -marks));
    else if (/^:*\{\|/.test(plain)) {
      blocks.end();
      tables += 1;
    } else if (tables > 0 && /^(?:\|\}|\|-)/.test(plain)) {
      blocks.end();
      if (plain.startsWith("|}")) tables -= 1;
    } else if (tables > 0 && /^[|!]/.test(plain)) {
      const cells = plain.replace(/^(?:\|\+|[|!])/, "").split(plain.startsWith("!") ? /!!|\|\|/ : "||");
      for (const cell of cells) {
        blocks.end();
        // What stands before one `|` are attributes.
        blocks.line(cell.replace(/^[^|[\]]{0,300}\|(?!\|)/, ""));
      }
    } else if (/^[*#:;]/.test(plain)) {
      blocks.end();
      blocks.line(plain.replace(/^[*#:;]+\s*/, ""));
    } else blocks.line(plain);
  }
}

/** The number of `=` at both ends of a line. */
function headingMarks(line: string): number {
  let marks = 0;
  while (marks < 6 && line[marks] === "=" && line[line.length - 1 - marks] === "=") marks += 1;
  return marks;
}

const inline = (text: string): string =>
  text
    .replace(/'{2,5}/g, "")
    .replace(/\[(?:https?:|ftp:|mailto:)?\/\/[^\s\]]{1,2000}(?:\s([^\]\n]{0,1000}))?\]/gi, (_, shown = "") => shown)
    .replace(/__[A-Z]{3,30}__|~{3,5}/g, "")
    .replace(/<br\b[^<>]{0,100}>/gi, "\n")
    .replace(/<\/?[a-z][a-z0-9]{0,20}(?:\s[^<>]{0,500})?\/?>/gi, "")
    .replace(/&#?\w{1,32};/g, decodeReference)
    .replace(/^#(?:redirect|weiterleitung|redirection)\s*/i, "");

/** Puts what is shown in the place of templates and links. */
class Expander {
  /** The text of templates that are not read. */
  left = "";

  expand(text: string): string {
    const open: { mark: string; text: string; behind: string }[] = [{ mark: "", text: "", behind: "" }];
    let at = 0;
    for (const { 0: mark, index } of text.matchAll(/\{\{|\}\}|\[\[|\]\]/g)) {
      const top = open.at(-1)!;
      top.text += text.slice(at, index);
      at = index + mark.length;
      if ((mark === "{{" || mark === "[[") && open.length < TEMPLATE_DEPTH_MAX)
        open.push({ mark, text: "", behind: "" });
      else if ((mark === "}}" && top.mark === "{{") || (mark === "]]" && top.mark === "[[")) {
        open.pop();
        const shown = mark === "}}" ? this.#template(top.text) : linkText(top.text);
        const outer = open.at(-1)!;
        outer.text += shown;
      } else top.text += mark;
    }
    const rest = open.slice(1).map((one) => one.mark + one.text);
    return open[0]!.text + rest.join("") + text.slice(at);
  }

  #template(content: string): string {
    const [name = "", ...values] = content.split("|");
    const key = name
      .trim()
      .toLowerCase()
      .replace(/^lang-[\w-]{2,12}$|^langx$/, "lang");
    const place = Object.hasOwn(SHOWN_TEMPLATES, key) ? SHOWN_TEMPLATES[key]! : undefined;
    const texts = values.map((value) => value.replace(/^\s*(?:1|text|quote|texte|zitat)\s*=/i, ""));
    const plain = texts.filter((value) => !/^\s*[\w -]{1,40}=/.test(value));
    const shown = place === undefined ? undefined : plain.at(place);
    if (shown !== undefined) return shown;
    this.left += `${values.map((value) => value.replace(/^[^=]{0,60}=/, "")).join(" ")}\n`;
    return "";
  }
}

/** What is shown of `target|text`: of a picture its caption, as a paragraph. */
function linkText(content: string): string {
  const [target = "", ...values] = content.split("|");
  const name = target.trim();
  if (IMAGE.test(name)) {
    const caption = values.at(-1)?.trim() ?? "";
    const isOption =
      /^(?:thumb|thumbnail|frame|frameless|border|left|right|center|none|upright[^|]{0,9}|\d{1,5}x?\d{0,5}px|mini|alt=.*|link=.*|lang=.*|page=.*)$/i;
    return caption === "" || isOption.test(caption) ? "" : `\n\n${caption}\n\n`;
  }
  if (CATEGORY.test(name) || (values.length === 0 && OTHER_LANGUAGE.test(name))) return "";
  const shown = values.length > 0 ? values.join("|") : name.replace(/^:/, "");
  // `[[a (b)|]]` shows what stands before the brackets.
  return shown === "" ? name.replace(/^[^:]{1,40}:|\s{0,9}\([^()]{1,80}\)$/g, "") : shown;
}
