/** The report of what files say about the use of a text. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type { RightsConclusion, RightsResult } from "../../base/contract/resources/rights.ts";
import type { RightsScan } from "../../files/rights/scan.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";

const STATEMENTS_SHOWN = 30;
const NAMES_SHOWN = 12;

const WORDS: Readonly<Record<RightsConclusion["says"], readonly [word: string, sentence: string, tone: Tone]>> = {
  reserved: ["RESERVED", "Training on it is reserved", "found"],
  conditional: ["CONDITIONAL", "Training on it is allowed under conditions", "part"],
  allowed: ["ALLOWED", "Training on it is allowed", "sound"],
  not_said: ["NOT SAID", "No statement about training was found", "plain"],
};

export function plainRights(result: RightsResult, options: PlainOptions): string {
  checkShown("plainRights", result, "uses");
  checkPlain("plainRights", options);
  const page = new TerminalPage(options);
  const training = result.uses.find(({ use }) => use === "ai-train")!;
  const [word, sentence, tone] = WORDS[training.says];
  page.verdict(word, `${sentence}${training.in_part ? ", for some paths or agents only" : ""}.`, tone);
  page.heading("Uses");
  for (const { use, says, in_part, statements } of result.uses) {
    const from = statements.length === 0 ? "" : `, by ${count(statements.length, "statement")}`;
    page.item(`${use}: ${says.replaceAll("_", " ")}${in_part ? " in part" : ""}${from}`);
  }
  if (result.statements.length > 0) page.heading("Statements");
  for (const one of result.statements.slice(0, STATEMENTS_SHOWN)) {
    const place = one.line === null ? one.file : `${one.file}:${one.line}`;
    const about = [...one.uses, ...one.agents.map((agent) => `for ${agent}`)].join(", ");
    page.item(
      `${place}: ${one.value}${about === "" ? "" : ` (${about})`}${one.applies === false ? "; not for this address" : ""}`,
    );
  }
  const more = result.statements_total - STATEMENTS_SHOWN;
  if (more > 0) page.text(`${count(more, "more statement")}: see the result document (--json).`);
  const refused = result.crawlers.filter(({ access }) => access !== "allowed");
  if (refused.length > 0) {
    page.heading("Crawlers that robots.txt keeps out, of all or of some paths");
    const names = refused.slice(0, NAMES_SHOWN).map(({ token, function: purpose }) => `${token} (${purpose})`);
    page.text(`${names.join(", ")}${refused.length > NAMES_SHOWN ? `, and ${refused.length - NAMES_SHOWN} more` : ""}`);
  }
  if (result.not_fetched.length > 0) page.heading("Named, and not fetched");
  for (const url of result.not_fetched.slice(0, NAMES_SHOWN)) page.item(url);
  if (result.faults.length > 0) page.heading("Not read");
  for (const { file, line, detail } of result.faults.slice(0, NAMES_SHOWN))
    page.item(`${line === null ? file : `${file}:${line}`} ${detail}`);
  return page.finish();
}

const YEARS_SHOWN = 30;

export function plainRightsScan(scan: RightsScan, options: PlainOptions): string {
  checkShown("plainRightsScan", scan, "all");
  checkPlain("plainRightsScan", options);
  const page = new TerminalPage(options);
  const { all, by_kind, by_year, documents, read, sample } = scan;
  const ofSample = sample < 1 ? ` (95 % interval ${all.share_ci_95.map((end) => percent(end)).join(" to ")})` : "";
  const sentence = `Training is reserved by ${figure(all.reserved)} of ${count(read, "document")} read, ${percent(all.share)}${ofSample}.`;
  const [word, tone] = all.reserved > 0 ? (["RESERVED", "found"] as const) : (["NOT RESERVED", "plain"] as const);
  page.verdict(word, sentence, tone);
  page.text(`${count(documents, "document")} in the dataset; ${all.conditional} of those read are conditional.`);
  page.heading("Statements, by documents that have them");
  for (const [kind, many] of Object.entries(by_kind)) page.item(`${kind}: ${many}`);
  page.heading("Years");
  for (const [year, one] of Object.entries(by_year).slice(0, YEARS_SHOWN))
    page.item(`${year}: ${one.reserved} of ${one.documents}, ${percent(one.share)}`);
  return page.finish();
}
