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
export const later = [{ id: "russian", text: RUSSIAN, lang: "ru" }];
