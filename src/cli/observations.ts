/** Observations that `score` is given: whose they are, before they count for anybody. */
import type { Catalogue } from "../catalogue/index.ts";
import { isNameOf } from "../catalogue/names.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import { SpoliaError } from "../errors.ts";
import { readJson } from "./inputs.ts";
import type { Output } from "./output.ts";

/**
 * Observations of a model: each file a list, or what `probe`, `extract` and `canary test` answered with `--json`.
 *
 * @param target id of the model that is scored
 * @throws observations_invalid where a file holds none; invalid_request where it was observed of another model
 */
export function readObservations(
  paths: readonly string[],
  catalogue: Pick<Catalogue, "model">,
  target: string,
  output: Output,
): ChannelObservation[] {
  return paths.flatMap((path) => {
    const read = readJson(path, "observations_invalid", "Observations are what `--json` of a probe or a test wrote.");
    const document = (Array.isArray(read) ? { observations: read } : (read ?? {})) as {
      model?: unknown;
      observations?: unknown;
    };
    const { model, observations: list } = document;
    if (!Array.isArray(list)) {
      throw new SpoliaError("observations_invalid", `${path} holds no observations.`, {
        hint: 'Give a list, or a document with a list "observations".',
      });
    }
    const models = [model, ...list.map((one: { model?: unknown } | null) => one?.model)];
    const other = models.findIndex((name) => typeof name === "string" && !isNameOf(catalogue, name, target));
    if (other >= 0)
      throw ofAnotherModel(path, String(models[other]), target, other === 0 ? "/model" : `/observations/${other - 1}/model`);
    if (list.length === 0)
      output.notice(
        `${path} holds no observation that a score can take; \`spolia report ${path}\` says why. It changes nothing.`,
      );
    // The score itself refuses whatever is no observation.
    return list as ChannelObservation[];
  });
}

function ofAnotherModel(path: string, model: string, target: string, pointer: string): SpoliaError {
  return new SpoliaError("invalid_request", `${path} was observed of ${model}, and ${target} is scored.`, {
    hint: "Score the model that was observed, or leave the file out; a ledger can give a model of yours a name.",
    fields: [{ pointer, detail: "must be the target model" }],
  });
}
