/** Ten questions that journalists ask, each answered in one line with its source. */
import { describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { fakeTerminal } from "../terminal.ts";

async function asked(model: string, dataset: string, ...more: string[]) {
  const terminal = fakeTerminal();
  const code = await main(["catalogue", "models", model, "--trained-on", dataset, ...more], terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

describe("was X in the training data of Y?", () => {
  test.each([
    ["books3", "meta/llama-1", "Yes. The developer documents that meta/llama-1 was trained on books3."],
    ["books3", "meta/opt", "No. meta/opt is documented to have read the-pile without books3."],
    [
      "books3",
      "eleutherai/pythia",
      "In part. eleutherai/pythia was trained on the-pile, which holds material of books3;",
    ],
    ["libgen", "meta/family", "Disputed. Order of 25 Jun 2025"],
    ["libgen", "anthropic/claude-3", "Disputed. The order of 23 Jun 2025"],
    ["nyt", "openai/gpt-4", "Not known. Of openai/gpt-4 the developer says nothing usable"],
    ["reddit", "openai/gpt-4", "Inferred, not stated by the developer: openai/family and reddit."],
    ["c4", "google/gemma-3", "Not known. Of google/gemma-3 the developer tells kinds of data"],
    ["persee", "openllm-france/lucie-7b", "Yes. The developer documents"],
    [
      "books3",
      "stabilityai/stablelm-3b-4e1t",
      "Not named. stabilityai/stablelm-3b-4e1t read parts of redpajama-v1 that the records do not name. Without Books3",
    ],
    ["common-crawl", "tii/falcon-40b", "Perhaps. tii/falcon-40b read refinedweb, which was made from common-crawl:"],
    ["books3", "eleutherai/comma-v0.1", "Not named. Of eleutherai/comma-v0.1 the records name"],
  ])("%s, %s", async (dataset, model, begin) => {
    const { code, out, err } = await asked(model, dataset);
    expect([code, err]).toEqual([0, ""]);
    expect(out.startsWith(begin), out).toBe(true);
    expect(out).toMatch(/^[^\n]+ Sources?: .+ \(\d{4}\), \S.*\.\n$/);
    const document = JSON.parse((await asked(model, dataset, "--json")).out);
    expect(document).toMatchObject({ model, dataset, because: expect.stringContaining(begin) });
    expect(document.sources.length).toBeGreaterThan(0);
  });
});

/** As they are asked aloud: with spaces, with a letter wrong, without a version, in other words. */
describe("names as people write them", () => {
  test.each([
    ["LLaMA 2", "Books 3", "meta/llama-2", "books3", "Not known."],
    ["Claude", "common crawl", "anthropic/family", "common-crawl", "Not named. Of anthropic/family the records name"],
    ["Claude", "library genesis", "anthropic/family", "libgen", "Disputed."],
    ["Pithia", "the pile", "eleutherai/pythia", "the-pile", "Yes."],
    ["Qwen3", "Wikipedia", "alibaba/qwen-3", "wikipedia", "Not known."],
    ["OLMo 2", "Common Crawl", "allenai/olmo-2", "common-crawl", "Perhaps."],
    ["meta/family", "C4", "meta/family", "c4", "Of its versions: Yes. The developer documents that meta/llama-1 was"],
    [
      "meta/family",
      "arXiv",
      "meta/family",
      "arxiv",
      "Of its versions: Yes. The developer documents that meta/llama-1 was",
    ],
    ["gpt-j", "books3", "eleutherai/gpt-j-6b", "books3", "In part."],
    ["Comma", "Common Pile", "eleutherai/comma-v0.1", "common-pile-v0.1", "Yes."],
    ["Apertus", "Institutional Books", "swiss-ai/apertus", "institutional-books", "Yes."],
  ])("%s, %s", async (saidModel, saidDataset, model, dataset, begin) => {
    const { code, out } = await asked(saidModel, saidDataset);
    expect([code, out.startsWith(begin)], out).toEqual([0, true]);
    expect(JSON.parse((await asked(saidModel, saidDataset, "--json")).out)).toMatchObject({ model, dataset });
  });

  test.each(["GPT-9", "Llama 9", "Bard", "Falcon", "Mistral", "Marin", "llama-3b"])(
    "%s is no one model, and none is taken for it",
    async (name) => {
      const { code, err } = await asked(name, "books3");
      expect([code, err.includes("The catalogue has no model of this name.")]).toEqual([3, true]);
    },
  );

  test("of versions that differ both are said, each with its source", async () => {
    const { out } = await asked("meta/family", "arxiv");
    expect(out).toContain(" Of others: No. meta/opt is documented to have read the-pile without arxiv. Sources: ");
    const [family, ...versions] = await Promise.all(
      ["meta/family", "meta/llama-1", "meta/opt"].map(async (model) =>
        (JSON.parse((await asked(model, "arxiv", "--json")).out).sources as { id: string }[]).map(({ id }) => id),
      ),
    );
    expect(family!.slice(0, 2)).toEqual(versions.map((sources) => sources[0]));
  });

  test("the line names the source of the model's training before those of what that was made of", async () => {
    expect((await asked("gpt-j", "books3")).out).toMatch(/Sources: [^;]+github\.com\/kingoflolz\/mesh-transformer-jax/);
  });
});

test("names written in another way are taken and told; a question without a model is refused", async () => {
  expect((await asked("gpt4", "book corpus")).err).toBe(
    "spolia: gpt4: taken as openai/gpt-4.\nspolia: book corpus: taken as bookcorpus.\n",
  );
  const terminal = fakeTerminal();
  expect(await main(["catalogue", "models", "--trained-on", "books3"], terminal)).toBe(2);
  expect(terminal.err()).toContain("--trained-on does nothing without the name of a model.");
});
