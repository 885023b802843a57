/** A draft of a statement about training data, from corpora and the catalogue, with a source for everything it says. */
import type { Count, Timestamp } from "../common.ts";

/**
 * `eu`: the public summary of training content (AI Act, Article 53(1)(d)); `ab2013`: California Civil Code 3111;
 * `cyclonedx`: an ML-BOM of CycloneDX 1.6; `spdx`: the dataset profile of SPDX 3.0.1; `croissant`: Croissant 1.0.
 */
export type StatementFormat = "eu" | "ab2013" | "cyclonedx" | "spdx" | "croissant";

/** What a statement is about: corpora, datasets, a model; at least one of them. */
export interface StatementRequest {
  /** The form of the statement. */
  format: StatementFormat;
  /** Names of corpora of the service. */
  corpora?: string[] | undefined;
  /** Ids of datasets of the catalogue. */
  datasets?: string[] | undefined;
  /** A model of the catalogue, with the datasets that records tie to it. */
  model?: string | undefined;
  /** When the statement is made, a time in UTC; now when absent. */
  created?: string | undefined;
}

/** What something in a statement rests on. */
export interface StatementSource {
  /** A count of a corpus, or a document that a record of the catalogue rests on. */
  kind: "corpus" | "catalogue";
  /** Name of the corpus, or id of the source. */
  id: string;
  /** Revision of the corpus, or title of the source. */
  title: string;
  /** Where it can be read; `null` where it is no place on the web. */
  url: string | null;
  /** Month in which the fact was last checked against it; `null` where nobody noted it. */
  checked: string | null;
}

/** A value of the document, and what it rests on. */
export interface StatedValue {
  /** JSON Pointer of the value in the document. */
  pointer: string;
  /** Indices of its sources. */
  sources: Count[];
}

/** What the form asks for, and neither corpora nor records tell: whoever makes the statement has to. */
export interface StatementBlank {
  /** JSON Pointer of the place in the document. */
  pointer: string;
  /** What belongs there. */
  asks: string;
}

/** A draft. What is neither of the form itself nor in `stated` is not in it. */
export interface TrainingStatement {
  /** The form of the statement. */
  format: StatementFormat;
  /** The standard or law, with its version. */
  standard: string;
  /** When it was made. */
  created: Timestamp;
  /** The statement: of `eu` and `ab2013` its `items`, else a document of the standard. */
  document: object;
  /** What its values rest on. */
  sources: StatementSource[];
  /** The values that rest on something. */
  stated: StatedValue[];
  /** What is left blank. */
  blanks: StatementBlank[];
}

/** An item of a statement in words. */
export interface StatementItem {
  /** Number in the template or the law. */
  number: string;
  /** What it asks for. */
  asks: string;
  /** What can be said; empty: left blank. */
  says: string[];
}
