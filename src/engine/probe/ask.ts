/** The queries of a `probe`: which questions go to which model, and their replies, checked and reduced to positions. */
import { canonicalJson } from "../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  MembershipStatistic,
  ProbeRequest,
  ProbeText,
  RecordedViews,
} from "../../base/contract/operations/probe.ts";
import type { ModelAnswer, ModelConnector, ScoredText } from "../../base/contract/resources/model.ts";
import { OWN_CONNECTOR, RECORDED } from "../../models/canaries/custody.ts";
import type { Position } from "../../models/membership/positions.ts";
import { batchesOf } from "../steps/ask.ts";
import type { EngineContext } from "../steps/context.ts";
import { askScores, BATCH, batchOf, type ScoreQuestion, scoresFrom, scoringModel, type TextScore } from "./scores.ts";

type View = "text" | "lowercase" | "reference" | "prefixed" | "neighbours";

/** A question about one view of a text of the request. */
interface ProbeQuestion extends ScoreQuestion {
  text: ProbeText;
  view: View;
  place: number;
}

/** A request with both lists of texts, which may be empty. */
export type TextsRequest = ProbeRequest & { suspects: ProbeText[]; controls: ProbeText[] };

interface ProbePlan {
  statistics: readonly MembershipStatistic[];
  /** JSON pointer of each text in the request, by id. */
  pointers: ReadonlyMap<string, string>;
}

/** The replies to the questions about one text. */
interface ProbedAnswers {
  positions: Partial<Record<View, Position[][]>>;
  /** Why there is no reply about the text itself, or `null`. */
  unanswered: string | null;
}

export interface ProbeReplies {
  model: string;
  /** Kind of the connector that answered. */
  connector: string;
  retrieval: ModelConnector["retrieval"];
  referenceModel: string | null;
  answers: Map<string, ProbedAnswers>;
  /** Number of questions, and number of questions with a reply. */
  questions: number;
  answered: number;
  sha256: string;
}

/** A model, or recorded replies of one. Gives one reply per question, in order. */
interface AnswerSource {
  name: string;
  connector: string;
  retrieval: ModelConnector["retrieval"];
  batch: number;
  answer(questions: readonly ProbeQuestion[]): Promise<ModelAnswer<ScoredText>[]>;
}

/** @throws model_not_configured, model_cannot, model_failed, budget_exhausted, observations_invalid, aborted */
export async function askTexts(
  context: EngineContext,
  request: TextsRequest,
  plan: ProbePlan,
  host: HostOptions,
): Promise<ProbeReplies> {
  const { observations } = request;
  const source =
    observations === undefined
      ? modelSource(context, request.model!, "/model", host)
      : recordSource(observations.texts);
  const reference = request.reference_model;
  const other =
    reference === undefined || observations !== undefined
      ? source
      : modelSource(context, reference, "/reference_model", host);
  const questions = questionsOf(request, plan);
  const [own, others] = [questions.filter((one) => !isReference(one)), questions.filter(isReference)];
  const { values, hashes } = await askScores(
    context.kernels,
    "ask",
    [...batchesOf(own, source.batch), ...batchesOf(others, other.batch)],
    (batch) => (isReference(batch[0]!) ? other : source).answer(batch),
    host,
  );
  return {
    model: observations?.model ?? source.name,
    connector: source.connector,
    retrieval: observations?.retrieval ?? source.retrieval,
    referenceModel: reference === undefined ? null : other === source ? reference : other.name,
    answers: byText([...own, ...others], values),
    questions: questions.length,
    answered: values.filter((value) => "positions" in value).length,
    sha256: await sha256(canonicalJson(hashes)),
  };
}

const isReference = ({ view }: ProbeQuestion): boolean => view === "reference";

function questionsOf(request: TextsRequest, { statistics, pointers }: ProbePlan): ProbeQuestion[] {
  const wants = (...names: MembershipStatistic[]) => names.some((name) => statistics.includes(name));
  const prefix = request.recall_prefix ?? "";
  return (["suspects", "controls"] as const).flatMap((side) =>
    request[side].flatMap((text) => {
      const of = (view: View, content: string, from = 0, place = 0): ProbeQuestion => ({
        text,
        view,
        content,
        from,
        place,
        pointer: pointers.get(text.id)!,
      });
      return [
        of("text", text.text),
        ...(wants("lowercase") ? [of("lowercase", text.text.toLowerCase())] : []),
        ...(wants("reference_difference", "reference_ratio") ? [of("reference", text.text)] : []),
        ...(wants("recall") ? [of("prefixed", prefix + text.text, prefix.length)] : []),
        ...(wants("neighbourhood")
          ? (text.neighbours ?? []).map((content, place) => of("neighbours", content, 0, place))
          : []),
      ];
    }),
  );
}

function byText(questions: readonly ProbeQuestion[], scores: readonly TextScore[]): Map<string, ProbedAnswers> {
  const all = new Map<string, ProbedAnswers>();
  for (const [i, { text, view }] of questions.entries()) {
    const answers = all.get(text.id) ?? { positions: {}, unanswered: null };
    all.set(text.id, answers);
    const score = scores[i]!;
    if ("positions" in score) answers.positions[view] = [...(answers.positions[view] ?? []), score.positions];
    else if (view === "text") answers.unanswered = score.unanswered;
  }
  return all;
}

function modelSource(context: EngineContext, name: string, pointer: string, host: HostOptions): AnswerSource {
  const model = scoringModel(context, name, pointer);
  const { connector = OWN_CONNECTOR, retrieval } = model;
  return { name: model.name, connector, retrieval, batch: batchOf(model), answer: scoresFrom(model, host) };
}

function recordSource(texts: Readonly<Record<string, RecordedViews>>): AnswerSource {
  const absent = { status: "unanswered", reason: "failed", detail: "no observation was given" } as const;
  const of = ({ text, view, place }: ProbeQuestion): ModelAnswer<ScoredText> => {
    const views = Object.hasOwn(texts, text.id) ? texts[text.id] : undefined;
    const recorded = view === "neighbours" ? views?.neighbours?.[place] : views?.[view];
    return recorded === undefined ? absent : { status: "answered", answer: recorded };
  };
  const answer = async (questions: readonly ProbeQuestion[]) => questions.map(of);
  return { name: "", connector: RECORDED, retrieval: "possible", batch: BATCH, answer };
}
