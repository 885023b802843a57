/** What callers of the library of 0.1.0 keep: fingerprints, codes, secrets of orders, observations of a model. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Folder, WORK } from "./commands.ts";
import { IDENTIFIED, prose, words } from "./texts.ts";

const MODEL = "eleutherai/pythia";
const SEED = "0123456789abcdef".repeat(4);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
/** As many texts as a test of membership needs. */
const TEXTS = 170;

export async function writeByLibrary(folder: Folder, base: string): Promise<void> {
  const load = (name: string) => import(pathToFileURL(join(base, "build", name)).href);
  const [spolia, connectors] = [await load("index.js"), await load("connectors.js")];
  await writeIdentities(folder, spolia);
  const order = await spolia.createOrder({
    seed: SEED,
    items: Array.from({ length: 12 }, (_, i) => prose(600 + i, 8)),
  });
  folder.write("order.json", {
    ...{
      randomisation: "seeded_shuffle",
      secret: order,
      commitment: await spolia.commitToOrder(order),
      permutations: 99,
    },
  });
  await writeObservations(folder, connectors);
  const engine = await spolia.createEngine({ corpora: [] });
  const request = membershipRequest();
  folder.write("inputs/probe-measured.json", request);
  folder.write("results/probe-measured.json", await engine.probe(request));
}

// biome-ignore lint/suspicious/noExplicitAny: a build without its types
type Loaded = any;

async function writeIdentities(folder: Folder, { createEngine, fingerprint, isccTextCode }: Loaded): Promise<void> {
  const engine = await createEngine({ corpora: [] });
  const identities = [];
  for (const [name, text] of Object.entries(IDENTIFIED)) {
    const { id, bytes, lengthWords, shingles } = await fingerprint(text);
    const codes: Record<number, string> = {};
    for (const bits of [64, 128, 256]) codes[bits] = await isccTextCode(text, bits);
    const identified = await engine.identify({ content: text, content_type: "text" });
    identities.push({
      name,
      text,
      id,
      bytes: base64(bytes),
      words: lengthWords,
      shingles: shingles.low.length,
      codes,
      identified,
    });
  }
  folder.write("identities.json", identities);
}

async function writeObservations(folder: Folder, { observedText, observedContinuations }: Loaded): Promise<void> {
  const text = words(WORK, 0, 40);
  const tokens = [...text].map((_, at) => ({ start: at, end: at + 1, logprob: at === 0 ? null : -0.5 - (at % 4) }));
  const sampling = { continuations: 1, max_tokens: 24, temperature: 0 };
  const lines = [
    await observedText(text, { tokens, vocabulary_size: 50_257 }),
    await observedContinuations(text, sampling, [{ text: ` ${words(WORK, 40, 60)}`, finish: "length" }]),
  ];
  folder.write("observations.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  folder.write("inputs/observed.json", { text, sampling });
}

/** Suspects are likelier than controls by a little: a test of membership with an outcome. */
function membershipRequest(): object {
  const side = (name: string, from: number) =>
    Array.from({ length: TEXTS }, (_, i) => ({ id: `${name} ${i}`, text: prose(from + i, 10) }));
  const [suspects, controls] = [side("suspect", 1_000), side("control", 2_000)];
  const scored = (text: string, shift: number, at: number) => {
    const starts = [...text.matchAll(/\S+\s*/g)].map(({ index }) => index);
    const tokens = starts.map((start, i) => {
      return {
        start,
        end: starts[i + 1] ?? text.length,
        logprob: i === 0 ? null : -(((i * 7 + at * 13) % 17) / 8 + shift),
      };
    });
    return { text: { tokens, vocabulary_size: null } };
  };
  const texts = Object.fromEntries([
    ...suspects.map(({ id, text }, i) => [id, scored(text, 1, i)] as const),
    ...controls.map(({ id, text }, i) => [id, scored(text, 1.3, i + 5)] as const),
  ]);
  return { suspects, controls, statistics: ["loss"], observations: { model: MODEL, retrieval: "absent", texts } };
}
