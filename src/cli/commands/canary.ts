/** `spolia canary`: strings that prove training when a model prefers them. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { Argument, type Command, Option } from "commander";
import { toHex } from "../../base/bytes.ts";
import type { CanaryCommitment, CanarySecret, CanaryTestRequest } from "../../contract/canary.ts";
import { SpoliaError } from "../../errors.ts";
import { plainCanaryTest } from "../../report/index.ts";
import { count } from "../../report/page.ts";
import { collect, declare, parseCount, type Runner } from "../command.ts";
import { EXIT, UsageError } from "../exit.ts";
import { readJson, readSecret } from "../inputs.ts";

export function canaryCommand(run: Runner): Command {
  return declare({
    name: "canary",
    summary: "make strings to publish in a work, commit to them, and test a model for them",
    examples: [
      ["spolia canary create -o canary.secret.json", "draw a pool, keep it secret, publish one string of it"],
      ["spolia canary commit canary.secret.json", "the hash to have dated before the work appears"],
      [
        "spolia canary test scores.json --secret canary.secret.json --commitment sha256:…",
        "the exact test, once a model was asked",
      ],
    ],
  })
    .addCommand(createCommand(run))
    .addCommand(commitCommand(run))
    .addCommand(testCommand(run));
}

interface CreateCanaryFlags {
  output: string;
  strings?: number;
  length?: number;
}

function createCommand(run: Runner): Command {
  const command = declare({
    name: "create",
    summary: "draw a pool of random strings and the one to publish",
    examples: [["spolia canary create -o canary.secret.json", "1,000 strings of 128 bits: p can be as small as .001"]],
  })
    .requiredOption("-o, --output <file>", "where the secret goes; it is not overwritten")
    .option("--strings <n>", "strings of the pool; the smallest p is one over it", parseCount)
    .option("--length <n>", "words of 16 bits in each string", parseCount);
  return command.action((flags: CreateCanaryFlags) =>
    run(command, async ({ output }) => {
      const { commitToCanary, createCanary } = await import("../../index.ts");
      const { strings, length } = flags;
      const secret = await createCanary({ seed: toHex(randomBytes(32)), strings, length });
      writeSecret(flags.output, secret);
      const answer = { ...(await commitToCanary(secret)), publish: secret.strings[secret.index]! };
      output.answer(
        answer,
        () => `Publish in the work: ${answer.publish}\n${told(answer)}Keep ${flags.output} secret until the test.\n`,
      );
      return EXIT.answered;
    }),
  );
}

function commitCommand(run: Runner): Command {
  const command = declare({
    name: "commit",
    summary: "print the commitment to a secret: all that is to be published of it",
    arguments: [new Argument("<secret>", "the file that `spolia canary create` wrote")],
    examples: [["spolia canary commit canary.secret.json", "have it dated by somebody else, as by a time stamp or in print"]],
  });
  return command.action((path: string) =>
    run(command, async ({ output }) => {
      const { commitToCanary } = await import("../../index.ts");
      const commitment = await commitToCanary(readSecret(path));
      output.answer(commitment, () => told(commitment));
      return EXIT.answered;
    }),
  );
}

interface TestFlags {
  secret: readonly string[];
  commitment: readonly string[];
}

function testCommand(run: Runner): Command {
  const command = declare({
    name: "test",
    summary: "test a model's scores of the revealed strings",
    description:
      "Verify what is revealed against the commitments, and test where the published strings stand among the others.",
    arguments: [
      new Argument(
        "<scores>",
        'a JSON file: {"model", "retrieval": "absent" or "possible", "statistic", "scores": one list for each secret, in the order of its strings, larger means more like seen, "tests"?, "positive_ranks"?}',
      ),
    ],
    examples: [
      ["spolia canary test scores.json --secret canary.secret.json --commitment sha256:…", "one canary"],
      ["spolia canary test scores.json … --json > canary.json", "for `spolia score --observations canary.json`"],
    ],
  })
    .addOption(new Option("--secret <file>", "what is revealed; may be repeated").argParser(collect).makeOptionMandatory())
    .addOption(
      new Option("--commitment <hash>", "as it was published; one for each secret, in the same order")
        .argParser(collect)
        .makeOptionMandatory(),
    );
  return command.action((path: string, { secret, commitment }: TestFlags) =>
    run(command, async ({ output }) => {
      if (secret.length !== commitment.length) throw new UsageError("Give one --commitment for each --secret.");
      const { testCanaries } = await import("../../index.ts");
      const canaries = secret.map((file, i) => ({ secret: readSecret(file), commitment: commitment[i]! }));
      const asked = readJson(path, "observations_invalid", "Scores are one JSON object.");
      // The test itself refuses whatever does not have the form of a request.
      const request = { ...(asked as object), canaries } as CanaryTestRequest;
      const result = await testCanaries(request);
      output.answer(result, (plain) => plainCanaryTest(result, plain));
      return EXIT.answered;
    }),
  );
}

function told({ commitment, strings, entropy_bits, smallest_p }: CanaryCommitment): string {
  return `Commitment: ${commitment}\n${count(strings, "string")} of ${count(entropy_bits, "bit")}; the smallest p is ${smallest_p}.\n`;
}

/** For its owner's eyes only, and never over another. */
function writeSecret(path: string, secret: CanarySecret): void {
  try {
    writeFileSync(path, `${JSON.stringify(secret, null, 1)}\n`, { flag: "wx", mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === "EEXIST";
    throw new SpoliaError("storage_failed", exists ? `${path} is there already.` : "The secret could not be written.", {
      hint: exists
        ? "A secret that is lost cannot be made again: name another file."
        : "Name a file in a folder that may be written to.",
      cause,
    });
  }
}
