/** Decisions about findings: valid ones, and 30 ways to alter, exchange or replay them. */
import type { Decision, DecisionsInResult } from "../../../../src/base/contract/operations/decision.ts";
import type { AnalyzeResult } from "../../../../src/index.ts";
import { decisionOn, signDecision } from "../../../../src/service/index.ts";
import { ATTIC, FOREIGN, SHELF, words } from "../../fixtures.ts";

const LONG = SHELF[0]!.text;
/** 120 words of one document, 60 of another, and 160 of nobody. */
export const CONTENT = [
  words(FOREIGN, 0, 80),
  words(LONG, 4_000, 4_120),
  words(FOREIGN, 80, 160),
  words(ATTIC[1]!.text, 100, 160),
].join(" ");
/** The same passages in a text with other words around them. */
export const REVISED = `${words(FOREIGN, 300, 340)} ${CONTENT}`;
/** The first passage with a word exchanged in its middle. */
export const EDITED = CONTENT.replace(words(LONG, 4_050, 4_053), "entirely different words");

export const MADE = { decision: "quoted", reason: "An epigraph.", author: "A. Lind", date: "2026-11-23" } as const;

/** The decisions that a person can make about a result, by what they are about. */
export function decisionsOn(result: AnalyzeResult): Record<"text" | "document" | "passage" | "all", Decision> {
  const [first] = result.matches;
  const document = { corpus: first!.corpus, id: first!.document.id };
  return {
    text: decisionOn(result, { text: true }, { ...MADE, decision: "mine" }),
    document: decisionOn(result, { document }, { ...MADE, decision: "licensed" }),
    passage: decisionOn(result, { match: 0 }, MADE),
    all: decisionOn(result, { text: true, document, match: 0 }, { ...MADE, decision: "false" }),
  };
}

export async function keyPair() {
  const { privateKey, publicKey } = (await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  return { privateKey, publicKey };
}

export const signedBy = async (decision: Decision): Promise<Decision> => signDecision(decision, await keyPair());

type Because = DecisionsInResult["not_applied"][number]["because"];
/** How an altered decision is answered: refused, or listed with this reason, or counted as one about other texts. */
type Answer = "refused" | "elsewhere" | Because;
/** A change of a decision, and the answer. `signed`: of one that is signed. */
type Alteration = readonly [
  name: string,
  of: "text" | "document" | "passage" | "all" | "signed",
  answer: Answer,
  change: (decision: Decision, other: Decision) => unknown,
];

const about = (decision: Decision, more: object) => ({ ...decision, about: { ...decision.about, ...more } });
const documentWith = (decision: Decision, more: object) =>
  about(decision, { document: { ...decision.about.document!, ...more } });
const passageWith = (decision: Decision, part: number, text: string) =>
  about(decision, {
    passage_id: decision.about
      .passage_id!.split("_")
      .map((one, i) => (i === part ? text : one))
      .join("_"),
  });
const flipped = (hex: string) => hex.slice(0, -1) + (hex.endsWith("0") ? "1" : "0");

export const ALTERATIONS: readonly Alteration[] = [
  ["the reason is changed after signing", "signed", "refused", (one) => ({ ...one, reason: "Because." })],
  ["the author is changed after signing", "signed", "refused", (one) => ({ ...one, author: "B. Lind" })],
  ["the date is changed after signing", "signed", "refused", (one) => ({ ...one, date: "2026-11-22" })],
  ["the decision is changed after signing", "signed", "refused", (one) => ({ ...one, decision: "mine" })],
  [
    "what it is about is changed after signing",
    "signed",
    "refused",
    (one) => ({ ...one, about: { passage_id: one.about.passage_id } }),
  ],
  ["the signature of another decision", "signed", "refused", (one, other) => ({ ...one, signature: other.signature })],
  [
    "the key of somebody else",
    "signed",
    "refused",
    (one, other) => ({ ...one, signature: { ...one.signature, public_key: other.signature!.public_key } }),
  ],
  [
    "a signature that is invented",
    "signed",
    "refused",
    (one) => ({ ...one, signature: { ...one.signature, value: "A".repeat(86) } }),
  ],
  [
    "a key that is no point of the curve",
    "signed",
    "refused",
    (one) => ({ ...one, signature: { ...one.signature, public_key: "_".repeat(43) } }),
  ],
  [
    "a signature that is cut",
    "signed",
    "refused",
    (one) => ({ ...one, signature: { ...one.signature, value: "AAAA" } }),
  ],
  ["a signature without a key", "signed", "refused", (one) => ({ ...one, signature: { value: one.signature!.value } })],
  ["another word for the decision", "text", "refused", (one) => ({ ...one, decision: "allowed" })],
  ["no reason", "text", "refused", (one) => ({ ...one, reason: "" })],
  ["a reason of 2,001 characters", "text", "refused", (one) => ({ ...one, reason: "x".repeat(2_001) })],
  ["no author", "text", "refused", ({ author: _, ...one }) => one],
  ["a day that does not exist", "text", "refused", (one) => ({ ...one, date: "2026-02-29" })],
  ["a month in place of a day", "text", "refused", (one) => ({ ...one, date: "2026-11" })],
  ["about nothing", "text", "refused", (one) => ({ ...one, about: {} })],
  ["a field that nobody knows", "text", "refused", (one) => ({ ...one, hides: true })],
  ["a lone surrogate", "text", "refused", (one) => ({ ...one, reason: "\ud800" })],
  ["the hash of another text", "text", "elsewhere", (one) => about(one, { work_hash: flipped(one.about.work_hash!) })],
  [
    "the hash of another text, about a passage here",
    "all",
    "other_text",
    (one) => about(one, { work_hash: flipped(one.about.work_hash!) }),
  ],
  [
    "the digest of another document",
    "document",
    "document_changed",
    (one) => documentWith(one, { text_digest: flipped(one.about.document!.text_digest) }),
  ],
  [
    "the digest of another document, with text and passage",
    "all",
    "document_changed",
    (one) => documentWith(one, { text_digest: flipped(one.about.document!.text_digest) }),
  ],
  ["the id of a document that was not found", "document", "elsewhere", (one) => documentWith(one, { id: "shelf-7" })],
  ["the document in another corpus", "document", "elsewhere", (one) => documentWith(one, { corpus: "attic" })],
  ["a document that was not found, about this text", "all", "not_found", (one) => documentWith(one, { id: "shelf-7" })],
  ["the hash of other words", "passage", "elsewhere", (one) => passageWith(one, 3, "0".repeat(32))],
  ["another number of words", "passage", "elsewhere", (one) => passageWith(one, 1, "119")],
  ["other first words", "passage", "elsewhere", (one) => passageWith(one, 2, "0123456789abcdef")],
  ["the words of another passage in this document", "all", "passage_changed", (one) => passageWith(one, 1, "40")],
  ["a passage id of no form", "passage", "refused", (one) => about(one, { passage_id: "ps_1" })],
  ["a passage of no words", "passage", "refused", (one) => passageWith(one, 1, "0")],
];
