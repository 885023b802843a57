/** Websites, and records that were last checked long ago, on the command line. */
import { describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../terminal.ts";

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out().replaceAll(/\s+/g, " "), err: terminal.err() };
}

describe("spolia catalogue datasets --domain", () => {
  test.each([
    ["foodista.com", "eleutherai/comma-v0.1: documented, released 2025-06, through foodista, comma-v0.1-dataset"],
    ["github.com/python/peps", "eleutherai/comma-v0.1: documented, released 2025-06, through python-peps"],
    ["loc.gov/collections/selected-digitized-books", "eleutherai/comma-v0.1: documented, released 2025-06"],
    ["flickr.com", "adobe/firefly-image-5: documented, released 2025-10"],
  ])("%s tells models with sources", async (domain, model) => {
    const { code, out, err } = await spolia("datasets", "--domain", domain);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(model);
    expect(out).toMatch(/\((repository|model card); read: primary\)/);
    expect(out).toContain("A list shows which domains were taken from, not which pages");
  });

  test("says what no list names, and whose summary names none", async () => {
    const { code, out } = await spolia("datasets", "--domain", "example.org");
    expect(code).toBe(0);
    expect(out).toContain("example.org: named in 0 lists");
    expect(out).toMatch(/names no domain: .*openai\/gpt-5\.5/);
  });

  test("gives the same as a document, with each source once", async () => {
    const { code, out } = await spolia("datasets", "--domain", "https://www.persee.fr/doc", "--json");
    const { domain, mentions, sources } = JSON.parse(out);
    expect([code, domain, mentions.length]).toEqual([0, "persee.fr/doc", 1]);
    expect(mentions[0].models).toMatchObject([{ model: "openllm-france/lucie-7b", evidence: "documented" }]);
    const ids = sources.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).toContain("lucie-data");
  });

  test.each([
    [["--domain", "a.org", "books3"], "different questions"],
    [["--domain", "a.org", "--older-than", "1"], "different questions"],
    [["books3", "--older-than", "1"], "different questions"],
    [["--older-than", "0"], "whole number from 1"],
  ])("%j is refused", async (argv, message) => {
    const { code, out, err } = await spolia("datasets", ...argv);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});

test.each([
  [["--domain", "com"], "This is no domain: domain must be a host, with or without a path."],
  [["--older-than", "12", "--as-of", "2026"], "month must be a month, YYYY-MM"],
])("%j is refused by the catalogue, which names the field", async (argv, message) => {
  const { code, out, err } = await spolia("datasets", ...argv);
  expect([code, out]).toEqual([3, ""]);
  expect(err).toContain(message);
});

describe("--older-than", () => {
  test("counts back from the month that is given, or from this one", async () => {
    const listed = async (...argv: string[]) => JSON.parse((await spolia("models", "--json", ...argv)).out);
    expect(await listed("--older-than", "12", "--as-of", "2026-11")).toMatchObject({
      checked_before: "2025-11",
      records: [],
    });
    const { records, sources } = await listed("--older-than", "1", "--as-of", "2030-01");
    expect(new Set(records.map(({ table }: { table: string }) => table))).toEqual(new Set(["models", "edges"]));
    expect(sources.length).toBeGreaterThan(100);
    expect((await listed("--older-than", "1")).checked_before).toMatch(/^\d{4}-\d{2}$/);
  });

  test("of datasets lists datasets and lists of domains, each with what was checked when", async () => {
    const { code, out } = await spolia("datasets", "--older-than", "1", "--as-of", "2030-01");
    expect(code).toBe(0);
    expect(out).toContain("records last checked before 2029-12, catalogue cat_");
    expect(out).toContain("- datasets: books3: checked 2026-11");
    expect(out).toContain("- domains: persee: checked 2026-11");
  });
});
