/** Computes results again: those of a report, and a bare one whose text is given. */
import type { AnalyzeResult } from "../../base/contract/operations/analyze.ts";
import type { EvidenceBundle } from "../../base/contract/resources/report.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { kindOfDocument } from "../../base/results.ts";
import type { Replayed } from "../../report/index.ts";
import { count, TerminalPage } from "../../report/layout/page.ts";
import { printable } from "../../report/layout/terminal.ts";
import { type EngineInputs, readText, withEngine } from "../inputs/inputs.ts";
import type { EncoderMade } from "../inputs/models.ts";
import { sectionedContentOf } from "../table/contents.ts";
import { type IgnoreFlags, ignoredTexts } from "../table/table.ts";
import { EXIT, type ExitCode, UsageError } from "../terminal/exit.ts";
import type { Context } from "../terminal/run.ts";

interface ReplayFlags extends EngineInputs, IgnoreFlags {
  replay?: true;
  content?: readonly string[];
}

/** What the document is, where it is a result; `null` for all others. */
export const resultKind = (document: unknown): string | null => {
  const kind = kindOfDocument(document);
  return kind?.startsWith("the result") ? kind : null;
};

/** A result has no signature: it can be computed again. */
export async function checkResult(
  { path, kind, result }: { path: string; kind: string; result: AnalyzeResult },
  flags: ReplayFlags,
  context: Context,
): Promise<ExitCode> {
  const again = "the same inputs give the same result";
  if (flags.replay !== true) {
    throw new UsageError(
      `${path} is a result, not a signed report (${kind}): it has no signature to check.`,
      `\`--replay\` computes it again, with --content and --corpus; ${again}.`,
    );
  }
  if (result.analysis_id === undefined)
    throw new UsageError(`${path} is ${kind}, which has not its request.`, `Run the same command again: ${again}.`);
  const [text, ...more] = flags.content ?? [];
  if (text === undefined || more.length > 0)
    throw new UsageError("The one text of the result is not in it.", "Give the file with --content.");
  const request = { ...(await sectionedContentOf(text, {}, context)), metadata: {} };
  const results = [{ kind: "analysis", id: result.analysis_id, request, result: withoutEnvelope(result) }];
  const method = { calibrations: [], corpora: result.method.corpora };
  const [replayed] = await replay({ inputs: [], results, method } as unknown as EvidenceBundle, flags, context);
  context.progress.stop();
  const isSame = replayed!.outcome === "same";
  context.output.answer({ verified: isSame, replayed: [replayed] }, (plain) => {
    const page = new TerminalPage(plain);
    const isOther = replayed!.outcome === "differs" && replayed!.pointers.includes("/fingerprint");
    const why = isOther
      ? `${text} is not the text of the result: its fingerprint is another. Give the text of the first run with --content.`
      : (notGiven(result, flags) ?? "Metadata and options of the first run are not in a result, and may be why.");
    if (isSame) page.verdict("THE SAME", "The result was computed again, and is the same. It is not signed.", "sound");
    else page.verdict("NOT REPLAYED", `The result was not computed again as it is. ${why}`, "part");
    page.text(path, { label: "file      " });
    page.item(`${replayed!.kind} ${replayed!.id}: ${outcomeOf(replayed!)}`);
    return page.finish();
  });
  return isSame ? EXIT.answered : EXIT.found;
}

/** What the first run had and this one had not, by the method; `null` where nothing is known. */
function notGiven({ method: { parameters } }: AnalyzeResult, { ignore, encoder }: ReplayFlags): string | null {
  if (parameters["ignored_sha256"] !== undefined && ignore === undefined)
    return "It left out texts that do not count. Give them with --ignore.";
  if (parameters["encoder"] !== undefined && encoder === undefined)
    return `It looked for other words with ${printable(String(parameters["encoder"]))}. Name that encoder with --encoder.`;
  return null;
}

/** A result without what an answer over HTTP has beside it. */
function withoutEnvelope(result: AnalyzeResult): AnalyzeResult {
  const { success: _, next_steps: __, ...own } = result as AnalyzeResult & { success?: true; next_steps?: unknown };
  return own;
}

/** Uses the calibration of the report if it has one, because a service may have its own. */
export async function replay(bundle: EvidenceBundle, flags: ReplayFlags, context: Context): Promise<Replayed[]> {
  const { terminal, signal } = context;
  const { replayBundle } = await import("../../report/bundle/replay.ts");
  const contents: string[] = [];
  for (const path of flags.content ?? []) contents.push(await readText(path, terminal, flags));
  const calibration = bundle.method.calibrations.find((one) => one.calibration !== null)?.calibration ?? undefined;
  const recordedStates = new Map(bundle.method.corpora.map(({ name, revision }) => [name, revision]));
  const ignored = await ignoredTexts(flags, context);
  const replayed = new Map<unknown, Replayed>();
  // Each result with the catalogue that it names, where that is at hand.
  for (const [catalogue, results] of groupBy(bundle.results, ({ result }) => catalogueOf(result))) {
    const encodersMade = results.flatMap(({ result }) => encoderOf(result));
    const inputs = { ...flags, catalogue, ignored, calibration, recordedStates, encodersMade };
    const answers = await withEngine(inputs, (engine) =>
      replayBundle({ ...bundle, results }, engine, { contents, signal }),
    );
    for (const [i, one] of results.entries()) replayed.set(one, answers[i]!);
  }
  return bundle.results.map((one) => replayed.get(one)!);
}

const catalogueOf = (result: object): string | null =>
  (result as Partial<Pick<AnalyzeResult, "method">>).method?.catalogue ?? null;

/** What read the texts of a result for other words, by its method. */
function encoderOf(result: object): EncoderMade[] {
  const { encoder_implementation, encoder_weights } = (result as Partial<AnalyzeResult>).method?.parameters ?? {};
  if (typeof encoder_implementation !== "string") return [];
  return [
    { implementation: encoder_implementation, weights: typeof encoder_weights === "string" ? encoder_weights : null },
  ];
}

/** What became of a result, in words. */
export function outcomeOf(one: Replayed): string {
  const { engines } = one;
  const versions = engines === undefined ? "" : `made by ${engines.answered}, replayed by ${engines.replayed}`;
  if (one.outcome === "same" && one.margin_tolerance !== undefined)
    return `the same, but for margins of rewordings, which differ by at most ${one.margin_tolerance}${versions === "" ? "" : `, and the version: ${versions}`}.`;
  if (one.outcome === "same")
    return versions === "" ? "the same, byte for byte." : `the same but for the version: ${versions}.`;
  if (one.outcome === "differs") return `differs at ${one.pointers.join(", ")}.`;
  if (one.outcome === "other_version")
    return `another version: ${versions}, differs at ${one.pointers.join(", ")}. To replay it, use ${engines!.answered}.`;
  const corpora = one.missing_corpora.map(
    ({ name, revision, words }) => `${name} at ${revision}, of ${count(words, "word")}.`,
  );
  return [one.reason, ...corpora, ...one.missing_contents, ...(versions === "" ? [] : [`${versions}.`])].join(" ");
}
