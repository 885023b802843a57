/** Which name is offered for one that is not known: by edits, by another word for it, and from which likeness on. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { closest, didYouMean } from "../../src/base/closest.ts";

test.each<[given: string, names: string[], near: string | undefined]>([
  ["contnet", ["context", "content"], "content"],
  ["Content-Type", ["contents", "content_type"], "content_type"],
  ["lang", ["length", "language"], "language"],
  ["text", ["texts", "content"], "content"],
  ["text", ["texts"], "texts"],
  ["first", ["fist", "frist"], "fist"],
  // 5 of 9 letters are .556, 11 of 20 are .55, and 6 of 11 are .545.
  ["abcdewxyz", ["abcde1234"], "abcde1234"],
  ["abcdefghijk", ["abcdefghijk123456789"], "abcdefghijk123456789"],
  ["abcdef", ["abcdef12345"], undefined],
  ["anything", [], undefined],
  ["", ["a"], undefined],
])("%j among %j", (given, names, near) => {
  expect(closest(given, names)).toBe(near);
  expect(didYouMean(given, names)).toBe(near === undefined ? "" : ` (did you mean ${near}?)`);
});

/** One letter is put in, taken out, replaced or exchanged with the next. */
const slips: Record<string, (name: string, at: number) => string> = {
  inserted: (name, at) => `${name.slice(0, at)}z${name.slice(at)}`,
  removed: (name, at) => name.slice(0, at) + name.slice(at + 1),
  replaced: (name, at) => `${name.slice(0, at)}z${name.slice(at + 1)}`,
  exchanged: (name, at) => name.slice(0, at) + (name[at + 1] ?? "") + name[at]! + name.slice(at + 2),
};

test.each(Object.keys(slips))("of two names the one that a letter %s makes comes before one that two make", (kind) => {
  const name = fc.string({ unit: fc.constantFrom(..."abcdefg"), minLength: 6, maxLength: 10 });
  fc.assert(
    fc.property(name, fc.nat(5), (meant, at) => {
      const given = slips[kind]!(meant, at);
      const farther = `${meant.slice(1)}xy`;
      expect(closest(given, [farther, meant])).toBe(meant);
    }),
  );
});
