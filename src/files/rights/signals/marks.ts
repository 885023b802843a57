/**
 * Marks in a text: SPDX tags, Creative Commons, copyright lines, and sentences that reserve mining or training. Lines
 * and paragraphs are read in pieces of a bounded length, so that the time is linear in the text.
 */
import type { RightsSays, RightsUse } from "../../../base/contract/resources/rights.ts";
import type { StatementLog } from "./statements.ts";

const PIECE_CHARACTERS = 2_000;
/** What two pieces of a long line share, so that no mark is cut. */
const OVERLAP_CHARACTERS = 200;
const ALL_USES = ["tdm", "ai-train", "ai-input", "ai-index", "search"] as const satisfies RightsUse[];

/** Identifiers of the SPDX list whose licence asks for nothing. */
const UNCONDITIONAL = new Set("0BSD CC-PDDC CC-PDM-1.0 CC0-1.0 PDDL-1.0 Unlicense WTFPL".toLowerCase().split(" "));
/** A licence expression of SPDX: identifiers with `AND`, `OR`, `WITH` and parentheses. */
const EXPRESSION = /^\(*[A-Za-z0-9.+:-]+\)*(?:\s+(?:AND|OR|WITH)\s+\(*[A-Za-z0-9.+:-]+\)*){0,500}$/;
const SPDX = /SPDX-License-Identifier:\s*([^\n*"'<]+)/;
const COMMONS = /\bcreativecommons\.org\/(licenses|publicdomain)\/([a-z+-]+)\/(\d\.\d)/i;
const COMMONS_NAME = /\bCC[ -]BY(?:-(?:NC|SA|ND))*[ -]\d\.\d\b/i;
const COPYRIGHT =
  /(?:©|\(c\)|\bcopyright\b)[^\n]{0,60}?\b(?:1[5-9]|20)\d\d\b|\ball rights reserved\b|\balle rechte vorbehalten\b|\btous droits réservés\b|\btodos los derechos reservados\b/i;

/** What a sentence is about: mining, or both training and what is trained. */
const MINING =
  /\btext[- ](?:and|und|&)[- ]data[- ]mining\b|\b2019\/790\b|§\s*44b\b|\bfouille de textes et de données\b|\bminería de textos? y datos\b/i;
const TRAINING =
  /\btrain(?:ing|ed)?\b|\bKI[- ]?Trainings?\b|\bentra[îi]n\p{L}*|\bentrenamiento\b|\bentrenar\b|\bTraining\b/iu;
const TRAINED =
  /\bartificial intelligence\b|\bAI\b|\bmachine learning\b|\blanguage models?\b|\bKI\b|\bKI-|\bKünstlicher? Intelligenz\b|\bintelligence artificielle\b|\binteligencia artificial\b/i;
/** What it does: it refuses, or reserves. */
const REFUSAL =
  /\b(?:no part|(?:(?:may|must|shall|do) not|not allowed to) (?:\p{L}+,? ){0,3}(?:us|reproduc|scrap|min|copi|copy|ingest|harvest|crawl|exploit|process|train|stor|extract|includ|incorporat|access|mak)\p{L}*|not be (?:used|reproduced|scraped|mined)|without (?:the )?(?:prior |express |written )*(?:permission|consent)|prohibit(?:s|ed)?|forbidden|not permitted|rights?(?: is| are)? (?:expressly )?reserved|all rights,? [^.]{0,120}\breserved|(?:expressly|hereby) (?:reserves?|prohibits?|opts? out)|reserves? (?:this work|(?:the |all |its |their )?rights?)|vorbehalten|behält sich|behalten sich|untersagt|nicht gestattet|réservée?s?|interdite?s?|se reservan?|prohibid[ao]s?|prohíbe)|s['’]oppose/iu;
/** A prohibition that is said not to be there. */
const NEGATED =
  /\b(?:not|never|no longer|nicht|kein(?:e|er|en)?|nowhere|n['’]est (?:pas|plus)|no est[áa]n?)\s+(?:\p{L}+\s+)?(?:prohibit(?:s|ed)?|forbidden|untersagt|interdite?s?|prohibid[ao]s?)(?=\P{L}|$)/giu;

/** @param firstLine number of the first line; `null` where the text has none that a reader knows */
export function readMarks(content: string, log: StatementLog, firstLine: number | null = 1): void {
  const paragraph = new Paragraph(log);
  let line = firstLine;
  for (let at = 0; at <= content.length; ) {
    const found = content.indexOf("\n", at);
    const end = found === -1 ? content.length : found;
    for (let from = at; from < end; from += PIECE_CHARACTERS - OVERLAP_CHARACTERS) {
      const piece = content.slice(from, Math.min(end, from + PIECE_CHARACTERS));
      readPiece(piece, from > at, log, line);
      paragraph.add(from > at ? piece.slice(OVERLAP_CHARACTERS) : piece, line);
      if (from + PIECE_CHARACTERS >= end) break;
    }
    if (content.slice(at, Math.min(end, at + 100)).trim() === "") paragraph.end();
    if (line !== null) line += 1;
    at = end + 1;
  }
  paragraph.end();
}

/** Lines up to an empty one: sentences go over line ends. */
class Paragraph {
  readonly #log: StatementLog;
  #text = "";
  #line: number | null = null;

  constructor(log: StatementLog) {
    this.#log = log;
  }

  add(text: string, line: number | null): void {
    if (this.#text === "") this.#line = line;
    this.#text += `${text.trim()} `;
    if (this.#text.length > PIECE_CHARACTERS) this.end();
  }

  /** One statement for each paragraph, of its first sentence that reserves something. */
  end(): void {
    const text = this.#text;
    this.#text = "";
    if (!REFUSAL.test(text) || !(MINING.test(text) || TRAINED.test(text))) return;
    const sentence = text.split(/(?<=[.!?])\s+/).find(isReservation);
    if (sentence === undefined) return;
    const uses: RightsUse[] = [...(MINING.test(sentence) ? ["tdm" as const] : []), "ai-train"];
    this.#log.add({ kind: "prose", uses, says: "reserved", value: sentence, line: this.#line });
  }
}

const isReservation = (text: string): boolean =>
  REFUSAL.test(text.replace(NEGATED, " ")) && (MINING.test(text) || (TRAINING.test(text) && TRAINED.test(text)));

/** Of a piece that overlaps the one before, marks that end in the overlap are of that one. */
function readPiece(piece: string, isFurther: boolean, log: StatementLog, line: number | null): void {
  const isNew = (found: RegExpExecArray | null): found is RegExpExecArray =>
    found !== null && !(isFurther && found.index + found[0].length <= OVERLAP_CHARACTERS);
  const spdx = SPDX.exec(piece);
  if (isNew(spdx)) addExpression(spdx[1]!.trim(), log, line);
  else if (isNew(COMMONS.exec(piece)) || isNew(COMMONS_NAME.exec(piece))) addLicence(piece, log, line);
  const copyright = COPYRIGHT.exec(piece);
  if (!isNew(copyright)) return;
  const start = Math.max(0, copyright.index - 40);
  log.add({ kind: "copyright", uses: [], says: "named", value: piece.slice(start), line });
}

function addExpression(expression: string, log: StatementLog, line: number | null): void {
  if (!EXPRESSION.test(expression)) {
    log.fault("has a licence expression that SPDX does not define", line);
    return;
  }
  const ids = expression.split(/[\s()]+/).filter((word) => !/^(?:AND|OR|WITH|)$/.test(word));
  const isFree = !/\s(?:AND|WITH)\s/.test(expression) && ids.some((id) => UNCONDITIONAL.has(id.toLowerCase()));
  const says: RightsSays = isFree ? "allowed" : "conditional";
  log.add({ kind: "licence", uses: ALL_USES, says, value: `SPDX-License-Identifier: ${expression}`, line });
}

/** Creative Commons by address or name. @returns whether there was a mark */
export function addLicence(text: string, log: StatementLog, line: number | null): boolean {
  const [address, kind = "", name = "", version = ""] = COMMONS.exec(text) ?? [];
  if (address !== undefined) {
    const isFree = kind.toLowerCase() === "publicdomain";
    const value = isFree ? `CC ${name} ${version}` : `CC ${name.toUpperCase()} ${version}`;
    const says = isFree ? "allowed" : "conditional";
    log.add({ kind: "licence", uses: ALL_USES, says, value, line, url: `https://${address}` });
    return true;
  }
  const mark = COMMONS_NAME.exec(text)?.[0];
  if (mark !== undefined) log.add({ kind: "licence", uses: ALL_USES, says: "conditional", value: mark, line });
  return mark !== undefined;
}
