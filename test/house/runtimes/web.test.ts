/** The page in Chromium and in Firefox: what readers do with it, what they see, and every request that it makes meanwhile. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, type TestContext, test } from "vitest";
import { A, AMONG_OTHERS, ENDED } from "../../engine/compare/inOtherWords.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

interface Request {
  method: string;
  url: string;
  /** Whether only a part of the file was asked for. */
  range: boolean;
  body: string | number;
}
interface Judged {
  light: object[];
  dark: object[];
  phone: object[];
  overflow: number;
}
interface Chosen {
  position: string;
  panel: string;
  quoted: string;
  on: string[];
}
interface Seen {
  start: { title: string; leaves: string; disabled: boolean };
  indexed: { listed: string[]; skipped: string };
  own: { word: string; lede: string; text: string; marks: string[]; documents: string[]; map: number };
  first: Chosen;
  second: Chosen & { differing: string[]; inSource: string[] };
  filters: {
    before: { word: string; confidence: string };
    one: { word: string; confidence: string; kept: string };
    none: { untested: string };
    sceptical: string;
    prior: string;
  };
  copied: string;
  linked: Chosen & { sceptical: string };
  printed: number;
  decided: { said: string };
  keptDecisions: number;
  leftDecision: string;
  followed: { title: string; text: string };
  leavesOfAddress: string;
  address: { word: string; documents: string[]; models: string; links: string[]; markup: number };
  record: { titles: string[]; columns: string[]; search: string[]; found: { names: string[] } };
  requestsOfRecord: Request[];
  index: {
    options: string[];
    leaves: string;
    summary: string;
    planned: string[];
    askedBefore: Request[];
    word: string;
    marks: string[];
    asked: Request[];
    sent: string[];
  };
  cancelled: { said: string; listed: string[]; disabled: boolean[] };
  compared: { said: string; marks: string[]; differing: string[] };
  set: { said: string; pairs: string[]; lines: number };
  audit: { said: string };
  records: { said: string[]; rows: string[] };
  rightToLeft: { word: string; direction: string };
  leavesOfService: string;
  servedCorpora: string[];
  service: Chosen & { word: string };
  sample: { word: string; marks: string[]; asked: Request[] };
  encoder: {
    refused: string;
    accepted: string;
    cancelled: { said: string; again: boolean };
    unmade: number;
    analysed: { own: string[]; source: string[] };
    compared: { said: string; own: string[]; source: string[]; captions: string[] };
    keys: string[];
    asked: Request[];
    kept: boolean;
  };
  requestsOfOwn: Request[];
  requestsOfView: Request[];
  requestsOfAddress: Request[];
  requestsOfService: Request[];
  formats: {
    read: Record<string, boolean>;
    served: { listed: string; skipped: string };
    elsewhere: { listed: string; skipped: string };
    folders: string[];
  };
  complaints: string[];
  /** In Chromium. */
  picture?: { words: string; webp: string };
}

/** Of `web.js` with its build-up, on a busy machine. */
const VISIT_MS_MAX = 480_000;
const PAGE_FILES = ["/", "/page.css", "/page.js", "/worker.js"];

/** All that was judged by axe, wherever it stands in what was seen. */
function judgedIn(value: unknown, at = ""): [at: string, judged: Judged][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "axe" ? [[at, inner as Judged]] : judgedIn(inner, `${at}/${name}`),
  );
}

function visitBy(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stderr}`));
    });
  });
}

describe.each(["chromium", "firefox"])("%s:", (program) => {
  /** A visit by Firefox too goes to its end only in the slow tests. */
  const isWhole = fewOrAll(program === "chromium", true);
  let found: { mine: string; taken: string; host: string; seen: Seen } | null = null;
  let lacking = "";

  beforeAll(async () => {
    const shots = process.env["SHOTS"];
    const args = [
      join(import.meta.dirname, "web/web.js"),
      program,
      isWhole ? "whole" : "start",
      ...(shots === undefined ? [] : [shots]),
    ];
    const said = await visitBy(args).catch((error: Error) => {
      // Firefox sometimes never answers a call of its private files after a page was left: github.com/emscripten-core/emscripten/issues/24676
      if (program !== "firefox" || !error.message.includes("never came")) throw error;
      console.warn(`once more, in another Firefox: ${error.message}`);
      return visitBy(args);
    });
    const answer = JSON.parse(said);
    if ("lacking" in answer) lacking = answer.lacking;
    else found = answer;
  }, 2 * VISIT_MS_MAX);

  function given(context: TestContext): NonNullable<typeof found> {
    if (found !== null) return found;
    console.log(`skipped: ${lacking}`);
    return context.skip(lacking);
  }

  describe("files of one's own", () => {
    test("are indexed here, with what was not read", (context) => {
      const { start, indexed } = given(context).seen;
      expect(start).toMatchObject({ leaves: "Nothing leaves this machine.", disabled: true });
      expect(indexed.listed[0]).toMatch(/^my shelf2 documents, 9,001 words/);
      expect(indexed.skipped).toMatch(/^1 file was not readpicture\.png: /);
    });

    test("answer with a sentence, the whole text, its passages and their sources", (context) => {
      const { mine, taken, seen } = given(context);
      const { word, lede, text, marks, documents, map } = seen.own;
      expect([word, documents, map]).toEqual(["MATCH", ["novel.txt", "Letters"], 2]);
      expect(lede).toBe("401 of 661 words of this text are in 2 documents of the corpus my shelf.");
      expect(text).toBe(mine);
      expect(marks.join("")).toContain(taken.slice(0, 400));
    });

    test("are gone through by keyboard, each passage beside its source, with the words that differ", (context) => {
      const { taken, seen } = given(context);
      expect(seen.first).toMatchObject({ position: "Passage 1 of 2", panel: "novel.txt" });
      expect(seen.first.quoted.trim()).toContain(taken.slice(40, 400));
      expect(seen.first.on.join("")).toContain(taken.slice(40, 400));
      expect(seen.second).toMatchObject({ position: "Passage 2 of 2", panel: "Letters" });
      expect(new Set(seen.second.differing)).toEqual(new Set(["otherwise"]));
      expect(seen.second.inSource).toHaveLength(8);
      expect(seen.second.inSource).not.toContain("otherwise");
    });

    test("leave nothing of the text on the network: only the files of the page are asked for", (context) => {
      const { requestsOfOwn, requestsOfView } = given(context).seen;
      const files = PAGE_FILES.map((url) => ({ method: "GET", url, range: false, body: "" }));
      expect([requestsOfOwn, requestsOfView]).toEqual([files, isWhole ? files : []]);
    });
  });

  test("the page keeps to its policy: the browser complains of nothing", (context) => {
    expect(given(context).seen.complaints).toEqual([]);
  });

  if (!isWhole) return;

  describe("every format", () => {
    test("is read as Node reads it", (context) => {
      const { read } = given(context).seen.formats;
      for (const [name, isSame] of notEmpty(Object.entries(read))) expect([name, isSame]).toEqual([name, true]);
      expect(Object.keys(read)).toHaveLength(9);
    });

    test("is indexed, datasets and archives too", (context) => {
      const { listed, skipped } = given(context).seen.formats.served;
      expect([listed.slice(0, 23), skipped]).toEqual(["formats15 documents, 1,", ""]);
    });

    test("is indexed anew in a folder of its own, and the older one goes", (context) => {
      const { folders } = given(context).seen.formats;
      expect(folders).toEqual(["spolia corpus my shelf", "spolia corpus/1/formats"]);
    });

    test("is named where the host has no pdf.js, with what to do", (context) => {
      const { listed, skipped } = given(context).seen.formats.elsewhere;
      expect(listed).toMatch(/^formats1 document,/);
      expect(skipped).toMatch(/^1 file was not readone\.pdf: PDF needs pdf\.js, .*npm install unpdf@1/);
    });
  });

  describe("conclusions", () => {
    test("follow the filters at once, and come back with them", (context) => {
      const { before, one, none } = given(context).seen.filters;
      expect([before.word, one.word]).toEqual(["MATCH", "MATCH"]);
      expect(Number.parseFloat(one.confidence)).toBeLessThan(Number.parseFloat(before.confidence));
      expect(one.kept).toMatch(/^1 of 2 passages kept/);
      expect(none.untested).toContain("The reader left out 2 of 2 passages.");
    });

    test("follow the prior", (context) => {
      const { one, before, sceptical, prior } = given(context).seen.filters;
      expect(prior).toMatch(/^Prior probability: 0\.25 %/);
      expect(Number.parseFloat(sceptical)).toBeLessThan(Number.parseFloat(one.confidence));
      expect(Number.parseFloat(before.confidence)).toBeGreaterThan(90);
    });

    test("stand again where a link opens the view", (context) => {
      const { copied, first, filters, linked } = given(context).seen;
      expect(copied).toMatch(/^The link is the address of this page now\. The link holds the text itself/);
      expect(linked).toEqual({ ...first, sceptical: filters.sceptical });
    });

    test("go when another link is followed in the same tab", (context) => {
      const { mine, seen } = given(context);
      expect(seen.followed).toEqual({ title: seen.start.title, text: mine });
    });

    test("have the decisions of the reader beside them, and are printed", (context) => {
      const { decided, keptDecisions, leftDecision, printed } = given(context).seen;
      expect(decided.said).toContain("My own text (271 words): My own text. The reader, ");
      expect([keptDecisions, leftDecision]).toEqual([2, "Of another tab"]);
      expect(printed).toBeGreaterThan(1);
    });
  });

  describe("a corpus at an address", () => {
    test("is read by ranges, and the line says who sees that", (context) => {
      const { host, seen } = given(context);
      expect(seen.leavesOfAddress).toContain(`Your text stays on this machine. ${new URL(host).host} sees`);
      for (const { method, url, range, body } of notEmpty(seen.requestsOfAddress))
        expect([method, url.startsWith("/corpus/"), range, body]).toEqual(["GET", true, true, ""]);
    });

    test("names models with their sources as links, and writes its titles as they are", (context) => {
      const { word, documents, models, links, markup } = given(context).seen.address;
      expect([word, documents, markup]).toEqual(["MATCH", ["A novel", "Letters <b>& more</b>"], 0]);
      expect(models).toContain("books3");
      for (const link of notEmpty(links)) expect(link).toMatch(/^https:\/\/[\w.-]+\//);
    });
  });

  test("a dataset of a result opens its record, whose graph leads on, and back; all of it is in the page", (context) => {
    const { record, requestsOfRecord } = given(context).seen;
    expect(record.titles).toEqual(["Books3", "MATCH"]);
    expect(new Set(record.columns)).toEqual(
      new Set(["Documented", "Disputed, or not stated by the developer", "Stayed out"]),
    );
    expect(record.search[0]).toBe("Search a text in infini-gram:v4_piletrain_llama");
    expect(record.found.names).toEqual([expect.stringMatching(/^meta\/opt-66b: /)]);
    expect(requestsOfRecord.map(({ url }) => url)).toEqual(PAGE_FILES);
  });

  describe("a public index", () => {
    test("is chosen by its name", (context) => {
      const { options } = given(context).seen.index;
      expect(options.filter((one) => one.includes("infini-gram:v4_piletrain_llama"))).toHaveLength(1);
      for (const option of notEmpty(options.slice(1, -1))) expect(option).toMatch(/^[\w.-]+: infini-gram(-mini)?:/);
    });

    test("gets nothing before the reader asks, who sees each string of the text that is sent", (context) => {
      const { mine, host, seen } = given(context);
      const { leaves, summary, planned, askedBefore, asked, sent } = seen.index;
      expect(leaves).toBe(`Runs of words of your text are sent to ${new URL(host).host}.`);
      expect(summary).toMatch(/^Up to \d+ strings of your text for infini-gram:v4_own, .* at most 1,000 requests$/);
      expect(askedBefore).toEqual([]);
      const onOneLine = (text: string) => text.replaceAll(/\s+/g, " ");
      const text = onOneLine(mine);
      for (const one of notEmpty(planned)) expect(text).toContain(onOneLine(one));
      // What is sent is of the text; of the listed strings, those that earlier answers do not settle.
      for (const one of notEmpty(sent)) expect(text).toContain(onOneLine(one).trim());
      const listed = planned.map(onOneLine);
      expect(sent.filter((one) => listed.includes(onOneLine(one))).length).toBeGreaterThan(5);
      for (const { method, url } of notEmpty(asked)) expect([method, url]).toEqual(["POST", "/index/"]);
    });

    test("answers with passages", (context) => {
      const { taken, seen } = given(context);
      expect(seen.index.word).toBe("MATCH");
      expect(seen.index.marks.join("")).toContain(taken.slice(50, 400));
    });
  });

  describe("an encoder of one's own", () => {
    test("is chosen from this machine, and what is none is refused in words", (context) => {
      const { refused, accepted, kept, asked } = given(context).seen.encoder;
      expect(refused).toMatch(/^The folder of the encoder cannot be used: encoder\.json cannot be read\./);
      expect(accepted).toMatch(/^In use: tiny\s+spolia 1, 32 numbers, en$/);
      // Nothing is sent anywhere, and nothing of it is kept.
      expect([kept, asked.map(({ url }) => url).filter((url) => !PAGE_FILES.includes(url))]).toEqual([false, []]);
    });

    test("makes vectors of corpora, can be cancelled in it, and goes on", (context) => {
      const { cancelled, unmade } = given(context).seen.encoder;
      expect([cancelled, unmade]).toEqual([{ said: "Cancelled.", again: true }, 0]);
    });

    test("finds sentences in other words, beside each other", (context) => {
      const { analysed, compared, keys } = given(context).seen.encoder;
      for (const sentence of notEmpty(analysed.own)) expect(A.join(" ")).toContain(sentence);
      for (const sentence of notEmpty(analysed.source)) expect(AMONG_OTHERS).toContain(sentence);
      expect(compared.said).toMatch(/^Unrelated\. .*They may say the same in other words\.$/);
      expect(compared.own.map((sentence) => `${sentence}.`)).toEqual(A.slice(0, 4));
      expect(compared.source.map((sentence) => `${sentence}.`)).toEqual(ENDED.slice(0, 4));
      expect(compared.captions).toEqual(["First text", "Second text"]);
      if (program === "chromium") expect(keys).toEqual(["Remove", "Choose its folder", "Choose its files"]);
    });
  });

  describe("the page", () => {
    test("cancels, and nothing half-made is left", (context) => {
      const { said, listed, disabled } = given(context).seen.cancelled;
      expect(said).toBe("Cancelled.");
      // The corpus that was to be replaced stands.
      expect(listed.filter((one) => one.includes("shelf2 documents"))).toHaveLength(1);
      expect(listed.filter((one) => one.includes("large"))).toEqual([]);
      // One build at a time; the files are still there to be indexed.
      expect(disabled).toEqual([true, false]);
    });

    test("compares two texts side by side", (context) => {
      const { said, marks, differing } = given(context).seen.compared;
      expect(said).toBe("Partial. The two texts share passages.");
      expect(marks.length).toBeGreaterThan(2);
      expect(differing.filter((word) => word === "otherwise")).toHaveLength(8);
    });

    test("draws a set of texts, and looks for items in documents", (context) => {
      const { set, audit, records } = given(context).seen;
      expect(set).toMatchObject({ lines: 2, said: "2 pairs share that much; 3 of 3 texts are in one." });
      expect(set.pairs).toEqual(["mine.txt – novel.txt", "Letters – mine.txt"]);
      expect(audit.said).toMatch(/^FOUND\. 1 of 2 items is in 1 of 2 documents/);
      expect(records.said).toEqual(["Works", "Monitors", "Jobs", "Offers", "Quotes and licences"]);
      expect(records.rows).toEqual([
        expect.stringMatching(/^A novel6000/),
        expect.stringMatching(/^mo_\w+active/),
        expect.stringMatching(/^of_\w+offerofferedlicensor/),
      ]);
    });

    test("reads from right to left", (context) => {
      expect(given(context).seen.rightToLeft).toMatchObject({ word: "MATCH", direction: "rtl" });
    });

    test("is served by the service, which it asks once, under the service's own paths", (context) => {
      const { leavesOfService, service, requestsOfService } = given(context).seen;
      expect(leavesOfService).toMatch(/^Your text goes to the service on this machine \(127\.0\.0\.1:\d+\)/);
      expect(service).toMatchObject({ word: "MATCH", panel: "A novel" });
      expect(requestsOfService.map(({ method, url }) => `${method} ${url}`)).toEqual([
        ...PAGE_FILES.map((url) => `GET /texts${url}`),
        "GET /texts/api/v1/corpora",
        "POST /texts/api/v1/attribution/analyze",
      ]);
    });

    test("names the corpora of the service, and has a sample that leaves this browser by no request", (context) => {
      const { servedCorpora, sample } = given(context).seen;
      expect(servedCorpora).toEqual([expect.stringMatching(/^\w+\s*\d+ documents?, [\d,]+ words$/)]);
      expect(sample.word).toBe("PARTIAL");
      expect(sample.marks.join(" ")).toMatch(/nothing for eleven weeks.+a sail may not/s);
      expect(sample.asked.map(({ url }) => url).filter((url) => !/\/(?:page|worker)\.js$/.test(url))).toEqual([]);
    });

    test("has no fault for axe in any view, light, dark and on a phone, and is never wider than a phone", (context) => {
      const judged = judgedIn(given(context).seen);
      expect(judged.length).toBeGreaterThan(7);
      for (const [at, axe] of notEmpty(judged))
        expect([at, axe]).toEqual([at, { light: [], dark: [], phone: [], overflow: 0 }]);
    });

    test("is what README shows of it (PICTURE=1 writes the picture and its words anew)", (context) => {
      const { words, webp } = given(context).seen.picture ?? context.skip("the picture is made in Chromium");
      const name = (ending: string) => new URL(`../../../src/faces/site/pictures/page.${ending}`, import.meta.url);
      if (process.env["PICTURE"] === "1") {
        writeFileSync(name("txt"), `${words}\n`);
        writeFileSync(name("webp"), Buffer.from(webp, "base64"));
      }
      expect(`${words}\n`).toBe(readFileSync(name("txt"), "utf8"));
      expect(Buffer.from(webp, "base64").length).toBeGreaterThan(20_000);
      expect(readFileSync(name("webp")).length).toBeLessThan(150_000);
    });
  });
});
