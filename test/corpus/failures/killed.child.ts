/** Changes a corpus for ever, and says on its standard output what it is about to do and what it has done. */
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../src/corpus/change/change.ts";
import { syncDocuments } from "../../../src/corpus/change/sync.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { seeded } from "../../support/texts.ts";
import { applied, type Change, documentOf, type Line, nextChange, numberAfter, OPTIONS, type Task } from "./killed.ts";

const { folder, seed, isOneOfMany, ...start }: Task = JSON.parse(process.argv[2]!);
const storage = createFileStorage(folder);
const random = seeded(seed);
let { living, nextNumber } = start;

// A killed process keeps nothing of what it compiled for those after it.
flushCompileCache();

const say = (line: Line) => writeSync(1, `${JSON.stringify(line)}\n`);

async function make(change: Change): Promise<void> {
  if (change.kind === "build") {
    const documents = change.numbers.map(documentOf);
    await (await buildCorpus(documents, { name: "life", dataset: "life", ...OPTIONS, storage })).close();
  } else if (change.kind === "append") await appendDocuments(storage, change.numbers.map(documentOf), OPTIONS);
  else if (change.kind === "sync") {
    await syncDocuments(storage, change.numbers.map(documentOf), { ...OPTIONS, allowDeletions: true });
  } else if (change.kind === "delete") {
    await deleteDocuments(
      storage,
      change.numbers.map((number) => documentOf(number).id),
      OPTIONS,
    );
  } else await (change.kind === "merge" ? mergeCorpus : purgeCorpus)(storage, OPTIONS);
}

async function unlessLocked(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isOneOfMany || !isSpoliaError(error) || error.code !== "corpus_locked") throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * random()));
    }
  }
}

for (;;) {
  const change = nextChange(random, { living, nextNumber, isOneOfMany });
  say({ says: "begins", change });
  await unlessLocked(() => make(change));
  say({ says: "done" });
  living = applied(change, living);
  nextNumber = numberAfter(change, nextNumber);
}
