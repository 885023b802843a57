/** `spolia evidence canary`: random strings in a work that prove training if a model prefers them. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Argument, type Command } from "commander";
import { toHex } from "../../../base/bytes/bytes.ts";
import type { CanaryCommitment, CanarySecret, CanaryTestRequest } from "../../../base/contract/operations/canary.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { plainCanaryTest, plainTimestamp } from "../../../report/index.ts";
import { count } from "../../../report/layout/page.ts";
import type { TimestampVerification } from "../../../service/index.ts";
import { type AuthorityFlags, besideOf, requireNew, stamp } from "../../actions/timestamps.ts";
import { readJson } from "../../inputs/files.ts";
import { readSecret } from "../../inputs/inputs.ts";
import { action, collect, declare, parseCount, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { unwritable } from "../../terminal/output.ts";

const AUTHORITY_OPTION = [
  "--timestamp-authority <url>",
  "have this authority stamp the commitment (RFC 3161)",
] as const;
const CA_OPTION = ["--tsa-ca <file>", "certificates of trusted authorities in PEM; others are refused"] as const;

export function canaryCommand(run: Runner): Command {
  return declare({
    name: "canary",
    summary: "make strings to publish in a work, commit to them, and test a model for them",
    examples: [
      ["spolia evidence canary create -o canary.secret.json", "draw a pool, keep it secret, publish one string of it"],
      ["spolia evidence canary commit canary.secret.json", "the hash that a third party dates before the work appears"],
      [
        "spolia evidence canary test scores.json --secret canary.secret.json --commitment sha256:…",
        "the exact test, after a model has scored the strings",
      ],
    ],
  })
    .addCommand(createCommand(run))
    .addCommand(commitCommand(run))
    .addCommand(testCommand(run));
}

interface CreateCanaryFlags extends AuthorityFlags {
  output: string;
  strings?: number;
  length?: number;
}

function createCommand(run: Runner): Command {
  const command = declare({
    name: "create",
    summary: "draw a pool of random strings and the one to publish",
    examples: [
      [
        "spolia evidence canary create -o canary.secret.json",
        "1,000 strings of 128 bits; the smallest possible p is .001",
      ],
    ],
  })
    .requiredOption("-o, --output <file>", "the file for the secret; an existing file is not overwritten")
    .option("--strings <n>", "number of strings in the pool; the smallest p is 1 divided by it", parseCount)
    .option("--length <n>", "number of words in each string, 16 bits each", parseCount)
    .option(...AUTHORITY_OPTION)
    .option(...CA_OPTION);
  return action(run, command, async ({ output, signal }, flags: CreateCanaryFlags) => {
    const { commitToCanary, createCanary } = await import("../../../index.ts");
    const { strings, length } = flags;
    const secret = await createCanary({ seed: toHex(randomBytes(32)), strings, length });
    if (flags.timestampAuthority !== undefined) requireNew(besideOf(flags.output));
    writeSecret(flags.output, secret);
    const commitment = await commitToCanary(secret);
    const stamped = await stampedBeside(flags.output, commitment, flags, signal);
    const answer = { ...commitment, publish: secret.strings[secret.index]!, ...stamped };
    output.answer(
      answer,
      () =>
        `Publish in the work: ${answer.publish}\n${told(answer)}${toldOf(stamped)}Keep ${flags.output} secret until the test.\n`,
    );
  });
}

function commitCommand(run: Runner): Command {
  const command = declare({
    name: "commit",
    summary: "print the commitment to a secret: the only part to publish",
    arguments: [new Argument("<secret>", "the file that `spolia evidence canary create` wrote")],
    examples: [
      [
        "spolia evidence canary commit canary.secret.json",
        "have a third party date it, for example by a time stamp or in print",
      ],
      [
        "spolia evidence canary commit canary.secret.json --timestamp-authority https://…",
        "the same with a time stamp",
      ],
    ],
  })
    .option(...AUTHORITY_OPTION)
    .option(...CA_OPTION);
  return action(run, command, async ({ output, signal }, path: string, flags: AuthorityFlags) => {
    const { commitToCanary } = await import("../../../index.ts");
    const commitment = await commitToCanary(readSecret(path));
    const stamped = await stampedBeside(path, commitment, flags, signal);
    output.answer({ ...commitment, ...stamped }, () => `${told(commitment)}${toldOf(stamped)}`);
  });
}

/** The time stamp of a commitment, kept beside the secret; nothing where no authority was named. */
async function stampedBeside(
  path: string,
  { commitment }: CanaryCommitment,
  flags: AuthorityFlags,
  signal: AbortSignal,
): Promise<{ timestamp?: TimestampVerification; timestamp_file?: string }> {
  if (flags.timestampAuthority === undefined) return {};
  const [timestamp] = await stamp([commitment], besideOf(path), flags, signal);
  return { timestamp: timestamp!, timestamp_file: besideOf(path) };
}

const toldOf = ({ timestamp, timestamp_file }: Awaited<ReturnType<typeof stampedBeside>>): string =>
  timestamp === undefined ? "" : `Time stamp in ${timestamp_file}: ${plainTimestamp(timestamp)}\n`;

interface TestFlags {
  secret: readonly string[];
  commitment: readonly string[];
}

function testCommand(run: Runner): Command {
  const command = declare({
    name: "test",
    summary: "test a model's scores of the revealed strings",
    description:
      "Verifies the revealed secrets against the commitments, and tests the ranks of the published strings among the others.",
    arguments: [
      new Argument(
        "<scores>",
        'a JSON file: {"model", "retrieval": "absent" or "possible", "statistic", "scores": one list per secret, in the order of its strings, where a larger score means more likely seen, "tests"?, "positive_ranks"?}',
      ),
    ],
    examples: [
      ["spolia evidence canary test scores.json --secret canary.secret.json --commitment sha256:…", "one canary"],
      [
        "spolia evidence canary test scores.json … --json > canary.json",
        "for `spolia score --observations canary.json`",
      ],
    ],
  })
    .requiredOption("--secret <file>", "a revealed secret; may be repeated", collect)
    .requiredOption("--commitment <hash>", "as it was published; one for each secret, in the same order", collect);
  return action(run, command, async ({ output }, path: string, { secret, commitment }: TestFlags) => {
    if (secret.length !== commitment.length) throw new UsageError("Give one --commitment for each --secret.");
    const { testCanaries } = await import("../../../index.ts");
    const canaries = secret.map((file, i) => ({ secret: readSecret(file), commitment: commitment[i]! }));
    const scores = readJson(
      path,
      "observations_invalid",
      "Scores are one JSON object: `spolia evidence canary test --help`.",
      "file of scores",
    );
    // The test checks the form of the request.
    const request = { ...(scores as object), canaries } as CanaryTestRequest;
    const result = await testCanaries(request);
    output.answer(result, (plain) => plainCanaryTest(result, plain));
  });
}

function told({ commitment, strings, entropy_bits, smallest_p }: CanaryCommitment): string {
  return `Commitment: ${commitment}\n${count(strings, "string")} of ${count(entropy_bits, "bit")}; the smallest p is ${smallest_p}.\n`;
}

/** Writes a file that only its owner can read; never replaces a file. */
function writeSecret(path: string, secret: CanarySecret): void {
  try {
    writeFileSync(path, `${JSON.stringify(secret, null, 1)}\n`, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw unwritable(path, cause);
    const hint = "A lost secret cannot be restored: give another file.";
    throw new SpoliaError("storage_failed", `${path} exists already.`, { hint, cause });
  }
}
