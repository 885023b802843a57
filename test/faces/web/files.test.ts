/** Files that a reader gives to the page: what was not read, and what is told of files that were. */
import { expect, test } from "vitest";
import { reading } from "../../../src/faces/web/work/files.ts";

test("a note on a file that was read is no loss, and a line that was not read is one", async () => {
  const lines = ['{"text":"one\ttwo three four"}', '{"text":"five six seven"}', "{"].join("\n");
  const given = [{ path: "some.jsonl", file: new File([lines], "some.jsonl") }];
  const { documents, skipped } = reading(given, { signal: new AbortController().signal, onProgress: () => {} });
  const texts: string[] = [];
  for await (const { text } of documents) texts.push(text);
  expect(texts).toEqual(["one\ttwo three four", "five six seven"]);
  expect(skipped.map(({ note }) => note)).toEqual([true, undefined]);
});
