/**
 * Statements in words, item by item: the Commission's template for the public summary of training content (C(2025)
 * 5235, Annex), and California Civil Code 3111(a). The items are named shortly; the texts of the template and of the
 * law are where they were published.
 */
import { Blank, Said } from "./draft.ts";
import type { DatasetFacts, TrainingFacts } from "./facts.ts";

type Says = readonly (Said<string> | null)[];
type Item = readonly [number: string, asks: string, says: Says];

const draftOf = (items: readonly Item[]): object => ({
  items: items.map(([number, asks, all]) => {
    const says = all.filter((one) => one !== null);
    return { number, asks, says: says.length > 0 ? says : new Blank(asks, []) };
  }),
});

const NOTHING: Says = [];

/** Words about a value, with its sources; `null` stays `null`. */
const words = <Value>(said: Said<Value> | null, write: (value: Value) => string): Said<string> | null =>
  said && new Said(write(said.value), said.from);

const number = (value: number): string => value.toLocaleString("en-GB");

const periodOf = ({ record, told }: DatasetFacts): Said<string> | null => {
  const { from = null, to = null } = record?.period ?? {};
  if (from === null && to === null) return null;
  return told(`from ${from ?? "an unknown month"} to ${to ?? "an unknown month"}`);
};

/** A dataset in one line: name, where it is described, when it was collected, on whose word it was used. */
function line(facts: DatasetFacts): Said<string> {
  const { name, addresses, evidence, record } = facts;
  const period = periodOf(facts);
  const parts: readonly (Said<string> | null)[] = [
    words(name, (value) => (value === facts.id ? value : `${value} (${facts.id})`)),
    addresses[0] ?? null,
    words(period, (value) => `collected ${value}`),
    words(evidence, (value) => `its use is ${value}`),
    record?.availability == null ? null : facts.told(record.availability),
  ];
  return joined(parts, "; ");
}

/** Several things said in one, resting on what each rests on. */
function joined(parts: readonly (Said<string> | null)[], between: string): Said<string> {
  const said = parts.filter((one) => one !== null);
  return new Said(
    said.map(({ value }) => value).join(between),
    said.flatMap(({ from }) => from),
  );
}

/** What is told of each dataset, behind its name. */
const ofEach = (datasets: readonly DatasetFacts[], tell: (facts: DatasetFacts) => Says): Says =>
  datasets.flatMap((facts) =>
    tell(facts)
      .filter((one) => one !== null)
      .map((one) => new Said(`${facts.name.value}: ${one.value}`, [...facts.name.from, ...one.from])),
  );

const languagesOf: (facts: DatasetFacts) => Says = ({ record, told }) => [
  record?.languages == null ? null : told(record.languages.join(", ")),
];
const kindOf: (facts: DatasetFacts) => Says = ({ record, told }) => [record === null ? null : told(record.kind)];
const domainsOf: (facts: DatasetFacts) => Says = ({ domains }) => (domains.length === 0 ? [] : [joined(domains, ", ")]);
const isSynthetic = ({ record }: DatasetFacts): boolean => record?.kind === "synthetic";

const BILLION = 1_000_000_000;
const sizeRange = (tokens: number): string =>
  tokens < BILLION
    ? "less than 1 billion tokens"
    : tokens <= 10_000 * BILLION
      ? "1 billion to 10 trillion tokens"
      : "more than 10 trillion tokens";

/** A figure of a record; what others of the statement have in theirs too is not to be added to them. */
function figureOf(said: Said<number> | null, of: string, within: DatasetFacts["within"]): Said<string> | null {
  if (said === null) return null;
  const names = within.map(({ value }) => value).join(" and ");
  const twice = names === "" ? "" : `; what of them is in ${names} is counted there too`;
  return new Said(
    `${number(said.value)} ${of}${twice}`,
    [said, ...within].flatMap(({ from }) => from),
  );
}

/** Of a model its own figure; without one the words of corpora, which are counted, and the tokens of records. */
function sizes({ model, datasets }: TrainingFacts): Says {
  const ofModel = model?.told(model.record.tokens) ?? null;
  if (ofModel !== null) return [words(ofModel, (tokens) => `${sizeRange(tokens)} (${number(tokens)})`)];
  return ofEach(datasets, ({ corpora, record, told, within }) => [
    ...corpora.map(({ words: counted }) => words(counted, (value) => `${number(value)} words were counted`)),
    figureOf(told(record?.tokens ?? null), "tokens", within),
  ]);
}

function latestDates({ model, datasets }: TrainingFacts): Says {
  const cutoff = model?.told(model.record.cutoff) ?? null;
  if (cutoff !== null) return [cutoff];
  return ofEach(datasets, ({ record, told }) => [told(record?.period?.to ?? null)]);
}

function euItems(facts: TrainingFacts): Item[] {
  const { model, datasets } = facts;
  const of = (...availabilities: readonly string[]) =>
    datasets.filter(({ record }) => availabilities.includes(record?.availability ?? "unknown")).map(line);
  const text = datasets.flatMap(({ corpora }) => corpora.map(({ name }) => words(name, () => "text")!));
  return [
    ["1.1", "Provider: name and contact", [model?.provider ?? null]],
    ["1.1", "Authorised representative in the Union", NOTHING],
    ["1.2", "Versioned names of the models", [model?.told(`${model.record.name} (${model.record.id})`) ?? null]],
    ["1.2", "Models that this one was made from, with their summaries", [model?.told(model.record.base) ?? null]],
    ["1.2", "Date of placement on the Union market", NOTHING],
    [
      "1.3",
      "Modalities",
      text.length === 0
        ? NOTHING
        : [
            new Said(
              "text",
              text.flatMap(({ from }) => from),
            ),
          ],
    ],
    ["1.3", "Size of the training data", sizes(facts)],
    ["1.3", "Types of content", ofEach(datasets, kindOf)],
    ["1.3", "Latest date of acquisition, and whether training goes on", latestDates(facts)],
    ["1.3", "Linguistic characteristics", ofEach(datasets, languagesOf)],
    ["1.3", "Other characteristics", NOTHING],
    ["2", "Data whose kind no record establishes: to be sorted into 2.1 to 2.6", of("unknown", "withdrawn")],
    ["2.1", "Publicly available datasets", of("public", "gated", "live")],
    ["2.2.1", "Datasets licensed by rightsholders", of("licensed")],
    ["2.2.2", "Private datasets of other third parties", of("private")],
    [
      "2.3",
      "Crawlers of the provider, and how they behave; whether they served this model",
      model?.crawlers ?? NOTHING,
    ],
    ["2.3", "Period of crawling", NOTHING],
    ["2.3", "Most relevant domains", [...(model?.domains ?? []), ...ofEach(datasets, domainsOf)]],
    ["2.4", "Data of users of the model, or of other services", NOTHING],
    ["2.5", "Synthetic data, and the models that made them", datasets.filter(isSynthetic).map(line)],
    ["2.6", "Other sources", NOTHING],
    ["3.1", "Code of Practice; measures that respect reservations of rights", ofEach(datasets, optOutOf)],
    ["3.2", "Measures against illegal content", NOTHING],
    ["3.3", "Other processing", NOTHING],
  ];
}

const optOutOf: (facts: DatasetFacts) => Says = ({ record, told }) => [told(record?.opt_out ?? null)];

function cleaningOf({ corpora, record, told }: DatasetFacts): Says {
  const from = record?.derived_from ?? [];
  return [
    from.length === 0 ? null : told(`was processed from ${from.join(", ")}`),
    // That nothing was left out is not known: other steps may have come before.
    ...corpora.map(({ unread }) =>
      unread === null || unread.value === 0
        ? null
        : words(unread, (value) => `${number(value)} inputs could not be read, and were left out`),
    ),
  ];
}

const AB2013_ITEMS = ({ datasets }: TrainingFacts): Item[] => [
  ["1", "Sources or owners of the datasets", [...datasets.map(line), ...ofEach(datasets, ownersOf)]],
  ["2", "How the datasets further the purpose of the system", NOTHING],
  ["3", "Number of data points", ofEach(datasets, pointsOf)],
  ["4", "Types of data points", ofEach(datasets, (facts) => [...kindOf(facts), ...languagesOf(facts)])],
  ["5", "Whether protected by copyright, trademark or patent, or in the public domain", ofEach(datasets, licenceOf)],
  [
    "6",
    "Whether purchased or licensed",
    datasets.filter(({ record }) => record?.availability === "licensed").map(line),
  ],
  ["7", "Whether they include personal information (1798.140)", NOTHING],
  ["8", "Whether they include aggregate consumer information (1798.140)", NOTHING],
  ["9", "Cleaning, processing or other modification, and its purpose", ofEach(datasets, cleaningOf)],
  ["10", "Period of collection, and whether it goes on", ofEach(datasets, (facts) => [periodOf(facts)])],
  ["11", "When the datasets were first used in development", NOTHING],
  ["12", "Whether synthetic data are used", datasets.filter(isSynthetic).map(line)],
];

const ownersOf: (facts: DatasetFacts) => Says = ({ corpora }) =>
  corpora.flatMap(({ declared, origins }) => [words(declared, (by) => `declared by ${by}`), ...origins]);
const licenceOf: (facts: DatasetFacts) => Says = ({ record, told }) => [
  words(told(record?.licence ?? null), (licence) => `its licence is named ${licence}`),
];
const pointsOf: (facts: DatasetFacts) => Says = ({ corpora, record, told, within }) => [
  ...corpora.flatMap(({ documents, identical }) => [
    words(documents, (value) => `${number(value)} documents were counted`),
    identical.value === 0
      ? null
      : words(identical, (value) => `${number(value)} of them repeat the text of another one`),
  ]),
  figureOf(told(record?.documents ?? null), "documents", within),
];

export const EU = {
  standard: "AI Act, Article 53(1)(d): template C(2025) 5235",
  write: (facts: TrainingFacts) => draftOf(euItems(facts)),
};

export const AB2013 = {
  standard: "California Civil Code 3111(a) (AB 2013)",
  write: (facts: TrainingFacts) => draftOf(AB2013_ITEMS(facts)),
};
