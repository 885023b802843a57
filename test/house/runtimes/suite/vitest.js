/** As much of vitest as the suites of storages use, for a page: cases are collected, and run one after the other. */

const path = [];
const cases = [];

export function describe(name, body) {
  path.push(name);
  body();
  path.pop();
}

export function test(name, body) {
  cases.push({ name: [...path, name].join(" › "), body });
}

test.each = (rows) => (name, body) => {
  for (const row of rows) test(`${name} ${row}`, () => body(...row));
};

/** Runs what was collected so far. */
export async function runCollected(run) {
  for (const { name, body } of cases.splice(0)) {
    await run.check(name, async () => {
      await body();
      return true;
    });
  }
}

export function expect(actual) {
  const matchers = matchersOf(actual, true);
  const settled = (isFulfilled) => ({
    toEqual: async (expected) => matchersOf(await outcome(actual, isFulfilled), true).toEqual(expected),
    toMatchObject: async (expected) => matchersOf(await outcome(actual, isFulfilled), true).toMatchObject(expected),
  });
  return { ...matchers, not: matchersOf(actual, false), resolves: settled(true), rejects: settled(false) };
}

expect.stringContaining = (part) => ({ matches: (value) => typeof value === "string" && value.includes(part) });

function outcome(promise, isFulfilled) {
  const fail = (value) => Promise.reject(new Error(`settled the other way: ${shown(value)}`));
  return isFulfilled ? promise.catch(fail) : promise.then(fail, (error) => error);
}

function matchersOf(actual, isWanted) {
  const judge = (isTrue, expected) => {
    if (isTrue !== isWanted)
      throw new Error(`got ${shown(actual)}, ${isWanted ? "expected" : "did not expect"} ${shown(expected)}`);
  };
  return {
    toBe: (expected) => judge(Object.is(actual, expected), expected),
    toEqual: (expected) => judge(isEqual(actual, expected, false), expected),
    toMatchObject: (expected) => judge(isEqual(actual, expected, true), expected),
    toContain: (expected) => judge(actual.includes(expected), expected),
  };
}

function isEqual(one, other, isPart) {
  if (typeof other?.matches === "function") return other.matches(one);
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return Object.is(one, other);
  if (Array.isArray(one) !== Array.isArray(other) || ArrayBuffer.isView(one) !== ArrayBuffer.isView(other))
    return false;
  if (one.length !== other.length) return false;
  if (!isPart && Object.keys(one).length !== Object.keys(other).length) return false;
  return Object.keys(other).every((key) => isEqual(one[key], other[key], isPart));
}

function shown(value) {
  return value instanceof Error ? `${value.code} ${value.message}` : JSON.stringify(value);
}
