/** Does all answer that an answer of the engine needs: corpora, hosts of models? */
import { readManifest } from "../../corpus/format/manifest.ts";
import type { EngineContext } from "./context.ts";

/**
 * What an answer needs of others, and whether it answers now.
 *
 * @since 0.2.0
 */
export interface Dependency {
  kind: "corpus" | "model";
  /** Name of the corpus, or the name by which requests name the model. */
  name: string;
  answers: boolean;
}

/** All but public indexes, which are asked for those only who name them. */
export const corporaReached = ({ kernels, corpora }: EngineContext): Promise<Dependency[]> =>
  Promise.all(
    corpora.map(async ({ info: { name }, storage }): Promise<Dependency> => {
      const answers = await readManifest(kernels, storage).then(
        () => true,
        () => false,
      );
      return { kind: "corpus", name, answers };
    }),
  );

export const modelsReached = ({ models }: EngineContext): Promise<Dependency[]> =>
  Promise.all(
    Object.entries(models).map(async ([name, model]): Promise<Dependency> => {
      return { kind: "model", name, answers: (await model.reach?.()) ?? true };
    }),
  );
