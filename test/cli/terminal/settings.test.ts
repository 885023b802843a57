/** One precedence: words, environment, file, help. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { mistypedVariables, settle } from "../../../src/cli/inputs/settings.ts";
import { collect, parsePort } from "../../../src/cli/terminal/command.ts";
import { UsageError } from "../../../src/cli/terminal/exit.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-settings-"));
const file = join(folder, "config.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function settled(words: readonly string[], env: Record<string, string>, config: unknown): Record<string, unknown> {
  writeFileSync(file, typeof config === "string" ? config : JSON.stringify(config));
  const command = new Command("serve")
    .addOption(new Option("--port <number>").default(8787).argParser(parsePort))
    .addOption(new Option("--metrics-port <number>").argParser(parsePort))
    .addOption(new Option("--corpus <path>").argParser(collect))
    .option("--loud")
    .option("--config <file>")
    .parse(["node", "serve", ...words], { from: "node" });
  settle(command, env);
  return command.opts();
}

test("the first source with a value takes precedence", () => {
  const maybe = fc.option(fc.integer({ min: 0, max: 65_535 }), { nil: undefined });
  fc.assert(
    fc.property(maybe, maybe, maybe, (word, variable, kept) => {
      const words = [...(word === undefined ? [] : ["--port", String(word)]), "--config", file];
      const env: Record<string, string> = variable === undefined ? {} : { SPOLIA_PORT: String(variable) };
      expect(settled(words, env, kept === undefined ? {} : { port: kept })["port"]).toBe(
        word ?? variable ?? kept ?? 8787,
      );
    }),
    { numRuns: 50 },
  );
});

test("names, lists and switches can come from every source", () => {
  expect(settled([], { SPOLIA_METRICS_PORT: "9", SPOLIA_CORPUS: "a", SPOLIA_LOUD: "true" }, {})).toMatchObject({
    ...{ metricsPort: 9, corpus: ["a"], loud: true },
  });
  expect(settled([], { SPOLIA_CONFIG: file }, { corpus: ["a", "b"], "metrics-port": 7, loud: false })).toMatchObject({
    ...{ metricsPort: 7, corpus: ["a", "b"], loud: false },
  });
  expect(settled(["--corpus", "x"], { SPOLIA_CORPUS: "a" }, {})["corpus"]).toEqual(["x"]);
});

describe("invalid values are rejected with their source", () => {
  test.each<[string, Record<string, string>, unknown, string]>([
    ["a port in the environment", { SPOLIA_PORT: "x" }, {}, "port in SPOLIA_PORT"],
    ["a port in the file", {}, { port: 70_000 }, `port in ${file}`],
    ["a switch", { SPOLIA_LOUD: "maybe" }, {}, "loud in SPOLIA_LOUD"],
    ["a name", {}, { prot: 1 }, "prot, which is not an option"],
    ["a list", {}, [1], "not one JSON object"],
    ["no JSON", {}, "{", "is not JSON"],
  ])("%s", (_, env, config, message) => {
    let error: unknown;
    try {
      settled(["--config", file], env, config);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(message);
  });
});

test("a variable whose name is near to a setting, and is none, is named; those of other commands and programs are not", () => {
  const command = new Command("serve").option("--port <n>").option("--metrics-port <n>");
  const program = new Command().addCommand(command).addCommand(new Command("node").option("--prot <n>"));
  expect(program.commands).toHaveLength(2);
  const told = (env: Record<string, string>) => mistypedVariables(command, env);
  expect(told({ SPOLIA_METRIC_PORT: "9", SPOLIA_PORT: "8", PORT: "7" })).toEqual([
    "SPOLIA_METRIC_PORT is read by no command. Did you mean SPOLIA_METRICS_PORT?",
  ]);
  expect(told({ SPOLIA_PROT: "9", SPOLIA_API_KEY: "k", SPOLIA_SOMETHING_ELSE: "x" })).toEqual([]);
});
