/** Packs the headings and pages of a document for its record: 3 to 5 bytes for a page, and a heading's label. */
import type { TextSection } from "../../base/contract/common.ts";
import { corrupt, type PackedSections } from "./layout.ts";
import { wellFormed } from "./names.ts";

/** @param sections ascending by `start` */
export function packSections(sections: readonly TextSection[]): PackedSections {
  const packed: PackedSections = [];
  let at = 0;
  let page = "";
  for (const { kind, start, label } of sections) {
    const isPage = kind === "page";
    packed.push(2 * (start - at) + (isPage ? 1 : 0));
    packed.push(isPage && label === pageAfter(page) ? null : wellFormed(label));
    if (isPage) page = label;
    at = start;
  }
  return packed;
}

/** @throws corpus_corrupt */
export function unpackSections(packed: PackedSections): TextSection[] {
  const sections: TextSection[] = [];
  let start = 0;
  let page = "";
  for (let i = 0; i < packed.length; i += 2) {
    const [coded, said] = packed.slice(i, i + 2);
    if (typeof coded !== "number" || !Number.isSafeInteger(coded) || coded < 0)
      throw corrupt("The record of a document");
    const isPage = coded % 2 === 1;
    const label = said === null && isPage ? pageAfter(page) : said;
    if (typeof label !== "string") throw corrupt("The record of a document");
    start += (coded - (coded % 2)) / 2;
    if (isPage) page = label;
    sections.push({ kind: isPage ? "page" : "heading", start, label });
  }
  return sections;
}

/** The number after that of a page; `undefined` where it has none. */
function pageAfter(page: string): string | undefined {
  return /^[1-9]\d{0,14}$/.test(page) ? String(Number(page) + 1) : undefined;
}
