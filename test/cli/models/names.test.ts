/** Names as people type them: what they were taken for is said, and a model to be scored is never guessed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-names-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function spolia(...argv: string[]) {
  const terminal = fakeTerminal();
  const code = await main(argv, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

beforeAll(async () => {
  const random = seeded(15);
  const books = [0, 1, 2].map(() => zipfText(random, 900));
  mkdirSync(file("books"));
  for (const [i, text] of books.entries()) writeFileSync(file(`books/${i}.txt`), text);
  writeFileSync(file("copy.txt"), books[0]!.split(" ").slice(100, 400).join(" "));
  await spolia("corpus", "build", "-o", file("books.spolia"), "--dataset", "books3", file("books"));
});

describe("models and datasets", () => {
  test.each([
    [["models", "gpt4"], "openai/gpt-4"],
    [["models", "EleutherAI/GPT-J-6B"], "eleutherai/gpt-j-6b"],
    [["models", "elutherai/pythia"], "eleutherai/pythia"],
    [["models", "pithia"], "eleutherai/pythia"],
    [["datasets", "book-corpus"], "bookcorpus"],
  ])("%j is taken as %s, and a line says so", async (argv, id) => {
    const plain = await spolia(...argv);
    expect(plain).toMatchObject({ code: 0, err: `spolia: ${argv[1]}: taken as ${id}.\n` });
    expect(plain.out.startsWith(`${id}: `)).toBe(true);
    const { code, out, err } = await spolia(...argv, "--json");
    expect([code, err]).toEqual([0, plain.err]);
    const { model, dataset } = JSON.parse(out);
    expect((model ?? dataset).id).toBe(id);
  });

  test("an exact id prints no notice", async () => {
    expect(await spolia("models", "openai/gpt-4")).toMatchObject({ code: 0, err: "" });
    expect(await spolia("datasets", "books3")).toMatchObject({ code: 0, err: "" });
  });

  test("of several near names none is used, and all are suggested", async () => {
    const { code, out, err } = await spolia("models", "gpt-44");
    expect([code, out]).toEqual([3, ""]);
    expect(err).toMatch(/no model of this name\.\n {2}Near names: openai\/gpt-4, openai\/gpt-4o, /);
    expect((await spolia("datasets", "common")).err).toContain("Near names: common-");
    expect((await spolia("models", "zzzz")).code).toBe(3);
  });

  test.each([
    ["models", "elutherai/pithya", "eleutherai/pythia"],
    ["models", "pythi", "eleutherai/pythia"],
    ["datasets", "book3", "books3"],
    ["datasets", "CulturaY", "culturax"],
  ])("%s %s is not taken for the only near name, which is suggested", async (list, name, near) => {
    const { code, out, err } = await spolia(list, name);
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain(`Near names: ${near}`);
  });

  test("a family lists its versions, and each version lists statements without a version", async () => {
    const family = await spolia("models", "anthropic/family");
    expect(family.out).toMatch(/versions +anthropic\/claude-2, anthropic\/claude-2.1,\s+anthropic\/claude-3,/);
    const version = await spolia("models", "anthropic/claude-3");
    expect(version.out).toMatch(
      /Stated without a version\n {2}- books3: said of anthropic\/family: disputed\. No source states/,
    );
    const [asked, series, whole] = await Promise.all(
      ["anthropic/claude-3-opus", "anthropic/claude-3", "anthropic/family"].map(async (id) =>
        JSON.parse((await spolia("models", id, "--json")).out),
      ),
    );
    expect([asked.family, asked.versions]).toEqual(["anthropic/family", []]);
    expect([series.family, series.versions]).toEqual([
      "anthropic/family",
      ["anthropic/claude-3-haiku", "anthropic/claude-3-opus", "anthropic/claude-3-sonnet"],
    ]);
    expect([whole.family, whole.versions]).toEqual([null, expect.arrayContaining(["anthropic/claude-3"])]);
    expect((await spolia("models", "eleutherai/pythia")).out).not.toContain("Stated without a version");
  });
});

const score = (model: string, ...more: string[]) =>
  spolia(
    "score",
    file("copy.txt"),
    "--model",
    model,
    "--jurisdiction",
    "US",
    "--corpus",
    file("books.spolia"),
    ...more,
  );
const assess = (model: string, ...more: string[]) =>
  spolia("assess", file("copy.txt"), "--model", model, "--corpus", file("books.spolia"), ...more);

describe("score and assess", () => {
  test.each(["EleutherAI/GPT-J-6B", "ELEUTHERAI/gpt-j-6b", "gpt-j-6b", "GPT-J-6B"])(
    "%s is taken, and a line says so",
    async (name) => {
      for (const command of [score, assess]) {
        const { code, out, err } = await command(name, "--json");
        expect([code, err]).toEqual([0, `spolia: ${name}: taken as eleutherai/gpt-j-6b.\n`]);
        expect(JSON.parse(out).model_id).toBe("eleutherai/gpt-j-6b");
      }
    },
  );

  test("an alias alone still states the size", async () => {
    const sizeOf = async (name: string) => {
      const { factors } = JSON.parse((await assess(name, "--json")).out);
      return factors.find(({ factor }: { factor: string }) => factor === "model_size").value;
    };
    expect([await sizeOf("pythia-12b"), await sizeOf("pythia")]).toEqual([12_000_000_000, null]);
  });

  test("a near name is only suggested, even if it is the only one", async () => {
    const { code, out, err } = await score("elutherai/pithya");
    expect([code, out]).toEqual([3, ""]);
    expect(err).toContain("Near names: eleutherai/pythia. ");
  });

  test("the score of a family lists its versions, and that of a version the claims without a version", async () => {
    const caveatsOf = async (model: string) =>
      (JSON.parse((await score(model, "--json")).out).caveats as string[]).join(" ");
    expect(await caveatsOf("anthropic/family")).toContain("Versions in the catalogue: anthropic/claude-2, ");
    expect(await caveatsOf("anthropic/claude-3")).toContain("The catalogue has claims that anthropic/family");
    expect(await caveatsOf("meta/llama-2")).not.toContain("family");
  });

  test("accept the same content options as analyze: type, title, author, date", async () => {
    writeFileSync(file("page"), `<p>${"word ".repeat(3)}</p><script>${"hidden ".repeat(80)}</script>`);
    for (const command of ["score", "assess"]) {
      const args = [command, file("page"), "--model", "eleutherai/pythia", "--corpus", file("books.spolia"), "--json"];
      const more = command === "score" ? ["--jurisdiction", "US"] : [];
      const said = ["--title", "A title", "--author", "An author", "--published", "2019"];
      const [bare, titled, html] = await Promise.all(
        [[], said, ["--type", "html"]].map(async (options) => {
          const { code, out, err } = await spolia(...args, ...more, ...options);
          expect([code, err]).toEqual([0, ""]);
          return JSON.parse(out);
        }),
      );
      // An id is made of the request: each of the options has entered it.
      const ids = [bare, titled, html].map(({ score_id, assess_id }) => score_id ?? assess_id);
      expect(new Set(ids).size).toBe(3);
      expect((await spolia(...args, ...more, "--type", "pdf")).code).toBe(2);
    }
  });
});
