/** Answers that are asked for ahead come in the order of the questions, also where one fails. */
import { expect, test } from "vitest";
import { inOrder } from "../../../src/base/queues/inOrder.ts";

/** Answers in the reverse order of the questions that are under way. */
function backwards(failsAt = -1) {
  const open: (() => void)[] = [];
  const state = { most: 0, ended: 0 };
  const ask = async (item: number) => {
    await new Promise<void>((resolve) => {
      open.push(resolve);
      state.most = Math.max(state.most, open.length);
      setTimeout(() => open.pop()!());
    });
    state.ended += 1;
    if (item === failsAt) throw new Error(`no ${item}`);
    return 10 * item;
  };
  return { ask, state };
}

test.each([1, 3, 50])("with %i at once", async (lanes) => {
  const { ask, state } = backwards();
  const answers: number[] = [];
  for await (const answer of inOrder(lanes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ask)) answers.push(answer);
  expect(answers).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(state.most).toBe(Math.min(lanes, 10));
});

test("an error comes in its turn, after which nothing is under way", async () => {
  const { ask, state } = backwards(4);
  const answers: number[] = [];
  const taken = (async () => {
    for await (const answer of inOrder(3, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], ask)) answers.push(answer);
  })();
  await expect(taken).rejects.toThrow("no 4");
  expect(answers).toEqual([0, 10, 20, 30]);
  expect(state.ended).toBe(7);
});
