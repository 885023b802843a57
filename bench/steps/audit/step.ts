/**
 * One audit in a process of its own, so that its memory and its processor's time are its alone.
 *
 *   node bench/steps/audit/step.ts WAY ITEMS WORDS [CORPUS]      prints an `Audited`
 *
 * WAY: `fold` only folds the stream, for comparison; `stream` audits it; `searched` and `streamed` audit a corpus of it.
 */
import { argv } from "node:process";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { readText } from "../../../src/core/text/text.ts";
import { auditCorpora, auditDocuments } from "../../../src/files/index.ts";
import { openCorpus } from "../../../src/index.ts";
import { realText } from "../../corpora/genres.ts";
import { type DocumentStream, documentStream, realDocuments } from "../../corpora/stream.ts";
import { peakResidentBytes } from "../../corpus/memory.ts";
import { assertAnswer } from "../../harness/harness.ts";
import { Random } from "../../harness/random.ts";

export interface Audited {
  words: number;
  megabytes: number;
  /** Items that stand in the documents, and those that were found; of the others, those that were found. */
  planted: number;
  foundPlanted: number;
  foundOthers: number;
  /** Time of this process's processor, of all threads. */
  cpuSeconds: number;
  /** Time by the clock, without waiting for text. */
  seconds: number;
  maxResidentBytes: number;
}

const ITEM_WORDS = 60;
const GENERATED_WORDS = 1.8e8;
/** Text that is kept to make more of it; it is part of the memory that is reported. */
const POOL_CHARACTERS = 2e7;

type GivenDocument = DocumentStream["documents"] extends AsyncIterable<infer One> ? One : never;

/** Half of them stand in the documents that every stream begins with, half in novels that no stream has. */
function itemsOf(count: number, words: number): { id: string; text: string }[] {
  const known = realDocuments("novels", words).map(({ text }) => text);
  const { heldOut } = realText("novels");
  const random = new Random("bench audit items");
  return Array.from({ length: count }, (_, i) => {
    const text = i % 2 === 0 ? random.pick(known) : random.pick(heldOut).text;
    const from = random.below(Math.max(1, text.length - 12 * ITEM_WORDS));
    return {
      id: `${i}`,
      text: text
        .slice(from, from + 12 * ITEM_WORDS)
        .split(/\s+/)
        .slice(1, ITEM_WORDS + 1)
        .join(" "),
    };
  });
}

/**
 * Beyond the words that are generated, documents are put together of thirds of these: generating a word takes five times
 * as long as auditing it, and the audit meets as many new stretches either way.
 */
function stretched(words: number): DocumentStream {
  const made = documentStream("novels", Math.min(words, GENERATED_WORDS));
  if (words <= GENERATED_WORDS) return made;
  return { progress: made.progress, documents: further(made, words) };
}

async function* further({ documents, progress }: DocumentStream, words: number): AsyncGenerator<GivenDocument> {
  const pool: string[] = [];
  let poolCharacters = 0;
  let made = 0;
  for await (const document of documents) {
    made += document.text.length;
    yield document;
    // Real ones come first, and hold the items.
    if (!document.id.startsWith("part") || poolCharacters > POOL_CHARACTERS) continue;
    pool.push(document.text);
    poolCharacters += document.text.length;
  }
  const random = new Random("bench audit further");
  const charactersPerWord = made / GENERATED_WORDS;
  for (let number = 0; made < words * charactersPerWord; number++) {
    const asked = performance.now();
    const text = Array.from({ length: 3 }, () => third(random.pick(pool), random)).join("\n\n");
    made += text.length;
    progress.bytes += Buffer.byteLength(text);
    progress.documents += 1;
    progress.waitedMs += performance.now() - asked;
    yield { id: `further ${number}`, title: `further ${number}`, text };
  }
}

function third(text: string, random: Random): string {
  const length = Math.ceil(text.length / 3);
  const from = random.below(text.length - length + 1);
  return text.slice(from, from + length);
}

if (import.meta.main) {
  const [way, itemsText, wordsText, corpusPath] = argv.slice(2) as [string, string, string, string?];
  const [count, words] = [Number(itemsText), Number(wordsText)];
  const items = way === "fold" ? [] : itemsOf(count, words);
  const before = process.cpuUsage();
  const start = performance.now();
  const { documents, progress } = stretched(words);
  let answer: Pick<Audited, "words" | "foundPlanted" | "foundOthers">;
  if (way === "fold") {
    const kernels = await loadKernels();
    let folded = 0;
    for await (const { text } of documents) folded += readText(kernels, text).lengthWords;
    answer = { words: folded, foundPlanted: 0, foundOthers: 0 };
  } else answer = await audited();
  const { user, system } = process.cpuUsage(before);
  const done: Audited = {
    ...answer,
    megabytes: progress.bytes / 1e6,
    planted: Math.ceil(items.length / 2),
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - start - progress.waitedMs) / 1e3,
    maxResidentBytes: peakResidentBytes(),
  };
  if (way !== "fold") assertAnswer(done.foundPlanted, done.planted, "The audit, asked for the items that stand there,");
  console.log(JSON.stringify(done));

  async function audited() {
    const corpus = corpusPath === undefined ? null : await openCorpus(corpusPath);
    const result =
      corpus === null
        ? await auditDocuments(items, documents, { findings: 3 })
        : await auditCorpora(items, [corpus], { way: way as "searched" | "streamed", findings: 3 });
    await corpus?.close();
    const found = (isPlanted: boolean) =>
      result.items.filter(({ status }, i) => status === "found" && (i % 2 === 0) === isPlanted).length;
    return { words: result.summary.words, foundPlanted: found(true), foundOthers: found(false) };
  }
}
