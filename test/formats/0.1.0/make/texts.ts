/** Texts that the fixtures are about: of a seed, so that they need no licence, and of several scripts. */

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

const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we zi".split(" ");
const VOCABULARY = 3_000;

function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 1; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

/** Words by Zipf's law, in sentences and paragraphs. */
export function prose(seed: number, count: number): string {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    const word = wordOf(Math.floor(VOCABULARY ** random()) - 1);
    const begun = i % 11 === 0 ? word[0]!.toUpperCase() + word.slice(1) : word;
    return begun + (i % 11 === 10 ? (i % 77 === 76 ? ".\n\n" : ". ") : " ");
  }).join("");
}

export const words = (text: string, from: number, to: number): string => text.split(/\s+/).slice(from, to).join(" ");

/** The first article of the Universal Declaration of Human Rights. */
export const DECLARATION: Readonly<Record<string, string>> = {
  en: "All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.",
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

/** Texts whose identity is kept: scripts, lengths around the limits, and forms that fold into one. */
export const IDENTIFIED: Readonly<Record<string, string>> = {
  empty: "",
  "one word": "spolia",
  "four words": "one two three four",
  "five words": "one two three four five",
  punctuation: " \n— … ‽ —\t",
  marks: "e\u0301te\u0301 \ufb01n \uff11\uff12\uff13 \ud835\udd18 \ud83d\ude00 \u202etfel\u202c a\u200db \ud83d alone",
  ...DECLARATION,
  "512 words": prose(512, 512),
  "513 words": prose(513, 513),
  "3000 words": prose(3_000, 3_000),
  "all scripts": Object.values(DECLARATION).join("\n\n").repeat(3),
};

const STATUTE = prose(77, 420);

/** A text of 14 blocks of 2,048 words, in each of which 420 words are the same: their lists fill more than half of a page. */
export const REPEATED = Array.from({ length: 14 }, (_, i) => `${STATUTE} ${`article ${i} `.repeat(820)}`).join("\n");
