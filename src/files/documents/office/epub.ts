/**
 * Reads EPUB 2 and 3: the chapters in reading order, with the headings in them, or the titles that the table of
 * contents gives to files without headings, and the pages of the printed edition where they are marked.
 */
import type { TextSection } from "../../../base/contract/common.ts";
import { damaged, NotRead } from "../bytes/notRead.ts";
import type { ZipArchive } from "../bytes/zip.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { labelOf } from "../markup/flow.ts";
import { readHtml } from "../markup/html.ts";
import { withoutSubset, type XmlAttributes, type XmlHandler } from "../markup/xml.ts";
import { type Beside, readPage, toldBeside } from "../saidText.ts";
import { unreadText } from "../unreadText.ts";
import { MetadataReader, partPath, scanPart, textOfPart } from "./package.ts";

const CONTAINER = "META-INF/container.xml";
const ENCRYPTION = "META-INF/encryption.xml";
const BETWEEN_CHAPTERS = "\n\n";

interface ManifestItem {
  readonly path: string;
  readonly type: string;
  /** Id of the file that is read where the type of this one is not known. */
  readonly fallback: string | undefined;
  readonly isNavigation: boolean;
}

/** @throws NotRead */
export function readEpub(archive: ZipArchive): DocumentText {
  const publication = new PublicationReader(packagePathOf(archive));
  scanPart(archive, publication.path, publication);
  const chapters = publication.chapters;
  const encrypted = encryptedPaths(archive);
  if (chapters.some((path) => encrypted.has(path))) {
    throw new NotRead("encrypted", "its chapters are encrypted (digital rights management)");
  }
  const titles = titlesOf(archive, publication.navigationPath);
  const texts: string[] = [];
  const sections: TextSection[] = [];
  const unread: UnreadPages[] = publication.unlisted;
  const beside: Beside = { hidden: "", said: "" };
  let lengthUnits = 0;
  for (const path of chapters) {
    const chapter = chapterOf(archive, path);
    if (typeof chapter !== "string") {
      unread.push(chapter);
      continue;
    }
    const { text, sections: read = [], hidden, said } = readPage(chapter);
    beside.hidden += `${hidden}\n`;
    beside.said += `${said}\n`;
    const inside = path === publication.navigationPath ? ofContents(read, sections) : read;
    const title = titles.get(path);
    if (title !== undefined && !inside.some(({ kind }) => kind === "heading")) {
      sections.push({ kind: "heading", start: lengthUnits, label: title });
    }
    for (const section of inside) sections.push({ ...section, start: lengthUnits + section.start });
    texts.push(text, BETWEEN_CHAPTERS);
    lengthUnits += text.length + BETWEEN_CHAPTERS.length;
  }
  const [first] = unread;
  unread.push(...toldBeside(beside), ...besideOrder(archive, publication));
  if (texts.length === 0)
    throw first === undefined ? damaged("it names no chapter") : new NotRead(first.code, first.reason);
  return withUnread({ ...publication.metadata.metadata, text: texts.join(""), sections }, unread);
}

/** The text of files that the book lists or holds, and that are not in its order of reading. */
function besideOrder(archive: ZipArchive, { pages, navigationPath }: PublicationReader): UnreadPages[] {
  const ofBook = [...new Set([...pages, ...archive.names.filter((name) => /\.x?html?$/i.test(name))])];
  return ofBook.flatMap((path) => {
    if (archive.wasRead(path) || path === navigationPath || !archive.has(path)) return [];
    const page = chapterOf(archive, path);
    const name = labelOf(path.slice(path.lastIndexOf("/") + 1));
    return typeof page === "string"
      ? unreadText(`${name}, which is not in its order of reading`, readHtml(page).text)
      : [];
  });
}

/** The text of a chapter with its markup, or why it is not read: the others are. */
function chapterOf(archive: ZipArchive, path: string): string | UnreadPages {
  const name = labelOf(path.slice(path.lastIndexOf("/") + 1));
  if (!archive.has(path)) return { code: "damaged", pages: [], reason: `damaged: its chapter ${name} is missing` };
  try {
    return withoutSubset(textOfPart(archive, path));
  } catch (error) {
    if (!(error instanceof NotRead) || (error.code !== "damaged" && error.code !== "not_utf8")) throw error;
    return { code: error.code, pages: [], reason: `its chapter ${name} is not read: ${error.reason}` };
  }
}

/**
 * The table of contents may stand in the order of reading. Its entries, where they are marked as headings, are those of
 * the chapters, and its first heading may be the title that the book begins with: none of them stands twice.
 */
function ofContents(read: readonly TextSection[], before: readonly TextSection[]): TextSection[] {
  const first = read.find(({ kind }) => kind === "heading");
  const isRepeated = before.some(({ kind, label }) => kind === "heading" && label === first?.label);
  return read.filter((section) => section.kind === "page" || (section === first && !isRepeated));
}

function packagePathOf(archive: ZipArchive): string {
  let path = "";
  const open = (name: string, attributes: XmlAttributes) => {
    if (name === "rootfile" && path === "") path = partPath("", attributes.get("full-path") ?? "");
  };
  scanPart(archive, CONTAINER, { open });
  return path;
}

/** Reads the package document: metadata, files, and the order of reading. */
class PublicationReader implements XmlHandler {
  readonly path: string;
  readonly metadata = new MetadataReader();
  readonly #items = new Map<string, ManifestItem>();
  readonly #spine = new Set<string>();
  #ncx = "";

  constructor(path: string) {
    this.path = path;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.metadata.open(name, attributes);
    if (name === "item") this.#addItem(attributes);
    else if (name === "itemref") this.#spine.add(attributes.get("idref") ?? "");
    else if (name === "spine") this.#ncx = attributes.get("toc") ?? "";
  }

  text(text: string): void {
    this.metadata.text(text);
  }

  close(name: string): void {
    this.metadata.close(name);
  }

  /** Paths of the files with text, in reading order, each once. */
  get chapters(): string[] {
    const items = Array.from(this.#spine, (id) => this.#shown(this.#items.get(id)));
    return [...new Set(items.flatMap((item) => (item !== undefined && isText(item) ? [item.path] : [])))];
  }

  /** Paths of all files of XHTML that it lists. */
  get pages(): string[] {
    return [...this.#items.values()].filter(({ type }) => PAGE.test(type)).map(({ path }) => path);
  }

  /** What is shown of an item: itself, or the first page of its fallbacks (EPUB 3.3, section 3.5). */
  #shown(item: ManifestItem | undefined): ManifestItem | undefined {
    const seen = new Set<ManifestItem>();
    let one = item;
    while (one !== undefined && !PAGE.test(one.type) && !seen.has(one)) {
      seen.add(one);
      one = one.fallback === undefined ? undefined : this.#items.get(one.fallback);
    }
    return one !== undefined && PAGE.test(one.type) ? one : item;
  }

  /** What is told of the order of reading, where it names files that the book does not list. */
  get unlisted(): UnreadPages[] {
    const isWhole = Array.from(this.#spine).every((id) => this.#items.has(id));
    if (isWhole) return [];
    return [{ code: "damaged", pages: [], reason: "damaged: its order of reading names a file that it does not list" }];
  }

  /** The table of contents of EPUB 3, or that of EPUB 2. */
  get navigationPath(): string | undefined {
    const items = [...this.#items.values()];
    return items.find(({ isNavigation }) => isNavigation)?.path ?? this.#items.get(this.#ncx)?.path;
  }

  #addItem(attributes: XmlAttributes): void {
    this.#items.set(attributes.get("id") ?? "", {
      path: partPath(this.path, attributes.get("href") ?? ""),
      type: attributes.get("media-type") ?? "",
      fallback: attributes.get("fallback"),
      isNavigation: (attributes.get("properties") ?? "").split(/\s+/).includes("nav"),
    });
  }
}

const PAGE = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/;

/**
 * Pictures and sound may stand in the order of reading; all else there is a chapter, whatever its type is called, and
 * so are pictures of SVG, which may have text.
 */
function isText({ type }: ManifestItem): boolean {
  return !/^(?:image(?!\/svg\+xml)|audio|video|font)\//.test(type);
}

/** Paths of the files that cannot be read without a key; encrypted fonts do not matter. */
function encryptedPaths(archive: ZipArchive): Set<string> {
  const paths = new Set<string>();
  const open = (name: string, attributes: XmlAttributes) => {
    if (name === "CipherReference") paths.add(partPath("", attributes.get("URI") ?? ""));
  };
  if (archive.has(ENCRYPTION)) scanPart(archive, ENCRYPTION, { open });
  return paths;
}

/** Titles of files by a table of contents, which is worth no error: the first entry that points into a file. */
function titlesOf(archive: ZipArchive, path: string | undefined): Map<string, string> {
  if (path === undefined || !archive.has(path)) return new Map();
  const reader = new ContentsReader(path);
  try {
    scanPart(archive, path, reader);
  } catch (error) {
    if (!(error instanceof NotRead)) throw error;
  }
  return reader.titles;
}

/** Reads `navPoint`s of an NCX, where the text comes before the address, and links of a navigation document. */
class ContentsReader implements XmlHandler {
  readonly titles = new Map<string, string>();
  readonly #path: string;
  #text = "";
  #link: string | undefined;
  /** Lists of pages and landmarks have links as well; the table of contents is the first list. */
  #hadContents = false;

  constructor(path: string) {
    this.#path = path;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === "navLabel" || name === "a") this.#text = "";
    if (name === "a") this.#link = attributes.get("href");
    if (name === "content") this.#add(attributes.get("src"));
  }

  text(text: string): void {
    this.#text += text;
  }

  close(name: string): void {
    if (name === "a") this.#add(this.#link);
    if (name === "nav") this.#hadContents = true;
    if (name === "navLabel" || name === "a") this.#link = undefined;
  }

  #add(target: string | undefined): void {
    const label = labelOf(this.#text);
    if (target === undefined || label === "" || this.#hadContents) return;
    const path = partPath(this.#path, target);
    if (!this.titles.has(path)) this.titles.set(path, label);
  }
}
