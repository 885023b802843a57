/**
 * The schema of each record, field by field. `ledger.ts` builds the schema of a ledger from the same fields. All
 * messages are our own, since valibot's messages repeat the value.
 */
import * as v from "valibot";
import type { CatalogueRecords } from "./records.ts";
import {
  AVAILABILITIES,
  CRAWLER_FUNCTIONS,
  DATASET_KINDS,
  DISCLOSURES,
  DOMAIN_COVERAGES,
  EVIDENCE_CLASSES,
  INDEX_ACCESSES,
  INDEX_COVERAGES,
  INDEX_KINDS,
  MEMORISATION_KINDS,
  MINING_RULES,
  MODALITIES,
  MODEL_SCOPES,
  PORTION_KINDS,
  RATE_KINDS,
  RELEASED_BASES,
  ROBOTS_ANSWERS,
  SOURCE_KINDS,
  SOURCE_READINGS,
} from "./words.ts";

// Separators are never adjacent and never at an end. No group is repeated, so that no length overflows the stack.
const SLUG = /^(?![._-])(?!.*[._-]{2})[a-z0-9._-]*[a-z0-9]$/;
const PAIR = /^(?![._-])(?!.*[._/-]{2})[a-z0-9._-]+\/[a-z0-9._-]*[a-z0-9]$/;
const INDEX_ID = /^[a-z0-9-]+\/[a-z0-9._-]+$/;
const JURISDICTION_CODE = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/;
/** A month from the year 1000 to 2199. */
export const MONTH = /^(?:1\d|2[01])\d{2}-(?:0[1-9]|1[0-2])$/;
const LANGUAGE = /^(?:[a-z]{2}|mul|code)$/;
// A host, with the path of a part of it or without its end: www.example.org is written example.org.
const DOMAIN = /^(?!www\.)[a-z0-9-]+(?:\.[a-z0-9-]+){0,126}\.(?:[a-z0-9-]{2,}(?:\/[^\s/?#]+){0,126}|\*)$/;
const CURRENCY = /^[A-Z]{3}$/;
const TRACKING = /[?&](?:utm_|share|fbclid|ref=)/;

const matching = (pattern: RegExp, message: string) => v.pipe(v.string("must be a string"), v.regex(pattern, message));
const list = <const Item extends v.GenericSchema>(item: Item) => v.array(item, "must be an array");
const word = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, `must be one of: ${words.join(", ")}`);

const text = v.pipe(v.string("must be a string"), v.nonEmpty("must not be empty"));
const slug = matching(
  SLUG,
  "must be a slug: lower-case letters and digits, joined by single dots, dashes or underscores",
);
const modelId = matching(PAIR, "must be <provider>/<model>, both of them slugs");
const jurisdictionCode = matching(JURISDICTION_CODE, "must be an ISO 3166 code or a regime code");
const month = matching(MONTH, "must be a month, YYYY-MM");
const flag = v.boolean("must be true or false");
const figure = v.pipe(v.number("must be a number"), v.finite("must be finite"));
const count = v.pipe(
  v.number("must be a positive whole number"),
  v.safeInteger("must be a positive whole number"),
  v.minValue(1, "must be a positive whole number"),
);
const within = (lowest: number, highest: number) => {
  const message = `must lie between ${lowest} and ${highest}`;
  return v.pipe(figure, v.minValue(lowest, message), v.maxValue(highest, message));
};
const positive = (highest: number) => {
  const message = `must lie above 0 and be at most ${highest}`;
  return v.pipe(figure, v.gtValue(0, message), v.maxValue(highest, message));
};
const sources = list(slug);
const languages = v.nullable(list(matching(LANGUAGE, "must be an ISO 639-1 code, mul or code")));

export const provider = {
  id: slug,
  name: text,
  country: v.nullable(matching(/^[A-Z]{2}$/, "must be an ISO 3166-1 code of two capital letters")),
  crawlers: list(slug),
  fmti_2025: v.nullable(within(0, 100)),
  sources,
};

export const model = {
  id: modelId,
  provider: slug,
  name: text,
  aliases: list(slug),
  scope: word(MODEL_SCOPES),
  released: v.nullable(month),
  released_basis: v.nullable(word(RELEASED_BASES)),
  open_weights: v.nullable(flag),
  parameters: list(count),
  disclosure: v.nullable(word(DISCLOSURES)),
  tokens: v.nullable(count),
  cutoff: v.nullable(month),
  base: v.nullable(modelId),
  series: v.nullable(modelId),
  note: v.nullable(text),
  sources,
};

export const portion = {
  kind: word(PORTION_KINDS),
  epochs: v.nullable(positive(100)),
  size_tokens: v.nullable(count),
  seen_tokens: v.nullable(count),
  share: v.nullable(positive(1)),
};

const lookup = {
  documents: count,
  missing: v.pipe(
    v.number("must be a whole number, 0 or more"),
    v.safeInteger("must be a whole number, 0 or more"),
    v.minValue(0, "must be a whole number, 0 or more"),
  ),
  source: slug,
};

export const edge = {
  model: modelId,
  dataset: slug,
  evidence: word(EVIDENCE_CLASSES),
  portion: v.strictObject(portion, "must be an object"),
  parts: v.nullable(list(slug)),
  languages,
  lookup: v.nullable(v.strictObject(lookup, "must be an object")),
  contested: flag,
  note: v.nullable(text),
  place: v.nullable(text),
  confirmed: v.nullable(month),
  sources,
};

const period = { from: v.nullable(month), to: v.nullable(month) };

export const dataset = {
  id: slug,
  name: text,
  kind: word(DATASET_KINDS),
  tokens: v.nullable(count),
  bytes: v.nullable(count),
  documents: v.nullable(count),
  languages,
  period: v.nullable(v.strictObject(period, "must be an object")),
  licence: v.nullable(text),
  opt_out: v.nullable(text),
  availability: v.nullable(word(AVAILABILITIES)),
  contains: list(slug),
  derived_from: list(slug),
  indexes: list(v.strictObject({ kind: word(INDEX_KINDS), name: text, endpoint: text }, "must be an object")),
  note: v.nullable(text),
  sources,
};

const domains = {
  id: slug,
  dataset: v.nullable(slug),
  models: list(modelId),
  coverage: word(DOMAIN_COVERAGES),
  measure: v.nullable(text),
  period: v.nullable(v.strictObject(period, "must be an object")),
  modalities: list(word(MODALITIES)),
  evidence: word(EVIDENCE_CLASSES),
  domains: list(matching(DOMAIN, "must be a host in lower case without www., with or without a path")),
  note: v.nullable(text),
  sources,
};

export const source = {
  id: slug,
  title: text,
  org: text,
  year: v.pipe(within(1900, 2100), v.integer("must be a whole year")),
  kind: word(SOURCE_KINDS),
  locator: v.pipe(
    text,
    v.check((value) => !TRACKING.test(value), "must not carry tracking parameters"),
  ),
  read: word(SOURCE_READINGS),
  checked: v.nullable(month),
  sha256: v.nullable(matching(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits")),
};

const index = {
  id: matching(INDEX_ID, "must be <kind>/<name>"),
  kind: word(INDEX_KINDS),
  name: text,
  endpoint: text,
  access: word(INDEX_ACCESSES),
  dataset: slug,
  coverage: word(INDEX_COVERAGES),
  match: text,
  tokenizer: v.nullable(text),
  documents: v.nullable(count),
  tokens: v.nullable(count),
  bytes: v.nullable(count),
  note: v.nullable(text),
  sources,
};

const jurisdiction = {
  id: jurisdictionCode,
  name: text,
  parent: v.nullable(jurisdictionCode),
  iso_3166: flag,
  rule: text,
  commercial_tdm: word(MINING_RULES),
  opt_out: text,
  opt_out_format: text,
  cases: list(v.strictObject({ name: text, ref: text, state: text }, "must be an object")),
  standard_of_proof: text,
  proof_basis: text,
  transparency: v.nullable(text),
  status: v.nullable(text),
  as_of: month,
  note: v.nullable(text),
  sources,
};

const rate = {
  id: slug,
  deal: text,
  payer: text,
  payee: text,
  content_type: text,
  kind: word(RATE_KINDS),
  reported: text,
  low: v.nullable(figure),
  high: v.nullable(figure),
  currency: matching(CURRENCY, "must be an ISO 4217 code"),
  unit: text,
  term_months: v.nullable(count),
  derived: list(v.strictObject({ name: text, value: figure }, "must be an object")),
  formula: v.nullable(text),
  caveat: text,
  date: v.nullable(month),
  sources,
};

const regime = {
  id: slug,
  name: text,
  kind: text,
  status: text,
  format: text,
  how_to_read: text,
  example: v.nullable(text),
  can_emit: flag,
  legal_effect: text,
  sources,
};

const memorisation = {
  id: slug,
  models: list(modelId),
  kind: word(MEMORISATION_KINDS),
  finding: text,
  metric: text,
  value: v.nullable(figure),
  unit: v.nullable(text),
  work: v.nullable(text),
  method: text,
  sources,
};

const crawler = {
  id: slug,
  token: text,
  operator: text,
  function: word(CRAWLER_FUNCTIONS),
  respects_robots: word(ROBOTS_ANSWERS),
  sources,
};

/** A table of records with exactly these fields. */
export const rows = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  list(v.strictObject(entries, "must be an object"));

/** Every table with every field of its records. */
export const RECORDS_SCHEMA: v.GenericSchema<unknown, CatalogueRecords> = v.strictObject(
  {
    providers: rows(provider),
    models: rows(model),
    edges: rows(edge),
    datasets: rows(dataset),
    domains: rows(domains),
    indexes: rows(index),
    jurisdictions: rows(jurisdiction),
    rates: rows(rate),
    regimes: rows(regime),
    memorisation: rows(memorisation),
    crawlers: rows(crawler),
    sources: rows(source),
  },
  "must be an object",
);
