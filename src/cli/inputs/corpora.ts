/** Opens corpora for a command, and closes them. */
import type { Corpus, Depth } from "../../corpus/search/corpus.ts";

export async function withCorpora<Result>(
  paths: readonly string[],
  depth: Depth | undefined,
  work: (corpora: readonly Corpus[]) => Promise<Result>,
): Promise<Result> {
  const { openCorpus } = await import("../../index.ts");
  const corpora: Corpus[] = [];
  try {
    for (const path of paths) corpora.push(await openCorpus(path, { depth }));
    return await work(corpora);
  } finally {
    await Promise.all(corpora.map((corpus) => corpus.close()));
  }
}
