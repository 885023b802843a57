/**
 * Reads presentations (PPTX, ISO/IEC 29500): slide by slide the title, frames of text and tables, then the notes of the
 * speaker. Hidden slides, comments, charts and SmartArt are told.
 */
import { NotRead } from "../bytes/notRead.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import type { XmlAttributes, XmlHandler } from "../markup/xml.ts";
import { unreadText } from "../unreadText.ts";
import {
  type DocumentParts,
  DrawingForms,
  MetadataReader,
  OTHER_PARTS,
  scanBeside,
  scanPart,
  unreadParts,
} from "./package.ts";
import { relationshipsById, relationshipsOf } from "./relationships.ts";

const MAIN = "ppt/presentation.xml";
const UNREAD = [
  [/\/diagrams\/data[^/]*\.xml$/, "its SmartArt"],
  [/\/charts\/chart[^/]*\.xml$/, "its chart"],
  [/^ppt\/comments\/[^/]*\.xml$/, "its comments"],
  ...OTHER_PARTS,
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
  const beside: BesideSlides = { running: new Set(), described: "" };
  for (const [i, path] of slides.entries()) {
    if (!archive.has(path))
      unread.push({ code: "damaged", pages: [], reason: `damaged: its slide ${i + 1} is missing` });
    else unread.push(...readSlide(archive, path, flow, i + 1, beside));
  }
  if (slides.length === 0) throw new NotRead("empty", "no slide in it");
  const about = new MetadataReader();
  unread.push(...scanBeside(archive, root.get("core-properties"), about));
  for (const name of archive.names.filter((one) => /\/slide(?:Masters|Layouts)\/[^/]*\.xml$/.test(one))) {
    const master = new SlideReader(false);
    unread.push(...scanBeside(archive, name, master));
    for (const { text, isOfPlace } of master.blocks) if (!isOfPlace) beside.running.add(text);
  }
  const read = { ...about.metadata, ...flow.finish() };
  return withUnread(read, [
    ...unread,
    ...unreadParts(archive, UNREAD),
    ...unreadText("what stands on every slide", [...beside.running].join(" ")),
    ...unreadText("what its pictures say", beside.described),
  ]);
}

/** Text that is no part of the slides: what stands on all of them, and what pictures say. */
interface BesideSlides {
  readonly running: Set<string>;
  described: string;
}

function slidesByNumber({ names }: DocumentParts): string[] {
  const numberOf = (name: string): number => Number(name.slice("ppt/slides/slide".length, -".xml".length));
  return names.filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).sort((a, b) => numberOf(a) - numberOf(b));
}

function readSlide(
  archive: DocumentParts,
  path: string,
  flow: TextFlow,
  number: number,
  beside: BesideSlides,
): UnreadPages[] {
  const slide = new SlideReader(false);
  const unread = scanBeside(archive, path, slide);
  const notes = new SlideReader(true);
  unread.push(...scanBeside(archive, relationshipsOf(archive, path).get("notesSlide"), notes));
  for (const text of slide.running) beside.running.add(text);
  beside.described += slide.described;
  const blocks = [...slide.blocks, ...notes.blocks];
  if (slide.isHidden) return unreadText(`its hidden slide ${number}`, blocks.map(({ text }) => text).join("\n"));
  flow.mark("page", String(number));
  for (const { text, isTitle } of blocks) {
    flow.open();
    if (isTitle) flow.markHeading();
    flow.write(text);
    flow.close();
  }
  return unread;
}

interface SlideBlock {
  text: string;
  isTitle: boolean;
  /** Whether it stands in a place that the layout names. */
  isOfPlace: boolean;
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
  readonly #forms = new DrawingForms();
  /** Texts of the places for what stands on every slide. */
  readonly running: string[] = [];

  constructor(isOfNotes: boolean) {
    this.#isOfNotes = isOfNotes;
  }

  get described(): string {
    return this.#forms.described;
  }

  get blocks(): SlideBlock[] {
    return [...this.#titles, ...this.#others];
  }

  open(name: string, attributes: XmlAttributes): void {
    const isPassed = this.#forms.open(name, attributes);
    if (this.#fallbackDepth > 0 || isPassed) this.#fallbackDepth += 1;
    else if (name === "sld") this.isHidden = ["0", "false"].includes(attributes.get("show") ?? "");
    else if (name === "sp" || name === "graphicFrame") this.#place = "";
    else if (name === "ph") this.#place = attributes.get("type") ?? "body";
    else if (name === "p") this.#text = "";
    else if (name === "t") this.#isText = true;
    else if (name === "br") this.#write("\n");
    else if (name === "tab") this.#write("\t");
  }

  close(name: string): void {
    this.#forms.close(name);
    if (this.#fallbackDepth > 0) this.#fallbackDepth -= 1;
    else if (name === "t") this.#isText = false;
    else if (name === "p") this.#finish();
  }

  text(text: string): void {
    if (this.#isText && this.#fallbackDepth === 0) this.#write(text);
  }

  #write(text: string): void {
    this.#forms.add(text);
    if (this.#text !== undefined) this.#text += text;
  }

  #finish(): void {
    const text = this.#text ?? "";
    this.#text = undefined;
    if (text.trim() === "") return;
    if (RUNNING.has(this.#place)) {
      this.running.push(text);
      return;
    }
    const isTitle = !this.#isOfNotes && TITLES.has(this.#place);
    (isTitle ? this.#titles : this.#others).push({ text, isTitle, isOfPlace: this.#place !== "" });
  }
}
