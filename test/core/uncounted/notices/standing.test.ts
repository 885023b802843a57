/** Standing notices are known by their signs, kind by kind; what is written about them, and other prose, is not. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { PASSAGE } from "../../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { readText } from "../../../../src/core/text/text.ts";
import { NOTICE_SIGNS } from "../../../../src/core/uncounted/notices/signs/all.ts";
import { SYNONYMS } from "../../../../src/core/uncounted/notices/signs/noticeSigns.ts";
import { uncountedIn } from "../../../../src/core/uncounted/uncounted.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { testWith } from "../../../support/shared.ts";
import { seeded, zipfText } from "../../../support/texts.ts";

const kernels = await loadKernels();
const read = (name: string) =>
  readFileSync(new URL(`../../../engine/meaning/standing/${name}.txt`, import.meta.url), "utf8")
    .trim()
    .split("\n\n");
const PROSE = read("prose");

/** What is marked, with its name. */
async function marked(content: string): Promise<(readonly [string, string])[]> {
  const text = readText(kernels, content);
  const { spans } = await uncountedIn(kernels, shingle(kernels, text, PASSAGE));
  const bytes = Buffer.from(text.bytes);
  return spans.map(({ name, start, end }) => [
    name,
    bytes
      .subarray(text.bounds[2 * start], text.bounds[2 * end - 1])
      .toString()
      .replaceAll(/\s+/g, " "),
  ]);
}

const KINDS: readonly (readonly [string, string])[] = [
  [
    "confidentiality notice of an e-mail",
    "This message may contain privileged information. If you are not its intended recipient, please notify the sender and delete all copies.",
  ],
  [
    "privacy or cookie notice",
    "Our website uses cookies to improve your browsing experience. By continuing to use the site you agree to our cookie policy.",
  ],
  [
    "subscription notice",
    "You are receiving this e-mail because you signed up on our site. To unsubscribe, click the link below.",
  ],
  [
    "rights notice of a publication",
    "No part of this book may be reproduced in any form without the written permission of the publisher.",
  ],
  ["Project Gutenberg notice", "Produced by A. Moor and the Online Distributed Proofreading Team at www.pgdp.net"],
  ["disclaimer", "This post is for informational purposes only and does not constitute legal advice."],
  [
    "forward-looking statements",
    "This release contains forward-looking statements. Actual results may differ materially from those expected.",
  ],
  ["frame of a web page", "Your email address will not be published. Required fields are marked *"],
  [
    "statement to applicants",
    "All qualified applicants will receive consideration for employment without regard to race, religion or age.",
  ],
  [
    "statement of a paper",
    "The authors declare no competing interests. The funders had no role in study design or in the decision to publish.",
  ],
];

describe("a notice of each kind", () => {
  test.each(KINDS)("%s is marked whole, and nothing around it", async (name, notice) => {
    const words = notice.replace(/\W+$/, "");
    for (const content of [
      `${PROSE[0]}\n\n${notice}`,
      `${notice}\n\n${PROSE[1]}`,
      `${PROSE[2]}\n${notice}\n${PROSE[3]}`,
    ])
      expect(await marked(content)).toEqual([[name, words]]);
  });

  test("has a name that the signs of a kind have, in any language", () => {
    const names = new Set(KINDS.map(([name]) => name));
    expect(new Set(NOTICE_SIGNS.map(({ name }) => name))).toEqual(names);
  });

  test.each([
    ["wrapped", (notice: string) => notice.replaceAll(/(.{50}\S*) /g, "$1\n")],
    ["quoted", (notice: string) => `> ${notice.replaceAll(/(.{50}\S*) /g, "$1\n> ")}`],
    ["in capitals", (notice: string) => notice.toUpperCase()],
  ])("is one when it is %s", async (_, changed) => {
    for (const [name, notice] of notEmpty(KINDS)) {
      const [first, ...others] = await marked(`${PROSE[4]}\n\n${changed(notice)}\n\n${PROSE[5]}`);
      expect([first?.[0], others]).toEqual([name, []]);
    }
  });
});

describe("lines of a mail program", () => {
  test.each([
    ["On Wed, 12 May 2021 at 10:13, Karin Holt <karin@holt.example> wrote:"],
    ["> Am 12.05.2021 um 10:13 schrieb Karin Holt:"],
    ["Sent from my iPhone"],
    ["From: Karin Holt\nSent: 12 May 2021\nTo: Office\nSubject: The key"],
  ])("%s", async (lines) => {
    const found = await marked(`${PROSE[6]}\n\n${lines}\n\n${PROSE[7]}`);
    expect(new Set(found.map(([name]) => name))).toEqual(new Set(["line of a mail program"]));
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.join(" ");
    expect(words(found.map(([, text]) => text).join(" "))).toBe(words(lines));
  });

  test("are none in a story", async () => {
    const story = `From the hill she saw it. On 12 May 1821 he wrote from Naples. To: nobody, he put, and then the one word.`;
    expect(await marked(`${story}\n${PROSE[8]}`)).toEqual([]);
  });
});

describe("no notice", () => {
  test("in texts about privacy, rights, advice, comments, applicants", async () => {
    for (const text of notEmpty([...read("about"), ...PROSE])) expect(await marked(text)).toEqual([]);
  });

  test("in one sign, or in labels among other words", async () => {
    for (const said of ["He was the intended recipient of it.", "Home, about us and contact were all that she read."])
      expect(await marked(`${PROSE[9]} ${said} ${PROSE[10]}`)).toEqual([]);
  });

  for (const path of ["eltec-eng/eltec-eng-000", "eltec-fra/eltec-fra-000"])
    testWith(`data/corpora/${path}.jsonl.gz`, "in novels: at most 1 word in 10,000", async (contents) => {
      const lines = contents.split("\n").filter(Boolean);
      let [all, words] = [0, 0];
      for (const line of notEmpty(fewOrAll(lines.slice(0, 4), lines))) {
        const text = readText(kernels, JSON.parse(line).text);
        const { spans } = await uncountedIn(kernels, shingle(kernels, text, PASSAGE));
        all += text.lengthWords;
        for (const { kind, start, end } of spans) if (kind === "boilerplate") words += end - start;
      }
      expect(words).toBeLessThan(all / 10_000);
    });
});

test("signs are written as they are read", () => {
  for (const { name, labels, ...tiers } of notEmpty(NOTICE_SIGNS))
    for (const signs of notEmpty([labels, ...Object.values(tiers)])) {
      const written = signs.split(";").map((one) => one.trim());
      const bad = written.filter((one) => {
        const parts = one.split(/\s+/);
        const isGap = parts[0] === "…" || parts.at(-1) === "…";
        const isOptional = parts.every((part) => part.endsWith("?"));
        const synonyms = one.match(/<[^>]*>/g) ?? [];
        const hasEmpty = parts.some((part) => part.replace(/\?$/, "").split("|").includes(""));
        return (
          isGap ||
          (isOptional && one !== "") ||
          hasEmpty !== (one === "") ||
          !synonyms.every((word) => word in SYNONYMS)
        );
      });
      expect([name, bad]).toEqual([name, []]);
      expect(new Set(written).size).toBe(written.length);
    }
});

test("time is linear in text without sentences, lines or words", async () => {
  const words = zipfText(seeded(12), 2_000).replaceAll(/[.,]/g, "");
  const long = [
    "this e-mail and any attachments ".repeat(4_000),
    "home\n".repeat(20_000),
    `${words} `.repeat(10),
    ". ".repeat(50_000),
  ];
  for (const text of notEmpty(long)) expect((await marked(text)).length).toBeGreaterThanOrEqual(0);
});
