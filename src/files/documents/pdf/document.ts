/** Reads one PDF: its pages in order, and what of them was not read. */
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { damaged, encrypted, NotRead } from "../bytes/notRead.ts";
import type { DocumentText, UnreadPages } from "../documentText.ts";
import { unreadText } from "../unreadText.ts";
import { apartTexts, attachedFiles } from "./apart.ts";
import { isMemoryExceeded, watchMemory } from "./budget.ts";
import { MAPS_MISSING } from "./install.ts";
import { faultOf } from "./intact.ts";
import { fragmentsOf, type TextContent } from "./layout/fragments.ts";
import { DocumentWords } from "./layout/hyphens.ts";
import { haveLostBlanks, withDrawnBlanks } from "./layout/letterGaps.ts";
import { type OutlineEntry, outlineOf } from "./layout/outline.ts";
import { type PdfPage, pageLines } from "./layout/page.ts";
import { runningLines } from "./layout/running.ts";
import { isUnreadable, withoutUnknown } from "./layout/unicode.ts";
import { writePages } from "./layout/write.ts";
import { loadPdf, type OpenedPdf, openPdf, type PdfLibrary } from "./library.ts";

export { PdfLacking } from "./library.ts";

/** Most pages of a document. The longest books have 5,000. */
const PAGES_MAX = 20_000;
/** Share of pages from which a document counts as scanned, or as one without readable characters. */
const SHARE_MAX = 0.5;

type Unread = UnreadPages["code"];

/**
 * @param onPage called with the number of pages that were read
 * @throws NotRead; PdfLacking
 */
export async function readDocument(bytes: Uint8Array, onPage: (page: number) => void): Promise<DocumentText> {
  const library = await loadPdf();
  watchMemory();
  const opened = new OpenedTwice(library, bytes);
  try {
    return await new PdfReader(opened).read(faultOf(bytes), onPage);
  } catch (error) {
    throw reasonOf(error);
  } finally {
    await opened.close();
  }
}

/**
 * A document opened so that every fault is an error, and where there is one also so that what is left is read. pdf.js
 * leaves out what it cannot read without a word.
 */
class OpenedTwice {
  readonly #library: PdfLibrary;
  readonly #bytes: Uint8Array;
  #strict: Promise<OpenedPdf> | undefined;
  #lenient: Promise<OpenedPdf> | undefined;

  constructor(library: PdfLibrary, bytes: Uint8Array) {
    this.#library = library;
    this.#bytes = bytes;
  }

  strict(): Promise<OpenedPdf> {
    this.#strict ??= openPdf(this.#library, this.#bytes, true);
    return this.#strict;
  }

  lenient(): Promise<OpenedPdf> {
    this.#lenient ??= openPdf(this.#library, this.#bytes, false);
    return this.#lenient;
  }

  async close(): Promise<void> {
    for (const opened of [this.#strict, this.#lenient]) await (await opened?.catch(() => undefined))?.close();
  }
}

function reasonOf(error: unknown): NotRead {
  if (error instanceof NotRead) return error;
  if (isMemoryExceeded()) return tooMuchMemory();
  if ((error as Error).name === "PasswordException") return encrypted();
  return damaged("its structure is not that of a PDF");
}

function tooMuchMemory(): NotRead {
  return new NotRead("too_large", "too large when unpacked");
}

class PdfReader {
  readonly #opened: OpenedTwice;
  readonly #pages: PdfPage[] = [];
  readonly #words = new DocumentWords();
  /** By the reason, the places of the pages. */
  readonly #unread = new Map<Unread, number[]>();
  readonly #noted = new Set<number>();
  #lacksMaps = false;
  #artifacts = 0;

  constructor(opened: OpenedTwice) {
    this.#opened = opened;
  }

  /** @param fault what shows that the file is not as it was written */
  async read(fault: string | undefined, onPage: (page: number) => void): Promise<DocumentText> {
    const { document } = await this.#opened.strict();
    const pages = document.numPages;
    if (pages > PAGES_MAX) throw new NotRead("too_large", `over ${PAGES_MAX} pages`);
    const labels = await document.getPageLabels().catch(() => null);
    const outline = byPage(await outlineOf(document));
    for (let page = 0; page < pages; page += 1) {
      await this.#readPage(page, labels?.[page] || String(page + 1), outline.get(page) ?? []);
      if (isMemoryExceeded()) throw tooMuchMemory();
      onPage(page + 1);
    }
    const running = runningLines(this.#pages, await this.#hasArtifacts(document));
    for (const page of this.#pages) page.lines = page.lines.filter((line) => !running.lines.has(line));
    await this.#lookAtEmptyPages(onPage);
    this.#refuse();
    for (const { lines } of this.#pages) for (const { text } of lines) this.#words.add(text);
    return {
      ...(await metadataOf(document)),
      ...writePages(this.#pages, this.#words),
      ...(running.listed.length === 0 ? {} : { running_lines: running.listed }),
      ...this.#unreadPages(fault, await apartTexts(document), await attachedFiles(document)),
    };
  }

  async #readPage(index: number, label: string, outline: readonly OutlineEntry[]): Promise<void> {
    const page: PdfPage = { label, height: 0, lines: [], headings: [] };
    this.#pages.push(page);
    const strict = await this.#opened.strict();
    let isWhole = true;
    try {
      await this.#readText(strict, index, page, outline);
    } catch {
      isWhole = false;
      if (isMemoryExceeded()) return;
      await this.#readText(await this.#opened.lenient(), index, page, outline).catch(() => {});
    }
    if (await strict.lackedMap()) {
      this.#lacksMaps = true;
      this.#note("not_unicode", index);
    } else if (!isWhole) {
      this.#note("damaged", index);
    }
    const text = page.lines.map((line) => line.text).join(" ");
    const isGarbage = isUnreadable(text);
    if (isGarbage && !this.#noted.has(index)) this.#note("not_unicode", index);
    for (const line of page.lines) line.text = isGarbage ? "" : withoutUnknown(line.text).trim();
    page.lines = page.lines.filter(({ text }) => text !== "");
  }

  async #readText(opened: OpenedPdf, index: number, page: PdfPage, outline: readonly OutlineEntry[]): Promise<void> {
    const proxy = await opened.document.getPage(index + 1);
    const viewport = proxy.getViewport({ scale: 1 });
    page.height = viewport.height;
    page.headings = outline.map(({ title, top }) => ({
      title,
      y: top === undefined ? 0 : (viewport.convertToViewportPoint(0, top)[1] as number),
    }));
    const content = await proxy.getTextContent({ includeMarkedContent: true, disableNormalization: true });
    const groups = fragmentsOf(haveLostBlanks(content) ? await this.#withBlanks(content, index) : content, viewport);
    for (const fragment of groups.flat()) if (fragment.isArtifact) this.#artifacts += fragment.text.length;
    page.lines = pageLines(groups);
    proxy.cleanup();
  }

  async #withBlanks(content: TextContent, index: number): Promise<TextContent> {
    const { document, showText } = await this.#opened.lenient();
    const page = await document.getPage(index + 1);
    return withDrawnBlanks(content, await page.getOperatorList(), showText);
  }

  /** A document that is tagged says which lines are no part of the text; some say so of nearly all. */
  async #hasArtifacts(document: PDFDocumentProxy): Promise<boolean> {
    const info = await document.getMarkInfo().catch(() => null);
    const all = this.#pages.reduce((sum, { lines }) => sum + lines.reduce((sum, { text }) => sum + text.length, 0), 0);
    return (info as { Marked?: boolean } | null)?.Marked === true && this.#artifacts < 0.3 * all;
  }

  /** A page without text may be blank, or a picture of text. */
  async #lookAtEmptyPages(onPage: (page: number) => void): Promise<void> {
    for (const [index, { lines }] of this.#pages.entries()) {
      if (lines.length > 0 || this.#noted.has(index)) continue;
      if (await hasPicture(await this.#opened.lenient(), await this.#opened.strict(), index))
        this.#note("scanned", index);
      onPage(index + 1);
    }
  }

  /** @throws NotRead where hardly anything could be read */
  #refuse(): void {
    const isMost = (code: Unread) => (this.#unread.get(code)?.length ?? 0) > SHARE_MAX * this.#pages.length;
    const hasText = this.#pages.some(({ lines }) => lines.length > 0);
    const without = (code: Unread) => isMost(code) || (!hasText && this.#unread.has(code));
    if (without("scanned")) throw new NotRead("scanned", `scanned: the pages are ${this.#reason("scanned")}`);
    if (without("not_unicode")) throw new NotRead("not_unicode", `not readable: ${this.#reason("not_unicode")}`);
    if (!hasText && this.#unread.has("damaged")) throw damaged("no page can be read");
  }

  #note(code: Unread, page: number): void {
    const pages = this.#unread.get(code);
    if (pages === undefined) this.#unread.set(code, [page]);
    else pages.push(page);
    this.#noted.add(page);
  }

  #reason(code: Unread): string {
    if (code === "scanned") return "pictures, which need text recognition";
    if (code === "damaged") return "damaged, and not read completely";
    return this.#lacksMaps ? MAPS_MISSING : "fonts do not say which characters they show";
  }

  #unreadPages(
    fault: string | undefined,
    apart: ReadonlyMap<number, string>,
    attached: readonly UnreadPages[],
  ): { unread_pages?: UnreadPages[] } {
    const unread: UnreadPages[] = Array.from(this.#unread, ([code, pages]) => ({
      code,
      pages: pages.map((page) => this.#pages[page]!.label),
      reason: this.#reason(code),
    }));
    const pages = Array.from(apart.keys(), (page) => this.#pages[page]!.label);
    for (const told of unreadText("its notes, text boxes and form fields", [...apart.values()].join(" ")))
      unread.push({ ...told, pages });
    unread.push(...attached);
    if (fault !== undefined) unread.push({ code: "damaged", pages: [], reason: fault });
    return unread.length === 0 ? {} : { unread_pages: unread };
  }
}

/**
 * Whether a page shows a picture, or so many lines and curves that they may be letters. No picture is unpacked:
 * `lenient` leaves all out, and for `strict` they are errors, so that the operators that both give differ.
 */
async function hasPicture(lenient: OpenedPdf, strict: OpenedPdf, index: number): Promise<boolean> {
  try {
    const [left, all] = await Promise.all([lenient, strict].map((opened) => operatorsOf(opened, index)));
    return left !== all || left! > DRAWN_MAX;
  } catch {
    return true;
  }
}

async function operatorsOf({ document }: OpenedPdf, index: number): Promise<number> {
  const page = await document.getPage(index + 1);
  const { fnArray } = await page.getOperatorList();
  page.cleanup();
  return fnArray.length;
}

/** Operators of a page that counts as blank: a frame, or a rule. */
const DRAWN_MAX = 64;

function byPage(outline: readonly OutlineEntry[]): Map<number, OutlineEntry[]> {
  const pages = new Map<number, OutlineEntry[]>();
  for (const entry of outline) pages.set(entry.page, [...(pages.get(entry.page) ?? []), entry]);
  return pages;
}

/** The title is what the author gave, or nothing: many programs put the name of a file there. */
async function metadataOf(document: PDFDocumentProxy): Promise<Omit<DocumentText, "text" | "sections">> {
  const found = await document.getMetadata().catch(() => undefined);
  const info = (found?.info ?? {}) as Record<string, unknown>;
  const text = (name: string) =>
    typeof info[name] === "string" ? (info[name] as string).replace(/\s+/g, " ").trim() : "";
  const title = /\.(?:pdf|docx?|odt|tex|dvi|indd|qxd|rtf)$|^(?:untitled|microsoft word)/i.test(text("Title"))
    ? ""
    : text("Title");
  const lang = text("Language");
  return {
    ...(title === "" ? {} : { title: title.slice(0, 500) }),
    ...(text("Author") === "" ? {} : { author: text("Author").slice(0, 500) }),
    ...(/^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$/.test(lang) ? { lang } : {}),
  };
}
