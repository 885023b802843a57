/** `rights`: what do files say about the use of a text by machines? */
import type { Count } from "../common.ts";

/**
 * What a file is. `headers`: the header of an HTTP response; `epub`: the package document of an EPUB; `c2pa`: a
 * manifest of C2PA as JSON, as its tools print it.
 */
export type RightsFileKind = "robots" | "tdmrep" | "rsl" | "headers" | "html" | "epub" | "c2pa" | "text";

/** One file that may say something. Nothing is fetched: addresses in it are listed, not followed. */
export interface RightsFile {
  /** Name of the file, unique among the files; `robots.txt`, `tdmrep.json` and the like say what it is. */
  name: string;
  /** Its text. */
  content: string;
  /** What it is; by its name and its first characters when absent. */
  kind?: RightsFileKind | undefined;
}

/** Files about one text or one site. */
export interface RightsRequest {
  /** Up to 1,000 files. */
  files: RightsFile[];
  /** Address of the text. Statements about other paths then do not apply. */
  url?: string | undefined;
}

/**
 * A use by machines. `crawl`: fetching; `tdm`: text and data mining; `ai-train`: training and fine-tuning; `ai-input`:
 * input to a model when it answers; `ai-index`: the index of such a system; `search`: links and short excerpts.
 */
export type RightsUse = "crawl" | "tdm" | "ai-train" | "ai-input" | "ai-index" | "search";

/**
 * What is said of a use. `conditional`: under a licence, for payment, or to some only; `named`: an owner or a licence
 * is named, and nothing is said of the use.
 */
export type RightsSays = "reserved" | "conditional" | "allowed" | "named";

/**
 * The form of a statement. `robots`: a rule of RFC 9309; `licence_link`: the address of a licence; `robots_meta`:
 * `noai` and the like in `robots` or `X-Robots-Tag`; `prose`: a sentence for people, of which courts dispute whether
 * machines can read it; `price`: a price for each fetch.
 */
export type RightsStatementKind =
  | "robots"
  | "content_usage"
  | "content_signal"
  | "rsl"
  | "licence_link"
  | "tdmrep"
  | "robots_meta"
  | "licence"
  | "copyright"
  | "prose"
  | "c2pa"
  | "price";

export interface RightsStatement {
  /** Name of the file. */
  file: string;
  /** Line of the file, from 1; `null` where the format has none. */
  line: Count | null;
  /** In which form it is said. */
  kind: RightsStatementKind;
  /** Path or address that it is about, with `*` and `$` as in robots.txt; empty: what the file belongs to. */
  scope: string;
  /** User agents that it is for; empty: all. */
  agents: string[];
  /** Uses that it is about; empty where it names an owner only. */
  uses: RightsUse[];
  /** What it says of them. */
  says: RightsSays;
  /** The words of the file, up to 200 characters. */
  value: string;
  /** Address of the licence or policy; `null` where none is named. */
  url: string | null;
  /** Whether it applies to the requested address; `null` where none was given. */
  applies: boolean | null;
}

/** What all statements together say of one use: the strictest that applies. */
export interface RightsConclusion {
  /** The use. */
  use: RightsUse;
  /** `not_said`: no statement is about it. */
  says: "reserved" | "conditional" | "allowed" | "not_said";
  /** Whether it holds for a part of the paths or for some agents only. */
  in_part: boolean;
  /** Indices of the statements that say so. */
  statements: Count[];
}

/** What a robots.txt says to one crawler of the catalogue. */
export interface RightsCrawler {
  /** Its user agent. */
  token: string;
  /** Who operates it. */
  operator: string;
  /** What it fetches for, such as `training`. */
  function: string;
  /** Whether it may fetch: the requested address, else all paths. */
  access: "allowed" | "disallowed" | "partly";
  /** Whether a group names it, or that for all agents applies, or none. */
  group: "named" | "any" | "none";
  /** Whether its operator is said to respect the file. */
  respects_robots: string;
  /** Month in which the record's source was last checked. */
  as_of: string | null;
  /** Ids of the sources of the record. */
  sources: string[];
}

/** A part of a file that could not be read. */
export interface RightsFault {
  /** Name of the file. */
  file: string;
  /** Line, from 1; `null` where the format has none. */
  line: Count | null;
  /** What is wrong. */
  detail: string;
}

/** A file as it was read. */
export interface ReadRightsFile {
  /** Name of the file. */
  name: string;
  /** What it was read as. */
  kind: RightsFileKind;
  /** Number of its statements. */
  statements: Count;
}

export interface RightsResult {
  /** What each file was read as. */
  files: ReadRightsFile[];
  /** The address that was asked about; `null` for none. */
  url: string | null;
  /** One conclusion for each use. */
  uses: RightsConclusion[];
  /** The statements in the order of the files, up to 1,000. */
  statements: RightsStatement[];
  /** Number of all statements. */
  statements_total: Count;
  /** What robots.txt says to the crawlers of the catalogue; empty without such a file. */
  crawlers: RightsCrawler[];
  /** Addresses that may say more, and were not fetched. */
  not_fetched: string[];
  /** What could not be read, up to 100. */
  faults: RightsFault[];
}
