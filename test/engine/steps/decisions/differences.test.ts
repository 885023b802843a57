/** How two texts differ: every word that differs, with what became of it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { type DifferingRun, differingWords } from "../../../../src/engine/steps/decisions/differences.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";

const kernels = await loadKernels();
/** Words that all differ, so that no two runs agree by chance. */
const words = (from: number, count: number) => Array.from({ length: count }, (_, i) => `word${from + i}x`);
const told = (text: string, differences: readonly DifferingRun[]) =>
  differences.map(({ start, end, kind }) => [kind, text.slice(start, end)]);
const differ = (a: string, b: string) => {
  const { a: own, b: source } = differingWords(kernels, a, b);
  return { own: told(a, own), source: told(b, source) };
};

describe("words that differ", () => {
  const [head, tail] = [words(0, 30), words(30, 30)];
  const join = (...parts: readonly (readonly string[])[]) => parts.flat().join(" ");

  test("are replaced, inserted or left out", () => {
    expect(differ(join(head, ["new"], tail), join(head, ["old"], tail))).toEqual({
      own: [["replaced", "new"]],
      source: [["replaced", "old"]],
    });
    expect(differ(join(head, ["new", "words"], tail), join(head, tail))).toEqual({
      own: [["inserted", "new words"]],
      source: [],
    });
    expect(differ(join(head, tail), join(head, ["old"], tail))).toEqual({ own: [], source: [["left_out", "old"]] });
    expect(differ(join(head, tail), join(head, tail))).toEqual({ own: [], source: [] });
  });

  test("are moved where both texts have them, in another order", () => {
    const [first, second] = [words(0, 60), words(100, 20)];
    expect(differ(join(first, second), join(second, first))).toEqual({
      own: [["moved", join(second)]],
      source: [["moved", join(second)]],
    });
    expect(differ(join(["begun"], first, second), join(second, first, ["ended"]))).toEqual({
      own: [
        ["inserted", "begun"],
        ["moved", join(second)],
      ],
      source: [
        ["moved", join(second)],
        ["left_out", "ended"],
      ],
    });
  });

  test("are all words of texts that share nothing", () => {
    expect(differ(join(head), join(words(500, 30)))).toEqual({
      own: [["replaced", join(head)]],
      source: [["replaced", join(words(500, 30))]],
    });
  });

  test("come in order, do not overlap, and leave the same words in both texts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.nat(30), fc.nat(30), fc.nat(30), (seed, cut, put, swap) => {
        const draw = seeded(seed);
        const source = zipfText(draw, 120).split(" ");
        const own = [...source.slice(swap), ...source.slice(0, swap)];
        own.splice(60, cut, ...words(0, put));
        const [a, b] = [own.join(" "), source.join(" ")];
        const differing = differingWords(kernels, a, b);
        const rest = (text: string, spans: readonly DifferingRun[]) => {
          let at = 0;
          let left = "";
          for (const { start, end } of notAlwaysEmpty(spans)) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            left += `${text.slice(at, start)} `;
            at = end;
          }
          return `${left}${text.slice(at)}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
        };
        expect(rest(a, differing.a)).toEqual(rest(b, differing.b));
        const moved = (spans: readonly DifferingRun[], text: string) =>
          spans.filter(({ kind }) => kind === "moved").map(({ start, end }) => text.slice(start, end).toLowerCase());
        expect(moved(differing.a, a).join(" ").match(/\w+/g)?.sort()).toEqual(
          moved(differing.b, b).join(" ").match(/\w+/g)?.sort(),
        );
      }),
      { numRuns: 60 },
    );
  });
});
