/** What the tests of batches audit: items, documents that hold them, and what one machine leaves of these. */
import type { CorpusDocument } from "../../../../../src/base/contract/resources/corpus.ts";
import { cutOfHeld } from "../../../../../src/cli/actions/cleaning.ts";
import { cutOf } from "../../../../../src/files/cleaning/cuts.ts";
import { without } from "../../../../../src/files/cleaning/fieldsToCut.ts";
import { type AuditItem, openAudit } from "../../../../../src/files/index.ts";
import { seeded, zipfText } from "../../../../support/texts.ts";

/** Documents hold items whole and in part, use the frame of one, and repeat each other. */
export function madeForBatch(): { items: AuditItem[]; documents: CorpusDocument[]; contents: AuditItem[] } {
  const random = seeded(2_711);
  const [head, tail] = [zipfText(random, 20), zipfText(random, 4)];
  const framed = () => `${head} ${zipfText(random, 10)} ${tail}`;
  const items = [
    ...Array.from({ length: 6 }, (_, i) => ({ id: `long ${i}`, text: zipfText(random, 40 + 20 * i) })),
    { id: "framed", text: framed() },
    { id: "short", text: zipfText(random, 6) },
    { id: "nowhere", text: zipfText(random, 50) },
  ];
  const documents: CorpusDocument[] = [];
  for (let i = 0; i < 60; i++) {
    const held = items[i % 8]!.text;
    const inner = i % 5 === 0 ? framed() : i % 3 === 0 ? held : held.slice(0, held.length / (1 + (i % 4)));
    const text = `${zipfText(random, 60)} é "ü"\n\n${inner}\n\n${zipfText(random, 30)}`;
    const earlier = documents[i - 9]?.text ?? text;
    const repeated = i % 11 === 10 ? earlier.toUpperCase() : i % 13 === 12 ? `${earlier} and more` : text;
    documents.push({ id: `d${i}`, text: repeated, title: `title ${i}` });
  }
  const contents = documents.slice(0, 6).map(({ id, text }) => ({ id, text: `${text.slice(20, 300)} and another` }));
  return { items, documents, contents };
}

/** The documents that `spolia audit --clean` leaves, and its ledger. */
export async function cleanedAlone(
  items: readonly AuditItem[],
  documents: readonly CorpusDocument[],
  cut: "document" | "passage",
) {
  for (let audit = await openAudit(items); ; ) {
    const rows: [string, string][] = [];
    const ledger: [string, string, unknown[]][] = [];
    for (const document of documents) {
      const taken = cutOfHeld(audit.look(document), cut);
      const spans = taken === null ? [] : cutOf(document.text, taken.spans);
      if (spans !== "document") rows.push([document.id, without(document.text, spans)]);
      if (taken === null) continue;
      const found = (taken.found as { item: string; share: number; edits: number }[]).map((one) => Object.values(one));
      ledger.push([document.id, taken.rule, found]);
    }
    const again = audit.again();
    if (again === null) return { rows, ledger: ledger.sort(([one], [other]) => (one < other ? -1 : 1)) };
    audit = again;
  }
}
