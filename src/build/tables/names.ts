/**
 * Writes `names.generated.ts`: the names of months, days and countries in many languages, from the Unicode
 * CLDR as the runtime's Intl has it. They are data of the package, since the Intl of another runtime may have others.
 *
 *   node src/build/tables/names.ts
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LANGUAGES =
  "en de fr es it pt nl sv da nb fi is pl cs sk hu ro bg hr sl sr uk ru el tr et lv lt ca gl eu ga cy sq id ms sw vi th ja ko zh ar he fa hi bn ta".split(
    " ",
  );
const COUNTRY_LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "ru"];
/** A month whose first day is a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 86_400_000;

type Part = "month" | "weekday";

/** The word of each date that names its month or its day. */
function names(language: string, options: Intl.DateTimeFormatOptions, part: Part, dates: readonly number[]): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC", calendar: "gregory" });
  const texts = dates.map((date) => format.formatToParts(date).find(({ type }) => type === part)?.value ?? "");
  return texts.map((text) => text.replaceAll(".", "").toLowerCase().split(/[\s-]/u)[0]!);
}

/** One line for each list of names, without doubles; lists whose words do not differ say nothing. */
function lines(part: Part, dates: readonly number[], forms: readonly Intl.DateTimeFormatOptions[]): string[] {
  const lists = LANGUAGES.flatMap((language) => forms.map((form) => names(language, form, part, dates)));
  const telling = lists.filter(
    (list) => new Set(list).size >= dates.length - 1 && !list.some((name) => /^\d*$/.test(name)),
  );
  return [...new Set(telling.map((list) => list.join(" ")))];
}

function countries(language: string): string {
  const name = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i));
  const codes = letters.flatMap((one) => letters.map((other) => one + other));
  const found = codes.filter(
    (code) =>
      !/^(?:EU|EZ|UN|XA|XB|XK|ZZ|QO|A[C]|CP|DG|EA|IC|TA|CQ|SU|DD|YD|YU|AN|BU|CS|FX|NT|TP|ZR|UK|NH|HV|RH|VD|QU|DY|PZ|WK|CT|FQ|JT|MI|NQ|PC|PU)$/.test(
        code,
      ),
  );
  const known = found.map((code) => name.of(code)).filter((one) => one !== undefined);
  const plain = [...new Set(known.map((one) => one.replace(/ ?[（(].*$/u, "").replaceAll(",", "")))];
  return plain.sort(new Intl.Collator(language).compare).join(",");
}

export function generateNames(): string {
  const months = lines(
    "month",
    Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month, 1)),
    [{ month: "long" }, { month: "short" }, { day: "numeric", month: "long" }, { day: "numeric", month: "short" }],
  );
  const days = lines(
    "weekday",
    Array.from({ length: 7 }, (_, day) => MONDAY + day * DAY),
    [{ weekday: "long" }, { weekday: "short" }],
  );
  const list = (name: string, about: string, rows: readonly string[]) =>
    `/** ${about} */\nexport const ${name}: readonly string[] = [\n${rows.map((row) => `  ${JSON.stringify(row)},\n`).join("")}];\n`;
  return [
    "// Written by src/build/tables/names.ts from the Unicode CLDR (Unicode licence v3). Do not edit.\n",
    `/** The ICU whose names these are. */\nexport const NAMES_ICU = ${JSON.stringify(process.versions["icu"])};\n`,
    list("MONTHS", "The names of the twelve months.", months),
    list("DAYS", "The names of the seven days, from Monday.", days),
    list(
      "COUNTRIES",
      "Names of countries and territories, in the alphabetical order of each language.",
      COUNTRY_LANGUAGES.map(countries),
    ),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL("../../core/uncounted/enumerations/names.generated.ts", import.meta.url), generateNames());
}
