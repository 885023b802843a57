/** Decisions of people beside what a search found. They are only shown: nothing else in a result depends on them. */

import { canonicalJson } from "../../../base/bytes/canonicalJson.ts";
import { digestOf } from "../../../base/bytes/digest.ts";
import { isSigned } from "../../../base/bytes/signature.ts";
import type { Sha256, Stage } from "../../../base/contract/common.ts";
import type { AnalyzeRequest } from "../../../base/contract/operations/analyze.ts";
import type {
  AppliedDecision,
  Decision,
  DecisionNotApplied,
  DecisionsInResult,
  ResultDecision,
} from "../../../base/contract/operations/decision.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { MATCHES_DEFAULT } from "../../../base/limits.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import { partitionPoint } from "../../../base/lists/sorted.ts";
import { passagesWithIds } from "../../../core/fingerprint/passageId.ts";
import { coveredWords } from "../../../core/passages/agreement.ts";
import type { WordRange } from "../../../core/text/text.ts";
import type { ContentHit } from "../../evidence/findings.ts";
import { stageOf } from "../completeness.ts";
import type { SearchOutcome } from "../search.ts";

/** What the bytes of a signature begin with, so that it cannot be used for anything else. */
export const DECISION_PURPOSE = "spolia decision 1";

/** What the decisions are compared with. */
interface Decided {
  /** Hash of the content. */
  readonly workHash: Sha256;
  readonly outcome: SearchOutcome;
  /** How many matches and decisions are listed. */
  readonly listedMost: number;
}

interface DecisionsBeside {
  /** Hash of the decisions, for the method. */
  readonly sha256: Sha256;
  readonly result: DecisionsInResult;
  /** Number of decisions that hold, and of those that do not; the result may list fewer. */
  readonly applied: number;
  readonly notApplied: number;
  readonly stage: Stage;
}

/**
 * `null` where the request has no decisions.
 *
 * @throws invalid_request where a signature does not fit; unsupported_runtime where it cannot be checked
 */
export async function decisionsBeside(
  { decisions, options }: AnalyzeRequest,
  outcome: SearchOutcome,
  workHash: Sha256,
): Promise<DecisionsBeside | null> {
  if (decisions === undefined) return null;
  const listedMost = options?.max_matches ?? MATCHES_DEFAULT;
  // As in JSON: without undefined fields.
  const plain: Decision[] = JSON.parse(JSON.stringify(decisions));
  for (const [number, decision] of plain.entries()) await checkSignature(decision, `/decisions/${number}`);
  const { findings, coverage } = outcome;
  const ids = plain.flatMap(({ about: { passage_id } }) => passage_id ?? []);
  const { found, isBounded } = await passagesWithIds(outcome.read.shingled, ids);
  const facts: Facts = {
    workHash,
    outcome,
    listedMost,
    places: new Map([...found].map(([id, places]) => [id, unionOf(places)])),
    byDocument: groupBy(findings, ({ corpus, passage }) => keyOf(corpus.name, passage.document.id)),
    all: unionOf(findings.map(({ passage }) => passage.content)),
  };
  const applied: AppliedDecision[] = [];
  const notApplied: DecisionNotApplied[] = [];
  const covered = new Set<readonly WordRange[]>();
  // Many may be about the same.
  const known = new Map<string, ReturnType<typeof judge>>();
  for (const [number, decision] of plain.entries()) {
    const about = canonicalJson(decision.about);
    const judged = known.has(about) ? known.get(about)! : judge(decision.about, facts);
    known.set(about, judged);
    if (judged === null) continue;
    if (typeof judged === "string") notApplied.push({ ...shown(number, decision), because: judged });
    else {
      covered.add(judged.ranges);
      const { about: part, words, matches } = judged;
      applied.push({ ...shown(number, decision), about: part, words, matches });
    }
  }
  const decidedWords = coveredWords([...covered].flat());
  return {
    sha256: await digestOf(plain),
    result: {
      given: plain.length,
      applied: applied.slice(0, listedMost),
      not_applied: notApplied.slice(0, listedMost),
      elsewhere: plain.length - applied.length - notApplied.length,
      decided_words: decidedWords,
      undecided_words: coverage.matched_words - decidedWords,
    },
    applied: applied.length,
    notApplied: notApplied.length,
    stage: stageOf("decisions", "bounded", isBounded ? BOUNDED : null),
  };
}

const BOUNDED =
  "The text repeats the first words of decided passages so often that the search for them ended early: more decisions may hold.";

/**
 * @param pointer of the decision in the request
 * @throws invalid_request where its signature does not fit; unsupported_runtime where it cannot be checked
 */
export async function checkSignature({ signature, ...signed }: Decision, pointer: string): Promise<void> {
  if (signature === undefined) return;
  if (await isSigned(signature.public_key, DECISION_PURPOSE, signed, signature.value)) return;
  throw new SpoliaError("invalid_request", "The signature of a decision does not fit it.", {
    hint: "It was changed after it was signed, or signed with another key. Sign it again, or remove the signature.",
    fields: [{ pointer: `${pointer}/signature`, detail: "must be the signature of this decision" }],
  });
}

function shown(number: number, { decision, reason, author, date, signature }: Decision): ResultDecision {
  return { number, decision, reason, author, date, signed_by: signature?.public_key ?? null };
}

interface Facts extends Decided {
  /** Where the content has the words of decided passages, in ranges that do not touch. */
  readonly places: ReadonlyMap<string, readonly WordRange[]>;
  readonly byDocument: ReadonlyMap<string, readonly ContentHit[]>;
  /** The words of the content that were found, in ranges that do not touch. */
  readonly all: readonly WordRange[];
}

interface Covered extends Pick<AppliedDecision, "about" | "words" | "matches"> {
  readonly ranges: readonly WordRange[];
}

/** What a decision covers, why it does not hold, or `null` where nothing of it was met here. */
function judge(about: Decision["about"], facts: Facts): Covered | DecisionNotApplied["because"] | null {
  const { work_hash, document, passage_id } = about;
  const isOtherText = work_hash !== undefined && work_hash !== facts.workHash;
  const hits = document === undefined ? null : (facts.byDocument.get(keyOf(document.corpus, document.id)) ?? []);
  const places = passage_id === undefined ? null : (facts.places.get(passage_id) ?? []);
  const isMet = (hits ?? []).length + (places ?? []).length > 0 || (work_hash !== undefined && !isOtherText);
  if (!isMet) return null;
  if (isOtherText) return "other_text";
  if (hits?.[0] !== undefined && hits[0].passage.textHash !== document!.text_digest) return "document_changed";
  if (places?.length === 0) return "passage_changed";
  const searched = hits === null ? facts.all : unionOf(hits.map(({ passage }) => passage.content));
  const ranges = within(searched, places);
  if (ranges.length === 0 && (hits ?? places) !== null) return "not_found";
  return {
    about: places !== null ? "passage" : hits !== null ? "document" : "text",
    words: ranges === facts.all ? facts.outcome.coverage.matched_words : coveredWords(ranges),
    matches: matchesWithin(facts, hits, places),
    ranges,
  };
}

/** Places in the list of matches of those that a decision covers, wholly or in part. */
function matchesWithin(
  { outcome: { findings }, listedMost }: Facts,
  hits: readonly ContentHit[] | null,
  places: readonly WordRange[] | null,
): number[] {
  const own = hits === null ? null : new Set(hits);
  const matches: number[] = [];
  for (const [i, finding] of findings.slice(0, listedMost).entries()) {
    if (own?.has(finding) === false || !touches(places, finding.passage.content)) continue;
    matches.push(i);
    if (matches.length === MATCHES_DEFAULT) break;
  }
  return matches;
}

/** Whether a range shares a word with one of some places, or no place is named. */
function touches(places: readonly WordRange[] | null, { start, end }: WordRange): boolean {
  if (places === null) return true;
  const next = partitionPoint(places.length, (i) => places[i]!.end <= start);
  return next < places.length && places[next]!.start < end;
}

/** The parts of ranges that lie in places; all of them where no place is named. Neither touch themselves. */
function within(ranges: readonly WordRange[], places: readonly WordRange[] | null): readonly WordRange[] {
  if (places === null) return ranges;
  const parts: WordRange[] = [];
  let first = 0;
  for (const range of ranges) {
    while (first < places.length && places[first]!.end <= range.start) first++;
    for (let i = first; i < places.length && places[i]!.start < range.end; i++)
      parts.push({ start: Math.max(range.start, places[i]!.start), end: Math.min(range.end, places[i]!.end) });
  }
  return parts;
}

/** The same words in ranges that do not touch, in order. */
function unionOf(ranges: readonly WordRange[]): WordRange[] {
  const union: WordRange[] = [];
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    const last = union.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else union.push({ start, end });
  }
  return union;
}

const keyOf = (corpus: string, id: string): string => JSON.stringify([corpus, id]);
