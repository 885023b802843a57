/** The documents of a corpus, and reports about a corpus. */
import type { CarriedTexts, Completeness, Count, Sha256, TextSection } from "../common.ts";
import type { EncoderIdentity } from "./encoder.ts";

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
  /** Language, as its source states it. */
  lang?: string | undefined;
  /** Address of the document. */
  url?: string | undefined;
  /** Licence of the document. */
  licence?: string | undefined;
  /**
   * Further fields of the record that the document was read from, such as the date of a web page.
   *
   * @since 0.2.0
   */
  fields?: Readonly<Record<string, string | number | boolean>> | undefined;
  /**
   * Headings and pages of `text`, in order, up to 100,000: matches say by them where in the document they stand.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
}

/** A document of a corpus, without its text. */
export interface DocumentInfo extends Omit<CorpusDocument, "text" | "sections"> {
  /** Words of the document. */
  words: Count;
}

/** Why an input of a corpus did not become a document. */
export type UnreadCode =
  /** The first bytes or the file extension show an unsupported format. */
  | "format_not_read"
  | "not_utf8"
  /** The bytes contradict the format: the file was cut or changed. */
  | "damaged"
  /** The text cannot be read without a password or a key. */
  | "encrypted"
  /** The pages, or some of them, are pictures of text. */
  | "scanned"
  /** Fonts do not say which characters they show. */
  | "not_unicode"
  /** The input contains no text. */
  | "empty"
  | "too_large"
  /** The input could not be opened, or not be read completely. */
  | "unreadable"
  /** A symbolic link, which is not followed. */
  | "link"
  /** A record of a dataset (a line of JSON Lines, a row of Parquet) that is not a document. */
  | "invalid_record";

/**
 * Inputs of a corpus that did not become documents: files, and records of datasets. Hidden names are counted, but for
 * those that programs alone write, such as `.git` and `node_modules`; of a document that was read, each part beside its
 * text that was not.
 */
export interface UnreadInputs {
  /** Number of files and lines that were not read. */
  inputs: Count;
  /** The number for each reason and format, the largest first. */
  kinds: {
    /** Why the inputs were not read. */
    code: UnreadCode;
    /** Name of the format if `code` is `format_not_read`, or `parts of documents`; otherwise `null`. */
    format: string | null;
    /** Number of files and lines that were not read for this reason. */
    inputs: Count;
  }[];
  /** The first 20 inputs. `name` is the path relative to the given folder. */
  first: {
    name: string;
    /** Line, row or record of the file, from 1; absent if the whole file was not read. */
    line?: Count;
    code: UnreadCode;
    reason: string;
  }[];
}

/** A file that documents of a corpus were read from. */
export interface SourceFile {
  /** Path below the given folder, its first 200 characters. */
  name: string;
  /** Bytes of the file as it was read, compressed ones where it is compressed. */
  bytes: Count;
  /** SHA-256 of these bytes. */
  sha256: Sha256;
}

/** The dataset, revision and split that source files are of, as their folder says: a copy of the Hugging Face hub. */
export interface SourceOrigin {
  /** Id of the dataset on the hub; `null` if the folder does not say it. */
  dataset: string | null;
  /** Commit of the dataset; `null` if the folder does not say it. */
  revision: string | null;
  /** Split, by the card of the dataset or the name of the file; `null` if neither says it. */
  split: string | null;
  /** Number of source files. */
  files: Count;
  /** Bytes of these files. */
  bytes: Count;
}

/** The files that the documents of a corpus were read from, those of later deleted documents included. */
export interface SourceFiles {
  /** Number of files. */
  files: Count;
  /** Bytes of all files. */
  bytes: Count;
  /**
   * SHA-256 of the files' hashes (64 hexadecimal digits each), sorted, each ended by a line feed. Where files were
   * added to a list that was cut: the same over the digests of the two parts.
   */
  digest: Sha256;
  /**
   * The files, sorted by hash, up to 1,000 files and 256 KiB; further ones are only in the other fields. The list is
   * cut if it has fewer than `files` entries.
   */
  listed: SourceFile[];
  /**
   * What the files are of, up to 100; absent where nothing is known of them.
   *
   * @since 0.2.0
   */
  origins?: SourceOrigin[];
}

/** How many of the files stand in a listing of hashes. */
export interface ListingFit {
  /** SHA-256 of the listing, to compare it with the one that was published. */
  sha256: Sha256;
  /** Number of files that the listing names. */
  entries: Count;
  /** Number of source files whose hash, and whose size where the listing has it, stand in the listing. */
  files: Count;
}

/**
 * Where the documents of a corpus came from, as its builder recorded it. Nobody can tell from a corpus alone whether
 * that is true; the files can be hashed again.
 */
export interface CorpusProvenance {
  /** Who declared that the documents are of the dataset, and when; `null` if nobody did. */
  declared: {
    /** Name of the person or organisation, as given. */
    by: string;
    /** The day, `YYYY-MM-DD`; `null` if it was not given. */
    on: string | null;
  } | null;
  /** The source files; `null` if documents came only from programs. */
  sources: SourceFiles | null;
  /** Number of builds, appends and merged corpora that recorded no source files for their documents. */
  unrecorded: Count;
  /** Listings that the source files were compared with, up to 20. */
  listings: ListingFit[];
}

/** Size, revision and settings of a corpus. */
export interface CorpusInfo {
  /** Name of the corpus. */
  name: string;
  /** Id of the dataset in the catalogue, or a name of your own. */
  dataset: string;
  /** Hash of the logical content: equal for equal content on every machine. */
  revision: string;
  /** Version of the folding, which defines what counts as the same text. */
  fold: string;
  /** How fingerprints of its documents are made. */
  profile: {
    /** Name of the profile. */
    name: string;
    /** Words per shingle. */
    shingle_words: Count;
    /** Shingles per window; winnowing keeps one of each window. */
    window_shingles: Count;
  };
  /** Number of documents of the corpus. */
  documents: Count;
  /** Number of documents whose text equals that of an earlier one of their segment; such a text is stored once. */
  identical_documents: Count;
  /** Words of the stored documents; identical documents of a segment count once, so a merge may lower the number. */
  words: Count;
  /** Number of distinct kept shingles. */
  fingerprints: Count;
  /** Bytes of the text of all documents in UTF-8, including identical ones. */
  text_bytes: Count;
  /** Total stored bytes. */
  stored_bytes: Count;
  /** Number of segments, which are searched one by one: appending adds segments, merging removes some. */
  segments: Count;
  /**
   * Whether the corpus has the text of its documents. Without it passages are not compared word by word.
   *
   * @since 0.2.0
   */
  has_text: boolean;
  /** Inputs that were not read when the documents were read from files; `null` if that was not recorded. */
  unread: UnreadInputs | null;
  /**
   * Where the documents came from; `null` if that was not recorded.
   *
   * @since 0.2.0
   */
  provenance: CorpusProvenance | null;
  /**
   * The texts that it carries as ones that do not count, `ignore` of `buildCorpus`; absent where there are none.
   *
   * @since 0.2.0
   */
  ignore?: CarriedTexts;
  /**
   * Vectors by which an analysis with this encoder finds what says the same in other words; absent where there are
   * none.
   *
   * @since 0.2.0
   */
  vectors?: CorpusVectors;
}

/** What `encodeCorpus` has made. */
export interface CorpusVectors {
  /** What made them. */
  encoder: EncoderIdentity;
  /** Segments that have them: fewer than `segments` of the corpus where documents were added or merged since. */
  segments: Count;
  /** Tells them apart from others: 16 hexadecimal digits of a hash of the words' vectors, then of each segment's. */
  revision: string;
}

/** The source files that a corpus recorded, compared with a listing of hashes. */
export interface ListingComparison {
  /** The listing: SHA-256 of its text, and the number of files that it names. */
  listing: { sha256: Sha256; entries: Count };
  /**
   * Whether the documents come from files of the listing. `yes`: every source file stands in it; `no`: one does not, or
   * documents came without a recorded file; `unknown`: the corpus does not list all of its files, and those listed do.
   */
  fits: "yes" | "no" | "unknown";
  /** Number of source files that the corpus recorded. */
  files: Count;
  /** Number of these that could be compared. */
  compared: Count;
  /** Number of compared files that do not stand in the listing. */
  strange_files: Count;
  /** The first 20 of these. */
  strange: SourceFile[];
  /** Number of builds, appends and merged corpora that recorded no source files. */
  unrecorded: Count;
  /** Number of files of the listing that are no source of the corpus; `null` if the corpus does not list its files. */
  absent_files: Count | null;
  /** Paths of the first 20 of these. */
  absent: string[];
}

/** Progress of a long task. */
export interface Progress {
  /** Name of the stage. */
  stage: string;
  /** Completed amount, in `unit`. */
  done: Count;
  /** Total amount, in `unit`; `null` if it is not known in advance. */
  total: Count | null;
  /** Unit of `done` and `total`. */
  unit: "documents" | "texts" | "bytes" | "blocks" | "requests" | "cases" | "runs" | "postings";
}

/** A part of a corpus whose bytes have changed since they were written. */
export interface CorpusDamage {
  file: string;
  /** The damaged part of the file. */
  part: string;
  message: string;
}

/** Result of checking every byte of a corpus. */
export interface CorpusVerification {
  is_sound: boolean;
  segments: number;
  /** Number of bytes read and checked. */
  bytes: number;
  damages: CorpusDamage[];
}

/** A document of a cluster of near duplicates. */
export interface DuplicateMember {
  document: { id: string; title?: string; author?: string; year?: number; url?: string };
  words: number;
  /** Relation to the representative, as in `compare`: `identical` texts have the same words. */
  relation: "representative" | "identical" | "near_duplicate";
  /** The smaller of the two shares: from the threshold to 1. */
  similarity: number;
  /** Share of this document's words that agree with the representative. */
  share_of_member: number;
  /** Share of the representative's words that agree with this document. */
  share_of_representative: number;
}

/**
 * Documents that are near duplicates of one document, the representative. Two other members need not be near duplicates
 * of each other.
 */
export interface DuplicateCluster {
  /** Number of documents in the cluster, including those that are not listed. */
  documents: number;
  /** Number of different texts. */
  texts: number;
  /** Similarity of the least similar member. */
  least_similarity: number;
  /** The representative first, then by decreasing similarity; documents with the same text by id. */
  members: DuplicateMember[];
}

/** The near duplicates of a corpus. */
export interface CorpusDuplicates {
  corpus: { name: string; dataset: string; revision: string };
  /** Minimum share of the words of each side that agrees in near duplicates. */
  threshold: number;
  documents: number;
  /** Number of different texts. */
  texts: number;
  /** Of these, texts of fewer than 12 words; they are duplicates only of texts with the same words. */
  short_texts: number;
  clustered_documents: number;
  /** Number of documents beyond one per cluster. */
  surplus_documents: number;
  /** The largest first. */
  clusters: DuplicateCluster[];
  /**
   * Probability that a pair is not compared, by the Jaccard similarity of its five-word shingles. `agreeing_share` is
   * the share of equal words that gives this similarity if the other words are changed at random.
   */
  missed: { jaccard: number; agreeing_share: number; probability: number }[];
  method: { engine: string; fold: string; parameters: Record<string, number | string> };
  completeness: Completeness;
}
