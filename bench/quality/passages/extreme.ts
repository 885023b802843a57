/**
 * One hostile pair through `compare`, in a process of its own so that its memory is its own.
 *
 *   node bench/quality/passages/extreme.ts NAME MEGABYTES      prints an `ExtremeFigure`
 */
import { argv } from "node:process";
import { createEngine } from "../../../src/index.ts";
import { peakResidentBytes } from "../../corpus/memory.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { EXTREMES, type ExtremeFigure, type ExtremeName } from "./extremes.ts";

const [name, megabytes] = argv.slice(2) as [ExtremeName, string];
const characters = Number(megabytes) * 1e6;
const random = new Random(name);
const vocabulary = Array.from({ length: 20_000 }, (_, i) => `w${i.toString(36)}`);
const words = (count: number) => Array.from({ length: count }, () => random.pick(vocabulary)).join(" ");
const repeated = (text: string) => `${text} `.repeat(Math.ceil(characters / (text.length + 1))).slice(0, characters);
const drawn = (some: readonly string[]) => {
  const length = some.reduce((sum, word) => sum + word.length + 1, 0) / some.length;
  return Array.from({ length: Math.floor(characters / length) }, () => random.pick(some)).join(" ");
};
const novels = () => {
  let text = "";
  for (const document of hasSharedData() ? sharedCorpus("eltec-eng") : [])
    if (text.length < characters) text += `${document.text}\n\n`;
  return (text || drawn(vocabulary)).slice(0, characters);
};
const tenthChanged = (text: string) => {
  let at = 0;
  return text.replace(/\S+/g, (word) => (at++ % 10 === 9 ? random.pick(vocabulary) : word));
};
const twice = <Item>(item: Item): [Item, Item] => [item, item];
const PAIRS: Record<ExtremeName, () => [string, string]> = {
  "one word": () => twice(repeated("word")),
  "a sentence repeated": () => twice(repeated(words(20))),
  "a page repeated": () => twice(repeated(words(400))),
  "two pages with a common sentence, repeated": () => {
    const common = words(20);
    return [repeated(`${words(200)} ${common}`), repeated(`${words(150)} ${common}`)];
  },
  "two words in random order": () => [drawn(["yes", "no"]), drawn(["yes", "no"])],
  "ten words in random order": () => [drawn(vocabulary.slice(0, 10)), drawn(vocabulary.slice(0, 10))],
  "no blank at all": () => twice("x".repeat(characters)),
  "novels, and every tenth word changed": () => {
    const text = novels();
    return [text, tenthChanged(text)];
  },
};

const [a, b] = PAIRS[EXTREMES.find((known) => known === name)!]();
const engine = await createEngine({ corpora: [] });
const before = peakResidentBytes();
const started = performance.now();
const { relation, passages, completeness } = await engine.compare({ a: { content: a }, b: { content: b } });
const figure: ExtremeFigure = {
  ...{ name, megabytes: Number(megabytes), seconds: (performance.now() - started) / 1000 },
  ...{ peakBytes: peakResidentBytes(), peakBytesBefore: before, relation, passages: passages!.length },
  complete: completeness.complete,
  reason: completeness.stages.find(({ status }) => status !== "done")?.reason ?? null,
};
console.log(JSON.stringify(figure));
