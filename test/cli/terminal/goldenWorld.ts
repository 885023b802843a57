/**
 * A folder as users have one, for pages to be read: a few novels' openings, a corpus of them, texts to ask about, a model's answers in
 * files, a canary. Everything is made by the program itself, and the same in every run.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { main } from "../../../src/cli/program.ts";
import { commitToCanary, createCanary, createEngine, type ModelConnector } from "../../../src/index.ts";
import { observedText } from "../../../src/models/connectors/observations.ts";
import { connectorOf, NgramModel } from "../../engine/ngram.ts";
import { tinyModel } from "../../models/membership/tinyModel.ts";
import { seeded, zipfText, zipfWords } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

/** Openings of novels in the public domain. */
const NOVELS = {
  "a-tale-of-two-cities":
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, it was the epoch of " +
    "belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness, it was the spring of hope, it " +
    "was the winter of despair, we had everything before us, we had nothing before us, we were all going direct to Heaven, we were all " +
    "going direct the other way – in short, the period was so far like the present period, that some of its noisiest authorities " +
    "insisted on its being received, for good or for evil, in the superlative degree of comparison only.",
  "moby-dick":
    "Call me Ishmael. Some years ago – never mind how long precisely – having little or no money in my purse, and nothing particular to " +
    "interest me on shore, I thought I would sail about a little and see the watery part of the world. It is a way I have of driving off " +
    "the spleen and regulating the circulation. Whenever I find myself growing grim about the mouth; whenever it is a damp, drizzly " +
    "November in my soul; whenever I find myself involuntarily pausing before coffin warehouses, and bringing up the rear of every " +
    "funeral I meet; then, I account it high time to get to sea as soon as I can.",
  "pride-and-prejudice":
    "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want of a wife. However little " +
    "known the feelings or views of such a man may be on his first entering a neighbourhood, this truth is so well fixed in the minds of " +
    "the surrounding families, that he is considered the rightful property of some one or other of their daughters.",
} as const;

const ESSAY =
  "My grandmother kept a ship's clock above the stove, and every winter she read to us beneath it. One page she knew by heart. " +
  `${NOVELS["moby-dick"]} We laughed each time, since none of us had ever seen the sea, and the nearest harbour was four days away.`;
const LETTER =
  "The roof was mended on Tuesday and the goats have been moved to the upper field. If the weather holds we shall bring in the rest of " +
  "the hay before your brother comes, and then there will be time to talk about the well, the fence along the road, the price that the " +
  "dairy now pays, and what is to become of the old mill. Please bring the blue paint, nails, and a lamp that works.";

/** Records of one's own, so that pages change only where what they say does. */
const SOURCES = ["lantern-card", "tide-paper"];
const LEDGER = {
  sources: [
    {
      id: "lantern-card",
      title: "Lantern 1 model card",
      org: "Quayside",
      year: 2024,
      kind: "model card",
      locator: "hf:quayside/lantern-1",
      read: "primary",
    },
    {
      id: "tide-paper",
      title: "Tide: a small model",
      org: "Harbour",
      year: 2025,
      kind: "paper",
      locator: "arXiv:2500.00000",
      read: "excerpt",
    },
  ],
  providers: [
    { id: "quayside", name: "Quayside", sources: ["lantern-card"] },
    { id: "harbour", name: "Harbour", sources: ["tide-paper"] },
  ],
  datasets: [
    {
      ...{ id: "quay-novels", name: "Quay Novels", kind: "books", licence: "public domain", availability: "public" },
      ...{
        documents: 15,
        tokens: 4_000,
        period: { from: "1811-01", to: "1859-12" },
        sources: SOURCES,
        note: "Openings alone.",
      },
    },
    { id: "quay-mix", name: "Quay Mix", kind: "mixture", contains: ["quay-novels"], sources: ["tide-paper"] },
  ],
  models: [
    {
      ...{
        id: "quayside/lantern-1",
        provider: "quayside",
        name: "Lantern 1 (1B, 7B)",
        scope: "family",
        aliases: ["lantern-1-7b"],
      },
      ...{
        released: "2024-05",
        released_basis: "source",
        open_weights: true,
        parameters: [1e9, 7e9],
        disclosure: "datasets",
        sources: ["lantern-card"],
      },
    },
    {
      ...{ id: "quayside/lantern-1-chat", provider: "quayside", name: "Lantern 1 Chat", scope: "release" },
      ...{ base: "quayside/lantern-1", sources: ["lantern-card"] },
    },
    {
      id: "harbour/tide",
      provider: "harbour",
      name: "Tide",
      scope: "release",
      cutoff: "2024-12",
      sources: ["tide-paper"],
    },
  ],
  edges: [
    {
      ...{ model: "quayside/lantern-1", dataset: "quay-novels", evidence: "documented", sources: ["lantern-card"] },
      portion: { kind: "all", epochs: 2 },
    },
    {
      model: "harbour/tide",
      dataset: "quay-mix",
      evidence: "documented",
      portion: { kind: "subset" },
      sources: ["tide-paper"],
    },
  ],
};

/** So many that the shipped calibration holds for the corpus. */
const OTHER_NOVELS = 12;
const PROBED = 170;
const WORDS_LEARNT = 350;
const ASKED_MODEL = { name: "quayside/lantern-1", retrieval: "absent" } as const;
export const EXTRACT = ["--sample", "40", "--per-control", "5", "--prefix", "10", "--suffix", "10"];

export interface GoldenWorld {
  folder: string;
  /** Published by the world's canary. */
  commitment: string;
}

/** On a terminal with colours; `colours` are those of the first line, `stdout` has none. */
export async function spolia(...words: string[]) {
  const terminal = fakeTerminal({ isTTY: true });
  const code = await main(words, terminal);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  const escapes = /\u001b\[(\d+)m/g;
  const [line = ""] = terminal.out().split("\n");
  const colours = [...line.matchAll(escapes)].flatMap(([, code]) => COLOURS[code!] ?? []);
  return { code, stdout: terminal.out().replaceAll(escapes, ""), stderr: terminal.err(), colours };
}

/** Of the control sequences that begin a colour; those that end it say nothing. */
const COLOURS: Readonly<Record<string, string>> = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  33: "yellow",
  36: "cyan",
};

/** Makes the folder, and goes into it. */
export async function openGoldenWorld(): Promise<GoldenWorld> {
  const folder = mkdtempSync(join(tmpdir(), "spolia-golden-"));
  process.chdir(folder);
  mkdirSync("novels");
  for (const [name, text] of Object.entries(NOVELS)) writeFileSync(`novels/${name}.txt`, text);
  const random = seeded(2026);
  for (let i = 1; i <= OTHER_NOVELS; i++) writeFileSync(`novels/other-${i}.txt`, zipfText(random, 200));
  writeFileSync("ledger.json", JSON.stringify(LEDGER));
  writeFileSync("essay.txt", ESSAY);
  writeFileSync("letter.txt", LETTER);
  await spolia("corpus", "build", "-o", "novels.spolia", "--dataset", "quay-novels", "novels");
  await spolia("corpus", "build", "-o", "damaged.spolia", "--dataset", "quay-novels", "novels");
  damage("damaged.spolia");
  await writeModels();
  return { folder, commitment: await writeCanary() };
}

/** Changes a byte in the middle of each file but the manifest, without which a corpus is none. */
function damage(corpus: string): void {
  for (const file of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name.startsWith("manifest")) continue;
    const path = join(file.parentPath, file.name);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  }
}

/** What models said of texts, as files of observations. */
async function writeModels(): Promise<void> {
  const kinds = { probed: await observationsOfProbe(), recited: await observationsOfExtraction() };
  const models = Object.entries(kinds).map(([name, records]) => {
    writeFileSync(`${name}.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
    return [name, { ...ASKED_MODEL, kind: "observations", path: `${name}.jsonl` }];
  });
  writeFileSync("models.json", JSON.stringify(Object.fromEntries(models)));
}

async function observationsOfProbe(): Promise<object[]> {
  const random = seeded(21);
  const texts = (folder: string) => {
    mkdirSync(folder);
    return Array.from({ length: PROBED }, (_, i) => {
      const text = zipfText(random, 25, 3_000).toLowerCase().trim();
      writeFileSync(`${folder}/${String(i).padStart(3, "0")}.txt`, text);
      return text;
    });
  };
  const [suspects, controls] = [texts("suspects"), texts("controls")];
  return recordsOf(tinyModel(suspects, { scores: "chosen" }), [...suspects, ...controls]);
}

async function observationsOfExtraction(): Promise<object[]> {
  const random = seeded(77);
  const vocabulary = [...new Set(zipfWords(random, 6_000, 250))];
  const write = (words: number) =>
    zipfWords(random, words, 250)
      .filter((word) => vocabulary.includes(word))
      .join(" ");
  const [work, innocent] = [write(700), write(300)];
  const others = Array.from({ length: 20 }, () => write(400));
  const controls = Array.from({ length: 24 }, (_, i) => ({ id: `unpublished/${10 + i}.txt`, content: write(300) }));
  const learnt = work.split(" ").slice(0, WORDS_LEARNT).join(" ");
  const model = connectorOf(new NgramModel(vocabulary, [...others, ...new Array<string>(20).fill(learnt)]));
  mkdirSync("unpublished");
  for (const { id, content } of controls) writeFileSync(id, content);
  const engine = await createEngine({ corpora: [], models: { model } });
  const windows = { select: "sample", sample: 40, seed: undefined, prefix: 10, suffix: 10, per_control: 5 } as const;
  for (const [name, content] of Object.entries({ work, innocent })) {
    writeFileSync(`${name}.txt`, content);
    await engine.extract({ model: "model", work: { content, content_type: "text" }, controls, windows });
  }
  return recordsOf(model, model.asked);
}

async function recordsOf(model: ModelConnector, texts: readonly string[]): Promise<object[]> {
  const answers = await model.logprobs([...texts]);
  return Promise.all(
    answers.map((answer, i) => {
      if (answer.status !== "answered") throw new Error(answer.detail);
      const tokens = answer.answer.tokens.map(({ start, end, logprob }) => ({ start, end, logprob }));
      return observedText(texts[i]!, { tokens, vocabulary_size: answer.answer.vocabulary_size });
    }),
  );
}

async function writeCanary(): Promise<string> {
  const secret = await createCanary({ seed: "0123456789abcdef".repeat(4), strings: 200 });
  writeFileSync("canary.secret.json", JSON.stringify(secret));
  const about = { model: ASKED_MODEL.name, retrieval: "absent", statistic: "mean log-probability" };
  for (const [name, published] of Object.entries({ scores: 300, "scores-chance": 100.5 })) {
    const scores = [secret.strings.map((_, i) => (i === secret.index ? published : i))];
    writeFileSync(`${name}.json`, JSON.stringify({ ...about, scores }));
  }
  return (await commitToCanary(secret)).commitment;
}
