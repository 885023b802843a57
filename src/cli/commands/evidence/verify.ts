/** `spolia evidence verify`: checks a report, a history, a receipt or a corpus, without the service that made it. */
import { readFileSync, statSync } from "node:fs";
import { Argument } from "commander";
import type { AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import type { EvidenceBundle } from "../../../base/contract/resources/report.ts";
import { isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { kindOfDocument } from "../../../base/results.ts";
import { ENGINE_VERSION } from "../../../base/version.ts";
import { type PlainOptions, plainTimestamp, type Replayed } from "../../../report/index.ts";
import { count, TerminalPage } from "../../../report/layout/page.ts";
import { printable } from "../../../report/layout/terminal.ts";
import type { TimestampVerification, TrustedKeys, Verification } from "../../../service/index.ts";
import { checkResult, outcomeOf, replay, resultKind } from "../../actions/replays.ts";
import { isCertificate, verifiedTakedown, writeTakedown } from "../../actions/takedown.ts";
import { isSigned, readTimestamps, timestampsIn, verifiedTimestamps } from "../../actions/timestamps.ts";
import { isFolder, nameOf, readJson } from "../../inputs/files.ts";
import { type EngineInputs, readText } from "../../inputs/inputs.ts";
import { ENCODER_OPTION } from "../../inputs/models.ts";
import { encodingOption } from "../../table/contents.ts";
import { IGNORE_OPTION, type IgnoreFlags } from "../../table/table.ts";
import { action, collect, declare, type Runner } from "../../terminal/command.ts";
import { EXIT, type ExitCode, refuseIdle, UsageError } from "../../terminal/exit.ts";
import { plainPlace } from "../../terminal/output.ts";
import type { Context } from "../../terminal/run.ts";
import { checkCorpus } from "../corpus/change.ts";

interface VerifyFlags extends EngineInputs, IgnoreFlags {
  key?: readonly string[];
  keys?: string;
  timestamp?: string;
  tsaCa?: string;
  replay?: true;
  content?: readonly string[];
}

/** The result under `--json`. */
interface VerifyAnswer {
  verified: boolean;
  /** Absent for a file of time stamps alone. */
  verification?: Verification;
  /** What the time stamps say. */
  timestamps?: TimestampVerification[];
  /** The reason why verification failed, and its place as a JSON pointer. */
  fault?: { pointer: string; detail: string };
  replayed?: Replayed[];
}

export function verifyCommand(run: Runner) {
  const command = declare({
    name: "verify",
    summary: "check a report, a history, a receipt, a corpus or time stamps, without the service that made them",
    description:
      "Checks signatures and hashes of a report, a history or a receipt, or every byte of a corpus. With --timestamp, or of a file of time " +
      "stamps, it checks that a hash existed at a time, by the word of the authority; certificates that were revoked are not known. With --replay the requests of a report are " +
      "run again: the results must be the same, byte for byte. Exits with 1 if a check fails.",
    arguments: [
      new Argument("<path>", "JSON or MessagePack from the service, or a corpus; - reads JSON from standard input"),
    ],
    examples: [
      ["spolia evidence verify report.json --key <id>", "ids of a service's keys: GET /api/v1/signing-keys"],
      [
        "spolia evidence verify report.json --keys signing-keys.json",
        "the same with the times from which keys are retired",
      ],
      [
        "spolia evidence verify report.json --replay --corpus books.spolia --content novel.txt",
        "run the requests again",
      ],
      ["spolia evidence verify books.spolia", "every byte of a corpus"],
      [
        "spolia evidence verify books.spolia.takedown.json --corpus books.spolia",
        "a take-down, and the corpus after it",
      ],
      ["spolia evidence verify canary.secret.json.timestamp.json --tsa-ca root.pem", "when a commitment existed"],
    ],
  })
    .option("--key <id>", "id of a trusted key; may be repeated", collect)
    .option("--keys <file>", "trusted keys with their retirements: the answer of GET /api/v1/signing-keys")
    .option("--timestamp <file>", "time stamps of `spolia evidence timestamp`, which must be of this document")
    .option("--tsa-ca <file>", "certificates of trusted time-stamp authorities in PEM")
    .option("--replay", "run the requests of a report again, or an analysis whose text is given with --content")
    .option(
      "--corpus <path>",
      "a corpus for the replay, in the report's order, or of a take-down; may be repeated",
      collect,
    )
    .option(
      "--recorded <path>",
      "answers of public indexes for the replay: a file of analyze --answers, or the folder of serve --index-answers",
    )
    .option("--content <file>", "a text that the report does not hold; may be repeated", collect)
    .option(...IGNORE_OPTION)
    .option(...ENCODER_OPTION)
    .addOption(encodingOption())
    .option("--ledger <file>", "records of the service besides the shipped ones; may be repeated", collect);

  return action(run, command, async (context, path: string, flags: VerifyFlags) => {
    if (isFolder(path)) {
      refuseIdle({ "--key": flags.key, "--keys": flags.keys }, "a signed document", false);
      return checkCorpus(context, path);
    }
    const document = await readSigned(path, context);
    if (isCertificate(document)) return checkTakedown(path, document, flags, context);
    const parsed = typeof document === "string" ? parsedOrNull(document) : document;
    const kind = flags.timestamp === undefined ? resultKind(parsed) : null;
    if (kind !== null) return checkResult({ path, kind, result: parsed as AnalyzeResult }, flags, context);
    const isStampable = parsed !== null && (flags.timestamp !== undefined || timestampsIn(parsed) !== null);
    if (!isStampable && !isSigned(parsed)) throw unsigned(path, parsed);
    const verified = await verifyAll(document, flags, context);
    context.progress.stop();
    context.output.answer(verified, (plain) => plainVerified(path, verified, plain));
    if (verified.verification !== undefined && verified.verified && flags.key === undefined && flags.keys === undefined)
      context.output.notice("Anyone can sign with their own key: give the service's key with --key.");
    for (const key of verified.verification?.retired_keys ?? []) context.output.notice(retiredNotice(key));
    return verified.verified ? EXIT.answered : EXIT.found;
  });
}

/** Answers with the verification of a certificate, and of the corpus that it is about. */
async function checkTakedown(path: string, text: string, flags: VerifyFlags, { output }: Context): Promise<ExitCode> {
  const [corpus, ...more] = flags.corpus ?? [];
  if (more.length > 0) throw new UsageError("A certificate is about one corpus.", "Give --corpus once.");
  try {
    const takedown = await verifiedTakedown(text, corpus, trustedKeys(flags));
    const verified = takedown.is_trusted !== false;
    const fault = verified ? {} : { fault: { pointer: "/signature", detail: "is not of one of the trusted keys" } };
    output.answer({ verified, takedown, ...fault }, (plain) => {
      const page = new TerminalPage(plain);
      if (verified) page.verdict("VERIFIED", "The certificate is as it was written.", "sound");
      else page.verdict("DOES NOT HOLD", `signature ${fault.fault!.detail}.`, "found");
      page.text(path, { label: "file      " });
      writeTakedown(page, takedown);
      return page.finish();
    });
    return verified ? EXIT.answered : EXIT.found;
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "report_invalid") throw error;
    const fault = error.fields[0] ?? { pointer: "", detail: error.message };
    output.answer({ verified: false, fault }, (plain) => {
      const page = new TerminalPage(plain);
      page.verdict(
        "DOES NOT HOLD",
        `${fault.pointer ? plainPlace(fault.pointer) : "The certificate"} ${fault.detail}.`,
        "found",
      );
      page.text(path, { label: "file      " });
      return page.finish();
    });
    return EXIT.found;
  }
}

/** MessagePack documents are maps; JSON never starts with their first byte. */
async function readSigned(path: string, { terminal }: Context): Promise<unknown> {
  if (path !== "-" && isMsgpack(path)) {
    const { decode } = await import("@msgpack/msgpack");
    try {
      return decode(readFileSync(path));
    } catch (cause) {
      throw new SpoliaError("invalid_request", `${path} is neither JSON nor MessagePack.`, {
        hint: "Give a report, a history, a receipt or time stamps as the service or `spolia evidence timestamp` gave them, or a corpus.",
        cause,
      });
    }
  }
  return readText(path, terminal);
}

function isMsgpack(path: string): boolean {
  const [first = 0] = statSync(path, { throwIfNoEntry: false }) === undefined ? [] : readFileSync(path).subarray(0, 1);
  return first >= 0x80 && first !== 0xef;
}

/** A document with its time stamps, or time stamps alone. */
async function verifyAll(document: unknown, flags: VerifyFlags, context: Context): Promise<VerifyAnswer> {
  const parsed = typeof document === "string" ? parsedOrNull(document) : document;
  const alone = timestampsIn(parsed);
  // Commitments and observations are not signed: their hash is computed, and the time stamps have to be of it.
  const isUnsigned = alone !== null || (flags.timestamp !== undefined && parsed !== null && !isSigned(parsed));
  if (isUnsigned && (flags.key ?? flags.keys ?? flags.replay) !== undefined)
    throw new UsageError("There is no signature and no request to check.", "Leave out --key, --keys and --replay.");
  const verified: VerifyAnswer = isUnsigned ? { verified: true } : await verify(document, flags, context);
  if (!verified.verified || (alone === null && flags.timestamp === undefined)) return verified;
  try {
    const list = alone ?? readTimestamps(flags.timestamp!);
    const timestamps = await verifiedTimestamps(list, alone === null ? parsed : null, flags.tsaCa);
    return { ...verified, timestamps };
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "timestamp_invalid") throw error;
    return { ...verified, verified: false, fault: error.fields[0] ?? { pointer: "", detail: error.message } };
  }
}

/** `null` for what is not JSON, which `verifyDocument` refuses by name. */
function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function verify(document: unknown, flags: VerifyFlags, context: Context): Promise<VerifyAnswer> {
  const { verifyDocument } = await import("../../../service/index.ts");
  let verification: Verification;
  try {
    verification = await verifyDocument(document, trustedKeys(flags));
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "report_invalid") throw error;
    return { verified: false, fault: error.fields[0] ?? { pointer: "", detail: error.message } };
  }
  if (verification.is_trusted === false)
    return { verified: false, verification, fault: { pointer: "/key", detail: untrusted(verification) } };
  if (flags.replay !== true) return { verified: true, verification };
  if (verification.kind !== "report") throw new UsageError("Only a report can be replayed.", "Leave out --replay.");
  const { bundle } = (typeof document === "string" ? JSON.parse(document) : document) as { bundle: EvidenceBundle };
  const replayed = await replay(bundle, flags, context);
  return { verified: replayed.every(({ outcome }) => outcome === "same"), verification, replayed };
}

/** Keys of `--key` and of `--keys`; `undefined` without both. @throws UsageError */
function trustedKeys({ key, keys }: VerifyFlags): TrustedKeys | undefined {
  if (keys === undefined) return key;
  const hint = "It is the JSON of GET /api/v1/signing-keys: {keys: [{kid, retired_at}]}.";
  const published = readJson(keys, "invalid_request", hint) as { keys?: unknown };
  const isKey = (one: { kid?: unknown; retired_at?: unknown } | null) =>
    typeof one?.kid === "string" && (one.retired_at == null || isTime(one.retired_at));
  if (!Array.isArray(published?.keys) || !published.keys.every(isKey))
    throw new UsageError(`${keys} is not a set of signing keys.`, hint);
  const ofFile = published.keys as { kid: string; retired_at?: string | null }[];
  return [...(key ?? []), ...ofFile.map(({ kid, retired_at }) => ({ id: kid, retired_at }))];
}

const isTime = (value: unknown): boolean => typeof value === "string" && !Number.isNaN(Date.parse(value));

/** What was never signed neither holds nor fails: a verdict on it would be one on whoever gave it. */
function unsigned(path: string, parsed: unknown): SpoliaError {
  const file = nameOf(path);
  const { format } = (parsed ?? {}) as { format?: unknown };
  const kind = kindOfDocument(parsed) ?? (parsed === null ? "not JSON" : null);
  const isOfSpolia = kind === null && typeof format === "string" && format.startsWith("spolia-");
  const message = isOfSpolia
    ? `${file} is of the format ${printable(format)}, which this version does not verify.`
    : `${file} is ${kind === null ? "nothing" : `${kind}, and nothing`} that is signed.`;
  return new SpoliaError("invalid_request", message, {
    hint: "Give a report, a history or a receipt as the service answered it, in JSON or MessagePack and whole; time stamps, or a corpus. The page of a report is not signed.",
  });
}

const untrusted = ({ retired_keys }: Verification): string =>
  retired_keys.length > 0
    ? "is not one of the trusted keys, or was retired before the time that the signature states"
    : "is not one of the trusted keys";

const retiredNotice = (key: string): string =>
  `The key ${key} is retired. Who has it can write an earlier time: only a copy or a time stamp from before the retirement shows that the document existed then.`;

function plainVerified(
  path: string,
  { verified, verification, timestamps = [], fault, replayed }: VerifyAnswer,
  options: PlainOptions,
): string {
  const page = new TerminalPage(options);
  const what = verification?.kind ?? (timestamps.length > 0 ? "time stamp" : "document");
  if (fault !== undefined)
    page.verdict(
      "DOES NOT HOLD",
      `${fault.pointer ? plainPlace(fault.pointer) : "The document"} ${fault.detail}.`,
      "found",
    );
  else if (!verified)
    page.verdict("NOT REPLAYED", `The ${what} is as it was signed. ${notReplayed(replayed!)}`, "part");
  else
    page.verdict(
      "VERIFIED",
      `The ${what} is as it was signed${replayed === undefined ? "" : sameAnswers(replayed)}.`,
      "sound",
    );
  page.text(path, { label: "file      " });
  for (const key of verification?.keys ?? [])
    page.text(`${key}${verification?.is_trusted === true ? ", trusted" : ""}`, { label: "key       " });
  if (verification?.kind === "report") {
    page.text(`${verification.report_id}, ${verification.created_at}`, { label: "report    " });
    page.text(verification.digest, { label: "digest    " });
    for (const engine of verification.engines)
      page.text(engine === ENGINE_VERSION ? engine : `${engine}; this is ${ENGINE_VERSION}`, { label: "engine    " });
    for (const { result, observation, custody, reason } of verification.exhibits)
      page.text(`${result}${observation === null ? "" : `, observation ${observation + 1}`}: ${custody}. ${reason}`, {
        label: "exhibit   ",
      });
  }
  if (verification?.kind === "history" || verification?.kind === "deal") {
    const { entries, from, to } = verification;
    page.text(`${count(entries, "entry", "entries")}, ${from} to ${to}`, { label: "history   " });
    if (verification.kind === "deal") {
      const tried = verification.mode === "test" ? ", with test keys: it was tried out, and permits nothing" : "";
      page.text(`${verification.state}${tried}`, { label: "state     " });
    }
  }
  if (verification?.work_hash != null) page.text(verification.work_hash, { label: "work      " });
  for (const one of timestamps) {
    page.text(one.digest, { label: "hash      " });
    page.text(plainTimestamp(one), { label: "stamp     " });
  }
  for (const one of replayed ?? []) {
    page.item(`${one.kind} ${one.id}: ${outcomeOf(one)}`);
    if (one.rests_on !== undefined) page.text(`It rests on ${one.rests_on.join(" and ")}; no index was asked again.`);
  }
  return page.finish();
}

/** Another version may give another result; this is no evidence against the report. */
function notReplayed(replayed: readonly Replayed[]): string {
  const others = replayed.filter(({ outcome }) => outcome !== "same");
  if (others.every(({ outcome }) => outcome === "other_version"))
    return "It was made by another version of the engine, and some results of this version differ.";
  const uncomputed = others.filter(({ outcome }) => outcome === "cannot").length;
  if (uncomputed < others.length) return "Some results differ.";
  if (uncomputed === replayed.length) return "No result was computed again: something that it needs is missing here.";
  return `${uncomputed} of ${count(replayed.length, "result")} could not be computed again: something is missing here. The others are the same.`;
}

const sameAnswers = (replayed: readonly Replayed[]): string =>
  `, and every result is the same${replayed.some(({ engines }) => engines !== undefined) ? " but for the version of the engine" : ""}`;
