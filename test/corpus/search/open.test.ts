import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { openCorpus } from "../../../src/corpus/search/corpus.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { temporaryFolder } from "../../support/suites/corpus/places.ts";
import { DECLARATION } from "../../support/texts.ts";

const root = temporaryFolder();
const folder = join(root, "with space, 100 % & Überlieferung#1?.spolia");
const built = await buildCorpus([{ id: "a", text: DECLARATION.en }], {
  name: "test",
  dataset: "test",
  storage: createFileStorage(folder),
});
await built.close();

describe("a corpus opens", () => {
  const escaped = pathToFileURL(folder);
  test.each([
    ["a path", folder],
    ["a path that ends with a separator", `${folder}/`],
    ["a file: URL", escaped],
    ["a file: URL as a string", escaped.href],
    ["a file: URL in capitals", escaped.href.replace("file:", "FILE:")],
    ["a storage", createFileStorage(folder)],
  ])("from %s", async (_, where) => {
    await using corpus = await openCorpus(where);
    expect(corpus.info).toEqual(built.info);
  });

  test("with the reference kernels, with the same results", async () => {
    await using corpus = await openCorpus(folder, { wasm: "twin" });
    expect(corpus.info).toEqual(built.info);
  });
});

describe("rejects", () => {
  mkdirSync(join(root, "empty"));
  mkdirSync(join(root, "other"));
  writeFileSync(join(root, "other", "manifest.json"), JSON.stringify({ name: "a web app", icons: [] }));
  mkdirSync(join(root, "odd", "manifest.json"), { recursive: true });
  writeFileSync(join(root, "file"), "text");

  test.each([
    ["a path that does not exist", join(root, "none"), "corpus_not_found"],
    ["a file", join(root, "file"), "corpus_not_found"],
    ["an empty folder", join(root, "empty"), "corpus_not_found"],
    ["a folder with another manifest", join(root, "other"), "corpus_corrupt"],
    ["a folder where the manifest is a folder", join(root, "odd"), "storage_failed"],
    ["a path of Windows", "C:\\none\\books.spolia", "corpus_not_found"],
    ["a path of Windows with slashes", "C:/none/books.spolia", "corpus_not_found"],
    ["a path with a colon", "none:books.spolia", "corpus_not_found"],
    ["a path with a NUL", "none\0", "storage_failed"],
    ["a host that does not answer", "http://127.0.0.1:9/books.spolia", "storage_failed"],
    ["a URL object of such a host", new URL("https://127.0.0.1:9/"), "storage_failed"],
    ["a URL with a password", "https://user:password@127.0.0.1:9/", "invalid_request"],
    ["a URL of a kind that is not read", "ftp://127.0.0.1/books.spolia", "invalid_request"],
    ["a broken URL", "http://[", "invalid_request"],
    ["a file: URL that does not exist", pathToFileURL(join(root, "none")), "corpus_not_found"],
    ["a file: URL with a broken escape", "file:///none/%zz", "invalid_request"],
    ["a file: URL with a slash in a name", "file:///none/a%2fb", "invalid_request"],
    ["nothing", undefined, "invalid_request"],
    ["null", null, "invalid_request"],
    ["a number", 5, "invalid_request"],
  ])("from %s", async (_, where, code) => {
    await expect(openCorpus(where as string)).rejects.toMatchObject({ name: "SpoliaError", code });
  });
});

test.each([
  ["storage_failed", "storage_failed"],
  ["corpus_not_found", "corpus_corrupt"],
] as const)("a file of the corpus that is %s makes it %s", async (thrown, code) => {
  const storage = createFileStorage(folder);
  const refusing = {
    label: "refusing",
    open: (name: string) =>
      name === "manifest.json" ? storage.open(name) : Promise.reject(new SpoliaError(thrown, "The store refused.")),
  };
  await expect(openCorpus(refusing)).rejects.toMatchObject({ code });
});
