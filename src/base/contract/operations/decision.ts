/**
 * Decisions of people about what an analysis finds. They are shown beside the findings; no verdict, confidence,
 * attribution or risk depends on them, and nothing is left out because of them.
 */
import type { Count, Sha256 } from "../common.ts";

/**
 * What a person decided. `mine`: the author's own text or copy; `licensed`: used under a licence; `quoted`: a
 * quotation; `public_domain`: free of rights; `not_mine`: the text of somebody else; `false`: the finding is wrong, the
 * texts have no common origin.
 */
export type DecisionKind = "mine" | "licensed" | "quoted" | "public_domain" | "not_mine" | "false";

/** One decision. It holds for as long as everything that `about` names is as it was. */
export interface Decision {
  /** What was decided. */
  decision: DecisionKind;
  /** Why, in the words of the author; up to 2,000 characters. */
  reason: string;
  /** Who decided; up to 256 characters. Without `signature` it is what the file says. */
  author: string;
  /** Day of the decision, `YYYY-MM-DD`. */
  date: string;
  /** What it is about. */
  about: DecisionSubject;
  /** Signature of the author over all other fields. A decision whose signature does not fit is refused. */
  signature?: DecisionSignature | undefined;
}

/** What a decision is about: at least one field. If there are several, all of them have to fit. */
export interface DecisionSubject {
  /** `work_hash` of the analysed text: the decision holds for this text only. Absent: for any text. */
  work_hash?: Sha256 | undefined;
  /** A document of a corpus. */
  document?: DecidedDocument | undefined;
  /** `passage_id` of a match: the decision holds wherever the text has exactly these words. */
  passage_id?: string | undefined;
}

/** A document of a corpus, with the text that it had. */
export interface DecidedDocument {
  /** Name of the corpus. */
  corpus: string;
  /** Id of the document. */
  id: string;
  /** `text_digest` of the document when it was decided about. With another text the decision does not hold. */
  text_digest: string;
}

/**
 * An Ed25519 signature (RFC 8032) over `spolia decision 1`, a line feed, and the canonical JSON (RFC 8785) of the rest.
 */
export interface DecisionSignature {
  /** The public key: 32 bytes, base64url. */
  public_key: string;
  /** The signature: 64 bytes, base64url. */
  value: string;
}

/** A file of decisions. */
export interface DecisionsFile {
  /** Format of the document. */
  format: "spolia-decisions-1";
  /** Up to 10,000 decisions. */
  decisions: Decision[];
}

/** A decision in a result. */
export interface ResultDecision {
  /** Its place in the request, from 0. */
  number: Count;
  /** What was decided. */
  decision: DecisionKind;
  /** Why. */
  reason: string;
  /** Who decided. */
  author: string;
  /** Day of the decision, `YYYY-MM-DD`. */
  date: string;
  /**
   * Public key that signed the decision, base64url; `null` if it is not signed, so that anybody may have written it.
   */
  signed_by: string | null;
}

/** A decision that holds for this text. */
export interface AppliedDecision extends ResultDecision {
  /** What it is about: the narrowest of the things that it names. */
  about: "text" | "document" | "passage";
  /** Words of the content in passages that it covers, each counted once. */
  words: Count;
  /** Places in `matches` of the passages that it covers, wholly or in part: of the listed ones, the first 100. */
  matches: Count[];
}

/** A decision that has something to do with this text and does not hold for it. */
export interface DecisionNotApplied extends ResultDecision {
  /**
   * `document_changed`: the document has another text than when it was decided about; `passage_changed`: the text no
   * longer has these words; `other_text`: it was decided about another text; `not_found`: no passage was found there.
   */
  because: "document_changed" | "passage_changed" | "other_text" | "not_found";
}

/** The decisions of a request, beside what was found. */
export interface DecisionsInResult {
  /** Number of decisions in the request. */
  given: Count;
  /** Decisions that hold for this text, in the order of the request, up to `max_matches`. */
  applied: AppliedDecision[];
  /** Decisions about this text, or about a document or passage found here, that do not hold, up to `max_matches`. */
  not_applied: DecisionNotApplied[];
  /** Number of decisions that are about other texts, documents and passages. */
  elsewhere: Count;
  /** Words of the content in passages that an applied decision covers, each counted once. */
  decided_words: Count;
  /** Words of the content in passages that no applied decision covers. */
  undecided_words: Count;
}
