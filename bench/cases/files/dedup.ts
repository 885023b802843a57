/** Near-duplicate documents beside datasketch, rensa and text-dedup: precision, recall, rate, memory, in one run. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runStep } from "../../corpus/process.ts";
import { type Figure, figure, significant } from "../../harness/harness.ts";
import { hasSharedData } from "../../harness/shared.ts";
import { type LabelledDocument, labelledDocuments, type SimilarPair } from "../../steps/dedup/documents.ts";
import type { Deduplicated } from "../../steps/dedup/step.ts";
import type { CorpusCase } from "../corpus/corpus.ts";

const LIBRARIES = { datasketch: "datasketch", rensa: "rensa", "text-dedup": "text_dedup" };
const SCRIPT = fileURLToPath(new URL("../../rivals/python/dedup.py", import.meta.url));
const THRESHOLD = 0.7;
/** Beyond these, no estimate from 256 places should err. */
const SURE = 0.85;
const UNLIKE = 0.5;

export const dedupCase: CorpusCase = {
  name: "dedup",
  async figures() {
    if (!hasSharedData()) {
      console.error("  dedup: left out, there is no ../shared/data beside the repository");
      return [];
    }
    const { documents, pairs } = labelledDocuments();
    const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-dedup-"));
    try {
      return figuresOf(documents, pairs, await allDeduplicated(documents, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Contended extends Deduplicated {
  name: string;
}

async function allDeduplicated(documents: readonly LabelledDocument[], folder: string): Promise<Contended[]> {
  const file = join(folder, "documents.jsonl");
  writeFileSync(file, documents.map(({ id, text }) => `${JSON.stringify({ id, text })}\n`).join(""));
  const done: Contended[] = [{ name: "spolia", ...(await runStep<Deduplicated>("dedup", [file])) }];
  const python = process.env["PYTHON"] ?? "python3";
  for (const [name, module] of Object.entries(LIBRARIES)) {
    if (spawnSync(python, ["-c", `import ${module}`], { stdio: "ignore" }).status !== 0) {
      console.error(`  ${python} has no ${name}: left out`);
      continue;
    }
    const said = execFileSync(python, [SCRIPT, name, file, join(folder, name)], { encoding: "utf8" });
    done.push({ name, ...(JSON.parse(said.trim().split("\n").at(-1)!) as Deduplicated) });
  }
  return done;
}

function figuresOf(
  documents: readonly LabelledDocument[],
  pairs: readonly SimilarPair[],
  contenders: readonly Contended[],
): Figure[] {
  const megabytes = documents.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;
  const similar = pairs.filter(({ similarity }) => similarity >= THRESHOLD);
  const typographic = ({ pair }: SimilarPair) => pair.some((at) => documents[at]!.isOtherTypography);
  const name = `dedup of ${documents.length} documents, ${megabytes.toFixed(0)} MB, ${similar.length} similar pairs`;
  const removedBy = new Map(contenders.map((one) => [one, new Set(one.removed)]));
  // Which of two goes is a choice: text-dedup does not keep the first.
  const settled = (one: Contended, among: readonly SimilarPair[]) =>
    among.filter(({ pair }) => pair.some((at) => removedBy.get(one)!.has(documents[at]!.id))).length;
  const recall = (among: readonly SimilarPair[]) => (one: Contended) => (100 * settled(one, among)) / among.length;
  const likeOthers = (least: number) =>
    new Set(pairs.flatMap(({ pair, similarity }) => (similarity >= least ? pair.map((at) => documents[at]!.id) : [])));
  const [alike, somehow] = [likeOthers(THRESHOLD), likeOthers(UNLIKE)];
  const removedIn = (one: Contended, ids: ReadonlySet<string>) => one.removed.filter((id) => ids.has(id)).length;
  const sure = similar.filter((one) => one.similarity >= SURE && !typographic(one));
  return [
    compared("pairs of which one was removed", "%", recall(similar.filter((one) => !typographic(one))), true),
    compared("the same, in other typography", "%", recall(similar.filter(typographic)), true),
    compared("precision", "%", (one) => (100 * removedIn(one, alike)) / one.removed.length, true),
    compared(`pairs similar by ${SURE} and more, both kept`, "", (one) => sure.length - settled(one, sure), null),
    compared(`removed, like no other by ${UNLIKE}`, "", (one) => one.removed.length - removedIn(one, somehow), null),
    compared("rate, by the processor's time", "MB/s", ({ cpuSeconds }) => megabytes / cpuSeconds, true),
    compared("memory, at most", "MB", ({ maxResidentBytes }) => maxResidentBytes / 1e6, false),
  ];

  /** @param isMore whether more is better; `null` where counts are not compared */
  function compared(what: string, unit: string, value: (one: Contended) => number, isMore: boolean | null): Figure {
    const [ours, ...rivals] = contenders.map((one) => ({ name: `${one.name} ${one.version}`, value: value(one) }));
    const others = rivals.map((one) => ({
      name: one.name,
      value: significant(one.value),
      ratio: isMore === null ? null : significant(isMore ? ours!.value / one.value : one.value / ours!.value),
    }));
    return { ...figure(`${name}: ${what}`, unit, ours!.value), rivals: others, ratio: others[0]?.ratio ?? null };
  }
}
