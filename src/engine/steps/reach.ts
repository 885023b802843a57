/** Does all answer that an answer of the engine needs: corpora, the nodes that search them, hosts of models? */
import { readManifest } from "../../corpus/format/manifest.ts";
import type { Corpus, CorpusReach } from "../../corpus/search/corpus.ts";
import type { EngineContext } from "./context.ts";

/**
 * What an answer needs of others, and whether it answers now.
 *
 * @since 0.2.0
 */
export interface Dependency {
  /** A corpus answers if a search would reach all of it. */
  kind: "corpus" | "node" | "model";
  /** Name of the corpus, address of the node, or the name by which requests name the model. */
  name: string;
  answers: boolean;
}

/** All but public indexes, which are asked for those only who name them. */
export async function corporaReached(context: EngineContext): Promise<Dependency[]> {
  const found = await Promise.all(context.corpora.map((corpus) => reachOf(context, corpus)));
  const nodes = new Map<string, boolean>();
  for (const one of found)
    for (const [node, answers] of one.nodes) nodes.set(node, answers && nodes.get(node) !== false);
  return [
    ...context.corpora.map(
      ({ info: { name } }, i): Dependency => ({ kind: "corpus", name, answers: found[i]!.isWhole }),
    ),
    ...[...nodes].map(([name, answers]): Dependency => ({ kind: "node", name, answers })),
  ];
}

export const modelsReached = ({ models }: EngineContext): Promise<Dependency[]> =>
  Promise.all(
    Object.entries(models).map(async ([name, model]): Promise<Dependency> => {
      return { kind: "model", name, answers: (await model.reach?.()) ?? true };
    }),
  );

async function reachOf({ kernels }: EngineContext, corpus: Corpus): Promise<CorpusReach> {
  const stored = () =>
    readManifest(kernels, corpus.storage).then(
      () => true,
      () => false,
    );
  return (await corpus.reach?.()) ?? { isWhole: await stored(), nodes: new Map() };
}
