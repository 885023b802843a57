/** The main job on real novels, through the doors a user takes. Needs the shared development data, and skips by name without it. */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnalyzeResult } from "../../../src/base/contract/operations/analyze.ts";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import {
  buildCorpus,
  type Corpus,
  type CorpusDocument,
  createEngine,
  type OpenEngine,
  openCorpus,
} from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { type JsonSchema, resolverOf, violations } from "../../service/http/jsonSchema.ts";
import { ANALYZE, bodyOf, get, postJson } from "../../service/http/requests.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NO_SHARED, sharedPath } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";

const FOLDER = sharedPath("data/corpora/eltec-eng");
const EXCERPT_WORDS = 300;

/** So many words from a place in a text, with every n-th replaced. */
function excerptOf(text: string, share: number, changeEvery = 0): string {
  const words = [...text.matchAll(/\S+/g)];
  const from = Math.floor(share * (words.length - EXCERPT_WORDS));
  const taken = words.slice(from, from + EXCERPT_WORDS).map(([word]) => word);
  return taken
    .map((word, i) => (changeEvery > 0 && i % changeEvery === changeEvery - 1 ? `changed${i}` : word))
    .join(" ");
}

/** Words by a rule of this test alone. */
const plainWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

interface Described {
  paths: Record<string, { post: { responses: Record<string, { content: Record<string, { schema: JsonSchema }> }> } }>;
}

const isAbsent = !existsSync(FOLDER);
describe.skipIf(isAbsent)(skippable("real novels", isAbsent, NO_SHARED), () => {
  const place = mkdtempSync(join(tmpdir(), "spolia-novels-"));
  let indexed: CorpusDocument[];
  let others: CorpusDocument[];
  let corpus: Corpus;
  let engine: OpenEngine;

  beforeAll(async () => {
    const novels = globSync("*.jsonl.gz", { cwd: FOLDER })
      .sort()
      .flatMap((name) =>
        gunzipSync(readFileSync(join(FOLDER, name)))
          .toString("utf8")
          .split("\n"),
      )
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as CorpusDocument)
      .filter((_, i) => i % 3 === 0); // a third: the same proof in a third of the time
    indexed = novels.filter((_, i) => i % 2 === 0);
    others = novels.filter((_, i) => i % 2 === 1);
    const folder = join(place, "books.spolia");
    const built = await buildCorpus(indexed, { name: "books", dataset: "eltec", storage: createFileStorage(folder) });
    await built.close();
    corpus = await openCorpus(folder);
    engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() });
  });
  afterAll(async () => {
    await corpus.close();
    rmSync(place, { recursive: true });
  });

  test("finds the right novel for an excerpt with every tenth word changed, with spans that slice to the reused words", async () => {
    for (const [i, novel] of notEmpty(indexed.entries())) {
      const content = excerptOf(novel.text, (i + 1) / (indexed.length + 1), 10);
      const { verdict, matches } = await engine.analyze({ content, content_type: "text" });
      expect(verdict, novel.id).toBe("match");
      const [match] = matches;
      expect(match!.document.id).toBe(novel.id);
      expect(match!.words).toBeGreaterThan(0.95 * EXCERPT_WORDS);
      const reused = plainWords(content.slice(match!.content.start, match!.content.end)).filter(
        (word) => !word.startsWith("changed"),
      );
      const source = plainWords(novel.text.slice(match!.source.start, match!.source.end));
      let at = 0;
      for (const word of source) if (word === reused[at]) at++;
      expect(at, `${novel.id}: reused words in the order of the source`).toBe(reused.length);
    }
  });

  test("a page of a novel that is not in the corpus gives none_found", async () => {
    for (const novel of notEmpty(others)) {
      for (const share of [0.1, 0.5, 0.9]) {
        const result = await engine.analyze({ content: excerptOf(novel.text, share), content_type: "text" });
        expect(result, novel.id).toMatchObject({ verdict: "none_found", matches: [] });
        expect(result.confidence, novel.id).toBeLessThan(5);
      }
    }
  });

  test("the HTTP response has all fields and matches the published OpenAPI document", async () => {
    const handler = createHandler({ engine });
    const document = await bodyOf<Described>(await handler(get("/api/v1/openapi.json")));
    const response = await handler(
      postJson(ANALYZE, { content: excerptOf(indexed[0]!.text, 0.4, 10), content_type: "text" }),
    );
    expect(response.status).toBe(200);
    const body = await bodyOf<Record<string, unknown>>(response);
    const schema = document.paths[ANALYZE]!.post.responses["200"]!.content["application/json"]!.schema;
    expect(violations(body, schema, resolverOf(document))).toEqual([]);
    expect(body).toMatchObject({
      success: true,
      analysis_id: expect.stringMatching(/^an_/),
      fingerprint: expect.stringMatching(/^spolia1_/),
      potential_matches: 1,
      estimated_revenue: { monthly: expect.any(Number), currency: expect.any(String) },
      attribution_sources: expect.any(Array),
      risk_assessment: {
        level: expect.stringMatching(/^(none|low|medium|high|critical)$/),
        factors: expect.any(Array),
      },
      next_steps: { register_content: "/api/v1/content/register", setup_monitoring: "/api/v1/monitors/create" },
    });
    // Certain to a reader, and never said to be certain: under the prior it follows from the likelihood ratio, ends included.
    const { confidence, confidence_ci_95, confidence_at_priors, log10_lr } = body as unknown as AnalyzeResult;
    expect(confidence).toBeGreaterThan(98);
    expect(confidence).toBeLessThan(100);
    const { estimate, lo, hi } = log10_lr!;
    const told = [confidence, ...confidence_ci_95];
    for (const [i, log10] of [estimate, lo, hi].entries()) expect(told[i]).toBeCloseTo(100 / (1 + 10 ** -log10), 2);
    expect([lo < estimate, estimate < hi]).toEqual([true, true]);
    expect(confidence_at_priors.find(({ prior }) => prior === 0.5)).toEqual({
      prior: 0.5,
      confidence,
      confidence_ci_95,
    });
  });
});
