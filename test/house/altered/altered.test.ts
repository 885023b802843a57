/**
 * What was altered, exchanged, replayed or invented is refused, or shown as what it is; what is untouched counts.
 * `table.md` lists each with its answer, to be read; `npx vitest run test/house/altered -u` writes it anew.
 */
import { describe, expect, test } from "vitest";
import { ACCEPTED, type Altered, type AlteredKind } from "./altered.ts";
import { CORPORA } from "./corpora.ts";
import { DECISIONS } from "./decisions.ts";
import { OBSERVATIONS } from "./observations.ts";
import { REPORTS } from "./reports.ts";

const KINDS: readonly AlteredKind[] = [OBSERVATIONS, CORPORA, DECISIONS, REPORTS];
const ALTERED_MIN = 100;
const answers = new Map<Altered, string>();

describe.each(KINDS)("$kind", ({ untouched, altered }) => {
  test.each(untouched)("$name counts: $of", async (one) => {
    answers.set(one, await one.answer());
    expect(answers.get(one)).toMatch(new RegExp(`^${ACCEPTED}`));
  });

  test.each(altered)("$name does not: $of", async (one) => {
    answers.set(one, await one.answer());
    expect(answers.get(one)).not.toMatch(new RegExp(`^${ACCEPTED}`));
    expect(answers.get(one)).toMatch(/[a-z]/);
  });
});

test(`at least ${ALTERED_MIN} kinds, each once, in a table`, async () => {
  const altered = KINDS.flatMap(({ kind, altered }) => altered.map((one) => `${kind}: ${one.name}, ${one.of}`));
  expect(new Set(altered).size).toBe(altered.length);
  expect(altered.length).toBeGreaterThanOrEqual(ALTERED_MIN);
  await expect(tableOf()).toMatchFileSnapshot("table.md");
});

const cell = (text: string): string =>
  text
    .replaceAll("|", "\\|")
    .replaceAll(/[0-9a-f]{16,}/g, "…")
    .trim();

function tableOf(): string {
  const count = KINDS.reduce((sum, { altered }) => sum + altered.length, 0);
  const lines = KINDS.flatMap(({ kind, untouched, altered }) => [
    `\n## ${kind[0]!.toUpperCase()}${kind.slice(1)}: ${altered.length} altered, ${untouched.length} untouched\n`,
    "| of | what was done | answer |",
    "|---|---|---|",
    ...[...untouched, ...altered].map(
      (one) => `| ${cell(one.of)} | ${cell(one.name)} | ${cell(answers.get(one) ?? "")} |`,
    ),
  ]);
  const head = `# What was altered, and the answer\n\n${count} altered, exchanged, replayed or invented things. Written by \`altered.test.ts\`.`;
  return `${[head, ...lines].join("\n")}\n`;
}
