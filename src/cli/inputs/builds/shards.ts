/** `--shard 2/8`: which documents a build takes of its inputs, so that several machines share the work. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { sha256 } from "../../../base/bytes/sha256.ts";
import type { CorpusDocument } from "../../../base/contract/resources/corpus.ts";
import { parseCount } from "../../terminal/command.ts";

/** From 1 to `of`. */
export interface BuildShard {
  number: number;
  of: number;
}

const BUILD_SHARDS_MAX = 4_096;

export function parseShard(value: string): BuildShard {
  const [, number, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  if (shard.number >= 1 && shard.number <= shard.of && shard.of <= BUILD_SHARDS_MAX) return shard;
  throw new InvalidArgumentError(
    `It must be a number and how many there are, such as 2/8; at most ${BUILD_SHARDS_MAX}.`,
  );
}

/** The documents of a shard: by their ids alone, so that each is in one shard, whatever is read in which order. */
export async function* documentsOf(
  { number, of }: BuildShard,
  documents: AsyncIterable<CorpusDocument>,
): AsyncGenerator<CorpusDocument> {
  for await (const one of documents) {
    if (Number.parseInt((await sha256(one.id)).slice(0, 8), 16) % of === number - 1) yield one;
  }
}

/** Options of a build that several processes share (`buildJobs.ts`). */
export function addJobOptions(command: Command): void {
  command
    .addOption(
      new Option(
        "--jobs-from <database>",
        "do jobs of this build with whoever runs the same command: postgres://USER@HOST/DATABASE has them, -o is a place that all reach",
      ).conflicts(["shard", "resume"]),
    )
    .option("--shards <n>", "with --jobs-from: parts that are built one by one", parseCount, 16)
    .option("--segments <n>", "with --jobs-from: segments of the corpus, each merged by one process", parseCount, 1);
}
