/** What a corpus is made from and what it says of itself. */

/** One document to index. Fields beyond these are ignored. */
export interface CorpusDocument {
  /** Unique within its corpus. */
  id: string;
  text: string;
  title?: string | undefined;
  author?: string | undefined;
  year?: number | undefined;
  lang?: string | undefined;
  url?: string | undefined;
  licence?: string | undefined;
}

/** A corpus in figures. */
export interface CorpusInfo {
  name: string;
  /** Slug of the dataset in the catalogue, or one's own. */
  dataset: string;
  /** Hash of the logical content: equal for equal content, whatever machine built it. */
  revision: string;
  fold: string;
  profile: { name: string; shingle_words: number; window_shingles: number };
  documents: number;
  /** Documents whose text equals that of an earlier one; they are stored once and counted. */
  identical_documents: number;
  /** Words of the documents that are stored: identical ones count once. */
  words: number;
  /** Distinct shingles that were kept. */
  fingerprints: number;
  /** Bytes of all documents' text, UTF-8, identical ones included. */
  text_bytes: number;
  /** Bytes of everything that is stored. */
  stored_bytes: number;
  /** Parts that are searched one by one: appending adds some, merging takes some away. */
  segments: number;
}

/** How far a long piece of work has come. `total` is `null` where it is not known beforehand. */
export interface Progress {
  stage: string;
  done: number;
  total: number | null;
  unit: "documents" | "bytes" | "blocks" | "requests";
}

/** Something in a corpus that is not as it was written. */
export interface CorpusDamage {
  file: string;
  /** Which part of the file. */
  part: string;
  message: string;
}

/** What a look at every byte of a corpus came to. */
export interface CorpusVerification {
  is_sound: boolean;
  segments: number;
  /** Bytes that were read and checked. */
  bytes: number;
  damages: CorpusDamage[];
}
