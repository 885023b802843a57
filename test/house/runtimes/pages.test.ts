/** Reports as HTML, opened in Chromium: seen, read aloud, printed, held in a hand, and with whatever strangers wrote in them. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SHIPPED } from "../../../src/engine/evidence/calibration/shipped.ts";
import {
  evidenceBundle,
  htmlAnalysis,
  htmlComparison,
  htmlReport,
  htmlResult,
  htmlScore,
} from "../../../src/report/index.ts";
import { SYSTEM } from "../../../src/service/history/host.ts";
import { StatusBoard } from "../../../src/service/http/pages/status.ts";
import { statusPage } from "../../../src/service/http/pages/statusPage.ts";
import { Dependencies } from "../../../src/service/jobs/dependencies.ts";
import { Readiness } from "../../../src/service/jobs/readiness.ts";
import { createMemoryStore } from "../../../src/service/store/memory.ts";
import { everywhere, XSS } from "../../report/given/hostile.ts";
import { analysis, CONTENT, comparison, comparisonOfPrints, match, nothing, score } from "../../report/results.ts";
import { fewOrAll } from "../../support/scale.ts";

interface Look {
  title: string;
  lang: string;
  verdict: string[];
  headings: number[];
  landmarks: number[];
  passages: string[];
  articles: number;
  rows: number;
  plots: number;
  document: boolean;
  overflow: number;
  elements: string[];
  handlers: string[];
  background: string;
  ink: string;
  fetched: string[];
  said: object[];
  axe: { violations: object[]; passes: string[]; unsure: [id: string, target: string, why: string][] };
}

const HOWS = ["screen", "phone", "dark", "print"] as const;
type Seen = Record<(typeof HOWS)[number], Look> & {
  pdfPages: number;
  tempted: { harmed: boolean; fetched: string[]; left: boolean };
};

const TIMEOUT_MS = 540_000;
const folder = mkdtempSync(join(tmpdir(), "spolia-pages-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MATCHES = fewOrAll(300, 5_000);
/** The prior of the request, and the others of the analysis. */
const citations = (ids: Iterable<string>) => [...ids].map((id) => ({ id, citation: `${XSS[0]} ${id}` }));
const long = "It is a truth universally acknowledged. ".repeat(MATCHES);
const many = Array.from({ length: MATCHES }, (_, i) => ({
  ...match,
  content: { start: 40 * i, end: 40 * i + 38, place: {} },
}));

const TIME = "2026-11-22T12:00:00.000Z";

/** A report of two results, with this text wherever it may hold text. */
async function reportPage(text: string | null): Promise<string> {
  const put = (result: object) => (text === null ? result : everywhere(result, text).result);
  const results = [
    { kind: "analysis", request: { content: CONTENT }, result: put(analysis) },
    { kind: "score", request: { content: CONTENT, jurisdiction: text ?? "DE" }, result: put(score) },
  ] as const;
  const title = text ?? "A work";
  const names = {
    work_id: title,
    work_hash: `sha256:${"0".repeat(64)}`,
    fingerprint: title,
    iscc: title,
    registered_at: TIME,
  };
  const work = { ...names, words: 30, content_type: "text", metadata: { title, author: title } } as const;
  const bundle = await evidenceBundle({
    work,
    results,
    contents: [CONTENT],
    includeContent: true,
    calibrations: [SHIPPED],
    citations,
  });
  const unsigned = {
    report_id: title,
    created_at: TIME,
    digest: `sha256:${"0".repeat(64)}`,
    key: title,
    signature: title,
    bundle,
  };
  return htmlReport({ format: "spolia-report-1", public_key: { kty: "OKP", crv: "Ed25519", x: title }, ...unsigned });
}

const PAGES: Record<string, string> = {
  report: await reportPage(null),
  "hostile-report": await reportPage(XSS.join(" ")),
  status: statusPage(
    await new StatusBoard(
      new Readiness({ store: createMemoryStore(), ...SYSTEM }),
      new Dependencies({}),
      [],
    ).document(),
  ),

  analysis: htmlAnalysis(analysis, { content: CONTENT, citations }),
  nothing: htmlAnalysis(nothing, { content: CONTENT }),
  many: htmlAnalysis({ ...analysis, matches: many, potential_matches: MATCHES }, { content: long }),
  score: htmlScore(score, { citations }),
  comparison: htmlComparison(comparison, { a: CONTENT, b: CONTENT.slice(36) }),
  prints: htmlComparison(comparisonOfPrints),
  "hostile-analysis": htmlResult(everywhere(analysis, XSS.join(" "))),
  "hostile-score": htmlResult(everywhere(score, XSS.join(" "))),
  "hostile-comparison": htmlResult(everywhere(comparison, XSS.join(" "))),
  "hostile-words": htmlAnalysis(analysis, { content: XSS.join("\n").padEnd(CONTENT.length) }),
  unbroken: htmlResult(everywhere(analysis, "m".repeat(3_000))),
};

let pages: Record<string, Seen> | null = null;
let lacking = "";

beforeAll(async () => {
  for (const [name, html] of Object.entries(PAGES)) writeFileSync(join(folder, `${name}.html`), html);
  const shots = process.env["SHOTS"];
  const args = [join(import.meta.dirname, "browsers/pages.js"), folder, ...(shots === undefined ? [] : [shots])];
  const options = { timeout: TIMEOUT_MS, killSignal: "SIGKILL" as const, maxBuffer: 1 << 27 };
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
  });
  const answer = JSON.parse(said);
  if ("lacking" in answer) lacking = answer.lacking;
  else {
    // Where there is something to run, it runs, and what is to be loaded is asked for: the page's silence says something.
    expect(answer.control).toMatchObject({ harmed: true, fetched: [expect.stringContaining("nowhere.png")] });
    pages = answer.pages;
  }
});

describe.each(Object.keys(PAGES))("%s", (name) => {
  const looked =
    (check: (look: Look, how: (typeof HOWS)[number]) => void) => (context: { skip: (why: string) => void }) => {
      if (pages === null) return context.skip(lacking);
      for (const how of HOWS) check(pages[name]![how], how);
    };

  test(
    "asks for nothing, runs nothing and says nothing to the console",
    looked(({ fetched, said, handlers, elements }) => {
      expect({ fetched, said, handlers }).toEqual({ fetched: [], said: [], handlers: [] });
      expect(
        elements.filter((one) =>
          /^(?:script|img|a|iframe|object|embed|link|base|form|input|button|video|math)$/.test(one),
        ),
      ).toEqual([]);
      expect(pages![name]!.tempted).toEqual({ harmed: false, fetched: [], left: false });
    }),
  );

  test(
    "can be read: language, landmarks, order of headings, names, contrast",
    looked(({ lang, landmarks, headings, verdict, axe }) => {
      expect({ lang, landmarks, verdicts: verdict.length }).toEqual({ lang: "en", landmarks: [1, 1], verdicts: 1 });
      expect(headings[0]).toBe(1);
      expect(headings.filter((level, i) => level > (headings[i - 1] ?? 0) + 1)).toEqual([]);
      expect(axe.violations).toEqual([]);
      expect(axe.passes).toEqual(
        expect.arrayContaining(["color-contrast", "heading-order", "landmark-one-main", "document-title"]),
      );
      // The marks of axes, which axe takes for pictures, have the colour of captions.
      expect(axe.unsure.filter(([, target]) => !/svg|^text/.test(target))).toEqual([]);
    }),
  );

  test(
    "fits its width, on a phone too",
    looked(({ overflow }) => expect(overflow).toBe(0)),
  );

  test(
    "is printed in black on white, without the document; dark where the reader has it dark",
    looked(({ background, ink, document }, how) => {
      expect(document).toBe(false);
      if (how === "print") expect([background, ink]).toEqual(["rgb(255, 255, 255)", "rgb(0, 0, 0)"]);
      const lightness = (colour: string) => colour.match(/\d+/g)!.reduce((sum, part) => sum + Number(part), 0);
      expect(lightness(background) > lightness(ink)).toBe(how !== "dark");
      expect(pages![name]!.pdfPages).toBeGreaterThan(0);
    }),
  );
});

test("the verdict, every passage beside its source, and every interval are seen", (context) => {
  if (pages === null) return context.skip(lacking);
  for (const how of HOWS) {
    const { analysis: whole, comparison: pair, score: scored, nothing: none, many: list } = pages;
    expect(whole![how]).toMatchObject({ title: "Analysis an_0123", verdict: ["MATCH"], articles: 1, plots: 1 });
    expect(whole![how].passages).toEqual([
      expect.stringMatching(/^It was the best of times, .* the other way$/),
      `${match.source.snippet}…`,
    ]);
    expect(pair![how]).toMatchObject({ verdict: ["EXCERPT"], articles: 1, plots: 3 });
    expect(pair![how].passages).toEqual([CONTENT.slice(36, 87), CONTENT.slice(36, 87)]);
    expect(scored![how]).toMatchObject({ verdict: ["WEAK SUPPORT"], plots: 1 });
    expect(none![how]).toMatchObject({ verdict: ["NONE FOUND"], articles: 0, plots: 0 });
    expect(list![how]).toMatchObject({ articles: 10, rows: MATCHES - 10 });
    expect(list![how].passages).toHaveLength(20);
  }
});
