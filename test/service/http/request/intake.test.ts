/** Room for bodies: of one caller's largest texts one is here at a time, the others stay with their senders, and each is answered. */
import { afterEach, expect, test, vi } from "vitest";
import { CONTENT_BYTES_MAX } from "../../../../src/base/limits.ts";
import { type BodyRoom, Intake } from "../../../../src/service/http/request/intake.ts";
import {
  ANSWER_TIMEOUT_MS,
  BODY_BYTES_HELD_MAX,
  BODY_BYTES_MAX,
  BODY_STEP_BYTES,
} from "../../../../src/service/http/request/limits.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { analyzeResult, createFakeEngine } from "../fakeEngine.ts";
import { ANALYZE, handlerOver, post } from "../requests.ts";

const never = new AbortController().signal;
const PIECE = 4 * 1024 * 1024;

afterEach(() => void vi.useRealTimers());

/** A request with the longest content, and how many of its bytes were asked for. */
function largest() {
  const head = '{"content":"';
  const tail = '","content_type":"text"}';
  const seen = { bytes: 0 };
  const encoder = new TextEncoder();
  const pieces = [head, ...Array.from({ length: CONTENT_BYTES_MAX / PIECE }, () => null), tail].values();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) return controller.close();
        const bytes = value === null ? new Uint8Array(PIECE).fill(97) : encoder.encode(value);
        seen.bytes += bytes.length;
        controller.enqueue(bytes);
      },
    },
    { highWaterMark: 0 },
  );
  const length = head.length + CONTENT_BYTES_MAX + tail.length;
  return {
    seen,
    request: post(ANALYZE, body, { "content-type": "application/json", "content-length": String(length) }),
  };
}

/** Ends with the test too, where what is waited for does not come. */
const until = async (isSo: () => boolean, signal: AbortSignal) => {
  while (!isSo() && !signal.aborted) await new Promise((resolve) => setImmediate(resolve));
};

test("of three of the largest texts of one caller one is here, and the last is answered however long it waits", async ({
  signal,
}) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const ends: (() => void)[] = [];
  const engine = createFakeEngine(() => new Promise((resolve) => ends.push(() => resolve(analyzeResult))));
  const handler = handlerOver(engine);
  const asked = Array.from({ length: 3 }, largest);
  const answers = asked.map(({ request }) => handler(request));
  for (let turn = 1; turn <= 3; turn++) {
    await until(() => ends.length >= turn, signal);
    expect(asked.filter(({ seen }) => seen.bytes > 0)).toHaveLength(turn);
    expect(handler.gauges()).toMatchObject({ bodies_waiting: 3 - turn, requests_running: 1 });
    expect(handler.gauges().body_bytes).toBeLessThanOrEqual(BODY_BYTES_HELD_MAX);
    vi.advanceTimersByTime(ANSWER_TIMEOUT_MS / 2 + 1);
    ends[turn - 1]!();
    await answers[turn - 1];
  }
  for (const { status } of notEmpty(await Promise.all(answers))) expect(status).toBe(200);
  expect(handler.gauges()).toMatchObject({ bodies_waiting: 0, body_bytes: 0, requests_running: 0 });
});

test("the largest body there may be has room, and one whose length nobody knew grows beside others that wait", async () => {
  const intake = new Intake();
  const [one, two, waiting] = ["a", "b", "b"].map((holder) => intake.body(holder)) as [BodyRoom, BodyRoom, BodyRoom];
  await one.reserve(BODY_STEP_BYTES, never);
  await two.reserve(BODY_BYTES_HELD_MAX, never);
  const stop = new AbortController();
  const waits = waiting.reserve(BODY_STEP_BYTES, stop.signal);
  for (let bytes = BODY_STEP_BYTES; bytes < BODY_BYTES_HELD_MAX; bytes += BODY_STEP_BYTES)
    await one.reserve(bytes, never);
  expect(intake.gauges().bodies_waiting).toBe(1);
  stop.abort();
  await expect(waits).rejects.toMatchObject({ code: "aborted" });
  two.release();
  one.release();
  const alone = intake.body("c");
  await alone.reserve(BODY_BYTES_MAX, never);
  expect(intake.gauges().body_bytes).toBe(BODY_BYTES_MAX);
});
