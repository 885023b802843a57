/**
 * What some vocabularies of XML do otherwise than books: pages of text recognition, whose words stand in attributes or
 * several times, dumps of wikis and forums, feeds, and outlines.
 */
import { isProse } from "../unreadText.ts";
import { readHtml } from "./html.ts";
import { readWikitext } from "./light/wikitext.ts";
import type { XmlAttributes } from "./xml.ts";

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements that are not of the reading, by the root that they stand under. */
const HIDDEN_UNDER: Readonly<Record<string, ReadonlySet<string>>> = {
  mediawiki: names(
    "siteinfo ns id parentid timestamp contributor comment model format sha1 minor origin redirect upload logitem",
  ),
  alto: names("Description Styles Tags"),
  PcGts: names("Metadata PlainText ReadingOrder"),
  FictionBook: names("genre custom-info document-info publish-info coverpage src-title-info date"),
  "en-export": names("created updated resource note-attributes"),
  rss: names("guid pubDate lastBuildDate generator creator postid ttl language"),
  feed: names("id updated published generator"),
  opml: names("head"),
};

/** Beside the blocks of books. */
const BLOCKS_UNDER: Readonly<Record<string, ReadonlySet<string>>> = {
  mediawiki: names("page"),
  alto: names("TextBlock ComposedBlock Page"),
  PcGts: names("TextRegion Page"),
  FictionBook: names("book-title annotation"),
  "en-export": names("note content tag"),
  rss: names("item description encoded link author category"),
  feed: names("entry content summary author link"),
  PubmedArticleSet: names("PMID Article ArticleTitle AbstractText Author Affiliation Title Keyword DescriptorName"),
};

const SPACED = names("SP Word first-name middle-name last-name nickname");

/** Elements with markup as their text: what feeds and notes hold of pages. */
const OF_MARKUP = names("content encoded description summary");

/** Attributes with the text of an element without one of its own. */
const TEXT_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  String: ["CONTENT"],
  outline: ["text", "_note"],
};

/** What references of JATS refer to with a mark; years and numbers of figures are words of their sentence. */
const MARKED = names("bibr fn table-fn aff author-notes corresp");
const MARK = /^(?:(?!.*\b(?:1[5-9]|20)\d\d\b)[^\p{L}]{0,20}|[a-h](?:, ?[a-h]){0,5})$/u;

/** How a document is read, by its root and by what it holds. */
export class XmlForm {
  readonly root: string;
  /** Lines and regions of PAGE have their text too; else their words do. */
  readonly #hasLines: boolean;
  readonly #hasRegions: boolean;
  /** Whether prose of attributes is read as paragraphs: of records without any text. */
  readonly readsAttributes: boolean;

  constructor(root: string, content: string, readsAttributes: boolean) {
    this.root = root;
    const isPage = root === "PcGts";
    this.#hasLines = isPage && /<\/(?:\w{1,20}:)?Word>\s{0,99}<(?:\w{1,20}:)?TextEquiv\b/.test(content);
    this.#hasRegions = isPage && /<(?:\w{1,20}:)?TextLine\b/.test(content);
    this.readsAttributes = readsAttributes;
  }

  isHidden(name: string, parent: string | undefined): boolean {
    if (HIDDEN_UNDER[this.root]?.has(name)) return true;
    if (this.root !== "PcGts") return false;
    if (name === "Glyph" || (name === "Word" && this.#hasLines)) return true;
    return name === "TextEquiv" && this.#hasRegions && parent === "TextRegion";
  }

  isBlock(name: string): boolean {
    return BLOCKS_UNDER[this.root]?.has(name) === true;
  }

  /** What stands behind an element within a paragraph. */
  separator(name: string): string | undefined {
    if (name === "TextLine") return "\n";
    return SPACED.has(name) ? " " : undefined;
  }

  /** The texts that the attributes of an element hold. */
  textsOf(name: string, attributes: XmlAttributes): readonly string[] {
    const named = TEXT_ATTRIBUTES[name] ?? [];
    const isRecognized = name === "String" && this.root === "alto";
    if (isRecognized) {
      // A word in two lines stands with the first of its parts.
      if (attributes.get("SUBS_TYPE") === "HypPart2" && attributes.has("SUBS_CONTENT")) return [];
      return [attributes.get("SUBS_CONTENT") ?? attributes.get("CONTENT") ?? ""];
    }
    if (this.root === "opml") return named.flatMap((one) => attributes.get(one) ?? []);
    return this.readsAttributes ? [...attributes.values()].filter(isProse).map(textOfMarkup) : [];
  }

  /** The text of an element as it is shown. */
  shown(name: string, text: string): string {
    if (this.root === "mediawiki" && name === "text") return readWikitext(text).text;
    if (name === "xref") return MARK.test(text) ? "" : text;
    return OF_MARKUP.has(name) ? textOfMarkup(text) : text;
  }

  /** Whether the text of an element is taken as a whole, to be shown. */
  isShown(name: string, attributes: XmlAttributes): boolean {
    if (name === "xref") return MARKED.has(attributes.get("ref-type") ?? "");
    return OF_MARKUP.has(name) || (this.root === "mediawiki" && name === "text");
  }
}

const TAGS = /<\/[a-z][\w-]{0,20}>|<(?:br|hr|p|img)\b[^<>]{0,999}>/i;
const textOfMarkup = (text: string): string =>
  TAGS.test(text)
    ? readHtml(text)
        .text.replace(/\n{2,}/g, "\n\n")
        .trim()
    : text;
