/** Reads what files say about the use of a text, file by file. Malformed files give faults, never errors. */

import type {
  RightsConclusion,
  RightsFileKind,
  RightsRequest,
  RightsResult,
  RightsStatement,
  RightsUse,
} from "../../base/contract/resources/rights.ts";
import { parseRequest } from "../../base/contract/schemas/parse.ts";
import { rightsRequestSchema } from "../../base/contract/schemas/resources/rights.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { readC2pa } from "./signals/c2pa.ts";
import { readEpubPackage } from "./signals/epub.ts";
import { readHeaders } from "./signals/headers.ts";
import { readHtmlRights } from "./signals/html.ts";
import { kindOf } from "./signals/kinds.ts";
import { readMarks } from "./signals/marks.ts";
import { isAbout, isWholeSite, pathOf } from "./signals/paths.ts";
import { accessAt, accessOf, type Robots, readRobots } from "./signals/robots.ts";
import { readRsl } from "./signals/rsl.ts";
import { StatementLog } from "./signals/statements.ts";
import { readTdmrep } from "./signals/tdmrep.ts";

/** The records that name crawlers, and when they were checked. */
export type CrawlerRecords = Pick<Catalogue, "crawlers" | "source">;

const READERS: Readonly<Record<Exclude<RightsFileKind, "robots">, (content: string, log: StatementLog) => void>> = {
  tdmrep: readTdmrep,
  rsl: readRsl,
  headers: readHeaders,
  html: readHtmlRights,
  epub: readEpubPackage,
  c2pa: readC2pa,
  text: (content, log) => readMarks(content, log),
};

const USES = ["crawl", "tdm", "ai-train", "ai-input", "ai-index", "search"] as const satisfies RightsUse[];
/** The strictest first. */
const STRICTNESS = ["reserved", "conditional", "allowed"] as const;

/**
 * Reads reservations, licences and owners in the given files: robots.txt, TDMRep, RSL, AIPREF, HTTP headers, HTML,
 * EPUB, C2PA, SPDX and Creative Commons marks, copyright lines. Nothing is fetched, and no address in them is followed.
 *
 * @param options.catalogue whose crawlers are looked up in robots.txt; the shipped one by default
 * @throws invalid_request, content_too_large
 * @since 0.2.0
 */
export async function readRights(
  request: RightsRequest,
  options: { catalogue?: CrawlerRecords | undefined } = {},
): Promise<RightsResult> {
  const { files, url = null } = parseRequest(rightsRequestSchema, request);
  const records = options.catalogue ?? (await shippedRecords());
  return rightsOf({ files, url }, records);
}

/** The records of the shipped catalogue, which is loaded with the first call. */
export async function shippedRecords(): Promise<CrawlerRecords> {
  const { SHIPPED_RECORDS: records } = await import("../../catalogue/ledger/shipped.ts");
  return { crawlers: records.crawlers, source: (id) => records.sources.find((one) => one.id === id) };
}

/** As `readRights`, of a request that was checked. */
export function rightsOf(
  { files, url }: Pick<RightsRequest, "files"> & { url: string | null },
  records: CrawlerRecords,
): RightsResult {
  const log = new StatementLog();
  const robots: Robots[] = [];
  const listed: RightsResult["files"] = [];
  for (const file of files) {
    const kind = kindOf(file);
    log.begin(file.name);
    if (kind === "robots") robots.push(readRobots(file.content, records.crawlers, log));
    else READERS[kind](file.content, log);
    listed.push({ name: file.name, kind, statements: log.ofFile });
  }
  const { statements, faults } = log;
  const all: Robots = { groups: robots.flatMap(({ groups }) => groups) };
  if (url !== null) applyTo(url, statements, all, new Map(listed.map(({ name, kind }) => [name, kind])));
  const asOf = (ids: readonly string[]) => latest(ids.map((id) => records.source(id)?.checked ?? null));
  return {
    files: listed,
    url,
    uses: conclusionsOf(statements),
    statements,
    statements_total: log.total,
    crawlers: robots.length === 0 ? [] : accessOf(all, records.crawlers, url === null ? null : pathOf(url), asOf),
    not_fetched: [...new Set(statements.flatMap((one) => (one.url === null ? [] : [one.url])))],
    faults,
  };
}

/** Places of TDMRep: what a later one says of an address takes the place of what an earlier one says. */
const TDM_PLACES: readonly (readonly RightsFileKind[])[] = [["tdmrep"], ["headers"], ["html", "epub"]];

/** Says of each statement whether it is about the address. */
function applyTo(
  url: string,
  statements: readonly RightsStatement[],
  robots: Robots,
  kinds: ReadonlyMap<string, RightsFileKind>,
): void {
  const mayFetch = accessAt(robots, pathOf(url));
  for (const one of statements) {
    one.applies = isAbout(one.scope, url);
    // A longer rule may allow what this one refuses.
    if (one.applies && one.kind === "robots")
      one.applies = (one.agents.length === 0 ? ["*"] : one.agents).some((agent) => !mayFetch(agent));
  }
  const tdm = statements.filter(({ kind, applies }) => kind === "tdmrep" && applies);
  const ofPlace = TDM_PLACES.map((place) => tdm.filter(({ file }) => place.includes(kinds.get(file)!)));
  const last = ofPlace.findLastIndex((found) => found.length > 0);
  // In the file at the origin the first rule counts, in headers and pages the last value.
  for (const [at, found] of ofPlace.entries())
    for (const one of found) one.applies = at === last && one === (at === 0 ? found[0] : found.at(-1));
}

/** What statements together say of each use: the strictest that applies. */
function conclusionsOf(statements: readonly RightsStatement[]): RightsConclusion[] {
  return USES.map((use) => {
    const about = [...statements.entries()].filter(([, one]) => one.applies !== false && one.uses.includes(use));
    const says = STRICTNESS.find((word) => about.some(([, one]) => one.says === word));
    if (says === undefined) return { use, says: "not_said", in_part: false, statements: [] };
    const saying = about.filter(([, one]) => one.says === says);
    return { use, says, in_part: saying.every(([, one]) => isPart(one)), statements: saying.map(([at]) => at) };
  });
}

/** Whether a statement is for some agents, or some paths of which none was asked about. */
function isPart({ agents, scope, applies }: RightsStatement): boolean {
  return agents.length > 0 || (applies === null && !isWholeSite(scope));
}

function latest(months: readonly (string | null)[]): string | null {
  const known = months.filter((month) => month !== null).sort();
  return known.at(-1) ?? null;
}
