/** `spolia catalogue propose` and `accept`: cards propose, and a person decides. Cards are rebuilt from the real ones. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadCatalogue, type Proposals, parseLedger } from "../../../src/catalogue/index.ts";
import { main } from "../../../src/cli/program.ts";
import { createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-proposals-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(["catalogue", ...argv], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

/** Metadata of stabilityai/stablelm-3b-4e1t, of which a README of the same developer says more. */
const STABLELM = `---
license: cc-by-sa-4.0
datasets:
- tiiuae/falcon-refinedweb
- togethercomputer/RedPajama-Data-1T
- CarperAI/pilev2-dev
- bigcode/starcoderdata
- allenai/peS2o
language:
- en
tags:
- causal-lm
---
# StableLM-3B-4E1T
`;

async function proposed(card: string, of: string, ...more: string[]): Promise<Proposals> {
  writeFileSync(file("README.md"), card);
  const argv = [
    "propose",
    file("README.md"),
    "--of",
    of,
    "-o",
    file("proposals.json"),
    "--date",
    "2026-11-29",
    ...more,
  ];
  expect((await spolia(...argv)).code).toBe(0);
  return JSON.parse(readFileSync(file("proposals.json"), "utf8"));
}

const accept = (...more: string[]) =>
  spolia("accept", file("proposals.json"), "--ledger", file("ledger.json"), ...more);
const ledger = () => parseLedger(JSON.parse(readFileSync(file("ledger.json"), "utf8")));
const states = ({ proposals }: Proposals) => proposals.map(({ says, id, by, state }) => [says, id, by, state]);

describe("a card of a model", () => {
  test("each name with its line, and what the catalogue has of it", async () => {
    const read = await proposed(STABLELM, "stabilityai/stablelm-3b-4e1t");
    expect(read.subject).toMatchObject({ kind: "model", id: "stabilityai/stablelm-3b-4e1t", by: "exact" });
    expect(read.proposals.map(({ line, field }) => [line, field])).toEqual(
      [4, 5, 6, 7, 8].map((line, i) => [line, `datasets[${i}]`]),
    );
    expect(read.source).toMatchObject({ locator: "hf:stabilityai/stablelm-3b-4e1t", checked: "2026-11" });
    expect(read.source.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(states(read)).toContainEqual(["allenai/peS2o", "pes2o", "exact", expect.stringMatching(/new|known/)]);
    const web = read.proposals[0]!;
    expect([web.state, web.id]).toEqual(["open", null]);
    expect(web.near).toContain("refinedweb");
    expect(read.left_out).toEqual(["license", "language", "tags"]);
  });

  test("a ledger has what is new and nothing else; the engine takes it", async () => {
    await proposed(STABLELM.replace("stablelm", "nova"), "acme/nova-1b");
    expect((await accept()).code).toBe(0);
    const catalogue = await loadCatalogue(ledger());
    const model = catalogue.model("acme/nova-1b");
    const lineage = catalogue.lineageOf(model.id);
    expect(lineage.map(({ dataset }) => dataset).sort()).toEqual(["pes2o", "pilev2-dev", "starcoderdata"]);
    expect(lineage.find(({ dataset }) => dataset === "pes2o")).toMatchObject({
      evidence: "documented",
      place: "metadata datasets[4], line 8",
      confirmed: null,
    });
    expect((await createEngine({ catalogue, corpora: [] })).catalogue?.revision).toBe(catalogue.revision);
    expect((await spolia("models", "acme/nova-1b", "--ledger", file("ledger.json"))).out).toContain(
      "metadata datasets[4], line 8",
    );
  });

  test("an open name is refused until its id is written down, also a new one", async () => {
    const read = await proposed(STABLELM, "acme/nova-1b", "--ledger", file("ledger.json"));
    const refused = await accept("--only", "1");
    expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("Near: ")]);
    const written = read.proposals.map((one) =>
      one.number === 1 ? { ...one, id: "refinedweb" } : one.number === 3 ? { ...one, id: "pile-v3-dev" } : one,
    );
    writeFileSync(file("proposals.json"), JSON.stringify({ ...read, proposals: written }));
    expect((await accept("--only", "1,3")).code).toBe(0);
    const catalogue = await loadCatalogue(ledger());
    expect(catalogue.dataset("pile-v3-dev")).toMatchObject({ name: "pilev2-dev", kind: "other" });
    expect(
      catalogue
        .lineageOf("acme/nova-1b")
        .map(({ dataset }) => dataset)
        .sort(),
    ).toEqual(["pes2o", "pile-v3-dev", "pilev2-dev", "refinedweb", "starcoderdata"]);
    expect((await accept("--only", "9")).err).toContain("There is no proposal 9.");
  });

  test("contradictions are named, and taken by their number alone", async () => {
    const opt = await proposed(
      "---\ndatasets:\n- books3\n- bookcorpus\nbase_model: openai-community/gpt2\n---\n",
      "facebook/opt",
      "--ledger",
      file("ledger.json"),
    );
    expect(opt.subject.id).toBe("meta/opt");
    const [books3, , base] = notEmpty(opt.proposals);
    expect(books3).toMatchObject({
      state: "contradicts",
      because: "The catalogue says that the-pile went in without books3.",
    });
    expect(base).toMatchObject({ kind: "tuned_from", id: "openai/gpt-2", state: "new" });
    const dolly = await proposed("---\nbase_model: EleutherAI/pythia-12b\n---\n", "databricks/dolly-v1");
    expect(dolly.proposals[0]).toMatchObject({
      state: "contradicts",
      because: "The catalogue says that it was tuned from eleutherai/gpt-j-6b.",
    });
    writeFileSync(file("ledger.json"), "{}");
    await accept();
    expect(ledger().models).toEqual([]);
    expect((await accept("--only", "1")).code).toBe(0);
    expect((await loadCatalogue(ledger())).model("databricks/dolly-v1").base).toBe("eleutherai/pythia-12b");
  });

  test("a merge of several models is open, since a record has one base", async () => {
    const read = await proposed(
      "---\nbase_model:\n- openai-community/gpt2\n- EleutherAI/gpt-j-6b\n---\n",
      "acme/merged",
    );
    expect(read.proposals.map(({ state }) => state)).toEqual(["open", "open"]);
  });
});

test("a card of a dataset: what it comes from, and its licence", async () => {
  const read = await proposed(
    "---\nlicense: mit\nsource_datasets:\n- HuggingFaceFW/fineweb\n---\n",
    "datasets/databricks/databricks-dolly-15k",
  );
  expect(read.subject).toMatchObject({ kind: "dataset", id: "databricks-dolly-15k" });
  expect(read.proposals[0]).toMatchObject({ kind: "licence", says: "mit" });
  expect(read.proposals[1]).toMatchObject({ kind: "derived_from", id: "fineweb", state: "new" });
  writeFileSync(file("ledger.json"), "{}");
  expect((await accept("--only", "1,2")).code).toBe(0);
  const dataset = (await loadCatalogue(ledger())).dataset("databricks-dolly-15k");
  expect(dataset).toMatchObject({
    licence: "mit",
    derived_from: expect.arrayContaining(["fineweb"]),
    name: "databricks-dolly-15k",
  });
});

describe("what is refused", () => {
  test.each([
    ["a card without metadata", "# Title\n", "The card has no metadata."],
    ["metadata without an end", "---\ndatasets: []\n", "The card has no metadata."],
    ["metadata that is no YAML", "---\ndatasets: [a\n---\n", "is no YAML with fields."],
    ["metadata that is a list", "---\n- a\n---\n", "is no YAML with fields."],
    ["a card that is too large", `---\nlicense: mit\n---\n${"x".repeat(2_000_001)}`, "is over 2 MB"],
  ])("%s", async (_, card, message) => {
    writeFileSync(file("bad.md"), card);
    const { code, err } = await spolia("propose", file("bad.md"), "--of", "acme/x", "-o", file("none.json"));
    expect([code, err]).toEqual([3, expect.stringContaining(message)]);
  });

  test("a card of nobody, an address of a private network, and what are no proposals", async () => {
    writeFileSync(file("ok.md"), "---\nlicense: mit\n---\n");
    expect((await spolia("propose", file("ok.md"), "-o", file("none.json"))).code).toBe(2);
    expect(
      (await spolia("propose", "http://127.0.0.1/README.md", "--of", "a/b", "-o", file("none.json"))).err,
    ).toContain("open internet");
    expect((await spolia("propose", file("ok.md"), "--of", "acme/x", "-o", file("none.json"))).code).toBe(0);
    writeFileSync(file("proposals.json"), "{}");
    expect((await accept()).err).toContain("These are no proposals: format is missing");
  });
});
