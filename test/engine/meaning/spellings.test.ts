/** Texts that share nothing letter by letter and say the same: spellings of other times and scripts, and renamed code. */
import { beforeAll, describe, expect, test } from "vitest";
import type { CompareResult } from "../../../src/base/contract/operations/compare.ts";
import { createEngine, type Engine } from "../../../src/index.ts";
import { NO_COLOURS, plainComparison } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ corpora: [] });
});

const spellingOf = ({ method }: CompareResult) => method.parameters["spelling"];

const ENGLISH =
  "The said justices have received a letter from the widow, whose just claim to the silver vessels of the vestry was never judged; " +
  "yet the wise vicar would give her just five of the vases, and wrote that the jury of the village was very severe.";
/** As early print has it, and as programs read its long s: at the ends of words s stays. */
const printed = (text: string) =>
  text
    .replace(/s(?=\p{L})/gu, "f")
    .replace(/(?<!\p{L})v/gu, "u")
    .replace(/(?<=\p{L})v/gu, "u")
    .replace(/j/g, "i");

const OLD_GERMAN =
  "Die Aeltern wohnten im Thale, und die Thür stand offen, daß ein jeder, der vorbey gieng, die Noth sah. In der Classe studirten " +
  "drey Officiere die Litteratur des Capitels; der Proceß hieng von der Kenntniß ab. Es giebt wol Leute, die seyn wollen, was sie " +
  "nicht sind; der Vater theilte die Waare mit den Thieren, bis der Krieg todt war, und that, was nöthig war.";
const NEW_GERMAN =
  "Die Eltern wohnten im Tale, und die Tür stand offen, dass ein jeder, der vorbei ging, die Not sah. In der Klasse studierten " +
  "drei Offiziere die Literatur des Kapitels; der Prozess hing von der Kenntnis ab. Es gibt wohl Leute, die sein wollen, was sie " +
  "nicht sind; der Vater teilte die Ware mit den Tieren, bis der Krieg tot war, und tat, was nötig war.";

const JAVA = `package orchard;
/* How many fit. */
public class Basket {
  private final List<Integer> weights = new ArrayList<>();
  private int limit = 10;
  public boolean put(int weight) {
    int total = 0;
    for (int w : weights) { total += w; } // all of them
    if (total + weight > limit) { throw new Full("no room for " + weight); }
    weights.add(weight);
    return true;
  }
}`;
const renamed = (code: string) =>
  ["orchard", "Basket", "weights", "weight", "limit", "total", "put", "w"]
    .reduce((text, name, i) => text.replace(new RegExp(`\\b${name}\\b`, "g"), `x${i}q`), code)
    .replace("/* How many fit. */", "")
    .replace("// all of them", "// sum")
    .replace("no room for ", "full: ");

const SQL = `-- what each has spent
WITH monthly AS (
  SELECT buyer, SUM(total) AS spent FROM orders WHERE placed >= '2020-01-01' GROUP BY buyer HAVING SUM(total) > 100
)
SELECT m.spent, RANK() OVER (PARTITION BY b.region ORDER BY m.spent DESC) FROM monthly m JOIN buyers b ON b.buyer = m.buyer;
UPDATE buyers SET region = NULL WHERE buyer NOT IN (SELECT buyer FROM orders);`;
const SHELL = `#!/bin/bash
for folder in /home/*; do
  target=$(basename "$folder")
  if [ -d "$folder" ] && [ ! -e "$target" ]; then
    tar czf "$target" -C "$folder" docs || { echo "failed: $target" >&2; exit 1; }
  elif [ -z "$folder" ]; then
    continue
  fi
  number=$((number + 1)) # all of them
done
case "$number" in 0) echo none ;; *) echo "$number" ;; esac`;
const renamedIn = (code: string, ...names: string[]) =>
  names.reduce((text, name, i) => text.replace(new RegExp(`\\b${name}\\b`, "g"), `x${i}q`), code);

const PAIRS: readonly [spelling: string, a: string, b: string, type?: "code"][] = [
  [
    "letters_apart",
    ENGLISH,
    ENGLISH.split(" ")
      .map((word) => [...word].join(" "))
      .join("   "),
  ],
  ["early_print", ENGLISH, printed(ENGLISH)],
  [
    "early_print",
    "Die Größe der Straße und das Maß der Füße waren größer als die Schlösser der Könige über den Bäumen von Köln",
    "Die Groesse der Strasse vnd das Mass der Fuesse waren groesser als die Schloesser der Koenige vber den Baeumen von Koeln",
  ],
  [
    "early_print",
    "Die Größe der Straße und das Maß der Füße waren größer als die Schlösser der Könige über den Bäumen von Köln".normalize(
      "NFD",
    ),
    "Die Groesse der Strasse vnd das Mass der Fuesse waren groesser als die Schloesser der Koenige vber den Baeumen von Koeln",
  ],
  [
    "russian_before_reform",
    "Онъ шелъ по лѣсу и видѣлъ бѣлый снѣгъ, на которомъ лежалъ свѣтъ мѣсяца, и вѣтеръ пѣлъ въ вѣтвяхъ",
    "Он шел по лесу и видел белый снег, на котором лежал свет месяца, и ветер пел в ветвях",
  ],
  [
    "simplified_chinese",
    "這個國家的歷史學家認為這場戰爭開始於一個小村莊的會議，後來傳遍了東邊的島嶼",
    "这个国家的历史学家认为这场战争开始于一个小村庄的会议，后来传遍了东边的岛屿",
  ],
  [
    "arabic",
    "إلى أخيه أحمد في المدينة الكبيرة رسالة أولى إذا أتى إلى القرية القديمة أيضا أخذ أوراقه",
    "الى اخيه احمد في المدينه الكبيره رساله اولى اذا اتى الى القريه القديمه ايضا اخذ اوراقه",
  ],
  ["names_in_code", JAVA, renamed(JAVA), "code"],
  [
    "names_in_code",
    SQL,
    renamedIn(SQL, "monthly", "buyer", "total", "spent", "orders", "placed", "buyers", "region", "m", "b"),
    "code",
  ],
  ["names_in_code", SHELL, renamedIn(SHELL, "folder", "target", "number"), "code"],
  ["old_german", OLD_GERMAN, NEW_GERMAN],
  ["old_german", OLD_GERMAN.normalize("NFD").replace(/s(?=\p{L})/gu, "ſ"), NEW_GERMAN],
];

describe("a text in another spelling is found", () => {
  test.each(PAIRS)("%s, %#", async (spelling, a, b, content_type) => {
    const side = (content: string) => ({ content, content_type: content_type ?? ("text" as const) });
    for (const [one, other] of notEmpty([
      [a, b],
      [b, a],
    ] as const)) {
      const result = await engine.compare({ a: side(one), b: side(other) });
      expect(spellingOf(result)).toBe(spelling);
      expect(result.relation).toBe("near_duplicate");
      const page = plainComparison(result, { colours: NO_COLOURS, columns: 200, detail: "short" }).replace(/\s+/g, " ");
      expect(page).toContain("As written they share less.");
      expect(page).toContain("Error rate: not measured");
      // Places are those of the texts as they were given.
      const { passages } = result;
      expect(passages!.length).toBeGreaterThan(0);
      const [first, last] = [passages![0]!, passages!.at(-1)!];
      expect(one.slice(first.a.start, last.a.end).length).toBeGreaterThan(0.8 * one.length);
      expect(other.slice(first.b.start, last.b.end).length).toBeGreaterThan(0.8 * other.length);
      expect(/^\s|\s$/.test(one.slice(first.a.start, last.a.end))).toBe(false);
    }
  });
});

describe("a text as it is stays so", () => {
  const random = seeded(57);
  const cases: [string, string, string][] = [
    ["the same words", ENGLISH, ENGLISH.toUpperCase()],
    ["small changes", ENGLISH, ENGLISH.replace("widow", "heir").replace("five", "six")],
    ["unrelated prose", zipfText(random, 400), zipfText(random, 400)],
    ["German of today", NEW_GERMAN, NEW_GERMAN.replace("dass", "daß").replace("Prozess", "Prozeß")],
    [
      "changed German",
      NEW_GERMAN,
      NEW_GERMAN.replace("Tale", "Dorfe").replace("drei", "vier").replace("Krieg", "Streit"),
    ],
    [
      "other German of today",
      NEW_GERMAN,
      "Die Gemeinde hat beschlossen, dass der Fluss gereinigt wird. Nach dem Bericht ist das Wasser belastet, und die Fische sterben " +
        "nicht mehr. Die Kosten trägt das Land mit einem Teil der Mittel, die von der Behörde dafür vorgesehen waren.",
    ],
    ["too little to compare", "The vicar saw.", "The uicar faw."],
    // What agrees is a tenth of each.
    [
      "a quotation in another spelling",
      `${ENGLISH} ${zipfText(random, 500)}`,
      `${printed(ENGLISH)} ${zipfText(random, 500)}`,
    ],
  ];
  test.each(cases)("%s", async (_, a, b) => {
    const result = await engine.compare({ a, b });
    expect(spellingOf(result)).toBeUndefined();
  });

  test("unrelated code of one language", async () => {
    const other = `package mail;
import java.net.Socket;
public interface Sender extends AutoCloseable {
  String NAME = "sender";
  default void send(Letter letter, Socket socket) throws IOException {
    while (letter.hasMore()) {
      byte[] next = letter.next(1024);
      socket.write(next, 0, next.length);
    }
    switch (letter.kind()) { case PLAIN -> close(); default -> flush(letter); }
  }
}`;
    const result = await engine.compare({
      a: { content: JAVA, content_type: "code" },
      b: { content: other, content_type: "code" },
    });
    expect(spellingOf(result)).toBeUndefined();
  });

  test("other queries, and other scripts of a shell", async () => {
    const side = (content: string) => ({ content, content_type: "code" as const });
    const query = `CREATE TABLE sensors (sid SERIAL, kind TEXT, reading REAL);
INSERT INTO sensors (kind, reading) SELECT t.kind, AVG(t.value) FROM temp t WHERE t.value BETWEEN 1 AND 9 GROUP BY t.kind;
ALTER TABLE sensors ADD COLUMN note TEXT DEFAULT '';
SELECT kind, COUNT(*) FROM sensors WHERE reading IS NOT NULL GROUP BY kind ORDER BY 2 DESC LIMIT 5;`;
    const script = `#!/bin/sh
host=$1; shift
ssh "$host" "mkdir -p /opt/app"
if ! curl -fs "http://$host/health" > /dev/null; then echo "not healthy" >&2; exit 2; fi
until ping -c1 "$host"; do sleep 5; done
for file in "$@"; do test -f "$file" && sort -u "$file" | head -n 3; done`;
    expect(spellingOf(await engine.compare({ a: side(SQL), b: side(query) }))).toBeUndefined();
    expect(spellingOf(await engine.compare({ a: side(SHELL), b: side(script) }))).toBeUndefined();
  });

  const rules = (name: string, rule: string) =>
    Array.from({ length: 30 }, (_, i) => `.${name}${i} { ${rule.replaceAll("N", String(i))} }`).join("\n");
  const rows = (name: string, columns: string) =>
    Array.from({ length: 30 }, (_, i) => `INSERT INTO ${name} (${columns}) VALUES (${i}, '${name}${i}');`).join("\n");
  test.each([
    ["rules of style", rules("a", "color: red; margin: Npx;"), rules("b", "width: auto; border: Nem;")],
    ["rows of SQL", rows("users", "id, name"), rows("orders", "number, item")],
    [
      "data",
      JSON.stringify(Array.from({ length: 40 }, (_, i) => ({ id: i, name: `a${i}` }))),
      JSON.stringify(Array.from({ length: 40 }, (_, i) => ({ key: i, text: `b${i}` }))),
    ],
    [
      "assignments",
      Array.from({ length: 40 }, (_, i) => `let x${i} = ${i};`).join("\n"),
      Array.from({ length: 40 }, (_, i) => `let y${i} = ${i + 7};`).join("\n"),
    ],
    ["prose", zipfText(random, 60), zipfText(random, 60)],
  ])("%s, sent as code", async (_, a, b) => {
    const side = (content: string) => ({ content, content_type: "code" as const });
    expect(spellingOf(await engine.compare({ a: side(a), b: side(b) }))).toBeUndefined();
  });

  test("texts of which some do not count", async () => {
    const options = { ignore: [ENGLISH] };
    expect(spellingOf(await engine.compare({ a: ENGLISH, b: printed(ENGLISH), options }))).toBeUndefined();
  });

  test("fingerprints, and texts over the bound", async () => {
    const { fingerprint } = await import("../../../src/index.ts");
    const { bytes } = await fingerprint(printed(ENGLISH));
    expect(spellingOf(await engine.compare({ a: ENGLISH, b: { fingerprint_data: bytes } }))).toBeUndefined();
    const long = (text: string, units: number) => text + " ".repeat(units - text.length);
    const most = 1024 * 1024;
    for (const [units, spelling] of notEmpty([
      [most, "early_print"],
      [most + 1, undefined],
    ] as const))
      expect(spellingOf(await engine.compare({ a: long(ENGLISH, units), b: printed(ENGLISH) }))).toBe(spelling);
  });
});

test("a passage ends with the text, also where its last letter has two forms", async () => {
  const a = "Die große Straße lag über dem Maß der Vögel und jede las von dem Wald am Haus if";
  const b = a.replaceAll("ß", "ss").replaceAll("ü", "ue").replaceAll("ö", "oe").replaceAll("v", "u");
  const { passages } = await engine.compare({ a, b });
  expect([passages!.at(-1)!.a.end, passages!.at(-1)!.b.end]).toEqual([a.length, b.length]);
});

test("a sign is a comment in the languages where it is one", async () => {
  const python = `# Halves of what is given.
def halves(values, least):
    found = []
    for value in values:
        if value is None or value < least:
            continue
        half = value // 2
        while half % 2 == 0 and half > 1:
            half = half // 2
        found.append(half)
    return found if found else None
`;
  const renamed = python
    .replaceAll("halves", "parts")
    .replaceAll("values", "xs")
    .replaceAll("value", "x")
    .replaceAll("found", "out")
    .replaceAll("half", "h")
    .replaceAll("least", "low");
  const side = (content: string) => ({ content, content_type: "code" as const });
  const result = await engine.compare({ a: side(python), b: side(renamed) });
  expect([spellingOf(result), result.relation]).toEqual(["names_in_code", "near_duplicate"]);
  const other = await engine.compare({
    a: side(python),
    b: side(renamed.replaceAll("h // 2", "h // 2 + h % 7 - low ** 3")),
  });
  expect(other.jaccard.value).toBeLessThan(1);
});

test("code of any bytes is read, in time that grows with it", async () => {
  const random = seeded(5);
  const signs = ["/*", "*/", "//", '"', "'", "`", "\\", "#", "\n", "x1", " ", "9", "=", "é", "\u{1f642}", "\ud800"];
  let found = 0;
  for (let i = 0; i < 300; i++) {
    const content = Array.from({ length: 200 }, () => signs[Math.floor(random() * signs.length)]).join("");
    const result = await engine.compare({
      a: { content, content_type: "code" },
      b: { content: content.replaceAll("x1", "y2"), content_type: "code" },
    });
    found += result.passages!.length;
    expect(result.passages!.filter(({ a }) => a.end > content.length)).toEqual([]);
  }
  expect(found).toBeGreaterThan(10);
  for (const sign of notEmpty(signs)) {
    const content = `${sign} `.repeat(100_000);
    // Squares of so many tokens would take hours.
    await engine.compare({ a: { content, content_type: "code" }, b: { content: JAVA, content_type: "code" } });
  }
});
