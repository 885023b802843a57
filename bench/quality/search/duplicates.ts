/** Are the near duplicates of a corpus found, and no others? Planted ones, labelled ones, and all pairs of small sets. */
import { createHash } from "node:crypto";
import { findDuplicates } from "../../../src/corpus/index.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { buildCorpus, type Contract, createEngine, type Relation } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import {
  hasSharedData,
  type SharedDocument,
  sharedCorpus,
  sharedLicences,
  sharedVersions,
} from "../../harness/shared.ts";
import type { Cell } from "../../harness/table.ts";
import type { Answer, Question } from "../question.ts";
import { type Words, wordsOf } from "../words.ts";

const SETS = ["eltec-eng", "chinese-poetry", "dc-law/code-sections", "dc-law/laws", "de-gesetze", "ruslit", "bible-en"];
/** Documents of a set of which all pairs are compared. */
const PAIRED = 2_000;
/** Documents of a set that get planted duplicates, and how long they are together: a few novels, or many poems. */
const PLANTED = 100;
const PLANTED_CHARACTERS = 4_000_000;
/** Pairs that share less of the shorter one's runs of five words are not compared: near duplicates share a sixth, if changes are even. */
const SHARED_MIN = 0.05;
/** Share of the words, or of the characters, that is changed. */
const CHANGES: Record<string, (text: string, random: Random) => string> = {
  "1 % of words": (text, random) => wordsChanged(text, 0.01, random),
  "5 % of words": (text, random) => wordsChanged(text, 0.05, random),
  "10 % of words": (text, random) => wordsChanged(text, 0.1, random),
  "15 % of words": (text, random) => wordsChanged(text, 0.15, random),
  "1 % of characters": (text, random) => charactersChanged(text, 0.01, random),
  "3 % of characters": (text, random) => charactersChanged(text, 0.03, random),
};

type Text = Pick<SharedDocument, "id" | "text">;
type Engine = Awaited<ReturnType<typeof createEngine>>;

export const duplicates: Question = {
  name: "duplicates",
  question: "Are the near duplicates of a corpus found, and no others?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    const engine = await createEngine({ corpora: [] });
    const whole: Cell[][] = [];
    const planted: Cell[][] = [];
    const paired: Cell[][] = [];
    const worst: string[] = [];
    for (const set of SETS) {
      onProgress(set);
      const documents = sharedCorpus(set);
      whole.push(await wholeRow(set, documents));
      const some = upTo(PLANTED_CHARACTERS, byChance(documents, sample ?? PLANTED));
      for (const [name, change] of Object.entries(CHANGES))
        planted.push(await plantedRow(engine, set, some, name, change));
      if (set !== "eltec-eng") paired.push(await pairedRow(engine, set, byChance(documents, sample ?? PAIRED), worst));
    }
    onProgress("licences");
    paired.push(await pairedRow(engine, "licences", sharedLicences(), worst));
    onProgress("versions");
    const versions = await versionRows(engine);
    return { tables: tablesOf(whole, planted, paired, versions), worst, record: { whole, planted, paired, versions } };
  },
};

function tablesOf(whole: Cell[][], planted: Cell[][], paired: Cell[][], versions: Cell[][]): Answer["tables"] {
  const timed = [
    "set",
    "documents",
    "texts",
    "MB",
    "s",
    "MB/s",
    "pairs compared",
    "clusters",
    "in clusters",
    "largest",
    "complete",
  ];
  return [
    { title: "Whole sets, from memory, text as it is", head: timed, rows: whole },
    {
      title: "Planted: one changed copy of each of some documents; settled where one of the two goes as surplus",
      head: ["set", "changed", "documents", "near by `compare`", "settled", "in one cluster", "clustered, not near"],
      rows: planted,
    },
    {
      title:
        "All pairs of up to 2,000 documents: near duplicates by `compare`; settled where one of the two goes as surplus",
      head: [
        "set",
        "documents",
        "near pairs",
        "settled",
        "in one cluster",
        "members",
        "that `compare` denies",
        "least LCS share",
      ],
      rows: paired,
    },
    { title: "Acts in two versions", head: ["label", "pairs", "near duplicates", "in one cluster"], rows: versions },
  ];
}

async function duplicatesIn(documents: readonly Text[]): Promise<Contract.CorpusDuplicates> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "quality", dataset: "quality", storage, codec: "raw" })).close();
  return findDuplicates(storage);
}

async function wholeRow(set: string, documents: readonly Text[]): Promise<Cell[]> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "quality", dataset: "quality", storage, codec: "raw" })).close();
  const started = performance.now();
  const found = await findDuplicates(storage);
  const seconds = (performance.now() - started) / 1000;
  const megabytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
  const compared = found.method.parameters["pairs_compared"]!;
  const largest = found.clusters[0]?.documents ?? 0;
  return [
    ...[set, documents.length, found.texts, megabytes.toFixed(1), seconds.toFixed(2), (megabytes / seconds).toFixed(1)],
    ...[
      compared,
      found.clusters.length,
      found.clustered_documents,
      largest,
      found.completeness.complete ? "yes" : "no",
    ],
  ];
}

/** Copies of all documents with one change, each next to its original and all the others. */
async function plantedRow(
  engine: Engine,
  set: string,
  documents: readonly Text[],
  name: string,
  change: (text: string, random: Random) => string,
): Promise<Cell[]> {
  const copies = documents.map(({ id, text }) => ({
    id: `${id} copy`,
    text: change(text, new Random(`${set} ${name} ${id}`)),
  }));
  const answer = await duplicatesIn([...documents, ...copies]);
  const clusterOf = clustersByDocument(answer);
  const surplus = surplusOf(answer);
  let [near, settled, together, others] = [0, 0, 0, 0];
  for (const [i, { id, text }] of documents.entries()) {
    const isTogether = clusterOf.has(id) && clusterOf.get(id) === clusterOf.get(`${id} copy`);
    if (isNear(await relationOf(engine, text, copies[i]!.text))) {
      near++;
      if (isTogether) together++;
      if (surplus.has(id) || surplus.has(`${id} copy`)) settled++;
    } else if (isTogether) others++;
  }
  return [set, name, documents.length, near, settled, together, others];
}

/** Every pair compared by the engine, which the clusters are held against; and the clusters by a measure of the judge's own. */
async function pairedRow(engine: Engine, set: string, documents: readonly Text[], worst: string[]): Promise<Cell[]> {
  const found = await duplicatesIn(documents);
  const clusterOf = clustersByDocument(found);
  const surplus = surplusOf(found);
  const words = new Map(documents.map(({ id, text }) => [id, wordsOf(text)]));
  let [near, settled, together] = [0, 0, 0];
  for (const [a, b] of pairsSharing([...words])) {
    const [one, other] = [documents[a]!, documents[b]!];
    if (!isNear(await relationOf(engine, one.text, other.text))) continue;
    near++;
    if (clusterOf.has(one.id) && clusterOf.get(one.id) === clusterOf.get(other.id)) together++;
    if (surplus.has(one.id) || surplus.has(other.id)) settled++;
    else worst.push(`${set}: near duplicates, both kept: ${one.id} and ${other.id}`);
  }
  const textOf = new Map(documents.map(({ id, text }) => [id, text]));
  let [denied, least] = [0, 1];
  let leastPair = "";
  for (const { members } of found.clusters) {
    const representative = members[0]!.document.id;
    for (const { document } of members.slice(1)) {
      const share = commonShare(words.get(representative)!, words.get(document.id)!);
      if (share < least) [least, leastPair] = [share, `${representative} and ${document.id}`];
      if (!isNear(await relationOf(engine, textOf.get(representative)!, textOf.get(document.id)!))) denied++;
    }
  }
  if (least < 0.8)
    worst.push(`${set}: in one cluster, of the words in order only ${least.toFixed(2)} agree: ${leastPair}`);
  return [
    set,
    documents.length,
    near,
    settled,
    together,
    surplus.size,
    denied,
    surplus.size === 0 ? null : least.toFixed(2),
  ];
}

async function versionRows(engine: Engine): Promise<Cell[][]> {
  const laws = sharedCorpus("dc-law/laws");
  const textOf = new Map(laws.map(({ id, text }) => [id, text]));
  const clusterOf = clustersByDocument(await duplicatesIn(laws));
  const rows: Cell[][] = [];
  for (const label of [1, 0, null]) {
    const pairs = sharedVersions().filter((pair) => pair.label === label && textOf.has(pair.a) && textOf.has(pair.b));
    let [near, together] = [0, 0];
    for (const { a, b } of pairs) {
      if (isNear(await relationOf(engine, textOf.get(a)!, textOf.get(b)!))) near++;
      if (clusterOf.has(a) && clusterOf.get(a) === clusterOf.get(b)) together++;
    }
    rows.push([label === null ? "not settled" : String(label), pairs.length, near, together]);
  }
  return rows;
}

async function relationOf(engine: Engine, a: string, b: string): Promise<Relation> {
  return (await engine.compare({ a: { content: a }, b: { content: b } })).relation;
}

function isNear(relation: Relation): boolean {
  return relation === "near_duplicate" || relation === "identical";
}

function clustersByDocument({ clusters }: Contract.CorpusDuplicates): Map<string, number> {
  return new Map(
    clusters.flatMap(({ members }, i) => members.map(({ document }): [string, number] => [document.id, i])),
  );
}

/** What goes when of each cluster the representative is kept. */
function surplusOf({ clusters }: Contract.CorpusDuplicates): Set<string> {
  return new Set(clusters.flatMap(({ members }) => members.slice(1).map(({ document }) => document.id)));
}

/** As many documents as wanted, those whose ids have the least hashes. */
function byChance(documents: readonly Text[], most: number): Text[] {
  const rank = ({ id }: Text) => createHash("sha256").update(id).digest("hex");
  return [...documents].sort((x, y) => (rank(x) < rank(y) ? -1 : 1)).slice(0, most);
}

function upTo(characters: number, documents: readonly Text[]): Text[] {
  let sum = 0;
  return documents.filter(({ text }) => {
    sum += text.length;
    return sum <= characters;
  });
}

/** Indices of the pairs that share enough runs of five words. */
function pairsSharing(texts: readonly (readonly [string, Words])[]): [number, number][] {
  const sets = texts.map(
    ([, { words }]) => new Set(Array.from(words.slice(4), (_, at) => words.slice(at, at + 5).join(" "))),
  );
  const holders = new Map<string, number[]>();
  const pairs: [number, number][] = [];
  for (const [b, runs] of sets.entries()) {
    const shared = new Uint32Array(b);
    for (const run of runs) {
      const known = holders.get(run) ?? [];
      for (const a of known) shared[a]!++;
      holders.set(run, [...known, b]);
    }
    shared.forEach((count, a) => {
      if (count > 0 && count >= SHARED_MIN * Math.min(sets[a]!.size, runs.size)) pairs.push([a, b]);
    });
  }
  return pairs;
}

/** Longest common subsequence of the words, as a share of the longer text. */
function commonShare({ words: a }: Words, { words: b }: Words): number {
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 0; j < b.length; j++) next[j + 1] = word === b[j] ? row[j]! + 1 : Math.max(next[j]!, row[j + 1]!);
    row = next;
  }
  return row[b.length]! / Math.max(1, a.length, b.length);
}

function wordsChanged(text: string, share: number, random: Random): string {
  const { starts, ends } = wordsOf(text);
  let [changed, done] = ["", 0];
  for (const [i, start] of starts.entries()) {
    if (random.next() >= share) continue;
    changed += `${text.slice(done, start)}${substitute(text.slice(start, ends[i]!), random)}`;
    done = ends[i]!;
  }
  return changed + text.slice(done);
}

/** A word that is no other: a Han character for one, as many Latin letters for the others. */
function substitute(word: string, random: Random): string {
  if (/\p{Script=Han}/u.test(word)) return String.fromCodePoint(0x20000 + random.below(0xa000));
  return Array.from({ length: Math.max(6, word.length) }, () => String.fromCharCode(97 + random.below(26))).join("");
}

/** Letters taken for others, as recognition does. */
function charactersChanged(text: string, share: number, random: Random): string {
  return text.replace(/\p{L}/gu, (letter) =>
    random.next() < share ? substitute(letter, random).slice(0, letter.length) : letter,
  );
}
