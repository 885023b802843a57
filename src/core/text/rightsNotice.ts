/**
 * Notices that reserve rights, as books and pages print them. The formulas are those in use since the Buenos Aires
 * Convention (1910).
 */
import type { Span } from "../../base/contract/common.ts";

const FORMULAS = [
  "all rights reserved",
  "no part of this (?:book|work|publication) may be reproduced",
  "alle rechte (?:vorbehalten|liegen bei)",
  "tous (?:les )?droits r[ée]serv[ée]s",
  "(?:todos los|reservados todos los) derechos(?: reservados)?",
  "todos os direitos reservados",
  "tutti i diritti (?:sono )?riservati",
  "alle rechten voorbehouden",
  "все права (?:защищены|сохранены)",
  "всі права (?:захищені|застережено)",
  "wszelkie prawa zastrzeżone",
  "všechna práva vyhrazena",
  "alla rättigheter (?:förbehållna|reserverade)",
  "alle rettigheter (?:forbeholdes|forbeholdt|reservert)",
  "alle rettigheder forbeholdes",
  "kaikki oikeudet pidätetään",
  "minden jog fenntartva",
  "toate drepturile (?:sunt )?rezervate",
  "με την επιφύλαξη παντός δικαιώματος",
  "tüm hakları saklıdır",
  "版权所有|版權所有|保留所有权利|著作権所有|無断転載(?:を)?禁(?:ず|止)|모든 권리 보유|무단 전재",
  "جميع الحقوق محفوظة",
  "כל הזכויות שמורות",
].map((formula) => formula.replaceAll(" ", "\\s{1,20}"));
const NOTICE = new RegExp(`copyright\\s{0,20}(?:©|\\(c\\)|\\d{4}|by\\s)|${FORMULAS.join("|")}`, "iu");
/** The copyright sign followed by a year or a name: the sign alone may mean anything. */
const SIGN = /(?:©|ⓒ|&copy;)\s{0,20}(?:copyright|\d{4}|\p{Lu})/u;

/** The first notice of a text, or `null`. Takes time linear in its length. */
export function rightsNotice(text: string): Span | null {
  const found = [NOTICE, SIGN].map((pattern) => pattern.exec(text)).filter((match) => match !== null);
  if (found.length === 0) return null;
  const first = found.reduce((one, other) => (other.index < one.index ? other : one));
  return { start: first.index, end: first.index + first[0].length };
}
