/** What files say of the uses of a text: each format, what takes precedence, and a thousand files that nobody wrote so. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { type RightsFile, type RightsResult, type RightsUse, readRights } from "../../../src/files/index.ts";
import { resolverOf, violations } from "../../service/http/jsonSchema.ts";
import { openApi } from "../../service/http/openApiDocument.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";

const saysOf = ({ uses }: RightsResult, use: RightsUse) => uses.find((one) => one.use === use)!.says;

async function read(name: string, content: string, url?: string): Promise<RightsResult> {
  return readRights({ files: [{ name, content }], ...(url !== undefined && { url }) });
}

const ROBOTS = `# of a publisher
User-agent: GPTBot
User-agent: ClaudeBot/1.0
Disallow: /
Allow: /open/

User-agent: *
Disallow: /private/*.pdf$
Content-Usage: /news/ train-ai=n
Content-Signal: search=yes, ai-input=no

License: https://example.org/rsl.xml
`;

describe("robots.txt", () => {
  test("names what it keeps out, for which use, and on which line", async () => {
    const { statements, crawlers, not_fetched } = await read("robots.txt", ROBOTS);
    expect(statements.map(({ line, kind, says, scope }) => [line, kind, says, scope])).toEqual([
      [4, "robots", "reserved", "/"],
      [8, "robots", "reserved", "/private/*.pdf$"],
      [9, "content_usage", "reserved", "/news/"],
      [10, "content_signal", "allowed", ""],
      [10, "content_signal", "reserved", ""],
      [12, "licence_link", "named", ""],
    ]);
    expect(statements[0]!.agents).toEqual(["gptbot", "claudebot"]);
    expect(not_fetched).toEqual(["https://example.org/rsl.xml"]);
    const access = new Map(crawlers.map((one) => [one.token, [one.group, one.access, one.as_of]]));
    expect(access.get("GPTBot")).toEqual(["named", "partly", "2026-11"]);
    expect(access.get("CCBot")).toEqual(["any", "partly", "2026-11"]);
  });

  test.each([
    ["https://example.org/a", "disallowed", "allowed"],
    ["https://example.org/open/a", "allowed", "allowed"],
    ["https://example.org/private/a.pdf", "disallowed", "disallowed"],
    ["https://example.org/private/a.pdf?x", "disallowed", "allowed"],
    ["https://example.org/%70rivate/%C3%A9.pdf", "disallowed", "disallowed"],
  ])("the longest rule decides on %s", async (url, named, others) => {
    const { crawlers } = await read("robots.txt", ROBOTS, url);
    const accessOf = (token: string) => crawlers.find((one) => one.token === token)!.access;
    expect([accessOf("GPTBot"), accessOf("CCBot")]).toEqual([named, others]);
  });

  test("of equally long rules the one that allows counts, and groups of one agent are one group", async () => {
    const robots = "User-agent: GPTBot\nDisallow: /a\nUser-agent: x\nDisallow: /\nUser-agent: gptbot\nAllow: /a\n";
    const { crawlers } = await read("robots.txt", robots, "https://example.org/a");
    expect(crawlers.find(({ token }) => token === "GPTBot")).toMatchObject({ access: "allowed", group: "named" });
  });

  test("a rule for two agents holds for one of them where another group allows it to the other", async () => {
    const robots =
      "User-agent: CCBot\nUser-agent: GPTBot\nUser-agent: x\nDisallow: /a\n\nUser-agent: CCBot\nAllow: /a/b\n";
    const result = await read("robots.txt", robots, "https://example.org/a/b");
    expect(result.statements.map(({ agents, applies }) => [agents, applies])).toEqual([[["ccbot", "gptbot"], true]]);
    expect(saysOf(result, "ai-train")).toBe("reserved");
    const both = await read("robots.txt", `${robots}User-agent: GPTBot\nAllow: /a/b\n`, "https://example.org/a/b");
    expect(saysOf(both, "ai-train")).toBe("not_said");
  });

  test("a statement lists a hundred agents at most", async () => {
    const agents = Array.from({ length: 5_000 }, (_, at) => `User-agent: a${at}\n`).join("");
    const robots = `${agents}User-agent: GPTBot\n${"Disallow: /a\n".repeat(1_000)}Content-Usage: train-ai=n\n`;
    const { statements, crawlers } = await read("robots.txt", robots);
    expect(Math.max(...statements.map((one) => one.agents.length))).toBe(1);
    expect(crawlers.find(({ token }) => token === "GPTBot")!.access).toBe("partly");
    const usage = await read("robots.txt", `${agents}Content-Usage: train-ai=n\n`);
    expect(usage.statements[0]!.agents).toHaveLength(100);
  });

  test("who fetches for a search or a user is no reservation against training", async () => {
    const result = await read("robots.txt", "User-agent: OAI-SearchBot\nUser-agent: ChatGPT-User\nDisallow: /\n");
    expect(saysOf(result, "ai-train")).toBe("not_said");
    expect([saysOf(result, "search"), saysOf(result, "ai-input")]).toEqual(["reserved", "reserved"]);
  });

  test("a licence of a group is for its agents, one behind a gap for all", async () => {
    const robots = "User-agent: GPTBot\nLicense: https://e.org/1\nAllow: /\n\nLicense: https://e.org/2\nLicense: 3\n";
    const { statements, faults } = await read("robots.txt", robots);
    expect(statements.map(({ url, agents }) => [url, agents])).toEqual([
      ["https://e.org/1", ["gptbot"]],
      ["https://e.org/2", []],
    ]);
    expect(faults).toEqual([{ file: "robots.txt", line: 6, detail: "names a licence by no whole address" }]);
  });

  test("a byte order mark at its head is no part of its first line", async () => {
    const robots = "User-agent: GPTBot\nDisallow: /\n";
    const [plain, marked] = [await read("robots.txt", robots), await read("robots.txt", `\ufeff${robots}`)];
    expect(marked.faults).toEqual([]);
    expect(marked.statements).toEqual(plain.statements);
    expect(marked.crawlers.find(({ token }) => token === "GPTBot")).toMatchObject({
      access: "disallowed",
      group: "named",
    });
  });

  test("a key that every object has is not known either", async () => {
    const { faults } = await read("robots.txt", "__proto__: a\nconstructor: b\n");
    expect(faults.map(({ line, detail }) => [line, detail])).toEqual([
      [1, "has a key that is not known"],
      [2, "has a key that is not known"],
    ]);
  });

  test("a rule of a long path holds for it", async () => {
    const path = `/${"a".repeat(1_000)}`;
    const robots = `User-agent: GPTBot\nDisallow: ${path}$\n`;
    expect(saysOf(await read("robots.txt", robots, `https://example.org${path}`), "ai-train")).toBe("reserved");
    expect(saysOf(await read("robots.txt", robots, `https://example.org${path}b`), "ai-train")).toBe("not_said");
  });

  test("statements beyond the thousandth are told of", async () => {
    const lines = (count: number) => `User-agent: GPTBot\n${"Disallow: /a\n".repeat(count)}`;
    expect((await read("robots.txt", lines(1_000))).faults).toEqual([]);
    const { faults, statements_total } = await read("robots.txt", lines(1_002));
    expect([faults.map(({ line }) => line), statements_total]).toEqual([[1_002], 1_002]);
  });

  test("over a megabyte is read to there, and said so", async () => {
    const lines = (count: number) => `User-agent: GPTBot\n${"#".repeat(count - 30)}\nDisallow: /\n`.slice(0, count);
    expect((await read("robots.txt", lines(1_000_000))).faults).toEqual([]);
    expect((await read("robots.txt", lines(1_000_001))).faults).toHaveLength(1);
  });
});

describe("TDMRep", () => {
  const RULES = JSON.stringify([
    { location: "/open/*", "tdm-reservation": 0, "tdm-policy": "https://example.org/ignored" },
    { location: "/", "tdm-reservation": 1, "tdm-policy": "https://example.org/policy.json" },
    { location: "/x", "tdm-reservation": "yes" },
  ]);

  test("the first rule that matches counts", async () => {
    const open = await read("tdmrep.json", RULES, "https://example.org/open/a");
    expect([saysOf(open, "tdm"), saysOf(open, "ai-train")]).toEqual(["allowed", "allowed"]);
    const other = await read("tdmrep.json", RULES, "https://example.org/b");
    expect(saysOf(other, "tdm")).toBe("reserved");
    expect(other.not_fetched).toEqual(["https://example.org/policy.json"]);
    expect(other.faults).toHaveLength(1);
  });

  test("a header takes the place of the file, and the page that of the header", async () => {
    const file = { name: "tdmrep.json", content: '[{"location":"/","tdm-reservation":1}]' };
    const headers = { name: "a.headers", content: "HTTP/1.1 200\r\ntdm-reservation: 0\r\n\r\ntdm-reservation: 1" };
    const page = { name: "a.html", content: '<meta name="TDM-Reservation" content="1">' };
    const says = async (...files: RightsFile[]) =>
      saysOf(await readRights({ files, url: "https://example.org/a" }), "tdm");
    expect(await says(file)).toBe("reserved");
    expect(await says(file, headers)).toBe("allowed");
    expect(await says(page, headers, file)).toBe("reserved");
    expect(await says(headers)).toBe("allowed");
  });

  test.each([
    ["EPUB 2", '<package><metadata><meta name="tdm:reservation" content="1"/></metadata></package>'],
    ["EPUB 3", '<?xml version="1.0"?><package><meta property="tdm:reservation">1</meta></package>'],
  ])("in the package of %s", async (_, content) => {
    const result = await read("content.opf", content);
    expect(saysOf(result, "tdm")).toBe("reserved");
  });
});

describe("RSL", () => {
  const licence = (inner: string, attributes = 'url="/"') =>
    `<?xml version="1.0"?><rsl xmlns="https://rslstandard.org/rsl"><content ${attributes}><license>${inner}</license></content></rsl>`;

  test.each<[inner: string, says: Partial<Record<RightsUse, string>>]>([
    ["", { "ai-train": "allowed", search: "allowed" }],
    ['<permits type="usage">search</permits>', { "ai-train": "reserved", search: "allowed" }],
    [
      '<prohibits type="usage">ai-all</prohibits>',
      { "ai-train": "reserved", "ai-input": "reserved", search: "allowed" },
    ],
    [
      '<permits type="usage">all</permits><prohibits type="usage">train-ai</prohibits>',
      { "ai-train": "reserved", tdm: "allowed" },
    ],
    ['<payment type="training"><amount currency="EUR">10.00</amount></payment>', { "ai-train": "conditional" }],
    ['<payment type="free"/>', { "ai-train": "allowed" }],
    ['<permits type="geo">EU</permits>', { "ai-train": "conditional" }],
    [
      '<permits type="usage">search</permits><permits type="usage">ai-train</permits>',
      { "ai-train": "allowed", search: "allowed", "ai-input": "reserved" },
    ],
    [
      '<prohibits type="usage">ai-train</prohibits><prohibits type="usage">search</prohibits>',
      { "ai-train": "reserved", search: "reserved", "ai-input": "allowed" },
    ],
  ])("%s", async (inner, says) => {
    const result = await read("license.xml", licence(inner));
    expect(result.files[0]!.kind).toBe("rsl");
    for (const [use, word] of notEmpty(Object.entries(says))) expect(saysOf(result, use as RightsUse), use).toBe(word);
    expect(result.faults).toEqual([]);
  });

  test("a licence server has to be asked, also where it is free", async () => {
    const result = await read("license.xml", licence("", 'url="/" server="https://olp.example.org"'));
    expect(saysOf(result, "ai-train")).toBe("conditional");
    expect(result.not_fetched).toEqual(["https://olp.example.org"]);
  });

  test("in a page", async () => {
    const inner = licence('<prohibits type="usage">ai-train</prohibits>');
    const result = await read("a.html", `<html><script type="application/rsl+xml">${inner}</script>`);
    expect(result.statements.map(({ kind }) => kind)).toContain("rsl");
    expect(saysOf(result, "ai-train")).toBe("reserved");
  });
});

describe("headers, pages and text", () => {
  test.each<[name: string, content: string, use: RightsUse, says: string]>([
    ["a.headers", "Content-Usage: train-ai=n", "ai-train", "reserved"],
    ["a.headers", "Content-Usage: train-ai=n, train-ai=y;x=1", "ai-train", "allowed"],
    ["a.headers", 'Content-Usage: train-ai="n"', "ai-train", "not_said"],
    ["a.headers", "Content-Usage: Train-AI=n", "ai-train", "not_said"],
    ["a.headers", "X-Robots-Tag: noai, noimageai", "ai-train", "reserved"],
    ["a.headers", "HTTP/1.1 402 Payment Required\ncrawler-price: USD 0.01", "crawl", "conditional"],
    ["a.html", '<meta name=robots content="max-snippet:1, NOAI">', "ai-train", "reserved"],
    ["a.html", '<a rel="license" href="https://creativecommons.org/licenses/by-nc/4.0/">', "ai-train", "conditional"],
    ["a.html", '<link rel="license" href="https://creativecommons.org/publicdomain/zero/1.0/">', "ai-train", "allowed"],
    ["a.c", "// SPDX-License-Identifier: MIT OR Apache-2.0\nint main;", "ai-train", "conditional"],
    ["a.c", "/* SPDX-License-Identifier: CC0-1.0 */", "ai-train", "allowed"],
    ["a.txt", "Published under CC BY-SA 4.0.", "ai-train", "conditional"],
    ["a.txt", "© 2024 A. Writer. All rights reserved.", "ai-train", "not_said"],
    [
      "a.txt",
      "No part of this book may be used or reproduced\nin any manner for the purpose of training artificial\nintelligence technologies.",
      "ai-train",
      "reserved",
    ],
    ["a.txt", "The publisher expressly reserves this work from the text and data mining exception.", "tdm", "reserved"],
    ["a.txt", "Eine Nutzung für Text und Data Mining im Sinne von § 44b UrhG ist untersagt.", "tdm", "reserved"],
    ["a.txt", "She trained her dog with intelligence, and no part of it may be forgotten.", "ai-train", "not_said"],
    [
      "a.json",
      '{"label":"cawg.training-mining","data":{"entries":{"cawg.ai_generative_training":{"use":"notAllowed"}}}}',
      "ai-train",
      "reserved",
    ],
  ])("%s: %s", async (name, content, use, says) => {
    expect(saysOf(await read(name, content), use)).toBe(says);
  });

  test("a mark at the end of a long line is found once, on its line", async () => {
    for (const at of notEmpty([1_700, 1_790, 1_990, 2_050, 40_000])) {
      const { statements } = await read("a.txt", `first\n${"x".repeat(at)} © 2024 A. Writer ${"y".repeat(3_000)}`);
      expect(
        statements.map(({ kind, line }) => [kind, line]),
        String(at),
      ).toEqual([["copyright", 2]]);
    }
  });
});

describe("requests", () => {
  const refused = (request: unknown) =>
    readRights(request as never).then(
      () => "none",
      (error) => (isSpoliaError(error) ? error.fields.map(({ pointer }) => pointer).join() : error),
    );
  const files = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `${at}`, content: "" }));

  test("what is refused, and the largest that is not", async () => {
    expect(await refused({ files: [] })).toBe("/files");
    expect(await refused({ files: files(1_001) })).toBe("/files");
    expect(await refused({ files: files(1_000) })).toBe("none");
    expect(await refused({ files: [...files(1), ...files(1)] })).toBe("/files");
    expect(await refused({ files: files(1), url: "ftp://example.org" })).toBe("/url");
    expect(await refused({ files: [{ name: "a", content: "", kind: "pdf" }] })).toBe("/files/0/kind");
  });

  test("without a crawler of that name a file says nothing of training", async () => {
    const catalogue = { crawlers: [], source: () => undefined };
    const result = await readRights({ files: [{ name: "robots.txt", content: ROBOTS }] }, { catalogue });
    expect(result.crawlers).toEqual([]);
    expect(result.statements.filter(({ kind }) => kind === "robots")).toHaveLength(1);
  });
});

describe("a thousand malformed files", () => {
  const SEEDS: readonly (readonly [name: string, content: string])[] = [
    ["robots.txt", ROBOTS],
    ["tdmrep.json", '[{"location":"/","tdm-reservation":1,"tdm-policy":"https://example.org/p"}]'],
    [
      "license.xml",
      '<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license><permits type="usage">search</permits><payment type="crawl"><amount currency="USD">1</amount></payment></license></content></rsl>',
    ],
    [
      "a.headers",
      'HTTP/1.1 200 OK\r\ntdm-reservation: 1\r\nLink: <https://e.org/l>; rel="license"\r\nContent-Usage: train-ai=n',
    ],
    [
      "a.html",
      '<html><meta name="tdm-reservation" content="1"><link rel=license href="https://e.org/l"><script type="application/rsl+xml"><rsl></rsl></script>',
    ],
    [
      "content.opf",
      '<package><metadata><meta name="tdm:reservation" content="1"/><dc:rights>© 2020 X</dc:rights></metadata></package>',
    ],
    [
      "c2pa.json",
      '{"label":"cawg.training-mining","data":{"entries":{"cawg.data_mining":{"use":"constrained","constraint_info":"x"}}}}',
    ],
    ["LICENSE", "SPDX-License-Identifier: MIT\n© 2020 A. Writer\nNo part may be used for training AI.\n"],
  ];
  /** Pieces that break formats: ends, marks, quotes, NUL, surrogates, other line ends, numbers too large. */
  const PIECES = [
    "",
    "\0",
    "\ud800",
    "<",
    ">",
    '"',
    "{",
    "[[[[",
    "]",
    "\r",
    "\n\n",
    ":",
    "*$",
    "%",
    "%zz",
    "<!--",
    "]]>",
    "&#x110000;",
    "1e999",
    "\u2028",
    "🙂",
  ];

  const REQUESTS = fewOrAll(150, 1_000);
  test("are each answered, in the form of an answer and the same twice", async () => {
    const { document } = await openApi();
    const resolve = resolverOf(document);
    const schema = resolve("#/components/schemas/RightsAnswer");
    let answered = 0;
    let withFaults = 0;
    const mutant = fc.record({
      seed: fc.constantFrom(...SEEDS),
      edits: fc.array(fc.tuple(fc.nat(400), fc.nat(40), fc.constantFrom(...PIECES)), { minLength: 1, maxLength: 6 }),
      repeated: fc.constantFrom(1, 1, 1, 50),
    });
    await fc.assert(
      fc.asyncProperty(mutant, async ({ seed: [name, original], edits, repeated }) => {
        const content = edits
          .reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), original)
          .repeat(repeated);
        const request = { files: [{ name, content }], url: "https://example.org/a" };
        const result = await readRights(request);
        expect(violations({ success: true, ...result }, schema, resolve)).toEqual([]);
        expect(await readRights(request)).toEqual(result);
        answered += 1;
        withFaults += Number(result.faults.length > 0);
      }),
      { numRuns: REQUESTS },
    );
    expect(answered).toBe(REQUESTS);
    expect(withFaults).toBeGreaterThan(REQUESTS / 10);
  });

  test("hostile ones of a megabyte too", async () => {
    const million = (text: string) => text.repeat(Math.ceil(1_000_000 / text.length));
    const hostile: [string, string][] = [
      ["robots.txt", million(`User-agent: GPTBot\nDisallow: /${"*a".repeat(20)}\n`)],
      ["tdmrep.json", "[".repeat(1_000_000)],
      ["license.xml", million("<rsl>")],
      ["a.headers", million("link: <a>; rel=license\n")],
      ["a.html", million('<meta name="tdm-reservation" content="1">')],
      ["a.txt", million("train AI may not be used reserves the right ")],
      ["a.txt", million("(c) ")],
      ["robots.txt", `a${million(" ")}b`],
      ["manifest.json", `["c2pa.",${million("{},")}{}]`],
    ];
    for (const [name, content] of notEmpty(hostile)) {
      const result = await read(name, content, `https://example.org/${"a".repeat(1_900)}`);
      expect(result.statements.length).toBeLessThanOrEqual(1_000);
      expect(result.faults.length).toBeLessThanOrEqual(100);
    }
  });
});
