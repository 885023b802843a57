/** `spolia pipe`: answers the records of a program that started it, such as Spark's. */
import { isRecord } from "../../../base/arguments.ts";
import { splitLines } from "../../../files/documents/bytes/lines.ts";
import { type PipeRecord, refused } from "../../actions/pipe/step.ts";
import { action, declare, type Runner } from "../../terminal/command.ts";

export function pipeCommand(run: Runner) {
  const command = declare({
    name: "pipe",
    summary: "answer the records of a program, as spolia.spark and spolia.datatrove start it",
    description:
      "Reads JSON Lines from standard input: first the settings with the name of the step, then the records. Answers go to standard output as " +
      'JSON Lines, and a last line {"end": …} says that all are there.',
    examples: [["spolia pipe < records.jsonl", 'whose first line is {"step": "analyze", "corpus": ["books.spolia"]}']],
  });
  return action(run, command, async ({ terminal }) => {
    const lines = recordsOf(terminal.stdin);
    const { value: first } = await lines.next();
    const { step = "", ...settings } = first ?? {};
    const { STEPS } = await import("../../actions/pipe/steps.ts");
    const named = Object.hasOwn(STEPS, String(step)) ? STEPS[String(step)] : undefined;
    if (named === undefined) throw refused(`The first line must name a step: ${Object.keys(STEPS).join(", ")}`);
    const write = (answer: object) => terminal.stdout.write(`${JSON.stringify(answer)}\n`);
    write({ end: await named(settings, lines, write) });
    return undefined;
  });
}

async function* recordsOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<PipeRecord> {
  const decoder = new TextDecoder();
  let number = 0;
  for await (const line of splitLines(input)) {
    number += 1;
    if (line === null) throw refused(`Line ${number} is over 512 MB`);
    const record: unknown = parsed(decoder.decode(line));
    if (!isRecord(record)) throw refused(`Line ${number} is no JSON object`);
    yield record;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
