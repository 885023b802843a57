/** Which documents of a dataset reserve or limit their use: shares by kind and year, with intervals where sampled. */
import { checkArguments, isIterable, isName, isRecord, optionsChecks } from "../../base/arguments.ts";
import type { Count, Share, ShareInterval } from "../../base/contract/common.ts";
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import type { RightsFile, RightsResult, RightsUse } from "../../base/contract/resources/rights.ts";
import { xxhash32 } from "../../core/kernels/tables/reference.ts";
import { clopperPearson } from "../../core/statistics/binomial.ts";
import { type CrawlerRecords, rightsOf, shippedRecords } from "./read.ts";

/** Documents of one kind or year, and how many of them reserve or limit training. */
export interface ReservedShare {
  documents: Count;
  /** Documents whose use for training is reserved. */
  reserved: Count;
  /** Documents whose use for training is conditional. */
  conditional: Count;
  /** Share of reserved documents. */
  share: Share;
  /** 95 % interval of `share` in the whole dataset (Clopper and Pearson); equal ends where all documents were read. */
  share_ci_95: ShareInterval;
}

export interface RightsScan {
  /** Documents of the dataset. */
  documents: Count;
  /** Documents that were read for it: those of the sample. */
  read: Count;
  /** Share of documents that the sample draws; 1: all. */
  sample: Share;
  /** All documents that were read. */
  all: ReservedShare;
  /** By the form of the statement, such as `prose` or `licence`; a document may have several. */
  by_kind: Record<string, Count>;
  /** By the year of the document; `unknown` where it has none. */
  by_year: Record<string, ReservedShare>;
}

export interface ScanOptions {
  catalogue?: CrawlerRecords | undefined;
  /** Share of the documents to read, drawn by their ids: the same documents each time. Default 1. */
  sample?: number | undefined;
}

/** Fields of documents that state rights, in the words of risk rules (`ContentMetadata`). */
const FIELDS = ["tdm-reservation", "tdm-policy", "content-usage"] as const;
/** Seed of the sample. */
const SAMPLE_SEED = 0x52494748;

/** What a document says of its use: its text, its `licence` and further fields. */
function documentRights(document: CorpusDocument, records: CrawlerRecords): RightsResult {
  const { id, text, licence } = document;
  const fields = document as unknown as Readonly<Record<string, unknown>>;
  const header = FIELDS.filter((name) => fields[name] !== undefined).map((name) => `${name}: ${String(fields[name])}`);
  const files: RightsFile[] = [
    { name: id, content: text, kind: "text" },
    ...(licence === undefined ? [] : [{ name: `${id}#licence`, content: licenceLine(licence), kind: "text" as const }]),
    ...(header.length === 0 ? [] : [{ name: `${id}#fields`, content: header.join("\n"), kind: "headers" as const }]),
  ];
  return rightsOf({ files, url: null }, records);
}

/** An identifier of SPDX alone is read as one; other words as they are. */
const licenceLine = (licence: string): string =>
  /^[A-Za-z0-9.+-]+$/.test(licence) ? `SPDX-License-Identifier: ${licence}` : licence;

/** What a result says of a use. */
const saysOf = ({ uses }: RightsResult, use: RightsUse): RightsResult["uses"][number]["says"] =>
  uses.find((one) => one.use === use)!.says;

class ReservationTally {
  #documents = 0;
  #reserved = 0;
  #conditional = 0;

  add(says: string): void {
    this.#documents += 1;
    this.#reserved += Number(says === "reserved");
    this.#conditional += Number(says === "conditional");
  }

  result(isSample: boolean): ReservedShare {
    const [documents, reserved] = [this.#documents, this.#reserved];
    const share = documents === 0 ? 0 : reserved / documents;
    const share_ci_95 = isSample ? clopperPearson(reserved, documents) : ([share, share] as ShareInterval);
    return { documents, reserved, conditional: this.#conditional, share, share_ci_95 };
  }
}

/** Counts documents as they pass, and decides of each. */
export class RightsCounter {
  readonly #records: CrawlerRecords;
  readonly #sample: number;
  readonly #all = new ReservationTally();
  readonly #years = new Map<string, ReservationTally>();
  readonly #kinds = new Map<string, number>();
  #documents = 0;
  #read = 0;

  constructor(records: CrawlerRecords, sample: number) {
    this.#records = records;
    this.#sample = sample;
  }

  /** @returns what the document says; `null` where it is not of the sample */
  add(document: CorpusDocument): RightsResult | null {
    const isDocument = isRecord(document) && isName(document.id) && typeof document.text === "string";
    checkArguments("The counter", [["/document", isDocument, "a document with `id` and `text`, no path"]]);
    this.#documents += 1;
    const drawn = xxhash32(new TextEncoder().encode(document.id), SAMPLE_SEED) >>> 0;
    if (drawn >= this.#sample * 2 ** 32) return null;
    this.#read += 1;
    const result = documentRights(document, this.#records);
    const says = saysOf(result, "ai-train");
    const year = document.year === undefined ? "unknown" : String(document.year);
    const tally = this.#years.get(year) ?? new ReservationTally();
    this.#years.set(year, tally);
    for (const one of [this.#all, tally]) one.add(says);
    for (const kind of new Set(result.statements.map((one) => one.kind)))
      this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    return result;
  }

  finish(): RightsScan {
    const isSample = this.#sample < 1;
    const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([x], [y]) => (x < y ? -1 : 1));
    return {
      documents: this.#documents,
      read: this.#read,
      sample: this.#sample,
      all: this.#all.result(isSample),
      by_kind: Object.fromEntries(sorted(this.#kinds)),
      by_year: Object.fromEntries(sorted(this.#years).map(([year, tally]) => [year, tally.result(isSample)])),
    };
  }
}

/** Makes a counter. @throws invalid_request */
export async function openRightsCounter(options: ScanOptions = {}): Promise<RightsCounter> {
  checkArguments("openRightsCounter", [...optionsChecks<ScanOptions>(options, { catalogue: true, sample: true })]);
  const { catalogue, sample = 1 } = options;
  const isShare = typeof sample === "number" && sample > 0 && sample <= 1;
  checkArguments("openRightsCounter", [["/options/sample", isShare, "a share above 0, at most 1"]]);
  return new RightsCounter(catalogue ?? (await shippedRecords()), sample);
}

/**
 * Reads the documents of a dataset, one after another.
 *
 * @throws invalid_request
 * @since 0.2.0
 */
export async function scanRights(
  documents: Iterable<CorpusDocument> | AsyncIterable<CorpusDocument>,
  options: ScanOptions = {},
): Promise<RightsScan> {
  checkArguments("scanRights", [
    ["/documents", isIterable(documents), "an iterable of documents: readDocuments([path]), of spolia/documents"],
    ...optionsChecks<ScanOptions>(options, { catalogue: true, sample: true }),
  ]);
  const counter = await openRightsCounter(options);
  for await (const document of documents) counter.add(document);
  return counter.finish();
}
