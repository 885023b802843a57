/**
 * Reads presentations (PPTX, ISO/IEC 29500): slide by slide the title, frames of text and tables, then the notes of the
 * speaker. Hidden slides, comments, charts and SmartArt are told.
 */
import { damaged } from "../bytes/notRead.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import type { XmlAttributes, XmlHandler } from "../markup/xml.ts";
import { unreadText } from "../unreadText.ts";
import { type DocumentParts, EMBEDDED, metadataOf, scanPart, unreadParts } from "./package.ts";
import { relationshipsById, relationshipsOf } from "./relationships.ts";

const MAIN = "ppt/presentation.xml";
const UNREAD = [
  [/\/diagrams\/data[^/]*\.xml$/, "its SmartArt"],
  [/\/charts\/chart[^/]*\.xml$/, "its chart"],
  [/^ppt\/comments\/[^/]*\.xml$/, "its comments"],
  EMBEDDED,
] as const;
/** Places for what stands on every slide. */
const RUNNING = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);
const TITLES = new Set(["title", "ctrTitle"]);

/** Whether an archive holds a presentation. */
export const isPresentation = (archive: DocumentParts): boolean =>
  archive.has(MAIN) || relationshipsOf(archive, "").get("officeDocument")?.startsWith("ppt/") === true;

/** @throws NotRead */
export function readPresentation(archive: DocumentParts): DocumentText {
  const root = relationshipsOf(archive, "");
  const main = root.get("officeDocument") ?? MAIN;
  const parts = relationshipsById(archive, main);
  const order: string[] = [];
  scanPart(archive, main, {
    open: (name, attributes) => {
      const part = name === "sldId" ? parts.get(attributes.get("id") ?? "") : undefined;
      if (part !== undefined) order.push(part);
    },
  });
  const slides = order.length > 0 ? order : slidesByNumber(archive);
  const flow = new TextFlow();
  const unread: UnreadPages[] = [];
  for (const [i, path] of slides.entries()) {
    if (!archive.has(path))
      unread.push({ code: "damaged", pages: [], reason: `damaged: its slide ${i + 1} is missing` });
    else unread.push(...readSlide(archive, path, flow, i + 1));
  }
  if (slides.length === 0) throw damaged("it names no slide");
  const read = { ...metadataOf(archive, root.get("core-properties") ?? ""), ...flow.finish() };
  return withUnread(read, [...unread, ...unreadParts(archive, UNREAD)]);
}

function slidesByNumber({ names }: DocumentParts): string[] {
  const numberOf = (name: string): number => Number(name.slice("ppt/slides/slide".length, -".xml".length));
  return names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

function readSlide(archive: DocumentParts, path: string, flow: TextFlow, number: number): UnreadPages[] {
  const slide = new SlideReader(false);
  scanPart(archive, path, slide);
  const notesPath = relationshipsOf(archive, path).get("notesSlide");
  const notes = new SlideReader(true);
  if (notesPath !== undefined && archive.has(notesPath)) scanPart(archive, notesPath, notes);
  const blocks = [...slide.blocks, ...notes.blocks];
  if (slide.isHidden) return unreadText(`its hidden slide ${number}`, blocks.map(({ text }) => text).join("\n"));
  flow.mark("page", String(number));
  for (const { text, isTitle } of blocks) {
    flow.open();
    if (isTitle) flow.markHeading();
    flow.write(text);
    flow.close();
  }
  return [];
}

interface SlideBlock {
  text: string;
  isTitle: boolean;
}

/** Collects the paragraphs of a slide, its title first, or of the notes to it. */
class SlideReader implements XmlHandler {
  isHidden = false;
  readonly #isOfNotes: boolean;
  readonly #titles: SlideBlock[] = [];
  readonly #others: SlideBlock[] = [];
  #place = "";
  #text: string | undefined;
  #isText = false;
  /** Open elements from the outermost one on that is the second form of another. */
  #fallbackDepth = 0;

  constructor(isOfNotes: boolean) {
    this.#isOfNotes = isOfNotes;
  }

  get blocks(): SlideBlock[] {
    return [...this.#titles, ...this.#others];
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#fallbackDepth > 0 || name === "Fallback") this.#fallbackDepth += 1;
    else if (name === "sld") this.isHidden = ["0", "false"].includes(attributes.get("show") ?? "");
    else if (name === "sp" || name === "graphicFrame") this.#place = "";
    else if (name === "ph") this.#place = attributes.get("type") ?? "body";
    else if (name === "p") this.#text = "";
    else if (name === "t") this.#isText = true;
    else if (name === "br") this.#write("\n");
    else if (name === "tab") this.#write("\t");
  }

  close(name: string): void {
    if (this.#fallbackDepth > 0) this.#fallbackDepth -= 1;
    else if (name === "t") this.#isText = false;
    else if (name === "p") this.#finish();
  }

  text(text: string): void {
    if (this.#isText && this.#fallbackDepth === 0) this.#write(text);
  }

  #write(text: string): void {
    if (this.#text !== undefined) this.#text += text;
  }

  #finish(): void {
    const text = this.#text ?? "";
    this.#text = undefined;
    if (text.trim() === "" || RUNNING.has(this.#place)) return;
    const isTitle = !this.#isOfNotes && TITLES.has(this.#place);
    (isTitle ? this.#titles : this.#others).push({ text, isTitle });
  }
}
