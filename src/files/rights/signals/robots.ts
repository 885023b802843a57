/** robots.txt: groups and rules (RFC 9309), `License` (RSL), `Content-Usage` (AIPREF) and `Content-Signal`. */

import type { RightsCrawler, RightsUse } from "../../../base/contract/resources/rights.ts";
import { remembered } from "../../../base/queues/remembered.ts";
import type { Crawler } from "../../../catalogue/ledger/references.ts";
import { isWholeSite, matchesPath } from "./paths.ts";
import { contentSignal, contentUsage } from "./preferences.ts";
import type { StatementLog } from "./statements.ts";

interface RobotsRule {
  isAllowed: boolean;
  path: string;
  line: number;
}

interface RobotsGroup {
  /** Product tokens in lower case, without a version. */
  agents: Set<string>;
  /** The first of them, as statements list them. */
  listed: string[];
  /** Those of them whose purpose is known. */
  known: Set<string>;
  /** What they fetch for. */
  uses: Set<RightsUse>;
  rules: RobotsRule[];
}

export interface Robots {
  groups: readonly RobotsGroup[];
}

/** What a crawler fetches for, as a use; fetching for a user or an index is no reservation against training. */
const USES: Readonly<Record<Crawler["function"], readonly RightsUse[]>> = {
  training: ["ai-train"],
  "control-token": ["ai-train"],
  "open-dataset": ["ai-train"],
  "data-vendor": ["ai-train"],
  "customer-build": ["ai-input"],
  "user-fetch": ["ai-input"],
  research: ["crawl"],
  search: ["search"],
};

/** RFC 9309 has crawlers read 500 KiB at least, and the large ones read no more. */
const ROBOTS_CHARACTERS_MAX = 1_000_000;

/**
 * Lines of a file, each without its comment and its end. A `License` line stands outside of all groups before the first
 * one, and where an empty line or a `Sitemap` divides it from the rules of the last (RSL 1.0, section 4.4).
 */
export function readRobots(content: string, crawlers: readonly Crawler[], log: StatementLog): Robots {
  const reader = new RobotsReader(crawlers, log);
  let number = 0;
  if (content.length > ROBOTS_CHARACTERS_MAX) log.fault(`is read up to ${ROBOTS_CHARACTERS_MAX} characters`);
  for (const line of content
    .slice(0, ROBOTS_CHARACTERS_MAX)
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)) {
    number += 1;
    reader.line(line.replace(/#.*$/s, ""), line.trim() === "", number);
  }
  return reader.finish();
}

class RobotsReader {
  readonly #functions: ReadonlyMap<string, Crawler["function"]>;
  readonly #log: StatementLog;
  readonly #groups: RobotsGroup[] = [];
  #group: RobotsGroup | null = null;
  /** Whether the last line named an agent, so that the next one belongs to the same group. */
  #isNaming = false;
  /** Whether something has divided the group from what follows. */
  #isDivided = false;

  constructor(crawlers: readonly Crawler[], log: StatementLog) {
    this.#functions = new Map(crawlers.map((one) => [one.token.toLowerCase(), one.function]));
    this.#log = log;
  }

  line(text: string, isEmpty: boolean, number: number): void {
    if (text.trim() === "") {
      if (isEmpty) this.#isDivided = true;
      return;
    }
    const colon = text.indexOf(":");
    const key = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (Object.hasOwn(this.#keys, key)) this.#keys[key]!(text.slice(colon + 1).trim(), number);
    else this.#log.fault(key === "" ? "is no rule: it has no colon" : "has a key that is not known", number);
  }

  readonly #keys: Readonly<Record<string, (value: string, line: number) => void>> = {
    "user-agent": (value) => {
      if (!this.#isNaming) {
        this.#group = { agents: new Set(), listed: [], known: new Set(), uses: new Set(), rules: [] };
        this.#groups.push(this.#group);
      }
      this.#addAgent(this.#group!, productOf(value));
      [this.#isNaming, this.#isDivided] = [true, false];
    },
    allow: (path, line) => this.#rule(true, path, line),
    disallow: (path, line) => this.#rule(false, path, line),
    license: (url, line) => {
      const isOfGroup = this.#group !== null && !this.#isDivided;
      this.#isNaming = false;
      if (!URL.canParse(url)) {
        this.#log.fault("names a licence by no whole address", line);
        return;
      }
      const agents = isOfGroup ? named(this.#group!, "listed") : [];
      this.#log.add({ kind: "licence_link", uses: [], says: "named", value: `License: ${url}`, line, agents, url });
    },
    "content-usage": (value, line) => {
      const [, path = "", rest = value] = /^(\/\S*)[ \t]+(.*)$/s.exec(value) ?? [];
      const preferences = contentUsage(rest);
      if (preferences === null) this.#log.fault("has a Content-Usage that is no dictionary", line);
      this.#preferences("content_usage", preferences ?? [], `Content-Usage: ${value}`, line, path);
    },
    "content-signal": (value, line) =>
      this.#preferences("content_signal", contentSignal(value), `Content-Signal: ${value}`, line, ""),
    sitemap: () => {
      this.#isDivided = true;
    },
    "crawl-delay": () => {},
    host: () => {},
    "request-rate": () => {},
    "visit-time": () => {},
    "clean-param": () => {},
    noindex: () => {},
  };

  #rule(isAllowed: boolean, path: string, line: number): void {
    this.#isNaming = false;
    this.#isDivided = false;
    if (this.#group === null) {
      this.#log.fault("is a rule before the first user agent", line);
      return;
    }
    // An empty path is no rule: RFC 9309 has `empty-pattern` match nothing.
    if (path === "") return;
    this.#group.rules.push({ isAllowed, path, line });
    const { uses } = this.#group;
    if (isAllowed || uses.size === 0) return;
    const [value, agents] = [`Disallow: ${path}`, named(this.#group, "known")];
    this.#log.add({ kind: "robots", uses: [...uses], says: "reserved", value, line, scope: path, agents });
  }

  #addAgent({ agents, listed, known, uses }: RobotsGroup, agent: string): void {
    if (!agents.has(agent) && listed.length < AGENTS_LISTED) listed.push(agent);
    agents.add(agent);
    if (agent === "*") uses.add("crawl");
    const purpose = this.#functions.get(agent);
    if (purpose === undefined) return;
    known.add(agent);
    for (const use of USES[purpose]) uses.add(use);
  }

  #preferences(
    kind: "content_usage" | "content_signal",
    preferences: NonNullable<ReturnType<typeof contentUsage>>,
    value: string,
    line: number,
    scope: string,
  ): void {
    this.#isNaming = false;
    const agents = this.#group === null ? [] : named(this.#group, "listed");
    for (const { uses, says } of preferences) this.#log.add({ kind, uses, says, value, line, scope, agents });
  }

  finish(): Robots {
    return { groups: this.#groups };
  }
}

/** Agents that a statement of a group lists. */
const AGENTS_LISTED = 100;

/** Agents of a group, or none where it is for all. */
const named = (group: RobotsGroup, which: "listed" | "known"): string[] =>
  group.agents.has("*") ? [] : [...group[which]];

/** `GPTBot` of `GPTBot/1.2`, in lower case. */
const productOf = (value: string): string => value.split("/", 1)[0]!.trim().toLowerCase();

/** What the rules of a file say to each crawler of the catalogue. */
export function accessOf(
  { groups }: Robots,
  crawlers: readonly Crawler[],
  path: string | null,
  asOf: (sources: readonly string[]) => string | null,
): RightsCrawler[] {
  const groupsFor = byAgent(groups);
  // Many crawlers may share a group of many rules: each group is looked through once.
  const decisive = remembered(path === null ? decisiveAnywhere : decisiveAt(path));
  return crawlers.map(({ token, operator, function: purpose, respects_robots, sources }) => {
    const [own, forAll] = [groupsFor(token.toLowerCase()), groupsFor("*")];
    const group = own.length > 0 ? "named" : forAll.length > 0 ? "any" : "none";
    const rules = (own.length > 0 ? own : forAll).flatMap(decisive);
    const access = path === null ? accessToAll(rules) : isAllowedBy(rules) ? "allowed" : "disallowed";
    const dated = { respects_robots, as_of: asOf(sources), sources: [...sources] };
    return { token, operator, function: purpose, access, group, ...dated };
  });
}

/** Tells whether an agent that groups name (`*`: all others) may fetch a path. */
export function accessAt({ groups }: Robots, path: string): (agent: string) => boolean {
  const groupsFor = byAgent(groups);
  const decisive = remembered(decisiveAt(path));
  return remembered((agent) => isAllowedBy(groupsFor(agent).flatMap(decisive)));
}

function byAgent(groups: readonly RobotsGroup[]): (agent: string) => readonly RobotsGroup[] {
  const found = new Map<string, RobotsGroup[]>();
  for (const group of groups)
    for (const agent of group.agents) {
      const others = found.get(agent);
      if (others === undefined) found.set(agent, [group]);
      else others.push(group);
    }
  return (agent) => found.get(agent) ?? [];
}

/** The rule of a group that counts for a path, if any. */
const decisiveAt =
  (path: string) =>
  ({ rules }: RobotsGroup): RobotsRule[] => {
    const found = longestOf(rules.filter((rule) => matchesPath(rule.path, path)));
    return found === undefined ? [] : [found];
  };

/** Rules of a group that say as much of all paths as all its rules. */
const decisiveAnywhere = ({ rules }: RobotsGroup): RobotsRule[] =>
  [
    rules.find(({ isAllowed }) => isAllowed),
    rules.find(({ isAllowed }) => !isAllowed),
    rules.find(({ isAllowed, path }) => !isAllowed && isWholeSite(path)),
  ].filter((rule) => rule !== undefined);

/** The longest of rules; of equally long ones, one that allows. */
function longestOf(rules: readonly RobotsRule[]): RobotsRule | undefined {
  let longest: RobotsRule | undefined;
  for (const rule of rules) {
    const more = longest === undefined ? 1 : rule.path.length - longest.path.length;
    if (more > 0 || (more === 0 && rule.isAllowed)) longest = rule;
  }
  return longest;
}

const isAllowedBy = (rules: readonly RobotsRule[]): boolean => longestOf(rules)?.isAllowed ?? true;

function accessToAll(rules: readonly RobotsRule[]): RightsCrawler["access"] {
  const refused = rules.filter(({ isAllowed }) => !isAllowed);
  if (refused.length === 0) return "allowed";
  const isWhole = refused.some(({ path }) => isWholeSite(path));
  return isWhole && refused.length === rules.length ? "disallowed" : "partly";
}
