/** `spolia probe`: do a model's log-probabilities show that it was trained on texts, canaries or an order? */
import { Argument } from "commander";
import type { CanaryEvidence, OrderEvidence } from "../../../base/contract/operations/canary.ts";
import type { ProbeRequest, ProbeText } from "../../../base/contract/operations/probe.ts";
import { count } from "../../../report/layout/page.ts";
import { type AskingFlags, addAskingOptions, askModels, type Needs } from "../../inputs/asking.ts";
import { type ReadingFlags, readOrder, readSecret, readTexts } from "../../inputs/inputs.ts";
import { encodingOption, strictOption } from "../../table/contents.ts";
import { action, collect, declare, HTML_OPTION, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { answerResult } from "../../terminal/results.ts";
import type { Context } from "../../terminal/run.ts";

interface ProbeFlags extends AskingFlags, Pick<ReadingFlags, "strict"> {
  control?: string[];
  split?: string;
  reference?: string;
  secret?: readonly string[];
  commitment?: readonly string[];
  order?: string;
  html?: string;
}

export function probeCommand(run: Runner) {
  const command = declare({
    name: "probe",
    summary: "query a model's log-probabilities, and test whether it was trained on texts, canaries or an order",
    description:
      "Canaries and orders that were drawn at random and committed to before publication give exact p-values. Texts are compared with at " +
      "least 100 control texts of the same kind that the model was not trained on. A p-value is given only if a blind classifier cannot " +
      "tell the two sides apart. The texts are sent to the model's host.",
    arguments: [new Argument("[paths...]", "folders and files of texts that the model may have been trained on")],
    examples: [
      [
        "spolia probe --secret canary.secret.json --commitment sha256:… --model pythia --models models.json",
        "one canary; --dry-run prints the cost",
      ],
      [
        "spolia probe ./suspects --control ./unpublished --model pythia --models models.json",
        "texts, compared with controls",
      ],
      ["spolia probe … --json > probe.json", "for `spolia score --observations probe.json`"],
    ],
  });
  addAskingOptions(command)
    .option("--control <path...>", "folders and files of control texts")
    .addOption(encodingOption())
    .addOption(strictOption())
    .option("--split <source>", "source that documents a random division into texts and controls, for an exact test")
    .option("--reference <name>", "another configured model for comparison, not trained on the texts")
    .option("--secret <file>", "a revealed canary; may be repeated", collect)
    .option("--commitment <hash>", "as it was published; one for each secret, in the same order", collect)
    .option("--order <file>", 'a revealed order: JSON {"randomisation", "secret", "commitment", "permutations"?}')
    .option(...HTML_OPTION);

  return action(run, command, async (context, paths: string[], flags: ProbeFlags) => {
    if (paths.length === 0 && flags.secret === undefined && flags.order === undefined)
      throw new UsageError(
        "There is nothing to ask about.",
        "Give files of texts, --secret with --commitment, or --order.",
      );
    const request: ProbeRequest = {
      model: flags.model,
      reference_model: flags.reference,
      canaries: canariesOf(flags),
      order: orderOf(flags.order),
      suspects: await textsOf("suspects", paths, flags, context),
      controls: await textsOf("controls", flags.control ?? [], flags, context),
      split: flags.split === undefined ? undefined : { kind: "random_documented", source: flags.split },
    };
    const names = [flags.model, ...(flags.reference === undefined ? [] : [flags.reference])];
    const result = await askModels(
      flags,
      request,
      names,
      context,
      (engine, host) => engine.probe(request, host),
      () => needsOf(request),
    );
    if (result !== null) answerResult({ of: "probe", result }, flags, context);
  });
}

/** The number of independent texts that each side needs for a p-value. Canaries and orders need no texts. */
async function needsOf({ suspects = [], controls = [] }: ProbeRequest): Promise<Needs> {
  const given = { suspects: suspects.length, controls: controls.length };
  if (given.suspects + given.controls === 0) return { document: {}, lines: [] };
  const [{ CONTROLS_MIN }, { GATE_CLUSTERS_MIN }, { INFERENCE_CLUSTERS_MIN }] = await Promise.all([
    import("../../../models/membership/membershipTest.ts"),
    import("../../../models/membership/gate.ts"),
    import("../../../models/membership/datasetInference.ts"),
  ]);
  const needed = {
    membership_controls: CONTROLS_MIN,
    blind_gate_clusters: GATE_CLUSTERS_MIN,
    dataset_inference_clusters: INFERENCE_CLUSTERS_MIN,
  };
  const isEnough = Math.min(given.suspects, given.controls) >= Math.max(CONTROLS_MIN, GATE_CLUSTERS_MIN);
  return {
    document: { needed, given },
    lines: [
      `Given: ${count(given.suspects, "suspect")} and ${count(given.controls, "control")}; each file is a cluster, independent of the others.`,
      `Needed: ${CONTROLS_MIN} controls for a p-value of membership, ${INFERENCE_CLUSTERS_MIN} clusters on each side for dataset inference,`,
      `and ${GATE_CLUSTERS_MIN} clusters on each side for the blind gate, without which neither gives a p-value.`,
      ...(isEnough ? [] : ["With so few texts the result has statistics but no p-value, so a score cannot use it."]),
    ],
  };
}

/** The ids carry the side, because files of the same name may be on both sides. */
async function textsOf(
  side: string,
  paths: readonly string[],
  flags: ReadingFlags,
  { output, signal }: Context,
): Promise<ProbeText[]> {
  return (await readTexts(paths, output, signal, flags)).map(({ id, text }) => ({ id: `${side}/${id}`, text }));
}

function canariesOf({ secret = [], commitment = [] }: ProbeFlags): CanaryEvidence["canaries"] | undefined {
  if (secret.length !== commitment.length) throw new UsageError("Give one --commitment for each --secret.");
  return secret.length === 0
    ? undefined
    : secret.map((file, i) => ({ secret: readSecret(file), commitment: commitment[i]! }));
}

/** The content is not checked here: the operation refuses an invalid order. */
function orderOf(path: string | undefined): OrderEvidence | undefined {
  return path === undefined ? undefined : readOrder(path);
}
