/** Generated and real texts for corpora. Everything is seeded: the same texts in every run. */
import type { CorpusDocument } from "../../src/base/contract/resources/corpus.ts";

/** Uniform numbers in [0, 1): mulberry32 of Tommy Ettinger. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CONSONANTS = "bcdfghjklmnprstvw";
const VOWELS = "aeiou";

/** The word with a frequency rank: short if it is common. */
function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / 85)) {
    word += CONSONANTS[rest % 17]! + VOWELS[Math.floor(rest / 17) % 5]!;
  }
  return word;
}

/** Words whose frequency falls with their rank, as in prose: Zipf's law. */
export function zipfWords(random: () => number, count: number, vocabulary = 8_000): string[] {
  return Array.from({ length: count }, () => wordOf(Math.floor(vocabulary ** random()) - 1));
}

/** Unique words of mixed digits and letters, which occur in no corpus of these tests. */
export function* fillerWords(): Generator<string, never> {
  for (let n = 1; ; n++) yield `q${n}x`;
}

/** Prose of the given number of words: sentences, capitals, punctuation, paragraphs. */
export function zipfText(random: () => number, count: number, vocabulary?: number): string {
  return zipfWords(random, count, vocabulary)
    .map(
      (word, i) =>
        (i % 11 === 0 ? word[0]!.toUpperCase() + word.slice(1) : word) +
        (i % 11 === 10 ? (i % 77 === 76 ? ".\n\n" : ". ") : " "),
    )
    .join("");
}

/** The first article of the Universal Declaration of Human Rights. */
export const DECLARATION = {
  en: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
  fr: "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.",
  el: "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.",
  ru: "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.",
  ar: "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم أن يعامل بعضهم بعضا بروح الإخاء.",
  he: "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.",
  hi: "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।",
  zh: "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对待。",
  ja: "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。",
  ko: "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.",
  th: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างในตนมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
};

/** Many scripts, characters outside the basic plane and marks, shuffled word by word into a text of several blocks. */
function manyScripts(random: () => number, pieces: number): string {
  const words = Object.values(DECLARATION).flatMap((text) => text.split(" "));
  const odd = ["😀", "𝔘𝔫𝔦", "e\u0301te\u0301", "ﬁn", "—", "\u200d", "𐐷𐐲", "\u202etfel\u202c", "１２３", "\u00a0"];
  return Array.from({ length: pieces }, (_, i) =>
    i % 5 === 0 ? odd[Math.floor(random() * odd.length)] : words[Math.floor(random() * words.length)],
  ).join(" ");
}

/** Documents of all shapes relative to blocks. The id describes the shape. */
export function corpusDocuments(): CorpusDocument[] {
  const random = seeded(7);
  const documents: CorpusDocument[] = [{ id: "empty first", text: "" }];
  const add = (id: string, text: string, more: Omit<CorpusDocument, "id" | "text"> = {}) =>
    documents.push({ id, text, ...more });
  for (let i = 0; i < 60; i++) add(`short ${i}`, zipfText(random, 5 + Math.floor(random() * 60)));
  add("one word", "spolia");
  add("punctuation", " \n— … ‽ —\t");
  for (const words of [4_096, 4_097, 8_191, 8_192]) add(`${words} words`, zipfText(random, words));
  for (const [lang, text] of Object.entries(DECLARATION))
    add(`declaration ${lang}`, text, { lang, title: `UDHR 1 (${lang})`, year: 1948 });
  add(
    "surrogates",
    zipfWords(random, 200)
      .map((word, i) => (i % 7 === 0 ? `\ud83d ${word} \ude00` : word))
      .join(" "),
  );
  add(
    "lines",
    zipfWords(random, 300)
      .map((word, i) => word + (i % 9 === 8 ? "\r\n" : " "))
      .join(""),
  );
  add("mark at the beginning", `\ufeff${zipfText(random, 100)}`, {
    author: "A. Nonymous",
    url: "https://example.org/",
    licence: "CC0",
  });
  add("30000 words", zipfText(random, 30_000));
  add("scripts", manyScripts(random, 6_000));
  add("no spaces", manyScripts(random, 3_000).replaceAll(" ", "").slice(0, 9_001));
  for (let i = 0; i < 240; i++) add(`shorter ${i}`, zipfText(random, 13 + Math.floor(random() * 40)));
  add("again", documents.find(({ id }) => id === "4097 words")!.text, { title: "the same text" });
  add("declaration again", DECLARATION.ru);
  add("empty last", "");
  return documents;
}
