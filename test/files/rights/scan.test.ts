/** The share of a dataset that is reserved, and the dataset without it, which is put back to the byte. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { scanRights } from "../../../src/files/index.ts";
import { spolia } from "../../service/process/process.ts";

const RESERVED = "No part of this book may be used for training artificial intelligence.";
const DOCUMENTS = Array.from({ length: 1_000 }, (_, at) => ({
  id: `d${at}`,
  text: at % 4 === 0 ? `A story.\n\n${RESERVED}\n` : "A story.",
  year: 2020 + (at % 2),
  ...(at % 10 === 1 ? { licence: "CC-BY-4.0" } : {}),
}));

const folder = mkdtempSync(join(tmpdir(), "spolia-rights-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a dataset", () => {
  test("is counted by form and year", async () => {
    const scan = await scanRights(DOCUMENTS);
    expect(scan.all).toEqual({
      documents: 1_000,
      reserved: 250,
      conditional: 100,
      share: 0.25,
      share_ci_95: [0.25, 0.25],
    });
    expect(scan.by_kind).toEqual({ licence: 100, prose: 250 });
    expect(Object.entries(scan.by_year).map(([year, one]) => [year, one.reserved])).toEqual([
      ["2020", 250],
      ["2021", 0],
    ]);
  });

  test("is estimated from a sample, with an interval that holds the share", async () => {
    const scan = await scanRights(DOCUMENTS, { sample: 0.2 });
    expect(scan.read).toBeGreaterThan(150);
    expect(scan.read).toBeLessThan(250);
    const [lo, hi] = scan.all.share_ci_95;
    expect([lo < 0.25, hi > 0.25, hi - lo < 0.2]).toEqual([true, true, true]);
    expect(await scanRights(DOCUMENTS, { sample: 0.2 })).toEqual(scan);
  });

  test("says of fields what they say", async () => {
    const one = { id: "a", text: "A story.", "tdm-reservation": 1, "content-usage": "train-ai=y" };
    expect((await scanRights([one])).all.reserved).toBe(1);
    for (const sample of [0, 1.1, Number.NaN]) expect(await scanRights([], { sample }).catch(isSpoliaError)).toBe(true);
  });

  test("is written without what is reserved, and put back", async () => {
    const lines = DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join("");
    writeFileSync(join(folder, "part.jsonl"), lines);
    const done = await spolia(folder, "rights", "--dataset", "part.jsonl", "--clean", "clean", "--json");
    expect(done, done.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(done.stdout).all).toMatchObject({ documents: 1_000, reserved: 250 });
    const cleaned = readFileSync(join(folder, "clean/part.jsonl"), "utf8");
    expect([cleaned.split("\n").length - 1, cleaned.includes(RESERVED)]).toEqual([750, false]);
    const restored = await spolia(folder, "audit", "--restore", "clean.ledger.jsonl", "--json");
    expect(restored, restored.stderr).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, "clean.restored/part.jsonl"), "utf8")).toBe(lines);
  });
});
