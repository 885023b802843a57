/** What the fixtures hold. Another document here is another fixture: these stay as they are. */
export const ENGLISH =
  "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.";
export const RUSSIAN =
  "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.";

/** A text of two blocks of 2,048 words, and a phrase between ever other words, which has a list. */
const LONG = Array.from({ length: 300 }, (_, i) => `${i} bottles ${i * i} of the same wine on the wall`).join(", ");

export const documents = [
  { id: "english", text: ENGLISH, title: "Universal Declaration", lang: "en", year: 1948 },
  { id: "english again", text: ENGLISH, url: "https://example.org/", licence: "CC0", author: "Æ" },
  { id: "deleted", text: `${ENGLISH} Gone.` },
  { id: "long", text: LONG },
];
/** The same text with headings and pages, which versions before 0.2.0 did not store. */
export const sectioned = {
  id: "sectioned",
  text: `Bottles\n\n${LONG}`,
  sections: [
    { kind: "heading" as const, start: 0, label: "Bottles" },
    { kind: "page" as const, start: 9, label: "9" },
    { kind: "page" as const, start: 9_000, label: "10" },
    { kind: "page" as const, start: 9_001, label: "xi" },
  ],
};
export const later = [{ id: "russian", text: RUSSIAN, lang: "ru" }];
/** What a corpus carries as texts that do not count. */
export const ignored = [ENGLISH.slice(0, 71), RUSSIAN];
