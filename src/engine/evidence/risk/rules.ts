/** The rules of risk: the condition of each rule, its explanation and its sources. */

import type { ContentMetadata, Span } from "../../../base/contract/common.ts";
import type {
  AttributionSource,
  ContentRelation,
  DisguisedCharacters,
  RiskExplanation,
  Verdict,
} from "../../../base/contract/operations/analyze.ts";
import { counted } from "../../../base/plural.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { measuredAs } from "../../../catalogue/graph/families.ts";
import type { MemorisationFinding } from "../../../catalogue/ledger/references.ts";
import { coveredWords } from "../../../core/passages/agreement.ts";
import { EVENT_WORDS_MAX } from "../confidence/event.ts";
import {
  byDocument,
  type ContentHit,
  type DocumentHits,
  isOldWork,
  isPublicDomain,
  isWidelyShared,
  OLD_WORK_BEFORE,
  shareOfDocument,
} from "../findings.ts";
import { ifLabelsHold } from "../label.ts";
import { type Reservation, reservationsIn } from "../reservations.ts";
import type { Factor } from "./levels.ts";

/** Facts that the rules are applied to. */
export interface RiskFacts {
  verdict: Verdict;
  /** To the document with which the content shares most. */
  relation: ContentRelation | null;
  findings: readonly ContentHit[];
  attributed: readonly AttributionSource[];
  catalogue: Catalogue | null;
  disguised: DisguisedCharacters;
  /** Words of the content. */
  lengthWords: number;
  /** Metadata of the content, as the caller states them. */
  metadata: ContentMetadata;
}

interface Rule {
  factor: Factor;
  rule: string;
  /** The explanation where the facts meet the rule's condition, else `null`. */
  apply(facts: RiskFacts): Pick<RiskExplanation, "because" | "spans" | "sources"> | null;
}

/**
 * Output limit of a reported licence: a model may repeat at most 200 consecutive words or 5 % of a book. It is the
 * limit of one contract, used as a threshold; no law states it. Its sources are those of the rate.
 */
const LICENCE_WITH_LIMIT = "harpercollins-microsoft-2024";
const LONG_RUN_WORDS = 200;
const WORK_SHARE = 0.05;
/** Minimum of shared words, since 5 % of a short document would be a phrase. */
const WORK_SHARE_WORDS_MIN = 50;
/**
 * Minimum of disguised characters, and maximum of words per disguised character. Both are definitions: scans and
 * keyboards of two scripts leave a few in a book, but one in 100 words would be many (of 82 Russian books ten have
 * some, the densest one in 338 words).
 */
const DISGUISED_MIN = 5;
const WORDS_A_DISGUISED_MAX = 100;

/**
 * Words of a large part of a text: a chapter, as of the event of long contents. Of three readers of the labelled
 * scenarios, one calls passages of 500 words high, and two do from 800 words on; no short document as a whole.
 */
const LARGE_PART_WORDS = EVENT_WORDS_MAX;
const WHOLE_DOCUMENT_SHARE = 0.8;
export const RULES: readonly Rule[] = [
  {
    factor: "long_verbatim_run",
    rule: `A run of at least ${LONG_RUN_WORDS} consecutive words stands in a searched document: more than a reported licence lets a model repeat.`,
    apply({ findings, catalogue }) {
      const long = findings.filter(({ passage }) => passage.longestRunWords >= LONG_RUN_WORDS);
      const longest = Math.max(0, ...long.map(({ passage }) => passage.longestRunWords));
      return tripped(long.length > 0, `The longest run has ${counted(longest, "word")}.`, {
        findings: long,
        sources: limitSources(catalogue),
      });
    },
  },
  {
    factor: "share_of_a_work",
    rule: `Passages make up at least ${100 * WORK_SHARE} % of a searched document, and ${WORK_SHARE_WORDS_MIN} words: more than a reported licence lets a model repeat.`,
    apply({ findings, catalogue }) {
      const large = byDocument(findings).filter(([first, ...more]) => shareOfWork([first, ...more]) >= WORK_SHARE);
      const most = Math.min(1, Math.max(0, ...large.map(shareOfWork)));
      return tripped(
        large.length > 0,
        `Of ${large.length === 1 ? "one document" : counted(large.length, "document")}, up to ${Math.floor(1000 * most) / 10} % is met here.`,
        {
          findings: large.flat(),
          sources: limitSources(catalogue),
        },
      );
    },
  },
  {
    factor: "rights_notice",
    rule: "The document, or its record, has a notice that reserves rights.",
    apply({ findings }) {
      const inRecord = ({ passage }: ContentHit) =>
        reservationsIn({ licence: passage.document.licence }).some(({ kind }) => kind === "notice");
      const noticed = findings.filter((finding) => finding.passage.rightsNotice !== null || inRecord(finding));
      const text = noticed.find(({ passage }) => passage.rightsNotice !== null)?.passage.rightsNotice;
      return tripped(
        noticed.length > 0,
        text ? `Near a passage it reads “${text}”.` : "The licence field of the corpus says so.",
        { findings: noticed },
      );
    },
  },
  {
    factor: "use_reserved",
    rule: "The metadata of the content or of a document reserve text and data mining, or training.",
    apply({ findings, metadata, catalogue }) {
      const records = findings.map((finding) => ({
        finding,
        found: reserved({ licence: finding.passage.document.licence }),
      }));
      const inRecords = records.filter(({ found }) => found.length > 0);
      const ofContent = reserved(metadata);
      const all = [...ofContent, ...inRecords.flatMap(({ found }) => found)];
      const because = [
        ...(ofContent.length > 0
          ? [`The content's metadata say so in ${ofContent.map(({ field }) => field).join(", ")}.`]
          : []),
        ...(inRecords.length > 0 ? ["The licence field of a document says so."] : []),
      ].join(" ");
      const regimes = new Set(all.map(({ regime }) => regime));
      const sources = (catalogue?.regimes ?? [])
        .filter(({ id }) => regimes.has(id))
        .flatMap((regime) => regime.sources);
      return tripped(all.length > 0, because, { findings: inRecords.map(({ finding }) => finding), sources });
    },
  },
  {
    factor: "documented_training_use",
    rule: "A model is documented to have trained on a dataset in which the content was met: on the whole, or on a documented share of it.",
    apply({ attributed }) {
      const sources = attributed.flatMap((source) => source.sources);
      const models = counted(attributed.length, "model is", "models are");
      return tripped(attributed.length > 0, `${models} documented${ifLabelsHold(attributed)}.`, { sources });
    },
  },
  {
    factor: "large_part_used",
    rule: `At least ${LARGE_PART_WORDS} words of the content, word for word, stand in one document of a dataset on which a model is documented to have been trained.`,
    apply({ verdict, findings, attributed }) {
      const large = byDocument(findings).filter(isLargePart);
      return tripped(
        verdict === "match" && attributed.length > 0 && large.length > 0,
        `So it is with ${counted(large.length, "document")}${ifLabelsHold(attributed)}.`,
        { findings: large.flat(), sources: attributed.flatMap((source) => source.sources) },
      );
    },
  },
  {
    factor: "open_weights",
    rule: "The weights of a documented model can be downloaded, so that copies of it cannot be recalled.",
    apply({ attributed, catalogue }) {
      const open = attributed.filter(({ model_id }) => catalogue?.model(model_id).open_weights === true);
      const sources = open.flatMap(({ model_id }) => catalogue?.model(model_id).sources ?? []);
      return tripped(
        open.length > 0,
        `${counted(open.length, "of the documented models has", "of the documented models have")} open weights.`,
        { sources },
      );
    },
  },
  {
    factor: "withdrawn_dataset",
    rule: "The dataset in which the content was met has been withdrawn by those who published it.",
    apply({ findings, catalogue }) {
      const datasets = [...new Set(findings.map(({ corpus }) => corpus.dataset))].map((id) => catalogue?.dataset(id));
      const withdrawn = datasets.filter((dataset) => dataset?.availability === "withdrawn");
      const sources = withdrawn.flatMap((dataset) => dataset?.sources ?? []);
      return tripped(withdrawn.length > 0, `Withdrawn: ${withdrawn.map((dataset) => dataset?.name).join(", ")}.`, {
        sources,
      });
    },
  },
  {
    factor: "disputed_dataset",
    rule: "Parties dispute that a model was trained on the dataset in which the content was met.",
    apply({ findings, catalogue }) {
      const datasets = new Set(findings.map(({ corpus }) => corpus.dataset));
      const disputed = (catalogue?.edges ?? []).filter(({ contested, dataset }) => contested && datasets.has(dataset));
      const sources = disputed.flatMap((edge) => edge.sources);
      return tripped(disputed.length > 0, disputed.map(({ model, note }) => `${model}: ${note}`).join(" "), {
        sources,
      });
    },
  },
  {
    factor: "documented_memorisation",
    rule: "A published study, report or court measured how much training text a documented model repeats.",
    apply({ attributed, catalogue }) {
      // A measurement of one member of an attributed series is told with the member's name.
      const named = new Set(attributed.map(({ model_id }) => model_id));
      const models = (catalogue?.models ?? []).filter((model) => measuredAs(model).some((id) => named.has(id)));
      const ids = new Set(models.flatMap(measuredAs));
      const studies = (catalogue?.memorisation ?? []).filter(
        (study) => isRepetition(study) && study.models.some((id) => ids.has(id)),
      );
      const sources = studies.flatMap((study) => study.sources);
      const first = studies
        .slice(0, FINDINGS_QUOTED)
        .map(({ models, finding }) => `${models.filter((id) => ids.has(id)).join(", ")}: ${finding}`);
      const more = studies.length - first.length;
      return tripped(studies.length > 0, `${first.join(" ")}${more > 0 ? ` And ${more} more.` : ""}`, { sources });
    },
  },
  {
    factor: "disguised_characters",
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
    rule: "All that was met is text that many different works share, which points to no single work.",
    apply({ findings }) {
      const shared = findings.filter(({ passage }) => isWidelyShared(passage.documentFrequency));
      return tripped(findings.length > 0 && shared.length === findings.length, "Every passage is widely shared.", {
        findings,
      });
    },
  },
  {
    factor: "quotations_only",
    rule: `All that was met are quotations, marked as such or widely shared, with runs of fewer than ${LONG_RUN_WORDS} words; none is a whole document, but for a message that is answered.`,
    apply({ relation, findings }) {
      const areQuotations = findings.every(
        ({ quotation, passage }) =>
          passage.longestRunWords < LONG_RUN_WORDS && (quotation !== null || isWidelyShared(passage.documentFrequency)),
      );
      const isWhole = byDocument(findings).some(
        (one) => shareOfWork(one) >= WHOLE_DOCUMENT_SHARE && one.some(({ quotation }) => quotation !== "answer"),
      );
      return tripped(relation === "quotes" && areQuotations && !isWhole, "So it is with every passage.", {
        findings,
      });
    },
  },
  {
    factor: "provisions_only",
    rule: "All that was met stands in numbered provisions: in the text of laws mostly nobody has rights, and contracts and licences share their wording.",
    apply({ findings }) {
      const areProvisions = findings.length > 0 && findings.every(({ isProvision }) => isProvision);
      return tripped(areProvisions, "So it is with every passage.", { findings });
    },
  },
  {
    factor: "old_work",
    rule: `The content's metadata say that it was published before ${OLD_WORK_BEFORE}: it is in the public domain nearly everywhere.`,
    apply({ metadata }) {
      return tripped(isOldWork(metadata), `It was published in ${metadata.published?.slice(0, 4)}.`, {});
    },
  },
  {
    factor: "public_domain_source",
    rule: "The corpus says of every document that carries a passage that it is in the public domain.",
    apply({ findings }) {
      const free = findings.filter(({ passage }) => isPublicDomain(passage.document.licence));
      return tripped(findings.length > 0 && free.length === findings.length, "The documents' licence field says so.", {
        findings,
      });
    },
  },
];

/** Number of findings of memorisation that are quoted in full. */
const FINDINGS_QUOTED = 3;
/** Metrics of records that do not measure repetition: they describe prevention or methods, or compare in words. */
const NO_REPETITION = new Set(["mitigation", "method", "qualitative"]);

/** Whether a record measures how much a model repeats of its training data. */
export function isRepetition({ metric, unit }: MemorisationFinding): boolean {
  return !NO_REPETITION.has(metric) && unit !== "upper bound";
}

function limitSources(catalogue: Catalogue | null): readonly string[] {
  return catalogue?.rates.find(({ id }) => id === LICENCE_WITH_LIMIT)?.sources ?? [];
}

function reserved(fields: Readonly<Record<string, unknown>>): Reservation[] {
  return reservationsIn(fields).filter(({ kind }) => kind === "reservation");
}

/** Share of a document's words that the content shares; 0 below `WORK_SHARE_WORDS_MIN` words. */
function shareOfWork(findings: DocumentHits): number {
  const words = coveredWords(findings.map(({ passage }) => passage.content));
  return words < WORK_SHARE_WORDS_MIN ? 0 : shareOfDocument(findings);
}

/** Whether the passages have many words of one document. */
function isLargePart(findings: DocumentHits): boolean {
  const runs = findings.flatMap(({ passage }) => passage.agreeing);
  const words = coveredWords(runs.map(({ a, lengthWords }) => ({ start: a, end: a + lengthWords })));
  return words >= LARGE_PART_WORDS;
}

function tripped(
  holds: boolean,
  because: string,
  {
    findings = [],
    spans = findings.map(({ content }) => content),
    sources = [],
  }: { findings?: readonly ContentHit[]; spans?: readonly Span[]; sources?: readonly string[] },
): Pick<RiskExplanation, "because" | "spans" | "sources"> | null {
  if (!holds) return null;
  const distinct = [...new Map(spans.map((span) => [`${span.start} ${span.end}`, span])).values()];
  return { because, spans: distinct, sources: [...new Set(sources)].sort() };
}
