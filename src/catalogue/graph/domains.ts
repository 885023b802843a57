/** Which lists name a domain, and which models trained on what these lists describe? */

import type { EvidenceClass } from "../../base/contract/operations/analyze.ts";
import { SpoliaError } from "../../base/errors.ts";
import { withoutEndSlashes } from "../../base/slashes.ts";
import type { DomainList, Model } from "../ledger/records.ts";
import { EVIDENCE_CLASSES } from "../ledger/words.ts";
import type { TrainingPath } from "./lineage.ts";

/** A list without its domains: a list may have thousands. */
export interface DomainListHead extends Omit<DomainList, "domains"> {
  /** Number of domains in the list. */
  readonly length: number;
}

/**
 * How a name in a list relates to what was asked for. `same`: it is that; `above`: a whole that it belongs to, other
 * parts of which may have been taken instead; `open`: the list leaves the ends of its names out, so that another
 * website may be meant; `below`: a part of it.
 */
const DOMAIN_RELATIONS = ["same", "above", "open", "below"] as const;

/** A name in a list that fits what was asked for. */
export interface NamedDomain {
  /** The name as the list has it. */
  readonly domain: string;
  /** `same`, `above`: a whole that it belongs to; `open`: perhaps another website; `below`: a part of it. */
  readonly relation: (typeof DOMAIN_RELATIONS)[number];
  /** Place in a list of the largest, from 1 on; `null` in other lists. */
  readonly rank: number | null;
}

/** A model that trained on what a list describes. Which pages went in does not follow. */
export interface DomainModel {
  /** Id of the model. */
  readonly model: string;
  /** The weakest class of evidence on the way. */
  readonly evidence: EvidenceClass;
  /** Ids of datasets, then of models, between the domain and the model, in order. */
  readonly via: readonly string[];
  /** Month of the release of the model, `YYYY-MM`; `null` where nobody has established it. */
  readonly released: string | null;
  /** Ids of the sources of the list and of every step on the way, each once. */
  readonly sources: readonly string[];
}

/** A list that names what was asked for. */
export interface DomainMention {
  readonly list: DomainListHead;
  /** Its names that fit, the closest first. */
  readonly named: readonly NamedDomain[];
  /** Models that trained on what the list describes, the strongest evidence first. */
  readonly models: readonly DomainModel[];
}

/** What the lists say of a domain. That a list does not name it is no sign that it was left out. */
export interface DomainAnswer {
  /** What was asked for: a host in lower case without `www.`, or a part of it. */
  readonly domain: string;
  /** Lists that name it, those with the closest name first. */
  readonly mentions: readonly DomainMention[];
  /** Lists whose source tells kinds of websites and names none: of these models nothing follows for any domain. */
  readonly silent: readonly DomainListHead[];
}

/** The parts of the catalogue that an answer is made from. */
interface DomainRecords {
  readonly domains: readonly DomainList[];
  model(id: string): Model;
  trainedOn(dataset: string): readonly TrainingPath[];
}

/**
 * The lists that name a domain.
 *
 * @param asked a host (`example.org`), a part of one (`github.com/python/peps`), or an address
 * @throws invalid_request if it is none
 */
export function domainAnswer(records: DomainRecords, asked: string): DomainAnswer {
  const place = placeOf(asked);
  const mentions = records.domains.flatMap((list) => {
    const named = namesIn(list, place);
    return named.length === 0 ? [] : [{ list: headOf(list), named, models: modelsOf(records, list) }];
  });
  const closest = ({ named }: DomainMention) => DOMAIN_RELATIONS.indexOf(named[0]!.relation);
  return {
    domain: place.host + place.path,
    mentions: mentions.sort((one, other) => closest(one) - closest(other)),
    silent: records.domains.filter(({ coverage }) => coverage === "none").map(headOf),
  };
}

interface AskedPlace {
  readonly host: string;
  /** With a slash before and none behind; empty for the whole host. */
  readonly path: string;
}

// A host has up to 127 names: without a bound a group takes a place on the stack each time.
const HOST = /^(?:[a-z0-9_-]+\.){1,126}(?=[0-9-]*[a-z])[a-z0-9-]+$/;

function placeOf(asked: string): AskedPlace {
  const text = typeof asked === "string" ? asked.trim() : "";
  const address = URL.canParse(text) && text.includes("://") ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = url?.hostname.replace(/^www\./, "").replace(/\.$/, "") ?? "";
  if (url !== undefined && HOST.test(host)) return { host, path: withoutEndSlashes(url.pathname.toLowerCase()) };
  throw new SpoliaError("invalid_request", "This is no domain.", {
    hint: "Write a host such as example.org, or a part of one such as github.com/python/peps.",
    fields: [{ pointer: "/domain", detail: "must be a host, with or without a path" }],
  });
}

function headOf({ domains, ...head }: DomainList): DomainListHead {
  return { ...head, length: domains.length };
}

function namesIn({ coverage, domains }: DomainList, place: AskedPlace): NamedDomain[] {
  const found = domains.flatMap((domain, row): NamedDomain[] => {
    const relation = relationOf(domain, place);
    return relation === null ? [] : [{ domain, relation, rank: coverage === "largest" ? row + 1 : null }];
  });
  return found.sort((one, other) => DOMAIN_RELATIONS.indexOf(one.relation) - DOMAIN_RELATIONS.indexOf(other.relation));
}

/** How a name in a list relates to a place; `null` where they have nothing in common. */
function relationOf(domain: string, { host, path }: AskedPlace): NamedDomain["relation"] | null {
  if (domain.endsWith(".*")) return isOpen(domain.slice(0, -2), host) ? "open" : null;
  const slash = domain.indexOf("/");
  const named: AskedPlace =
    slash < 0 ? { host: domain, path: "" } : { host: domain.slice(0, slash), path: domain.slice(slash).toLowerCase() };
  if (named.host === host) {
    if (named.path === path) return "same";
    if (path.startsWith(`${named.path}/`)) return "above";
    return named.path.startsWith(`${path}/`) ? "below" : null;
  }
  if (named.path === "" && host.endsWith(`.${named.host}`)) return "above";
  return path === "" && named.host.endsWith(`.${host}`) ? "below" : null;
}

/** Second levels under which countries register websites, as in `co.uk`. */
const SECOND_LEVELS: ReadonlySet<string> = new Set(
  "ac co com edu go gob gouv gov gub gv info me mil ne net nom or org sch web".split(" "),
);

/** Whether an open name is that of the website itself: the part before `com`, or before `co.uk`. */
function isOpen(name: string, host: string): boolean {
  const parts = host.split(".");
  const isSecond = parts.length > 2 && parts.at(-1)!.length === 2 && SECOND_LEVELS.has(parts.at(-2)!);
  return parts.at(isSecond ? -3 : -2) === name;
}

function modelsOf(records: DomainRecords, list: DomainList): DomainModel[] {
  const { dataset, evidence, sources } = list;
  if (dataset === null) {
    return list.models.map((id) => ({ model: id, evidence, via: [], released: records.model(id).released, sources }));
  }
  return records.trainedOn(dataset).map((path) => ({
    model: path.model,
    evidence: weaker(evidence, path.evidence),
    via: [dataset, ...path.via],
    released: records.model(path.model).released,
    sources: [...new Set([...sources, ...path.sources])],
  }));
}

function weaker(one: EvidenceClass, other: EvidenceClass): EvidenceClass {
  return EVIDENCE_CLASSES.indexOf(one) > EVIDENCE_CLASSES.indexOf(other) ? one : other;
}
