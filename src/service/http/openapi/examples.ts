/** One valid request for each operation. `build/generated/samples.ts` contains the responses to them. */
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import type { AssessRequest } from "../../../base/contract/operations/assess.ts";
import type { CompareRequest } from "../../../base/contract/operations/compare.ts";
import type { CompareAllRequest } from "../../../base/contract/operations/compareAll.ts";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import type { ExtractObservations, ExtractRequest } from "../../../base/contract/operations/extract.ts";
import type { ProbeRequest, RecordedScores } from "../../../base/contract/operations/probe.ts";
import type { ScoreRequest } from "../../../base/contract/operations/score.ts";
import type {
  AcceptRequest,
  LicenceTokenRequest,
  OfferRequest,
  OfferSearchRequest,
  QuoteRequest,
  RevokeRequest,
  SettleRequest,
  UsageRequest,
} from "../../../base/contract/resources/marketplace.ts";
import type { RightsRequest } from "../../../base/contract/resources/rights.ts";
import type { StatementRequest } from "../../../base/contract/resources/trainingStatement.ts";
import type { AuditRequest, LeadsRequest, QuotationRequest } from "./requestTexts.ts";

const DICKENS = [
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,",
  "it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness,",
  "it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us,",
  "we were all going direct to Heaven, we were all going direct the other way",
].join(" ");

export const analyzeRequest: AnalyzeRequest = {
  content: DICKENS,
  content_type: "text",
  sections: [{ kind: "page", start: 0, label: "17" }],
  metadata: { title: "A Tale of Two Cities", author: "Charles Dickens", published: "1859", work_type: "book" },
  options: { iscc: true },
};

export const scoreRequest: ScoreRequest = {
  content: DICKENS,
  target_model: "eleutherai/pythia",
  jurisdiction: "EU-DSM",
};

export const compareRequest: CompareRequest = {
  a: { content: DICKENS },
  b: { content: "It was the best of times, it was the worst of times." },
};

export const compareAllRequest: CompareAllRequest = {
  texts: [
    { id: "tale", content: DICKENS },
    { id: "notes", content: `Compare the opening: ${DICKENS}` },
  ],
};

export const searchRequest = { content: DICKENS, max_matches: 10 };

export const auditRequest: AuditRequest = { items: [{ id: "question-1", text: DICKENS }], findings: 10 };

export const quotationRequest: QuotationRequest = {
  quotation: "the best of days",
  document: "the best of times",
};

export const statementRequest: StatementRequest = {
  format: "ab2013",
  datasets: ["oasst1"],
  created: "2026-11-25T00:00:00Z",
};

export const rightsRequest: RightsRequest = {
  files: [{ name: "robots.txt", content: "User-agent: GPTBot\nDisallow: /\n" }],
  url: "https://example.org/tale",
};

export const leadsRequest: LeadsRequest = { kind: "captures", url: "https://example.org/tale", dry_run: true };

export const fingerprintRequest = { content: DICKENS };

export const registerRequest = { content: DICKENS, title: "A Tale of Two Cities", author: "Charles Dickens" };

export const monitorRequest = {
  work_id: "wk_0000000000000000000000",
  schedule: "daily",
  on: ["corpus", "catalogue"],
  webhook_url: "https://example.org/hooks/spolia",
};

export const decision: Decision = {
  decision: "quoted",
  reason: "The first sentence of the novel, quoted with its source.",
  author: "A. Lind",
  date: "2026-11-23",
  about: { passage_id: "ps_60_2f6a0c1d9b8e7f35_0f1e2d3c4b5a69788796a5b4c3d2e1f0" },
};

export const webhookRequest = { url: "https://example.org/hooks/spolia" };

export const keyRequest = { label: "the archive's nightly job", scopes: ["read", "analyze"] };

const HASH = "sha256:53c1ba24a1b3b8f3e5a6dbf3a9c1a8e1c1b7b26a3a0a6e5e6c4f8f7f2d3c9b1a";

export const offerRequest: OfferRequest = {
  work_hash: HASH,
  licensor: "The Dickens Archive",
  permits: { usage: ["ai-train"] },
  payment: { type: "training", amount: "0.001", currency: "EUR", unit: "word" },
};
export const offerSearchRequest: OfferSearchRequest = { use: "ai-train", content: DICKENS };
const DEAL = "_0000000000000000000000";
export const quoteRequest: QuoteRequest = { offer_id: `of${DEAL}`, use: "ai-train", licensee: "Ex", quantity: 1 };
export const acceptRequest: AcceptRequest = { quote_id: `qu${DEAL}`, signature: { public_key: "AA", value: "AA" } };
export const licenceTokenRequest: LicenceTokenRequest = { licence_id: `li${DEAL}` };
export const usageRequest: UsageRequest = {
  licence_id: `li${DEAL}`,
  from: "2026-11-01",
  to: "2026-11-30",
  model: "example/model",
  uses: [{ use: "ai-train", count: 1 }],
};
export const revokeRequest: RevokeRequest = { id: `of${DEAL}`, reason: "sold" };
export const settleRequest: SettleRequest = {
  licence_id: `li${DEAL}`,
  amount: "80.00",
  currency: "EUR",
  proof: { kind: "invoice", reference: "2026-17" },
};

export const reportRequest = { work_hash: HASH, include_content: true };

/** An example of the form of a receipt; it does not verify. */
export const verifyRequest = { format: "spolia-history-1", work_id: "wk_0", work_hash: HASH, entries: [] };

export const tokenRequest = { grant_type: "client_credentials", scope: "read analyze" };
export const presentedToken = { token: "eyJhbGciOiJFZERTQSJ9.e30.AA" };
export const assessRequest: AssessRequest = { content: DICKENS, target_model: "eleutherai/pythia-12b" };

/** A text written for this example, on which no model can have been trained. */
const CONTROL = [
  "Above the harbour stands a wall that nobody planned. Fishermen began it with ballast stones and the ribs of a barge,",
  "and a widow who kept goats carried on where their patience ended. Forty years later the schoolmaster counted nine",
  "kinds of rock in it and taught his pupils to tell them apart by licking a finger and waiting for the colour to rise.",
  "Granite stayed grey, slate turned blue as a mussel, and one block of rose marble blushed and said nothing to anybody.",
].join(" ");

const WINDOW_WORDS = 12;
const STRIDE_WORDS = 20;

const wordsOf = (text: string): string[] => text.split(" ");

const OTHER_WORDS = "and so the evening went on, as evenings do, until someone closed the door.";

/** Replies to the prefixes of all windows: the first `recited` suffixes, then other words. */
function recorded(text: string, recited: number): NonNullable<ExtractObservations["continued"]> {
  const words = wordsOf(text);
  const windows = Math.floor((words.length - 2 * WINDOW_WORDS) / STRIDE_WORDS) + 1;
  return Array.from({ length: windows }, (_, i) => {
    const suffix = i * STRIDE_WORDS + WINDOW_WORDS;
    const recitation = words.slice(suffix, suffix + WINDOW_WORDS).join(" ");
    return {
      // A prefix ends with its last word, without punctuation.
      prefix: words
        .slice(suffix - WINDOW_WORDS, suffix)
        .join(" ")
        .replace(/[,.]$/, ""),
      temperature: 0,
      continuations: [{ text: i < recited ? recitation : OTHER_WORDS, finish: "length" }],
    };
  });
}

export const extractRequest: ExtractRequest = {
  work: { content: DICKENS, id: "tale" },
  controls: [{ id: "harbour", content: CONTROL }],
  windows: { unit: "words", prefix: WINDOW_WORDS, suffix: WINDOW_WORDS, stride: STRIDE_WORDS, select: "census" },
  observations: {
    model: "example/model",
    retrieval: "absent",
    continued: [...recorded(DICKENS, 3), ...recorded(CONTROL, 0)],
  },
};

/** One token per word, the first without a log-probability. */
function scored(text: string, logprobs: readonly number[]): RecordedScores {
  const tokens = [...text.matchAll(/\S+\s*/g)].map(({ 0: word, index }, i) => ({
    start: index,
    end: index + word.length,
    logprob: i === 0 ? null : logprobs[(i - 1) % logprobs.length]!,
  }));
  return { tokens, vocabulary_size: null };
}

const SUSPECT = wordsOf(DICKENS).slice(0, WINDOW_WORDS).join(" ");
const HELD_OUT = wordsOf(CONTROL).slice(0, WINDOW_WORDS).join(" ");

export const probeRequest: ProbeRequest = {
  suspects: [{ id: "tale", text: SUSPECT }],
  controls: [{ id: "harbour", text: HELD_OUT }],
  observations: {
    model: "example/model",
    retrieval: "absent",
    texts: {
      tale: { text: scored(SUSPECT, [-0.25, -0.5, -0.125]) },
      harbour: { text: scored(HELD_OUT, [-3.5, -2.25, -5]) },
    },
  },
};

export const canaryRequest = { strings: 1_000 };

const HEX = "0".repeat(64);

export const canaryTestRequest = {
  secret: {
    format: "spolia-canary-1",
    seed: HEX,
    length: 4,
    vocabulary: null,
    strings: ["babab-babad-babaf-babag", "babah-babaj-babak-babal"],
    index: 0,
    nonce: HEX,
  },
  model: "eleutherai/pythia",
  retrieval: "absent",
  statistic: "log-probability",
  scores: [-20.5, -31.25],
};
