/** Files of strangers under one licence share a licence, which is no copy; a copy under a licence is one. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildCorpus, createEngine } from "../../../src/index.ts";
import { htmlAnalysis } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { sharedText, testWith } from "../../support/shared.ts";

const read = (name: string) => readFileSync(new URL(`../../../src/${name}`, import.meta.url), "utf8");
const ONE = read("engine/steps/content.ts");
const OTHER = read("base/closest.ts");
/** Of no list. */
const OWN_NOTICE =
  "This file belongs to the Example Works of Exampleton, who share it with members of their guild. Copyright 2021 the " +
  "Example Works.\n\nWhoever has it may read it aloud on Sundays, mend it where it is broken, and lend it to a neighbour; " +
  "no other permission is given, and the Works are not liable for what comes of it.";

const commented = (licence: string) => `/*\n${licence.replaceAll(/^/gm, " * ")}\n */\n`;

async function analysed(document: string, content: string) {
  const corpus = await buildCorpus([{ id: "document", text: document }], { name: "sources", dataset: "sources" });
  const engine = await createEngine({ corpora: [corpus] });
  try {
    return await engine.analyze({ content, content_type: "code" });
  } finally {
    await corpus.close();
  }
}

testWith("data/pairs/licences/licences.jsonl.gz", "each licence is named, and no match", async (contents) => {
  const licences: { id: string; text: string }[] = contents
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const some = licences.filter((_, i) => i % 12 === 0);
  for (const { id, text } of notEmpty(fewOrAll(some, licences))) {
    const { verdict, matches } = await analysed(commented(text) + ONE, commented(text) + OTHER);
    expect([id, verdict]).not.toEqual([id, "match"]);
    const names = matches.map(({ commonplace }) => commonplace?.name);
    if (verdict === "partial") expect([id, names]).toEqual([id, expect.arrayContaining([expect.any(String)])]);
  }
});

for (const name of ["classpath", "bsd-juniper"])
  testWith(`cases/engine/licence-${name}-content.java`, "of files as people have them", async (content) => {
    const { verdict, matches } = await analysed(sharedText(`cases/engine/licence-${name}-doc.java`)!, content);
    expect(verdict).toBe("partial");
    expect(matches[0]?.commonplace?.name).toMatch(name === "classpath" ? /classpath/i : /^BSD-/);
  });

test("nor is a notice that no list has", async () => {
  const { verdict, matches } = await analysed(commented(OWN_NOTICE) + ONE, commented(OWN_NOTICE) + OTHER);
  expect(verdict).toBe("partial");
  expect(matches[0]?.commonplace).toMatchObject({ kind: "boilerplate", name: "notice at the head of a source file" });
});

test("a copy is a match, with the notice and without it", async () => {
  for (const head of ["", commented(OWN_NOTICE)])
    expect((await analysed(commented(OWN_NOTICE) + ONE, head + ONE)).verdict).toBe("match");
});

test("what of a copy does not count is listed, and grey in its report", async () => {
  const content = commented(OWN_NOTICE) + ONE;
  const result = await analysed(content, content);
  expect(result.verdict).toBe("match");
  const [{ content: place, ...notice }, ...others] = result.uncounted as [(typeof result.uncounted)[0]];
  expect(others).toEqual([]);
  expect(notice).toEqual({
    kind: "boilerplate",
    name: "notice at the head of a source file",
    words: OWN_NOTICE.match(/\w+/g)!.length,
  });
  expect(content.slice(place.start, place.end)).toMatch(/^This file .* what comes of it$/s);
  const [head, body] = htmlAnalysis(result, { content }).split(
    '<span class="uncounted" title="does not count: notice at the head of a source file">',
  ) as [string, string];
  expect(head).toMatch(/not counted of it: notice at the head of a source file/);
  // The report leaves out the middle of a long passage.
  expect(body.split("</span>")[0]).toMatch(/^This file .* lend it to a neighbour; $/s);
  const clean = await analysed(ONE, ONE);
  expect(clean.uncounted).toEqual([]);
  expect(htmlAnalysis(clean, { content: ONE })).not.toContain('<span class="uncounted"');
});
