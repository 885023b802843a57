/** PDF that were cut, changed or made to harm: a typed reason or a text, within limits, and the process goes on. */
import { describe, expect, test } from "vitest";
import { contentOfFile } from "../../../../src/files/documents/content.ts";
import { readPdf } from "../../../../src/files/documents/pdf/thread.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { harmed, numbers } from "../harm.ts";
import { ENDLESS, HOSTILE } from "./hostile.ts";
import { column, pdfOf } from "./pdfs.ts";

const TYPED = new Set(["damaged", "encrypted", "too_large", "scanned", "not_unicode"]);

const outcome = async (bytes: Uint8Array): Promise<string> => {
  const read = await contentOfFile(bytes, { name: "a.pdf" });
  return "reason" in read ? read.code : `text: ${read.content.trim()}`;
};

const WHOLE = pdfOf(
  Array.from({ length: 4 }, (_, page) =>
    column(
      Array.from({ length: 20 }, (_, at) => `Line ${at} of page ${page} says so.`),
      72,
      100,
    ),
  ),
  { outline: [{ title: "Line 3 of page 1 says so.", page: 1, y: 136 }], info: "/Title(A title)", isPacked: true },
);

test("malformed files are read or refused with a reason", async () => {
  const whole = await outcome(WHOLE);
  expect(whole).toMatch(/^text: Line 0 of page 0/);
  const random = numbers(7);
  const counts = { refused: 0, read: 0, same: 0 };
  const files = fewOrAll(60, 1_000);
  for (let file = 0; file < files; file += 1) {
    const ended = await outcome(harmed(WHOLE, random));
    if (ended === whole) counts.same += 1;
    if (ended.startsWith("text: ")) counts.read += 1;
    else {
      expect(TYPED).toContain(ended);
      counts.refused += 1;
    }
  }
  expect(counts.refused).toBeGreaterThan(files / 12);
  expect(counts.same).toBeGreaterThan(files / 12);
});

describe("made to harm", () => {
  test.each(Object.entries(HOSTILE))("%s", async (_, [make, expected]) => {
    expect(await outcome(make())).toBe(expected);
  });

  test.each(Object.entries(ENDLESS))("%s end by the limit of time, and the next file is read", async (_, make) => {
    await expect(readPdf(make(), undefined, { stepMs: 300, documentMs: 60_000 })).rejects.toMatchObject({
      code: "too_large",
    });
    await expect(readPdf(make(), undefined, { stepMs: 60_000, documentMs: 300 })).rejects.toMatchObject({
      code: "too_large",
    });
    expect(await outcome(WHOLE)).toMatch(/^text: Line 0/);
  });

  test("the caller's signal ends reading", async () => {
    const [make] = Object.values(ENDLESS);
    const controller = new AbortController();
    const reading = contentOfFile(make!(), { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    await expect(reading).rejects.toMatchObject({ code: "aborted" });
    await expect(contentOfFile(WHOLE, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "aborted" });
  });
});
