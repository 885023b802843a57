/** Quotation marks around a passage: found in the marks of several languages, and not where they enclose something else. */
import { describe, expect, test } from "vitest";
import { isMarkedQuotation } from "../../src/text/quotation.ts";

/** The passage of a text stands between two bars. */
function judge(marked: string): boolean {
  const [before = "", passage = "", after = ""] = marked.split("|");
  return isMarkedQuotation(before + passage + after, {
    start: before.length,
    end: before.length + passage.length,
  });
}

describe("a passage is a quotation", () => {
  test.each([
    "She wrote: “|It was the best of times|.” And so on.",
    "She wrote: “Yes, |it was the best of times|, yes.” And so on.",
    'He said "|it was the best of times|" again.',
    "Er schrieb: „|Es war die beste Zeit|“, und ging.",
    "Il dit : « |C'était le meilleur des temps| ».",
    "Er schrieb: »|Es war die beste Zeit|«.",
    "他说:「|那是最好的时代|」。",
    "Thanks!\n\n> |It was the best of times,\n>\n> it was the worst| of times.",
    "Thanks!\n  > It |was the best|",
  ])("%s", (text) => {
    expect(judge(text)).toBe(true);
  });
});

describe("a passage is none", () => {
  test.each([
    "|It was the best of times|",
    "It was |the best of times|, it was the worst.",
    "“Yes,” he said. |It was the best of times|, it was.",
    "“|It was the best,” he said, “of times|.”",
    "“Then a long sentence that stands before it, |it was the best of times|” he said.",
    "“|It was the best of times| and then a long sentence that goes on behind it”",
    "“|It was the best of times|",
    "> It was\n|the best of times|",
    "It was > |the best of times|",
    "> |It was the best\nof times|",
    "",
  ])("%s", (text) => {
    expect(judge(text)).toBe(false);
  });
});
