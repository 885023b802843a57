/** Reads the observations for `score`, and checks that they are of the scored model. */

import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import { SpoliaError } from "../../base/errors.ts";
import { kindOfDocument } from "../../base/results.ts";
import type { Catalogue } from "../../catalogue/index.ts";
import { isNameOf } from "../../catalogue/ledger/names.ts";
import type { Output } from "../terminal/output.ts";
import { readJson } from "./files.ts";

/**
 * Observations of a model. Each file is a list, or the output of `probe`, `extract` or `canary test` with `--json`.
 *
 * @param target id of the scored model
 * @throws observations_invalid if a file has no list of observations; invalid_request if they are of another model
 */
export function readObservations(
  paths: readonly string[],
  catalogue: Pick<Catalogue, "model">,
  target: string,
  output: Output,
): ChannelObservation[] {
  return paths.flatMap((path) => {
    const read = readJson(
      path,
      "observations_invalid",
      "Give the output of `probe`, `extract` or `canary test` with `--json`.",
    );
    const kind = kindOfDocument(read);
    const document = (Array.isArray(read) ? { observations: read } : (read ?? {})) as {
      model?: unknown;
      observations?: unknown;
    };
    const { model, observations: list } = document;
    if (!Array.isArray(list)) {
      throw new SpoliaError(
        "observations_invalid",
        `${path} ${kind === null ? "" : `is ${kind}, and `}holds no observations.`,
        {
          hint: "Give what `spolia probe`, `spolia extract` or `spolia evidence canary test` printed with --json, or a list of observations.",
        },
      );
    }
    const models = [model, ...list.map((one: { model?: unknown } | null) => one?.model)];
    const other = models.findIndex((name) => typeof name === "string" && !isNameOf(catalogue, name, target));
    if (other >= 0)
      throw ofAnotherModel(
        path,
        String(models[other]),
        target,
        other === 0 ? "/model" : `/observations/${other - 1}/model`,
      );
    if (list.length === 0)
      output.notice(
        `${path} holds no observation that a score can use, so it is ignored; \`spolia evidence report ${path}\` says why.`,
      );
    // The operation `score` refuses invalid observations.
    return list as ChannelObservation[];
  });
}

function ofAnotherModel(path: string, model: string, target: string, pointer: string): SpoliaError {
  return new SpoliaError("invalid_request", `${path} holds observations of ${model}, but ${target} is scored.`, {
    hint: "Score the observed model, or leave out the file. A ledger can add names of your own models.",
    fields: [{ pointer, detail: "must be the target model" }],
  });
}
