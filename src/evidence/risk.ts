/**
 * Risk: a table of rules. Each rule names what trips it; the level follows from which rules are tripped, by the rule at the end.
 * Levels order cases for attention. They are no measurement and no legal opinion.
 */
import type { Catalogue } from "../catalogue/catalogue.ts";
import type {
  AttributionSource,
  DisguisedCharacters,
  RiskAssessment,
  RiskExplanation,
  RiskLevel,
  Verdict,
} from "../contract/analyze.ts";
import type { Span } from "../contract/common.ts";
import type { Finding } from "./findings.ts";

/** What the rules look at. */
export interface RiskFacts {
  verdict: Verdict;
  findings: readonly Finding[];
  attributed: readonly AttributionSource[];
  catalogue: Catalogue | null;
  disguised: DisguisedCharacters;
  /** Words of the content. */
  lengthWords: number;
}

interface Rule {
  factor: string;
  /** Whether it raises or lowers the level. */
  weighs: "up" | "down";
  rule: string;
  /** What tripped it, or `null`. */
  apply(facts: RiskFacts): Pick<RiskExplanation, "because" | "spans" | "sources"> | null;
}

/** Consecutive words from which a run counts as long here: about half a printed page. A rule of this table, not of any law. */
const LONG_RUN_WORDS = 200;
/**
 * Disguised characters from which they count, and words to one of them at most. Definitions: scans and keyboards of two scripts leave a few
 * in a book, where one word in 100 would be many (of 82 Russian books ten have some, the densest one in 338 words).
 */
const DISGUISED_MIN = 5;
const WORDS_A_DISGUISED_MAX = 100;
const FREE_LICENCE = /public domain|\bcc0\b/i;

const RULES: readonly Rule[] = [
  {
    factor: "long_verbatim_run",
    weighs: "up",
    rule: `A run of at least ${LONG_RUN_WORDS} consecutive words stands in a searched document.`,
    apply({ findings }) {
      const long = findings.filter(({ passage }) => passage.longestRunWords >= LONG_RUN_WORDS);
      const longest = Math.max(0, ...long.map(({ passage }) => passage.longestRunWords));
      return tripped(long.length > 0, `The longest run has ${longest} words.`, { findings: long });
    },
  },
  {
    factor: "documented_training_use",
    weighs: "up",
    rule: "A model is documented to have trained on a dataset in which the content was met.",
    apply({ attributed }) {
      const sources = attributed.flatMap((source) => source.sources);
      return tripped(attributed.length > 0, `${attributed.length} models are documented.`, { sources });
    },
  },
  {
    factor: "open_weights",
    weighs: "up",
    rule: "The weights of a documented model can be downloaded, so that copies of it cannot be recalled.",
    apply({ attributed, catalogue }) {
      const open = attributed.filter(({ model_id }) => catalogue?.model(model_id).open_weights === true);
      const sources = open.flatMap(({ model_id }) => catalogue?.model(model_id).sources ?? []);
      return tripped(open.length > 0, `${open.length} of the documented models have open weights.`, { sources });
    },
  },
  {
    factor: "withdrawn_dataset",
    weighs: "up",
    rule: "The dataset in which the content was met has been withdrawn by those who published it.",
    apply({ findings, catalogue }) {
      const datasets = [...new Set(findings.map(({ corpus }) => corpus.dataset))].map((id) => catalogue?.dataset(id));
      const withdrawn = datasets.filter((dataset) => dataset?.availability === "withdrawn");
      const sources = withdrawn.flatMap((dataset) => dataset?.sources ?? []);
      return tripped(withdrawn.length > 0, `${withdrawn.length} of the datasets are withdrawn.`, { sources });
    },
  },
  {
    factor: "documented_memorisation",
    weighs: "up",
    rule: "A published finding says that a documented model repeats training text.",
    apply({ attributed, catalogue }) {
      const ids = new Set(attributed.map(({ model_id }) => model_id));
      const studies = (catalogue?.memorisation ?? []).filter(({ models }) => models.some((id) => ids.has(id)));
      const sources = studies.flatMap((study) => study.sources);
      return tripped(studies.length > 0, `${studies.length} findings name one of the documented models.`, { sources });
    },
  },
  {
    factor: "disguised_characters",
    weighs: "up",
    rule: `At least ${DISGUISED_MIN} characters, one in ${WORDS_A_DISGUISED_MAX} words or more, make the content compare as another text than it reads.`,
    apply({ disguised: { total, kinds }, lengthWords }) {
      const holds = total >= DISGUISED_MIN && total * WORDS_A_DISGUISED_MAX >= lengthWords;
      const counts = kinds.map(({ kind, characters }) => `${kind.replaceAll("_", " ")} ${characters}`);
      return tripped(holds, `They were undone before comparing: ${counts.join(", ")}.`, {
        spans: kinds.flatMap((kind) => kind.spans),
      });
    },
  },
  {
    factor: "widely_shared_text",
    weighs: "down",
    rule: "All that was met is text that many documents share, which points to no single work.",
    apply({ findings }) {
      const shared = findings.filter(({ passage }) => isWidelyShared(passage.documentFrequency));
      return tripped(findings.length > 0 && shared.length === findings.length, "Every passage is widely shared.", { findings });
    },
  },
  {
    factor: "public_domain_source",
    weighs: "down",
    rule: "The corpus says of every document that carries a passage that it is in the public domain.",
    apply({ findings }) {
      const free = findings.filter(({ passage }) => FREE_LICENCE.test(passage.document.licence ?? ""));
      return tripped(findings.length > 0 && free.length === findings.length, "The documents' licence field says so.", {
        findings,
      });
    },
  },
];

/** Documents from which a passage counts as shared by many. A definition, not a measurement. */
const WIDELY_SHARED_DOCUMENTS_MIN = 5;

export function isWidelyShared(documentFrequency: number): boolean {
  return documentFrequency >= WIDELY_SHARED_DOCUMENTS_MIN;
}

export function assessRisk(facts: RiskFacts): RiskAssessment {
  if (facts.findings.length === 0) return { level: "none", factors: [], explanations: [] };
  const applied = RULES.map((rule) => ({ rule, tripped: rule.apply(facts) })).filter(({ tripped }) => tripped !== null);
  return {
    level: levelOf(
      facts.verdict,
      applied.map(({ rule }) => rule),
    ),
    factors: applied.map(({ rule }) => rule.factor),
    explanations: applied.map(({ rule, tripped }) => ({ factor: rule.factor, rule: rule.rule, ...tripped! })),
  };
}

const LEVELS: readonly RiskLevel[] = ["low", "medium", "high", "critical"];

/**
 * A match begins at medium, anything less at low. Documented training use and each further raising rule, but one step at most
 * together, go up; each lowering rule goes one step down; the ends hold.
 */
function levelOf(verdict: Verdict, rules: readonly Rule[]): RiskLevel {
  const raising = rules.filter(({ weighs }) => weighs === "up");
  const documented = raising.some(({ factor }) => factor === "documented_training_use") ? 1 : 0;
  const aggravated = raising.length > documented ? 1 : 0;
  const lowered = rules.length - raising.length;
  const step = (verdict === "match" ? 1 : 0) + documented + aggravated - lowered;
  return LEVELS[Math.min(LEVELS.length - 1, Math.max(0, step))]!;
}

function tripped(
  holds: boolean,
  because: string,
  {
    findings = [],
    spans = findings.map(({ content }) => content),
    sources = [],
  }: { findings?: readonly Finding[]; spans?: readonly Span[]; sources?: readonly string[] },
): Pick<RiskExplanation, "because" | "spans" | "sources"> | null {
  if (!holds) return null;
  const distinct = spans.filter(
    ({ start, end }, i) => spans.findIndex((span) => span.start === start && span.end === end) === i,
  );
  return { because, spans: distinct, sources: [...new Set(sources)].sort() };
}
