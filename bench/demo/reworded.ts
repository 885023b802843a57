/** A paragraph and its rewording, in which words find nothing: told where weights are here, and else how to get them. */
import { createEngine } from "spolia";
import { plainComparison } from "spolia/report";
import { isMiniLmThere, miniLm } from "../quality/audit/reworded/encoders.ts";
import { writtenPair } from "../quality/audit/reworded/pairs.ts";

/** In one line, since the answer is on one screen; `whole` is the report of the comparison. */
export async function reworded(): Promise<{ line: string; whole: string }> {
  if (!isMiniLmThere()) return { line: "npx spolia encoder install minilm-l6-int8, then compare --encoder", whole: "" };
  const { a, b } = writtenPair("mill, medium");
  const result = await (await createEngine({ corpora: [], encoder: (await miniLm())! })).compare({ a, b });
  const { verdict, sentences } = result.reworded!;
  const words = result.passages!.length === 0 ? "share no passage" : "share passages";
  const same = (text: string) => text;
  const colours = { bold: same, dim: same, red: same, yellow: same, green: same, cyan: same };
  return {
    line: `two paragraphs ${words}; ${sentences.length} sentences say the same: ${verdict}`,
    whole: plainComparison(result, { colours, columns: 100, a, b }),
  };
}
