/** Decisions of people, given to `analyze`. */
import { type AnalyzeResult, buildCorpus, createEngine, type Decision, isSpoliaError } from "../../../src/index.ts";
import { openFixture, SHELF } from "../../engine/fixtures.ts";
import { ALTERATIONS, CONTENT, decisionsOn, EDITED, REVISED, signedBy } from "../../engine/steps/decisions/evidence.ts";
import { ACCEPTED, type Altered, type AlteredKind } from "./altered.ts";

interface Opened {
  analyze(content: string, decisions: readonly unknown[]): Promise<AnalyzeResult>;
  made: ReturnType<typeof decisionsOn>;
}
let opened: Promise<Opened> | undefined;

async function open(): Promise<Opened> {
  const { engine } = await openFixture();
  const analyze = (content: string, decisions: readonly unknown[]) =>
    engine.analyze({ content, decisions: decisions as Decision[] });
  return { analyze, made: decisionsOn(await engine.analyze({ content: CONTENT })) };
}
const world = (): Promise<Opened> => {
  opened ??= open();
  return opened;
};

async function told(asked: Promise<AnalyzeResult>): Promise<string> {
  try {
    const { applied, not_applied, elsewhere } = (await asked).decisions!;
    if (applied.length > 0) return ACCEPTED;
    return elsewhere > 0 ? "not applied: counted as one about other texts" : `not applied: ${not_applied[0]!.because}`;
  } catch (error) {
    if (!isSpoliaError(error)) throw error;
    return `refused: ${error.code} ${error.fields[0]?.pointer ?? ""}`;
  }
}

const of = {
  text: "about a text",
  document: "about a document",
  passage: "about a passage",
  all: "about all three",
  signed: "signed",
};
type Of = keyof typeof of;
async function decisionOf(what: Of): Promise<Decision> {
  const { made } = await world();
  return what === "signed" ? signedBy(made.all) : made[what];
}

const inText = (name: string, what: Of, content: string): Altered => ({
  name,
  of: of[what],
  answer: async () => told((await world()).analyze(content, [await decisionOf(what)])),
});

export const DECISIONS: AlteredKind = {
  kind: "decision of a person",
  untouched: (Object.keys(of) as Of[]).map((what) => inText("as it was made", what, CONTENT)),
  altered: [
    ...ALTERATIONS.map(([name, what, , change]) => ({
      name,
      of: of[what],
      answer: async () => {
        const { analyze, made } = await world();
        return told(analyze(CONTENT, [change(await decisionOf(what), await signedBy(made.passage))]));
      },
    })),
    inText("a revised text", "text", REVISED),
    inText("a revised text", "all", REVISED),
    inText("three words of the passage changed", "passage", EDITED),
    {
      name: "the document has another text under the same id",
      of: of.document,
      answer: async () => {
        const changed = SHELF.map((one) => (one.id === "shelf-0" ? { ...one, text: `${one.text} More.` } : one));
        await using corpus = await buildCorpus(changed, { name: "shelf", dataset: "shelf" });
        const engine = await createEngine({ corpora: [corpus] });
        return await told(engine.analyze({ content: CONTENT, decisions: [await decisionOf("document")] }));
      },
    },
  ],
};
