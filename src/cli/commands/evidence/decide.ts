/** `spolia evidence decide`: writes down what a person decides about a finding. */
import { Argument, Option } from "commander";
import type { AnalyzeResult } from "../../../base/contract/operations/analyze.ts";
import type { Decision, DecisionKind } from "../../../base/contract/operations/decision.ts";
import { parseResult } from "../../../report/index.ts";
import { count } from "../../../report/layout/page.ts";
import { passagesOf } from "../../../report/parts/decisions.ts";
import { addDecision } from "../../inputs/decisions.ts";
import { readDocument } from "../../inputs/inputs.ts";
import { signingPair } from "../../inputs/signingKey.ts";
import { action, declare, parseCount, type Runner } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/exit.ts";
import { today } from "../../terminal/output.ts";

interface DecideFlags {
  as: DecisionKind;
  reason: string;
  author: string;
  date?: string;
  decisions: string;
  passage?: number;
  document?: string;
  corpus?: string;
  text?: true;
  sign?: string;
}

const KINDS: DecisionKind[] = ["mine", "licensed", "quoted", "public_domain", "not_mine", "false"];

export function decideCommand(run: Runner) {
  const command = declare({
    name: "decide",
    summary: "write down what you decide about a finding, with your reason",
    description:
      "Adds a decision about an analysis to a file. `spolia analyze --decisions` shows it beside the findings; it changes no verdict " +
      "and hides nothing. It holds for as long as the text, the document and the passage that it names are as they were.",
    arguments: [new Argument("<analysis>", "the result of spolia analyze --json; - reads standard input")],
    examples: [
      [
        'spolia evidence decide analysis.json --passage 2 --as quoted --reason "from Goethe" --author "A. Lind" --decisions decisions.json',
        "about the words of passage 2 of the report, in any document",
      ],
      [
        'spolia evidence decide analysis.json --document gutenberg-84 --as public_domain --reason "published in 1818" --author "A. Lind" --decisions decisions.json',
        "about a document",
      ],
      ["spolia analyze chapter.txt --corpus books.spolia --decisions decisions.json", "shows them with the findings"],
    ],
  })
    .addOption(new Option("--as <decision>", "what you decide").choices(KINDS).makeOptionMandatory())
    .requiredOption("--reason <text>", "why")
    .requiredOption("--author <name>", "who decides")
    .requiredOption("--decisions <file>", "the file; it is made where there is none")
    .option("--passage <n>", "number of a passage in the report: the decision is about its words", parseCount)
    .option("--document <id>", "id of a document that was found: the decision is about it")
    .option("--corpus <name>", "the corpus of the document, where several have one of this id")
    .option("--text", "the decision holds for this text only")
    .option("--date <day>", "day of the decision, YYYY-MM-DD (default: today, UTC)")
    .option("--sign <key>", "sign it with an Ed25519 key: PEM (openssl genpkey -algorithm ed25519) or JSON Web Key");

  return action(run, command, async ({ terminal, output }, path: string, flags: DecideFlags) => {
    const { of, result } = parseResult(await readDocument(path, terminal));
    if (of !== "analyze") throw new UsageError("Decisions are about the findings of `spolia analyze`.");
    const { as, reason, author, date = today() } = flags;
    const { decisionOn } = await import("../../../service/index.ts");
    const made = decisionOn(result, partsOf(result, flags), { decision: as, reason, author, date });
    const decision = flags.sign === undefined ? made : await signed(made, flags.sign);
    const all = addDecision(flags.decisions, decision);
    output.answer(decision, () =>
      all === null
        ? `${flags.decisions} already has this decision.\n`
        : `${flags.decisions} now has ${count(all, "decision")}.\n`,
    );
  });
}

/** @throws UsageError where the options name nothing that the result has */
function partsOf(result: AnalyzeResult, { text, passage, document, corpus }: DecideFlags) {
  if (text === undefined && passage === undefined && document === undefined)
    throw new UsageError("Say what you decide about: --passage, --document or --text.");
  const match = passage === undefined ? undefined : passagesOf(result.matches)[passage - 1]?.[0];
  if (passage !== undefined && match === undefined)
    throw new UsageError(
      `There is no passage ${passage}: the analysis lists ${count(passagesOf(result.matches).length, "passage")}.`,
      "`spolia evidence report` shows them with their numbers.",
    );
  return {
    text,
    ...(match !== undefined && { match: result.matches.indexOf(match) }),
    ...(document !== undefined && { document: { corpus: corpusOf(result, document, corpus), id: document } }),
  };
}

/** Most documents that a message names. */
const DOCUMENTS_NAMED = 10;

function corpusOf({ matches, documents }: AnalyzeResult, id: string, named: string | undefined): string {
  const found = [...matches, ...documents].filter((one) => one.document.id === id).map(({ corpus }) => corpus);
  const corpora = [...new Set(found)].filter((corpus) => named === undefined || corpus === named);
  if (corpora.length === 1) return corpora[0]!;
  if (corpora.length === 0)
    throw new UsageError(
      `The analysis lists no document ${id}.`,
      `It lists ${[...new Set([...matches, ...documents].map(({ document }) => document.id))].slice(0, DOCUMENTS_NAMED).join(", ") || "none"}.`,
    );
  throw new UsageError(`Several corpora have a document ${id}: name one with --corpus.`, corpora.join(", "));
}

/** @throws invalid_request where the file has no Ed25519 key */
async function signed(decision: Decision, path: string): Promise<Decision> {
  const { signDecision } = await import("../../../service/index.ts");
  return signDecision(decision, await signingPair(path));
}
