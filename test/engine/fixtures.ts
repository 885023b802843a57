/** A small engine over generated texts: two corpora, and a ledger that has every kind of edge. */
import { type Catalogue, loadCatalogue, parseLedger } from "../../src/catalogue/index.ts";
import { readers } from "../../src/files/index.ts";
import { buildCorpus, type Corpus, type CorpusDocument, createEngine, type Engine } from "../../src/index.ts";
import { seeded, zipfText } from "../support/texts.ts";

const SOURCES = ["a-test-source"];
const portion = (kind: "all" | "subset") => ({ kind, epochs: null, size_tokens: null, seen_tokens: null, share: null });
const model = (id: string, more: object = {}) => ({
  id: `lab/${id}`,
  provider: "lab",
  name: id,
  scope: "release",
  sources: SOURCES,
  ...more,
});
const dataset = (id: string, more: object = {}) => ({ id, name: id, kind: "books", sources: SOURCES, ...more });
const edge = (to: string, from: string, more: object = {}) => ({
  ...{ model: `lab/${to}`, dataset: from, evidence: "documented", portion: portion("all"), sources: SOURCES },
  ...more,
});

export const LEDGER = parseLedger({
  sources: [
    { id: SOURCES[0], title: "A test", org: "Test", year: 2026, kind: "paper", locator: "here", read: "primary" },
  ],
  providers: [{ id: "lab", name: "Lab", sources: SOURCES }],
  datasets: [
    dataset("shelf"),
    dataset("library", { contains: ["shelf"] }),
    dataset("attic", { period: { from: "2000-01", to: "2001-12" } }),
  ],
  models: [
    model("whole"),
    model("tuned", { base: "lab/whole" }),
    model("container"),
    model("rumoured"),
    model("guessed"),
    model("old", { cutoff: "2005-06" }),
  ],
  edges: [
    edge("whole", "shelf"),
    edge("container", "library"),
    edge("rumoured", "shelf", { evidence: "reported" }),
    edge("guessed", "shelf", { evidence: "inferred", portion: portion("subset") }),
    edge("old", "shelf"),
    edge("whole", "attic"),
  ],
});

const random = seeded(2026);
export const SHELF: CorpusDocument[] = Array.from({ length: 12 }, (_, i) => ({
  id: `shelf-${i}`,
  title: `Volume ${i}`,
  author: "A. Nonymous",
  year: 1900 + i,
  licence: "public domain",
  text: zipfText(random, i === 0 ? 9_000 : 900),
}));
export const ATTIC: CorpusDocument[] = Array.from({ length: 4 }, (_, i) => ({
  id: `attic-${i}`,
  text: zipfText(random, 900),
}));
/** Text that stands in neither. */
export const FOREIGN = zipfText(random, 2_000);

export const words = (text: string, from: number, to: number): string => text.split(/\s+/).slice(from, to).join(" ");

export interface Fixture {
  engine: Engine;
  corpora: Corpus[];
  catalogue: Catalogue;
}

export async function openFixture(): Promise<Fixture> {
  const corpora = [
    await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" }),
    await buildCorpus(ATTIC, { name: "attic", dataset: "attic" }),
  ];
  const catalogue = await loadCatalogue(LEDGER);
  return { corpora, catalogue, engine: await createEngine({ corpora, catalogue, readers }) };
}
