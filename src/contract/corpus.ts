/** What a corpus is made from and what it says of itself. */
import type { Completeness, Count } from "./common.ts";

/** One document to index. Fields beyond these are ignored. */
export interface CorpusDocument {
  /** Unique within its corpus. */
  id: string;
  text: string;
  /** Title of the document. */
  title?: string | undefined;
  /** Author of the document. */
  author?: string | undefined;
  /** Year of first publication. */
  year?: number | undefined;
  /** Language, as its source names it. */
  lang?: string | undefined;
  /** Address of the document. */
  url?: string | undefined;
  /** Licence of the document. */
  licence?: string | undefined;
}

/** A document as a corpus knows it: without its text. */
export interface DocumentInfo extends Omit<CorpusDocument, "text"> {
  /** Words of the document. */
  words: Count;
}

/** Why something among the sources of a corpus did not become a document. */
export type UnreadCode =
  /** It is of a format that is not read, by its first bytes or by the end of its name. */
  | "format_not_read"
  | "not_utf8"
  /** It holds no text. */
  | "empty"
  | "too_large"
  /** It could not be opened, or not be read to its end. */
  | "unreadable"
  /** A symbolic link: it is not followed. */
  | "link"
  /** A line of JSON Lines that is no document. */
  | "invalid_record";

/**
 * What stood among the sources of a corpus and did not become a document: files, and lines of JSON Lines. Hidden names
 * and `node_modules` are passed over and not counted.
 */
export interface UnreadInputs {
  /** Files and lines that were not read. */
  inputs: Count;
  /** How many for each reason and format, most first. */
  kinds: {
    /** Why they were not read. */
    code: UnreadCode /** Name of the format, where `code` is `format_not_read`. */;
    /** Name of the format, where `code` is `format_not_read`; `null` otherwise. */
    format: string | null;
    /** Files and lines that were not read for this reason. */
    inputs: Count;
  }[];
  /** The first 20 of them. `name` is the path below the folder that was given. */
  first: {
    name: string;
    /** Line of the file, from 1; absent where the whole file was not read. */
    line?: Count;
    code: UnreadCode;
    reason: string;
  }[];
}

/** A corpus in figures. */
export interface CorpusInfo {
  /** Name of the corpus. */
  name: string;
  /** Slug of the dataset in the catalogue, or one's own. */
  dataset: string;
  /** Hash of the logical content: equal for equal content, whatever machine built it. */
  revision: string;
  /** Version of what counts as the same text. */
  fold: string;
  /** How fingerprints of its documents are made. */
  profile: {
    /** Name of the profile. */
    name: string;
    /** Words of a shingle. */
    shingle_words: Count;
    /** Shingles of a window, of which winnowing keeps one. */
    window_shingles: Count;
  };
  /** Documents of the corpus. */
  documents: Count;
  /** Documents whose text equals that of an earlier one; they are stored once and counted. */
  identical_documents: Count;
  /** Words of the documents that are stored: identical ones count once. */
  words: Count;
  /** Distinct shingles that were kept. */
  fingerprints: Count;
  /** Bytes of all documents' text, UTF-8, identical ones included. */
  text_bytes: Count;
  /** Bytes of everything that is stored. */
  stored_bytes: Count;
  /** Parts that are searched one by one: appending adds some, merging takes some away. */
  segments: Count;
  /** What was not read when documents were taken from files; `null` where that was not recorded. */
  unread: UnreadInputs | null;
}

/** How far a long piece of work has come. `total` is `null` where it is not known beforehand. */
export interface Progress {
  /** Name of the stage. */
  stage: string;
  /** How much is done, in `unit`. */
  done: Count;
  /** How much there is to do, in `unit`; `null` where it is not known beforehand. */
  total: Count | null;
  /** What is counted. */
  unit: "documents" | "texts" | "bytes" | "blocks" | "requests" | "cases";
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

/** A document of a cluster of near duplicates. */
export interface DuplicateMember {
  document: { id: string; title?: string; author?: string; year?: number; url?: string };
  words: number;
  /** To the representative, as `compare` defines it: `identical` texts have the same words. */
  relation: "representative" | "identical" | "near_duplicate";
  /** The lesser of the two shares: from the threshold to 1. */
  similarity: number;
  /** Share of this document's words that agree with the representative. */
  share_of_member: number;
  /** Share of the representative's words that agree with this document. */
  share_of_representative: number;
}

/**
 * Documents that are near duplicates of one of them, the representative. Two members need not be near duplicates of
 * each other.
 */
export interface DuplicateCluster {
  /** Documents in it, also where fewer are listed. */
  documents: number;
  /** Texts with words of their own. */
  texts: number;
  /** Of the member that is least alike. */
  least_similarity: number;
  /** The representative first, then the most alike; documents of one text by their ids. */
  members: DuplicateMember[];
}

/** The near duplicates of a corpus. */
export interface CorpusDuplicates {
  corpus: { name: string; dataset: string; revision: string };
  /** Share of both sides' words that agrees in near duplicates, at least. */
  threshold: number;
  documents: number;
  /** Texts that differ. */
  texts: number;
  /** Of these, texts of fewer than 12 words, which only those with the same words count as alike. */
  short_texts: number;
  clustered_documents: number;
  /** Documents that go when of each cluster only one is kept. */
  surplus_documents: number;
  /** The largest first. */
  clusters: DuplicateCluster[];
  /**
   * Probability that a pair is not compared, by the Jaccard similarity of its shingles of five words; `agreeing_share`
   * is the share of words that agrees then, where the others were changed at random.
   */
  missed: { jaccard: number; agreeing_share: number; probability: number }[];
  method: { engine: string; fold: string; parameters: Record<string, number | string> };
  completeness: Completeness;
}
