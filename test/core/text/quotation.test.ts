/** Quotation marks around a passage: found in the marks of several languages, and not where they enclose something else. */
import { describe, expect, test } from "vitest";
import { quotationsIn } from "../../../src/core/text/quotation.ts";

/** The passage of a text stands between two bars. */
function judge(marked: string, isCode = false) {
  const [before = "", passage = "", after = ""] = marked.split("|");
  return quotationsIn(
    before + passage + after,
    isCode,
  )({
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
    "§ 2 Absatz |2: „Reisebedarf im Sinne dieses Gesetzes sind Zeitungen, Zeitschriften und Straßenkarten|.“",
    "He says: |“It was the best of times, it was the worst of times,” he| says.",
    "And as one wrote to his friends: |It was the best of times, it was the worst of times|. So it was.",
    "As one wrote at the time: It |was the best of times,\nit was the worst of times|.",
    "One says:\n\n    |It was the best of times, it was the worst of times|.\n    (Dickens)\n\nTwo things follow.",
    "One says:\n\n\tIt was |the best of times,\n\tit was the worst of times|\n\nTwo things follow.",
  ])("%s", (text) => {
    expect(judge(text)).toBe(text.includes(">") ? "answer" : "quotation");
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
    "|He says: “It was the best of times,” and all of them laughed at what he said|.",
    "|He wrote at last, and slowly: “It was the best of times|.”",
    "A beginning.\n    |It was the best of times,\nit was the worst of times|.\n    And so on.",
    "A beginning.\n\n    |It was the best of times,\nit was the worst of times|.\n\nAnd so on.",
    "A heading\n\n    |It was the best of times.|\n\n    It was the worst of times.\n\n    And so on.",
    "  |It was the best of times.|",
    "Anna Ivanovna: |It was the best of times, it was the worst of times|.",
    "This is what it was like:\n|it was the best of times|.",
    "As one wrote at the time: |It was the best of times.\n\nIt was the worst of times|.",
    "As one wrote at the time: |It was the best of times|, and we knew it.",
    "As one wrote at the time: I know that. |It was the best of times|.",
    "At half past ten, at 10:30 |it was the best of times|.",
    "",
  ])("%s", (text) => {
    expect(judge(text)).toBeNull();
  });
});

test.each([
  ["in one line", " "],
  ["in lines", "\n"],
  ["in paragraphs", "\n\n"],
  ["with colons", ": "],
])(
  "of a long text %s each passage costs what it is long, or this would not end within the time of a test",
  (_, between) => {
    const sentence = "It was the best of times as one wrote then.";
    const text = Array.from({ length: 60_000 }, () => sentence).join(between);
    const step = sentence.length + between.length;
    const markOf = quotationsIn(text, false);
    const marks = Array.from({ length: 60_000 }, (__, at) =>
      markOf({ start: at * step, end: at * step + sentence.length }),
    );
    expect(new Set(marks.slice(1))).toEqual(new Set([between === ": " ? "quotation" : null]));
  },
);
