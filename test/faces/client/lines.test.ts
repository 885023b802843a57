/** Answers in lines, over a connection that the test holds: it is let go of as soon as nobody reads on, whatever the reason. */
import { expect, test } from "vitest";
import { APIResponseError, APITimeoutError, Spolia } from "../../../src/faces/client/typescript/index.ts";

/** A batch whose answer begins with these lines and goes on without end; `isEnded` tells whether the service may stop. */
function batchOf(lines: string) {
  const connection = { isEnded: false };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(lines)),
    cancel() {
      connection.isEnded = true;
    },
  });
  const client = new Spolia({ apiKey: null, baseURL: "http://spolia.test", fetch: async () => new Response(body) });
  return { connection, answer: client.batches.analyze({ requests: [] }, { timeoutMs: 50 }) };
}

test("who leaves the loop ends the request, and not before", async () => {
  const { connection, answer } = batchOf('{"index":0}\n{"index":1}\n');
  const seen: unknown[] = [];
  for await (const line of answer) {
    seen.push(line, connection.isEnded);
    break;
  }
  expect(seen).toEqual([{ index: 0 }, false]);
  expect(connection.isEnded).toBe(true);
});

test.each([
  ["a line that is no JSON", '{"index":0}\nnonsense\n', APIResponseError],
  ["silence", '{"index":0}\n', APITimeoutError],
])("%s ends it too", async (_, lines, error) => {
  const { connection, answer } = batchOf(lines);
  const seen: unknown[] = [];
  const read = async () => {
    for await (const line of answer) seen.push(line);
  };
  await expect(read()).rejects.toBeInstanceOf(error);
  expect([seen, connection.isEnded]).toEqual([[{ index: 0 }], true]);
});
