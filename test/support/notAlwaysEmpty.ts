/** Loops of properties: a list of one run may be empty, those of all runs may not. */
import { expect, onTestFinished } from "vitest";

/** For each running test: the places that call `notAlwaysEmpty`, and whether one of their lists had items. */
const places = new Map<string, Map<string, boolean>>();

/**
 * For a loop that runs many times in one test, as in a property: one list may be empty, but the test fails at its end if
 * all were.
 */
export function notAlwaysEmpty<Item>(items: Iterable<Item>): Item[] {
  const all = [...items];
  const place = caller();
  const ofTest = placesOf(expect.getState().currentTestName!);
  ofTest.set(place, ofTest.get(place) === true || all.length > 0);
  return all;
}

/** Who called the function that calls this, as the engine writes it: source maps, which take long, are left out. */
function caller(): string {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  Error.prepareStackTrace = (_, calls) => String(calls[2]);
  try {
    return String(new Error().stack);
  } finally {
    Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  }
}

function placesOf(test: string): Map<string, boolean> {
  const known = places.get(test);
  if (known !== undefined) return known;
  const added = new Map<string, boolean>();
  places.set(test, added);
  onTestFinished(() => {
    places.delete(test);
    const empty = [...added].filter(([, hadItems]) => !hadItems).map(([place]) => place);
    if (empty.length > 0) throw new Error(`Each list was empty, so nothing was tested: ${empty.join(" ")}`);
  });
  return added;
}
