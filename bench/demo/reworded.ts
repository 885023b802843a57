/** A paragraph and its rewording, in which words find nothing: shown where weights are here, and else how to get them. */
import { createEngine } from "spolia";
import { isMiniLmThere, miniLm } from "../quality/audit/reworded/encoders.ts";
import { writtenPair } from "../quality/audit/reworded/pairs.ts";
import { wrapped } from "./screen.ts";

const HOW =
  "Also what was put into other words: npx spolia encoder install minilm-l6-int8, then compare --encoder minilm-l6-int8";

export async function reworded(): Promise<string> {
  if (!isMiniLmThere()) return HOW;
  const encoder = (await miniLm())!;
  const { a, b } = writtenPair("mill, medium");
  const result = await (await createEngine({ corpora: [], encoder })).compare({ a, b });
  const { verdict, sentences } = result.reworded!;
  const [one] = sentences;
  const words = result.passages!.length === 0 ? "no passage in common" : "passages in common";
  const pair =
    one === undefined ? "" : ` “${a.slice(one.a.start, one.a.end)}” is “${b.slice(one.b.start, one.b.end)}”.`;
  return wrapped(
    `A paragraph and its rewording have ${words}; ${encoder.name} takes it for ${verdict} that they say the same.${pair}`,
  ).join("\n");
}
