/**
 * Strangers' texts under the same kind of notice share a notice, which is no copy; a copy beside a notice is one, and so
 * is a copy of a text about such notices. `standing/` has the pairs: rules were made with those of `develop.txt` in
 * sight, and those of `unseen.txt` were written before and first run after them.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AnalyzeResult, buildCorpus, createEngine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

const read = (name: string) => readFileSync(new URL(`standing/${name}.txt`, import.meta.url), "utf8").trim();
const PROSE = read("prose").split("\n\n");

interface NoticePair {
  kind: string;
  one: string;
  other: string;
}

const pairsOf = (name: string): NoticePair[] =>
  read(name)
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [kind = "", ...lines] = block.trim().split("\n");
      const [one = "", other = ""] = lines.join("\n").split("\n---\n");
      return { kind, one, other };
    });

/** A notice behind somebody's text, before it, or in its middle. */
function beside(prose: string, notice: string, place: number): string {
  const middle = prose.indexOf(". ", prose.length / 2) + 1;
  const parts = [
    [prose, notice],
    [notice, prose],
    [prose.slice(0, middle), notice, prose.slice(middle + 1)],
  ];
  return parts[place % parts.length]!.join("\n\n");
}

async function analysed(document: string, content: string): Promise<AnalyzeResult> {
  const corpus = await buildCorpus([{ id: "document", text: document }], { name: "sources", dataset: "sources" });
  const engine = await createEngine({ corpora: [corpus] });
  try {
    return await engine.analyze({ content });
  } finally {
    await corpus.close();
  }
}

for (const name of ["develop", "unseen"])
  test(`two strangers' texts with one kind of notice: ${name}`, async () => {
    const pairs = pairsOf(name);
    expect(pairs).toHaveLength(30);
    const cases = pairs.map((pair, i) => ({ ...pair, i }));
    for (const { kind, one, other, i } of notEmpty(
      fewOrAll(
        cases.filter(({ i: at }) => at % 3 === 0),
        cases,
      ),
    )) {
      const [own, strange] = [PROSE[(2 * i) % PROSE.length]!, PROSE[(2 * i + 1) % PROSE.length]!];
      const { verdict, matches, attribution_sources, confidence_features } = await analysed(
        beside(own, one, i),
        beside(strange, other, i),
      );
      expect([kind, verdict]).not.toEqual([kind, "match"]);
      expect([kind, attribution_sources, confidence_features?.passage_words ?? 0]).toEqual([kind, [], 0]);
      const kinds = matches.map(({ commonplace }) => commonplace?.kind);
      if (verdict === "partial") expect([kind, kinds]).toEqual([kind, expect.arrayContaining(["boilerplate"])]);
    }
  });

test("a copy is a match, with the same notice, with another and with none", async () => {
  const pairs = pairsOf("develop");
  for (const i of notEmpty(fewOrAll([0, 7, 16], [...pairs.keys()]))) {
    const prose = PROSE[i % PROSE.length]!;
    for (const notice of [pairs[i]!.other, pairs[(i + 1) % pairs.length]!.other, ""]) {
      const { verdict, matches } = await analysed(beside(prose, pairs[i]!.one, i), beside(prose, notice, i + 1));
      expect([i, verdict]).toEqual([i, "match"]);
      expect(matches.some(({ commonplace }) => commonplace === null)).toBe(true);
    }
  }
});

test("a copy of a text about notices is a match, and of a story that quotes one", async () => {
  const [{ one: footer }] = pairsOf("develop") as [NoticePair];
  const story = `${PROSE[0]} He read it out: "${footer}" Then he laughed. ${PROSE[1]}`;
  for (const text of notEmpty([...read("about").split("\n\n"), story]))
    expect((await analysed(`${PROSE[2]}\n\n${text}`, `${text}\n\n${PROSE[3]}`)).verdict).toBe("match");
});
