/**
 * How often is prose called a rewording of works that it has nothing to do with? Half of the works of each kind are searched, excerpts of
 * the others are asked: novels, some by the same hand, and sections of law, which repeat each other's forms. What is called is printed,
 * since an author who tells a thing twice is no false alarm: a person must read it.
 */
import type { Engine } from "../../../../src/base/contract/engine.ts";
import type { RewordedVerdict } from "../../../../src/base/contract/operations/rewording.ts";
import type { Encoder } from "../../../../src/base/contract/resources/encoder.ts";
import { clopperPearson } from "../../../../src/core/statistics/binomial.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { encodeCorpus } from "../../../../src/corpus/change/encode.ts";
import { type Corpus, openCorpus } from "../../../../src/corpus/search/corpus.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import { createEngine } from "../../../../src/engine/engine.ts";
import { hasSharedData, type SharedDocument, sharedCorpus } from "../../../harness/shared.ts";
import type { Question } from "../../question.ts";
import { halvesOf } from "../../search/cases.ts";
import { wordsOf } from "../../words.ts";
import { isMiniLmThere, miniLm, namedEncoder } from "./encoders.ts";

const { SPOLIA_ENCODER: where = "" } = process.env;

/** Words of an excerpt, and of all of them together: at one false alarm a million words, a million have one. */
const ASKED = [
  { corpus: "eltec-eng", excerptsWords: [300, 2_000], words: 1_000_000 },
  { corpus: "dc-law/code-sections", excerptsWords: [300], words: 250_000 },
] as const;
const GOAL = "likely: 1 a million words";

interface Called {
  id: string;
  verdict: RewordedVerdict;
  content: string;
  source: string;
}

interface Measured {
  corpus: string;
  excerptWords: number;
  excerpts: number;
  called: Called[];
}

export const unrelated: Question = {
  name: "unrelated",
  question: "How often is prose called a rewording of works that it has nothing to do with?",
  skip: () => {
    if (!hasSharedData()) return "the development data are not beside the repository";
    return where !== "" || isMiniLmThere()
      ? null
      : "there is no encoder: .ci/run fetches one, SPOLIA_ENCODER names another";
  },
  run: async ({ sample, onProgress }) => {
    const encoder = where === "" ? (await miniLm())! : await namedEncoder(where);
    const measured: Measured[] = [];
    for (const { corpus: name, excerptsWords, words } of ASKED) {
      const { indexed, held } = halvesOf(sharedCorpus(name));
      onProgress(`encodes ${indexed.length} documents of ${name}`);
      await using corpus = await encodedCorpus(encoder, indexed);
      const engine = await createEngine({ corpora: [corpus], encoder });
      for (const excerptWords of excerptsWords) {
        const excerpts = excerptsOf(held, excerptWords, sample ?? Math.ceil(words / excerptWords));
        onProgress(`asks ${excerpts.length} excerpts of ${excerptWords} words`);
        measured.push({
          corpus: name,
          excerptWords,
          excerpts: excerpts.length,
          called: await calledOf(engine, excerpts, onProgress),
        });
      }
    }
    return {
      tables: [tableOf(measured, encoder)],
      worst: measured.flatMap(({ called }) =>
        called.map(({ id, verdict, content, source }) => `${id}: ${verdict}\n    ${content}\n    ${source}`),
      ),
      record: { encoder: encoder.name, implementation: encoder.implementation, measured },
    };
  },
};

interface Excerpt {
  id: string;
  text: string;
}

/** So many excerpts at most, spread evenly over all words of the documents. */
function excerptsOf(documents: readonly SharedDocument[], excerptWords: number, most: number): Excerpt[] {
  const all = documents.flatMap(({ id, text }) => {
    const { starts, ends } = wordsOf(text);
    return Array.from({ length: Math.floor(starts.length / excerptWords) }, (_, i) => ({
      id: `${id} at ${i * excerptWords}`,
      text: text.slice(starts[i * excerptWords], ends[(i + 1) * excerptWords - 1]),
    }));
  });
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]!);
}

async function encodedCorpus(encoder: Encoder, documents: readonly SharedDocument[]): Promise<Corpus> {
  const storage = createMemoryStorage();
  await (await buildCorpus(documents, { name: "searched", dataset: "searched", storage })).close();
  await encodeCorpus(storage, encoder);
  return openCorpus(storage);
}

/** Tells each hundredth excerpt and each alarm at once: a run takes an hour. */
async function calledOf(
  engine: Engine,
  excerpts: readonly Excerpt[],
  onProgress: (stage: string) => void,
): Promise<Called[]> {
  const called: Called[] = [];
  for (const [i, { id, text }] of excerpts.entries()) {
    if (i % 100 === 0) onProgress(`excerpt ${i}, ${called.length} called`);
    const { reworded } = await engine.analyze({ content: text, options: { source_texts: true } });
    for (const { verdict, content, source, document } of reworded!.found)
      called.push({
        id,
        verdict,
        content: text.slice(content.start, content.end),
        source: `${document.id}: ${source.text}`,
      });
  }
  return called;
}

function tableOf(measured: readonly Measured[], encoder: Encoder) {
  return {
    title: `Prose among works that it has nothing to do with (encoder: ${encoder.name})`,
    head: ["corpus", "words each", "excerpts", "words", "likely", "possible", "excerpts called (95 %)", "goal"],
    rows: measured.map(({ corpus, excerptWords, excerpts, called }) => {
      const excerptsCalled = new Set(called.map(({ id }) => id)).size;
      const [low, high] = clopperPearson(excerptsCalled, excerpts);
      const ofVerdict = (verdict: RewordedVerdict) => called.filter((one) => one.verdict === verdict).length;
      return [
        corpus,
        excerptWords.toLocaleString("en"),
        excerpts.toLocaleString("en"),
        (excerpts * excerptWords).toLocaleString("en"),
        ofVerdict("likely"),
        ofVerdict("possible"),
        `${excerptsCalled}, ${(100 * low).toFixed(3)} to ${(100 * high).toFixed(3)} %`,
        GOAL,
      ];
    }),
  };
}
