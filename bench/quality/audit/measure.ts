/** Plants items in documents, asks who holds them, and asks of clean items and of traps. */
import { auditDocuments } from "../../../src/files/index.ts";
import { Random } from "../../harness/random.ts";
import { sharedCorpus, sharedLicences } from "../../harness/shared.ts";
import { type Proportion, proportion } from "../figures.ts";
import { runsOf, wordsOf } from "../words.ts";
import { EDIT_SHARES, edited, FORMS } from "./forms.ts";
import { GENRES, type Genre, genresOf, INSTRUCTION } from "./genres.ts";
import { RIVALS } from "./rivals.ts";

export const LENGTHS = [15, 30, 60, 150] as const;
const ITEMS_DEFAULT = 12;
/** More than 10,000 are left without those that are not clean. */
const CLEAN_DEFAULT = 12_000;

interface PlantedItem {
  id: string;
  text: string;
  genre: Genre;
  words: number;
}

interface Plant {
  item: number;
  form: string;
  edits: number;
  text: string;
}

/** Plants of one condition, and how many of them each contender found. */
export interface RecallRow {
  contender: string;
  genre: Genre | "all";
  words: number;
  form: string;
  edits: number;
  found: Proportion;
}

export interface ContenderRow {
  contender: string;
  rule: string;
  /** Of all plants of items of 30 words and more. */
  recall: Proportion;
  /** Of all reports, those of planted items. */
  precision: Proportion;
  /** Documents that hold templates, licences and instructions only, and were reported. */
  traps: Proportion;
}

export interface CleanRow {
  genre: Genre;
  words: number;
  flagged: Proportion;
}

export interface AuditRecord {
  recall: RecallRow[];
  contenders: ContenderRow[];
  clean: CleanRow[];
  /** Items that were drawn and left out, since a document truly has 12 words of them in a run. */
  not_clean: number;
  /** Words of the documents that clean items were held against. */
  clean_words: number;
  flagged: string[];
  short: { kind: string; items: number; planted: Proportion; clean: Proportion }[];
}

export async function measured(sample: number | undefined, onProgress: (stage: string) => void): Promise<AuditRecord> {
  const filler = fillerOf(genresOf("filler"));
  const items = plantedItems(sample ?? ITEMS_DEFAULT);
  const plants = plantsOf(items, filler);
  const traps = trapsOf(filler);
  onProgress(`${items.length} items, ${plants.length} documents with one`);
  const recall: RecallRow[] = [];
  const contenders: ContenderRow[] = [];
  for (const { name, rule, ask } of contendersOf(items)) {
    onProgress(name);
    const answers = await ask([...plants.map(({ text }) => text), ...traps]);
    const hits = plants.map(({ item }, i) => answers[i]!.includes(item));
    const reports = answers.flat().length;
    recall.push(...recallRows(name, items, plants, hits));
    const long = plants.map(({ item }) => items[item]!.words >= 30);
    contenders.push({
      contender: name,
      rule,
      recall: proportion(hits.filter((hit, i) => hit && long[i]).length, long.filter(Boolean).length),
      precision: proportion(hits.filter(Boolean).length, reports),
      traps: proportion(answers.slice(plants.length).filter((found) => found.length > 0).length, traps.length),
    });
  }
  onProgress("clean items");
  const clean = await cleanRows(sample === undefined ? CLEAN_DEFAULT : 100 * sample);
  onProgress("short items");
  const kept = recall.filter(({ contender, genre }) => contender === "spolia" || genre === "all");
  return { recall: kept, contenders, ...clean, short: await shortRows(filler, sample ?? 100) };
}

function plantedItems(count: number): PlantedItem[] {
  const draws = genresOf("items");
  return GENRES.flatMap((genre) =>
    LENGTHS.filter((words) => genre !== "choice questions" || words >= 30).flatMap((words) =>
      Array.from({ length: count }, (_, i) => {
        const id = `${genre} ${words} ${i}`;
        return { id, genre, words, text: draws[genre](`planted ${id}`, words) };
      }),
    ),
  );
}

/** Text of the other half, of all kinds that have authors. */
function fillerOf(draws: ReturnType<typeof genresOf>): (name: string, words: number) => string {
  const kinds = ["prose", "law", "code", "dialogues"] as const;
  return (name, words) => draws[new Random(`audit filler ${name}`).pick(kinds)](`filler ${name}`, words);
}

function plantsOf(items: readonly PlantedItem[], filler: (name: string, words: number) => string): Plant[] {
  const vocabulary = wordsOf(filler("vocabulary", 2_000)).words;
  return items.flatMap(({ id, text }, item) =>
    Object.entries(FORMS).flatMap(([form, put]) =>
      EDIT_SHARES.map((edits) => {
        const random = new Random(`audit plant ${id} ${form} ${edits}`);
        let fillers = 0;
        const around = { random, filler: (words: number) => filler(`${id} ${form} ${edits} ${fillers++}`, words) };
        return { item, form, edits, text: put(edited(text, edits, random, vocabulary), around) };
      }),
    ),
  );
}

/** Documents that share with items only what many texts have. */
function trapsOf(filler: (name: string, words: number) => string): string[] {
  const licences = sharedLicences().map(({ text }) => text);
  const frames = Array.from(
    { length: 100 },
    (_, i) => `${filler(`trap ${i} a`, 60)}\n\n${INSTRUCTION}\n\n${filler(`trap ${i} b`, 60)}`,
  );
  return [...frames, ...licences.slice(0, 100)];
}

function contendersOf(items: readonly PlantedItem[]) {
  const texts = items.map(({ text }) => text);
  const spolia = {
    name: "spolia",
    rule: "half of an item's own words, aligned",
    async ask(documents: readonly string[]): Promise<number[][]> {
      const found: number[][] = documents.map(() => []);
      const { items: audited } = await auditDocuments(
        items,
        documents.map((text, i) => ({ id: String(i), text })),
        { findings: 10_000 },
      );
      for (const [i, { findings }] of audited.entries())
        for (const { document, holds } of findings) if (holds) found[Number(document)]!.push(i);
      return found;
    },
  };
  const others = RIVALS.map(({ name, source, of }) => ({
    name,
    rule: source,
    async ask(documents: readonly string[]): Promise<number[][]> {
      const rival = await of(texts);
      const found: number[][] = [];
      for (const document of documents) found.push(await rival(document));
      return found;
    },
  }));
  return [spolia, ...others];
}

function recallRows(
  contender: string,
  items: readonly PlantedItem[],
  plants: readonly Plant[],
  hits: readonly boolean[],
) {
  const rows: RecallRow[] = [];
  for (const genre of [...GENRES, "all"] as const)
    for (const words of LENGTHS)
      for (const form of Object.keys(FORMS))
        for (const edits of EDIT_SHARES) {
          const of = plants.flatMap((plant, i) => {
            const item = items[plant.item]!;
            const isOf = item.words === words && plant.form === form && plant.edits === edits;
            return isOf && (genre === "all" || item.genre === genre) ? [hits[i]!] : [];
          });
          if (of.length > 0)
            rows.push({
              contender,
              genre,
              words,
              form,
              edits,
              found: proportion(of.filter(Boolean).length, of.length),
            });
        }
  return rows;
}

/** The items of which some document has a run of 12 words, by an exact scan of the judge's own: they are not clean. */
function sharing(items: readonly { text: string }[], documents: readonly { text: string }[]): Set<number> {
  const holders = new Map<string, number[]>();
  for (const [item, { text }] of items.entries())
    for (const run of runsOf(wordsOf(text.replace(INSTRUCTION, ""))))
      holders.set(run, [...(holders.get(run) ?? []), item]);
  const shared = new Set<number>();
  for (const { text } of documents)
    for (const run of runsOf(wordsOf(text))) for (const item of holders.get(run) ?? []) shared.add(item);
  return shared;
}

/** Items that stand in no document: every one that is flagged is false. */
async function cleanRows(count: number): Promise<Pick<AuditRecord, "clean" | "not_clean" | "clean_words" | "flagged">> {
  const draws = genresOf("items");
  const fillers = genresOf("filler");
  const lengths = [30, 60, 150];
  const drawn = Array.from({ length: count }, (_, i) => {
    const genre = GENRES[i % GENRES.length]!;
    const words = lengths[Math.floor(i / GENRES.length) % lengths.length]!;
    return { id: String(i), genre, words, text: draws[genre](`clean ${i}`, words) };
  });
  const isOf = (key: string) => new Random(`audit side ${key}`).below(2) === 1;
  const documents = [
    ...sharedCorpus("eltec-eng").filter(({ author, id }) => isOf(author ?? id)),
    ...sharedCorpus("dc-law/code-sections").filter(({ id }) => isOf(id.split("-")[0]!)),
    ...["mathematics", "code", "choice questions", "dialogues"].flatMap((genre) =>
      Array.from({ length: 1_000 }, (_, i) => ({
        id: `${genre} ${i}`,
        text: fillers[genre as Genre](`clean filler ${i}`, 300),
      })),
    ),
  ];
  const shared = sharing(drawn, documents);
  const { items: all, summary } = await auditDocuments(drawn, documents);
  const isClean = (_: unknown, i: number) => !shared.has(i);
  const [items, audited] = [drawn.filter(isClean), all.filter(isClean)];
  const clean = GENRES.flatMap((genre) =>
    lengths.map((words) => {
      const of = items.flatMap((item, i) => (item.genre === genre && item.words === words ? [audited[i]!] : []));
      return { genre, words, flagged: proportion(of.filter(({ status }) => status === "found").length, of.length) };
    }),
  );
  const flagged = audited.flatMap(({ status, findings }, i) => {
    const { genre, words, text } = items[i]!;
    const [best] = findings;
    return status === "found"
      ? [
          `${genre}, ${words} words, ${best!.document}, share ${best!.share.toFixed(2)}: ${text.slice(0, 160).replace(/\s+/g, " ")}`,
        ]
      : [];
  });
  return { clean, not_clean: shared.size, clean_words: summary.words, flagged };
}

/** Items of 2 to 11 words: planted unchanged, and not planted. */
async function shortRows(
  filler: (name: string, words: number) => string,
  count: number,
): Promise<AuditRecord["short"]> {
  const draws = genresOf("items");
  const kinds: { kind: string; draw: (i: number) => string }[] = [
    { kind: "choices of 3 words", draw: (i) => draws.prose(`short 3 ${i}`, 3) },
    { kind: "choices of 6 words", draw: (i) => draws.prose(`short 6 ${i}`, 6) },
    { kind: "prose of 10 words", draw: (i) => draws.prose(`short 10 ${i}`, 10) },
    { kind: "equations of 10 words", draw: (i) => draws.mathematics(`short 10 ${i}`, 10) },
    { kind: "code of 8 words", draw: (i) => draws.code(`short 8 ${i}`, 8) },
  ];
  const background = sharedCorpus("eltec-eng").filter(
    ({ author, id }) => new Random(`audit side ${author ?? id}`).below(2) === 1,
  );
  const rows: AuditRecord["short"] = [];
  for (const { kind, draw } of kinds) {
    const items = Array.from({ length: 2 * count }, (_, i) => ({ id: String(i), text: draw(i) }));
    const planted = items.slice(0, count).map(({ id, text }) => ({
      id,
      text: `${filler(`${kind} ${id}`, 80)}\n${text}\n${filler(`${kind} ${id} b`, 80)}`,
    }));
    const { items: audited } = await auditDocuments(items, [...background, ...planted]);
    const found = audited.map(({ status }) => status === "found");
    rows.push({
      kind,
      items: items.length,
      planted: proportion(found.slice(0, count).filter(Boolean).length, count),
      clean: proportion(found.slice(count).filter(Boolean).length, count),
    });
  }
  return rows;
}
