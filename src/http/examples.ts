/** One request of each operation that can be sent as it stands. */
import type { AnalyzeRequest } from "../contract/analyze.ts";
import type { AssessRequest } from "../contract/assess.ts";
import type { CompareRequest } from "../contract/compare.ts";
import type { ExtractRequest } from "../contract/extract.ts";
import type { ProbeRequest } from "../contract/probe.ts";
import type { ScoreRequest } from "../contract/score.ts";

const DICKENS = [
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,",
  "it was the epoch of belief, it was the epoch of incredulity, it was the season of Light, it was the season of Darkness,",
  "it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us,",
  "we were all going direct to Heaven, we were all going direct the other way",
].join(" ");

export const analyzeRequest: AnalyzeRequest = {
  content: DICKENS,
  content_type: "text",
  metadata: { title: "A Tale of Two Cities", author: "Charles Dickens", published: "1859" },
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

export const searchRequest = { content: DICKENS, max_matches: 10 };

export const fingerprintRequest = { content: DICKENS };

export const registerRequest = { content: DICKENS, title: "A Tale of Two Cities", author: "Charles Dickens" };

export const monitorRequest = {
  work_id: "wk_0000000000000000000000",
  schedule: "daily",
  on: ["corpus", "catalogue"],
  webhook_url: "https://example.org/hooks/spolia",
};

export const webhookRequest = { url: "https://example.org/hooks/spolia" };

export const keyRequest = { label: "the archive's nightly job", scopes: ["read", "analyze"] };

const HASH = "sha256:53c1ba24a1b3b8f3e5a6dbf3a9c1a8e1c1b7b26a3a0a6e5e6c4f8f7f2d3c9b1a";

export const reportRequest = { work_hash: HASH, include_content: true };

/** The form of a receipt; it does not verify. */
export const verifyRequest = { format: "spolia-history-1", work_id: "wk_0", work_hash: HASH, entries: [] };

export const tokenRequest = { grant_type: "client_credentials", scope: "read analyze" };
export const assessRequest: AssessRequest = { content: DICKENS, target_model: "eleutherai/pythia-12b" };

export const extractRequest: ExtractRequest = {
  model: "pythia",
  work: { content: DICKENS },
  windows: { unit: "words", prefix: 12, suffix: 12, select: "census" },
};

export const probeRequest: ProbeRequest = { model: "pythia", suspects: [{ id: "tale", text: DICKENS }] };

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
