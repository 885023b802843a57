/** What the suite reads: the same texts in every runtime, made up from a seed or written here. */

/** Alphabets of made-up words. Folding treats each of these scripts in its own way. */
const ALPHABETS = {
  latin: ["bcdfglmnprstvz", "aeiou"],
  greek: ["βγδκλμνπρστφχ", "αεηιουωάίό"],
  cyrillic: ["бвгджзклмнпрст", "аеиоуыёй"],
  hebrew: ["אבגדהוזחטיכלמנסעפצקרשת", "אהוי"],
  arabic: ["بتثجحخدذرزسشصضطظعغفقكلمنه", "اوي"],
  devanagari: ["कखगघचछजटडतदनपबमयरलवसह", ["ा", "ि", "ी", "ु", "े", "ो"]],
  hangul: ["가나다라마바사아자차카타파하", "강님달론믿"],
};

/** Numbers below `limit` that look drawn at random and are the same for the same seed (a linear congruence, its high bits). */
function drawing(seed) {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % limit;
  };
}

/** Each is made once: they are asked for again and again. */
const known = new Map();

/** Made-up prose: words of two to four syllables, commas and sentences. */
export function prose(seed, words, alphabet = "latin") {
  const name = `${seed} ${words} ${alphabet}`;
  if (!known.has(name)) known.set(name, made(seed, words, alphabet));
  return known.get(name);
}

function made(seed, words, alphabet) {
  const draw = drawing(seed);
  const [heads, tails] = ALPHABETS[alphabet].map((letters) => [...letters]);
  const one = (letters) => letters[draw(letters.length)];
  const word = () => Array.from({ length: 2 + draw(3) }, () => one(heads) + one(tails)).join("");
  return Array.from({ length: words }, (_, i) => word() + (i % 13 === 12 ? ".\n" : i % 5 === 4 ? ", " : " ")).join("");
}

/** Texts that are hard to fold or to count: each is a document and a content too. */
export const SCRIPTS = {
  composed:
    "Ein naïver Café-Gänger aß die Crème brûlée; STRASSE und Straße, İstanbul und ISTANBUL, ﬁne ligatures. ".repeat(4),
  decomposed: "Ein naïver Café-Gänger aß die Crème brûlée; Åse wohnt in Ångström. ".normalize("NFD").repeat(5),
  han: "在这个漫长的冬天里，老人每天清晨都会走到河边，看着冰面上的光，想起很久以前离开的朋友们。".repeat(3),
  kana: "ある冬の朝、ﾊﾝｶｸの文字とカタカナが混ざった長い手紙が、雪の降る小さな駅に届いた。".repeat(3),
  thai: "ในเช้าวันหนึ่งของฤดูหนาว ชายชราเดินไปที่แม่น้ำเพื่อดูแสงบนน้ำแข็งและคิดถึงเพื่อนเก่า ".repeat(3),
  rightToLeft: "كَتَبَ الشَّيْخُ رسالةً طويلةً إلى صديقه القديم في المدينة البعيدة، وشَלוֹם עֲלֵיכֶם אמר הזקן לחברו הטוב. ".repeat(4),
  emoji:
    "The 👩‍👩‍👧‍👦 family flew a 🏳️‍🌈 flag — 1️⃣ ２ ③ ¼ ™ — over “quoted” words\u00a0and soft\u00adhyphens\u200b everywhere 𝔾𝕠𝕥𝕙𝕚𝕔 𐐷𐐲. ".repeat(
      4,
    ),
  surrogates:
    `lone \ud800 high and \udc00 low halves, NUL \u0000 and BOM \ufeff between words, and \u2028 line parts `.repeat(4),
};

/** 24 long documents in seven scripts, and the hard ones as they stand. */
export function documents() {
  const made = Array.from({ length: 24 }, (_, i) => {
    const alphabet = Object.keys(ALPHABETS)[i % 7];
    const document = { id: `made/${i}`, text: prose(100 + i, 200 + 60 * i, alphabet), title: `Made ${i}` };
    return i % 3 === 0 ? { ...document, author: "Nobody", year: 1900 + i, licence: "CC0-1.0" } : document;
  });
  const hard = Object.entries(SCRIPTS).map(([id, text]) => ({ id: `hard/${id}`, text }));
  // The same text once more: it is stored once and counted.
  return [...made, ...hard, { ...made[3], id: "made/3-again" }];
}

/** What is analysed, by name: planted, clean, empty, broken, right-to-left, too short. */
export function contents() {
  const [source, other] = [documents()[7].text, documents()[14].text];
  const planted = [prose(1, 80), slice(source, 20, 320), prose(2, 40), slice(other, 100, 160)].join("\n\n");
  return {
    planted,
    altered: slice(source, 50, 400)
      .split(" ")
      .map((word, i) => (i % 17 === 16 ? "changed" : i % 11 === 10 ? word.toUpperCase() : word))
      .join("  "),
    clean: prose(3, 400),
    empty: "",
    surrogates: SCRIPTS.surrogates,
    rightToLeft: `${prose(4, 60, "hebrew")} ${SCRIPTS.rightToLeft} ${prose(5, 60, "arabic")}`,
    emoji: SCRIPTS.emoji,
    tooShort: slice(source, 0, 7),
  };
}

export const slice = (text, from, to) => text.split(" ").slice(from, to).join(" ");
