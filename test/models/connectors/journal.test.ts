import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { SpoliaError } from "../../../src/base/errors.ts";
import { type Journal, memoryJournal } from "../../../src/models/connectors/journal.ts";
import { fileJournal } from "../../../src/models/connectors/journalFile.ts";
import { closeAll, connect, started, TEXTS } from "./models.ts";

const folders: string[] = [];
afterEach(async () => {
  await closeAll();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const ASKED = TEXTS.filter((text) => text !== "");
const SAMPLING = { continuations: 2, max_tokens: 4, temperature: 1, seed: 1 };

function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "spolia-journal-"));
  folders.push(folder);
  return join(folder, "journal.jsonl");
}

/** How often each question arrived. */
const timesAsked = (requests: readonly { body: unknown }[]) => {
  const times = new Map<string, number>();
  for (const { body } of requests) times.set(JSON.stringify(body), (times.get(JSON.stringify(body)) ?? 0) + 1);
  return [...times.values()];
};

async function uninterrupted() {
  return connect("openai", await started()).connector.logprobs(TEXTS);
}

describe("interrupted and resumed is the same as not interrupted, and each question is asked once", () => {
  test.each([1, 2, 5])("by the caller's signal after %i answers", async (after) => {
    const path = journalPath();
    const server = await started();
    const stop = new AbortController();
    const firstRun = connect("openai", server, { concurrency: 1 }, { journal: fileJournal(path) }).connector;
    const onProgress = ({ done }: { done: number }) => done === after && stop.abort();
    await expect(firstRun.logprobs(TEXTS, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: "aborted",
    });
    expect(server.requests).toHaveLength(after);
    const secondRun = connect("openai", server, {}, { journal: fileJournal(path) }).connector;
    expect(await secondRun.plan({ texts: TEXTS })).toMatchObject({ requests: ASKED.length - after });
    expect(await secondRun.logprobs(TEXTS)).toEqual(await uninterrupted());
    expect(timesAsked(server.requests)).toEqual(ASKED.map(() => 1));
    expect(await secondRun.plan({ texts: TEXTS })).toEqual({ requests: 0, tokens: 0 });
  });

  test("by the end of the budget, with several requests at once", async () => {
    const path = journalPath();
    const server = await started();
    for (const budget of [{ requests: 3 }, { requests: 1 }, {}]) {
      const { connector } = connect("openai", server, {}, { journal: fileJournal(path), budget });
      const answers = await connector.logprobs(TEXTS);
      const left = answers.filter(({ status }) => status === "unanswered");
      expect(left.every((answer) => answer.status === "unanswered" && answer.reason === "budget")).toBe(true);
      if (left.length === 0) expect(answers).toEqual(await uninterrupted());
    }
    expect(timesAsked(server.requests)).toEqual(ASKED.map(() => 1));
  });

  test("by a crash at any byte of the journal", async () => {
    const server = await started();
    const whole = memoryJournal();
    const expected = await connect("vllm", server, {}, { journal: whole }).connector.complete(
      ["the words", "a b"],
      SAMPLING,
    );
    const lines = whole.content().split("\n").slice(1);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.content().length), async (cut) => {
        const torn = memoryJournal(whole.content().slice(0, cut));
        const before = server.requests.length;
        const { connector } = connect("vllm", server, {}, { journal: torn });
        expect(await connector.complete(["the words", "a b"], SAMPLING)).toEqual(expected);
        // A line counts without its newline.
        const ends = lines.map((_, i) => whole.content().indexOf("\n") + lines.slice(0, i + 1).join("\n").length + 1);
        const kept = lines.filter((line, i) => line !== "" && ends[i]! <= cut).length;
        expect(server.requests.length - before).toBe(2 - kept);
        // And once more, from what is in it now, torn line and all.
        expect(
          await connect("vllm", server, {}, { journal: torn }).connector.complete(["the words", "a b"], SAMPLING),
        ).toEqual(expected);
        expect(server.requests.length - before).toBe(2 - kept);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a journal", () => {
  test("has what was sent and what came, failures too, and is for its owner's eyes", async () => {
    const path = journalPath();
    const server = await started({ fault: (n) => (n === 0 ? { kind: "status", status: 500 } : undefined) });
    const journal = fileJournal(path);
    const now = () => Date.UTC(2026, 0, 2);
    await connect("openai", server, {}, { journal, now }).connector.logprobs(["a text"]);
    journal.close();
    const [header, failed, answered, ...rest] = readFileSync(path, "utf8").split("\n");
    expect(JSON.parse(header!)).toEqual({
      format: "spolia-journal/1",
      question: expect.any(String),
      model: "test/openai",
    });
    expect(JSON.parse(failed!)).toMatchObject({ at: "2026-01-02T00:00:00.000Z", response: { status: 500 } });
    expect(JSON.parse(answered!)).toMatchObject({
      id: JSON.parse(failed!).id,
      request: { path: "/completions", body: server.requests[1]!.body },
      response: { status: 200, headers: { "x-request-id": "req-2" } },
    });
    expect(rest).toEqual([""]);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("of another model, another request or of nobody is refused", async () => {
    const path = journalPath();
    const server = await started();
    await connect("openai", server, {}, { journal: fileJournal(path), question: "one" }).connector.logprobs(["a"]);
    const others = [
      connect("openai", server, {}, { journal: fileJournal(path), question: "two" }),
      connect("vllm", server, {}, { journal: fileJournal(path), question: "one" }),
      connect("openai", server, { body: { user: "x" } }, { journal: fileJournal(path), question: "one" }),
      connect("openai", server, {}, { journal: memoryJournal("Dear diary\n") }),
      connect("openai", server, {}, { journal: memoryJournal('{"format":"spolia-journal/2"}\n') }),
    ];
    for (const { connector } of others) {
      await expect(connector.logprobs(["a"])).rejects.toMatchObject({ code: "journal_mismatch" });
    }
    expect(server.requests).toHaveLength(1);
    writeFileSync(path, "");
    truncateSync(path);
    const { connector } = connect("openai", server, {}, { journal: fileJournal(path), question: "two" });
    expect(await connector.logprobs(["a"])).toMatchObject([{ status: "answered" }]);
  });

  test("that cannot be written stops the questions: nothing is paid for that cannot be kept", async () => {
    const server = await started();
    let appended = 0;
    const full: Journal = {
      read: async function* () {},
      append: async () => {
        if (++appended > 2) throw new SpoliaError("storage_failed", "full");
      },
    };
    const { connector } = connect("openai", server, { concurrency: 1 }, { journal: full });
    await expect(connector.logprobs(TEXTS)).rejects.toMatchObject({ code: "storage_failed" });
    expect(server.requests).toHaveLength(2);
  });

  test("in a folder that is not there is a typed error", async () => {
    const { connector } = connect("openai", await started(), {}, { journal: fileJournal("/nowhere/at/all.jsonl") });
    await expect(connector.logprobs(["a"])).rejects.toMatchObject({ code: "storage_failed" });
  });
});
