/** Asking for a `probe`: which questions, to which model, and what came back of each, checked and reduced to positions. */
import { canonicalJson } from "../base/canonicalJson.ts";
import { sha256 } from "../base/sha256.ts";
import type { HostOptions } from "../contract/engine.ts";
import type { ModelAnswer, ModelConnector, ScoredText } from "../contract/model.ts";
import type { MembershipStatistic, ProbeRequest, ProbeText, RecordedViews } from "../contract/probe.ts";
import { SpoliaError, throwIfAborted } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { faultOf, type Position, positionsOf } from "../memorisation/positions.ts";
import { type EngineContext, modelNamed } from "./context.ts";

/** Texts of one call, so that a signal and a progress bar have something to do. */
const BATCH = 64;
/** Whole rows of one text take some 200 MB. */
const BATCH_OF_ROWS = 1;

export type View = "text" | "lowercase" | "reference" | "prefixed" | "neighbours";

/** One text that a model is asked to score. */
interface ProbeQuestion {
  text: ProbeText;
  /** Where it stands in the request, as a JSON pointer. */
  pointer: string;
  view: View;
  content: string;
  /** Only tokens from here on count. */
  from: number;
  place: number;
}

/** A request with both sides, which may be empty. */
export type TextsRequest = ProbeRequest & { suspects: ProbeText[]; controls: ProbeText[] };

interface ProbePlan {
  statistics: readonly MembershipStatistic[];
  /** Of each id the place of its text in the request. */
  pointers: ReadonlyMap<string, string>;
}

/** What came of the questions about one text. */
export interface ProbedAnswers {
  positions: Partial<Record<View, Position[][]>>;
  /** Why the text itself was not answered. */
  unanswered: string | null;
}

export interface ProbeReplies {
  model: string;
  retrieval: ModelConnector["retrieval"];
  referenceModel: string | null;
  answers: Map<string, ProbedAnswers>;
  /** Questions, and how many of them were answered. */
  questions: number;
  answered: number;
  sha256: string;
}

/** A model or a record of what one said: an answer to each question, in order. */
interface AnswerSource {
  name: string;
  retrieval: ModelConnector["retrieval"];
  batch: number;
  answer(questions: readonly ProbeQuestion[]): Promise<ModelAnswer<ScoredText>[]>;
}

/** Instead of an answer, once the host stops asking. */
export const OUT_OF_TIME = { status: "unanswered", reason: "budget", detail: "the time for asking was over" } as const;

/** @throws model_not_configured, model_cannot, model_failed, budget_exhausted, observations_invalid, aborted */
export async function ask(
  context: EngineContext,
  request: TextsRequest,
  plan: ProbePlan,
  host: HostOptions,
): Promise<ProbeReplies> {
  const { kernels } = context;
  const { observations } = request;
  const source =
    observations === undefined ? modelSource(context, request.model!, "/model", host) : recordSource(observations.texts);
  const reference = request.reference_model;
  const other =
    reference === undefined || observations !== undefined ? source : modelSource(context, reference, "/reference_model", host);
  const questions = questionsOf(request, plan);
  const answers = new Map<string, ProbedAnswers>();
  const hashes: string[] = [];
  let [done, answered] = [0, 0];
  for (const [asked, isOther] of [
    [questions.filter(({ view }) => view !== "reference"), false],
    [questions.filter(({ view }) => view === "reference"), true],
  ] as const) {
    const { batch, answer } = isOther ? other : source;
    for (let start = 0; start < asked.length; start += batch) {
      throwIfAborted(host.signal);
      const some = asked.slice(start, start + batch);
      const got = host.askUntil?.aborted ? some.map(() => OUT_OF_TIME) : await answer(some);
      if (got.length !== some.length) throw invalid("", "are not one for each text");
      for (const [i, question] of some.entries()) {
        hashes.push(await hashOf(got[i]!));
        answered += Number(take(kernels, answers, question, got[i]!));
      }
      done += some.length;
      host.onProgress?.({ stage: "ask", done, total: questions.length, unit: "texts" });
    }
  }
  return {
    model: observations?.model ?? source.name,
    retrieval: observations?.retrieval ?? source.retrieval,
    referenceModel: reference === undefined ? null : other === source ? reference : other.name,
    answers,
    questions: questions.length,
    answered,
    sha256: await sha256(canonicalJson(hashes)),
  };
}

function questionsOf(request: TextsRequest, { statistics, pointers }: ProbePlan): ProbeQuestion[] {
  const wants = (...names: MembershipStatistic[]) => names.some((name) => statistics.includes(name));
  const prefix = request.recall_prefix ?? "";
  return (["suspects", "controls"] as const).flatMap((side) =>
    request[side].flatMap((text) => {
      const of = (view: View, content: string, from = 0, place = 0): ProbeQuestion => ({
        ...{ text, view, content, from, place },
        pointer: pointers.get(text.id)!,
      });
      return [
        of("text", text.text),
        ...(wants("lowercase") ? [of("lowercase", text.text.toLowerCase())] : []),
        ...(wants("reference_difference", "reference_ratio") ? [of("reference", text.text)] : []),
        ...(wants("recall") ? [of("prefixed", prefix + text.text, prefix.length)] : []),
        ...(wants("neighbourhood") ? (text.neighbours ?? []).map((content, place) => of("neighbours", content, 0, place)) : []),
      ];
    }),
  );
}

/** Writes an answer down. @returns whether there was one */
function take(
  kernels: Kernels,
  all: Map<string, ProbedAnswers>,
  question: ProbeQuestion,
  answer: ModelAnswer<ScoredText>,
): boolean {
  const { text, pointer, view, content, from } = question;
  const answers = all.get(text.id) ?? { positions: {}, unanswered: null };
  all.set(text.id, answers);
  if (answer.status === "unanswered") {
    if (view === "text") answers.unanswered = `${answer.reason}: ${answer.detail}`;
    return false;
  }
  const fault = faultOf(answer.answer, content);
  if (fault !== null) throw invalid(pointer, fault);
  const positions = positionsOf(kernels, answer.answer, content, from);
  if (typeof positions === "string") throw invalid(pointer, positions);
  answers.positions[view] = [...(answers.positions[view] ?? []), positions];
  return true;
}

export function invalid(pointer: string, fault: string): SpoliaError {
  return new SpoliaError("observations_invalid", `The scores of a text ${fault}.`, {
    hint: "Log-probabilities are natural logarithms, zero at most, one for each token of the text, in order; null where there is none.",
    fields: [{ pointer, detail: `has scores that ${fault}` }],
  });
}

export async function hashOf(answer: ModelAnswer<ScoredText>): Promise<string> {
  if (answer.status === "unanswered") return sha256(canonicalJson(answer));
  const { tokens, vocabulary_size, rows } = answer.answer;
  const told = await sha256(canonicalJson(JSON.parse(JSON.stringify({ tokens, vocabulary_size }))));
  if (rows === undefined) return told;
  return `${told}/${await sha256(new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength))}`;
}

function modelSource(context: EngineContext, name: string, pointer: string, host: HostOptions): AnswerSource {
  const model = scoringModel(context, name, pointer);
  return {
    name: model.name,
    retrieval: model.retrieval,
    batch: batchOf(model),
    answer: (questions) =>
      model.logprobs(
        questions.map(({ content }) => content),
        { signal: host.signal },
      ),
  };
}

/** @throws model_not_configured, model_cannot */
export function scoringModel(context: EngineContext, name: string | undefined, pointer: string): ModelConnector {
  const model = modelNamed(context, name, pointer);
  if (model.scores !== "none") return model;
  throw new SpoliaError("model_cannot", "This model gives no log-probabilities of texts.", {
    hint: "Ask one that does, or use `extract`, which needs continuations only.",
    fields: [{ pointer, detail: "must name a model that scores texts" }],
  });
}

export const batchOf = ({ scores }: ModelConnector): number => (scores === "rows" ? BATCH_OF_ROWS : BATCH);

function recordSource(texts: Readonly<Record<string, RecordedViews>>): AnswerSource {
  const absent = { status: "unanswered", reason: "failed", detail: "no observation was given" } as const;
  const of = ({ text, view, place }: ProbeQuestion): ModelAnswer<ScoredText> => {
    const views = Object.hasOwn(texts, text.id) ? texts[text.id] : undefined;
    const recorded = view === "neighbours" ? views?.neighbours?.[place] : views?.[view];
    return recorded === undefined ? absent : { status: "answered", answer: recorded };
  };
  return { name: "", retrieval: "possible", batch: BATCH, answer: async (questions) => questions.map(of) };
}
