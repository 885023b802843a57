/**
 * The journal of requests and answers, one per line, so that no paid answer is lost: an answer is written before it is
 * used, and a query with an answer in the journal is not sent again. Bodies are stored unchanged for the evidence
 * bundle; keys are removed.
 *
 *   {"format":"spolia-journal/1","question":"sha256…","model":"provider/model"}
 *   {"id":"sha256…","at":"2026-…","request":{"path":"/completions","body":{…}},"response":{"status":200,"headers":{…},"body":"…"}}
 *   {"id":"sha256…","at":"2026-…","request":{…},"fault":"timeout"}
 *
 * A line that a crash left incomplete is skipped, and its query is sent again.
 */

import { SpoliaError } from "../../base/errors.ts";
import { splitLines } from "../../files/documents/bytes/lines.ts";
import type { Fault } from "./exchange.ts";
import { parsed } from "./protocols/wire.ts";

const FORMAT = "spolia-journal/1";

/** The storage of a journal. */
export interface Journal {
  /** Reads all bytes written so far. */
  read(): AsyncIterable<Uint8Array>;
  /** Appends whole lines. When it resolves, they are durable. */
  append(lines: string): Promise<void>;
}

export interface JournalEntry {
  id: string;
  /** When the answer came, ISO 8601. */
  at: string;
  request: { path: string; body: unknown };
  response?: { status: number; headers: Record<string, string>; body: string };
  fault?: Fault;
  /** Why a response with status 200 is no answer. */
  flaw?: string;
}

export interface OpenJournal {
  /** Body of the answer to a query, if there is one. */
  answerTo(id: string): string | undefined;
  /** @param isAnswer whether the entry contains a usable answer, and not a transient failure */
  write(entry: JournalEntry, isAnswer: boolean): Promise<void>;
}

/**
 * @param question identifies the request that the journal belongs to
 * @throws journal_mismatch where it belongs to another request
 */
export async function openJournal(journal: Journal, question: string, model: string): Promise<OpenJournal> {
  const answers = new Map<string, string>();
  let lines = 0;
  let endsWhole = true;
  for await (const { line, isWhole } of wholeLines(journal.read())) {
    endsWhole = isWhole;
    const value = parsed(line);
    if (lines === 0 && value === undefined && isTornHeader(line)) continue;
    if (lines === 0) checkHeader(value, question);
    else if (isEntry(value) && isAnswer(value)) answers.set(value.id, value.response.body);
    lines++;
  }
  const beginning = endsWhole ? "" : "\n";
  if (lines === 0) await journal.append(`${beginning}${JSON.stringify({ format: FORMAT, question, model })}\n`);
  else if (!endsWhole) await journal.append(beginning);
  return {
    answerTo: (id) => answers.get(id),
    async write(entry, isAnswer) {
      await journal.append(`${JSON.stringify(entry)}\n`);
      if (isAnswer) answers.set(entry.id, entry.response!.body);
    },
  };
}

async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: string; isWhole: boolean }> {
  let last = 10;
  async function* watched() {
    for await (const chunk of chunks) {
      last = chunk.at(-1) ?? last;
      yield chunk;
    }
  }
  let held: string | undefined;
  for await (const line of splitLines(watched())) {
    if (held !== undefined) yield { line: held, isWhole: true };
    held = line === null ? "" : new TextDecoder().decode(line);
  }
  if (held !== undefined) yield { line: held, isWhole: last === 10 };
}

function isAnswer({ response: { status, body }, flaw }: AnsweredEntry): boolean {
  return status === 200 && flaw === undefined && parsed(body) !== undefined;
}

function isTornHeader(line: string): boolean {
  const beginning = JSON.stringify({ format: FORMAT }).slice(0, -1);
  return beginning.startsWith(line) || line.startsWith(beginning);
}

function checkHeader(value: unknown, question: string): void {
  const { format, question: own } = (value ?? {}) as { format?: unknown; question?: unknown };
  if (format === FORMAT && own === question) return;
  const what = format === FORMAT ? "The journal belongs to another question." : "This is no journal of spolia.";
  throw new SpoliaError("journal_mismatch", what, {
    hint: "Resume with the same model, settings and request, or give another place for the journal.",
  });
}

type AnsweredEntry = Required<Pick<JournalEntry, "id" | "response">> & Pick<JournalEntry, "flaw">;

function isEntry(value: unknown): value is AnsweredEntry {
  if (typeof value !== "object" || value === null) return false;
  const { id, response } = value as Partial<JournalEntry>;
  const isAnswered = typeof response === "object" && response !== null;
  return (
    typeof id === "string" && isAnswered && typeof response.body === "string" && typeof response.status === "number"
  );
}

/** A journal in memory. */
export function memoryJournal(content = ""): Journal & { content(): string } {
  let kept = content;
  return {
    async *read() {
      yield new TextEncoder().encode(kept);
    },
    async append(lines) {
      kept += lines;
    },
    content: () => kept,
  };
}
