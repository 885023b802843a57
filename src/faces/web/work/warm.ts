/** An analysis of nothing: half of what the first one takes is to load and compile its parts. */
import { buildCorpus } from "../../../corpus/build/build.ts";
import { contextOf } from "../../../engine/engine.ts";
import { explore } from "../../../engine/explore.ts";
import { readers } from "../../../files/documents/readers.ts";
import { loaded } from "./session.ts";
import { shownAnalysis } from "./shown.ts";

const WORDS = 300;

export async function warm(): Promise<void> {
  const content = Array.from({ length: WORDS }, (_, i) => `word${(i * 7_919) % 1_009}`).join(" ");
  const corpus = await buildCorpus([{ id: "nothing", text: content }], { name: "nothing", dataset: "nothing" });
  const catalogue = await loaded();
  const context = await contextOf({ corpora: [corpus], catalogue, readers });
  const { result } = await explore(context, { content, options: { corpora: [corpus.info.name] } });
  shownAnalysis(result, result, [], catalogue, { text: content, isOwn: true, decisions: [] });
  await corpus.close();
}
