/** Do copied programs rank above others, as people have named them, beside the tools of classrooms? */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../../../src/index.ts";
import type { Answer, Question } from "../../question.ts";
import { TOOLS, type Tool } from "./others.ts";
import { auc, rankCorrelation } from "./ranks.ts";
import { keyOf, type SampleSet, sampleSets } from "./samples.ts";

const { SPOLIA_SAMPLES: folder = "" } = process.env;

/** What one tool says of a set. */
interface Ranked {
  set: string;
  pairs: number;
  copied: number | null;
  tool: string;
  /** How often a copied pair ranks above another; ties count half. */
  auc: number | null;
  /** With JPlag's figures. */
  correlation: number | null;
}

export const code: Question = {
  name: "code",
  question: "Do copied programs rank above others, beside Dolos, JPlag and copydetect?",
  skip: () =>
    ["dolos", "JPlag"].every((name) => folder !== "" && existsSync(join(folder, name)))
      ? null
      : "SPOLIA_SAMPLES names no folder with clones of dodona-edu/dolos and jplag/JPlag",
  run: async ({ onProgress }) => {
    const ranked: Ranked[] = [];
    const worst: string[] = [];
    for (const set of sampleSets(folder)) {
      onProgress(set.name);
      const ours = await similaritiesByUs(set);
      ranked.push(rankedBy("spolia", set, ours), ...byOthers(set));
      worst.push(...worstOf(set, ours));
    }
    return answerOf(ranked, worst);
  },
};

async function similaritiesByUs({ programs }: SampleSet): Promise<Map<string, number>> {
  const engine = await createEngine({ corpora: [] });
  const texts = programs.map(({ id, content }) => ({ id, content, content_type: "code" as const }));
  const { pairs } = await engine.compareAll({ texts });
  return new Map(
    pairs.map((pair) => [
      keyOf(pair.a, pair.b),
      Math.max(pair.containment_a_in_b.value, pair.containment_b_in_a.value),
    ]),
  );
}

function byOthers(set: SampleSet): Ranked[] {
  const written = mkdtempSync(join(tmpdir(), "quality-code-"));
  try {
    for (const { id, content } of set.programs) writeFileSync(join(written, `${id}${set.ending}`), content);
    const asked = (tool: Tool) => {
      const why = tool.skip();
      if (why === null) return [rankedBy(tool.name, set, tool.similarities(written, set.ending))];
      console.error(`  ${tool.name} is left out: ${why}`);
      return [];
    };
    return [...TOOLS.flatMap(asked), ...(set.ofJplag === undefined ? [] : [byJplag(set)])];
  } finally {
    rmSync(written, { recursive: true, force: true });
  }
}

/** By the figures that JPlag states itself. */
function byJplag(set: SampleSet): Ranked {
  const all = pairsOf(set).map(([one, other]) => [keyOf(one, other), set.ofJplag!(one, other)] as const);
  return { ...rankedBy("JPlag, as stated", set, new Map(all)), correlation: null };
}

function pairsOf({ programs }: SampleSet): [string, string][] {
  return programs.flatMap(({ id }, i) => programs.slice(i + 1).map((other): [string, string] => [id, other.id]));
}

/** Pairs that a tool does not name share nothing by it. */
function rankedBy(tool: string, set: SampleSet, similarities: ReadonlyMap<string, number>): Ranked {
  const { isCopied, ofJplag } = set;
  const pairs = pairsOf(set);
  const of = ([one, other]: [string, string]) => similarities.get(keyOf(one, other)) ?? 0;
  const copied = isCopied === undefined ? null : pairs.filter(([one, other]) => isCopied(one, other));
  const others = isCopied === undefined ? [] : pairs.filter(([one, other]) => !isCopied(one, other));
  return {
    ...{ set: set.name, pairs: pairs.length, copied: copied?.length ?? null, tool },
    auc: copied === null ? null : auc(copied.map(of), others.map(of)),
    correlation:
      ofJplag === undefined ? null : rankCorrelation(pairs.map((pair) => [of(pair), ofJplag(...pair)] as const)),
  };
}

const WORST_OF_SET = 3;

/** Copied pairs that rank lowest. */
function worstOf(set: SampleSet, similarities: ReadonlyMap<string, number>): string[] {
  if (set.isCopied === undefined) return [];
  return pairsOf(set)
    .filter(([one, other]) => set.isCopied!(one, other))
    .map(([one, other]) => ({ one, other, share: similarities.get(keyOf(one, other)) ?? 0 }))
    .sort((a, b) => a.share - b.share)
    .slice(0, WORST_OF_SET)
    .map(({ one, other, share }) => `${set.name}: ${one} and ${other}, copied: ${share.toFixed(2)}`);
}

function answerOf(ranked: readonly Ranked[], worst: string[]): Answer {
  const shown = (value: number | null) => (value === null ? null : Number(value.toFixed(3)));
  return {
    tables: [
      {
        title: "Pairs of programs, by how similar a tool calls them",
        head: ["set", "pairs", "copied", "tool", "a copied pair ranks above another", "rank correlation with JPlag"],
        rows: ranked.map((one) => [
          ...[one.set, one.pairs, one.copied, one.tool],
          ...[shown(one.auc), shown(one.correlation)],
        ]),
      },
    ],
    worst,
    record: { ranked },
  };
}
