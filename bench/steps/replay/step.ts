/**
 * Do two revisions, or two kinds of kernels, say the same? Asks analyses and comparisons of texts of many kinds of each in turn, and compares
 * the results to the byte but for the hash of the kernels and the ids that depend on it. Says what each took of the processor.
 *
 *   node bench/steps/replay/step.ts COUNT WORDS FOLDER[#twin] …
 *
 * FOLDER is a checkout that was built. Texts have WORDS words at most, few of them as many. Exits with 1 where answers differ.
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import type { OpenEngine } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { replayTexts } from "./texts.ts";

const [count, wordsMost] = argv.slice(2, 4).map(Number) as [number, number];
const { documents, kinds } = replayTexts();

interface Asked {
  name: string;
  engine: OpenEngine;
  milliseconds: number[];
}

async function opened(name: string): Promise<Asked> {
  const [folder, wasm] = name.split("#") as [string, "twin"?];
  const url = pathToFileURL(`${resolve(folder)}/src/index.ts`).href;
  const { buildCorpus, createEngine } = (await import(url)) as typeof import("../../../src/index.ts");
  const corpus = await buildCorpus(documents, { name: "replayed", dataset: "replayed" });
  return { name, engine: await createEngine({ corpora: [corpus], ...(wasm && { wasm }) }), milliseconds: [] };
}

/** Without what depends on the kernels alone. */
const answerOf = (result: object): string =>
  JSON.stringify(result, (key, value) => (/^(?:wasm_sha256|\w+_id)$/.test(key) && key !== "passage_id" ? null : value));

async function timed(asked: Asked, ask: (engine: OpenEngine) => Promise<object>): Promise<string> {
  const before = process.cpuUsage();
  const result = await ask(asked.engine);
  const { user, system } = process.cpuUsage(before);
  asked.milliseconds.push((user + system) / 1000);
  return answerOf(result);
}

const all: Asked[] = [];
for (const name of argv.slice(4)) all.push(await opened(name));
const names = Object.keys(kinds);
const hash = createHash("sha256");
let different = 0;
let matches = 0;
let last = "";
for (let i = 0; i < count; i++) {
  const random = new Random(`replay ${i}`);
  const kind = names[i % names.length]!;
  const content = kinds[kind]!(random, Math.ceil(12 * (wordsMost / 12) ** random.next()));
  // One in eight is compared with the text before it, and with an excerpt of itself.
  const other = i % 16 === 0 ? last : content.slice(content.length >> 2, (content.length * 3) >> 2);
  const ask = (engine: OpenEngine) =>
    i % 8 === 0 ? engine.compare({ a: content, b: other || "none" }) : engine.analyze({ content });
  const answers: string[] = [];
  for (const asked of i % 2 === 0 ? all : [...all].reverse()) answers.push(await timed(asked, ask));
  if (answers.some((answer) => answer !== answers[0])) {
    different++;
    console.error(`${i} ${kind}: the answers differ`);
  }
  matches += Number(/"(?:matches|passages)":\[\{/.test(answers[0]!));
  hash.update(answers[0]!);
  last = content;
}
for (const { name, milliseconds } of all) {
  const sum = milliseconds.reduce((total, one) => total + one, 0);
  console.log(`${name}: ${(sum / count).toFixed(2)} ms of the processor each`);
}
console.log(
  `${count - different} of ${count} answers are equal, ${matches} with passages; sha256 ${hash.digest("hex")}`,
);
process.exitCode = different === 0 && matches > 0 ? 0 : 1;
