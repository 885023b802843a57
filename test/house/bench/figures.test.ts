/** The figures of the READMEs are those of the newest records, and of each kind of record and machine only the newest is there. */
import { describe, expect, test } from "vitest";
import { differences, namesIn, withFigures } from "../../../bench/figures/markers.ts";
import { READMES, rewritten } from "../../../bench/figures/readmes.ts";
import { outdated, questionsOf, recordName, recordNames } from "../../../bench/figures/records.ts";
import { selected } from "../../../bench/figures/selection.ts";
import { markdownLines } from "../../../bench/harness/table.ts";

describe("READMEs", () => {
  test.each(Object.keys(READMES))("%s has what the records say; `npm run figures` writes it", (name) => {
    const { is, shouldBe } = rewritten(name);
    expect(differences(is, shouldBe)).toEqual([]);
    expect(is === shouldBe).toBe(true);
    expect(namesIn(is).sort(), "each figure has its place, once").toEqual(Object.keys(READMES[name]!).sort());
  });

  test("a wrong figure is seen, in each place that has figures", () => {
    for (const [name, blocks] of Object.entries(READMES)) {
      const { is } = rewritten(name);
      const made = Object.entries(blocks).map(([block, lines]) => [block, lines()] as const);
      const known = Object.fromEntries(made.map(([block, lines]) => [block, () => lines]));
      for (const block of Object.keys(blocks)) {
        const start = is.indexOf(`<!-- figures: ${block}`);
        // The last digit of a block is a figure; those above it may be the name of the record.
        const place = is.slice(0, is.indexOf("<!-- end of figures -->", start)).search(/\d(?=\D*$)/);
        const wrong = `${is.slice(0, place)}${(Number(is[place]) + 1) % 10}${is.slice(place + 1)}`;
        const again = withFigures(wrong, known);
        expect(differences(wrong, again), block).toHaveLength(2);
        expect(again, block).toBe(is);
      }
    }
  });

  test("what is outside of the markers stays; a name that nobody knows is refused", () => {
    const blocks = { one: () => ["new"] };
    const marked = (name: string) =>
      `a\n\n<!-- figures: ${name} (its file) -->\nold\nolder\n<!-- end of figures -->\nb\n`;
    expect(withFigures(marked("one"), blocks)).toBe(
      "a\n\n<!-- figures: one (its file) -->\nnew\n<!-- end of figures -->\nb\n",
    );
    expect(() => withFigures(marked("two"), blocks)).toThrow("There are no figures named two.");
    const open = `<!-- figures: one -->\nlost\n${marked("one")}`;
    expect(() => withFigures(open, blocks)).toThrow("The figures one have no end.");
  });

  test("columns and rows of a table are chosen by its heads; a bar in a cell ends no cell", () => {
    const table = {
      head: ["a", "b", "c"],
      rows: [
        [1, "x", null],
        [2, "|y|", 3],
      ],
    };
    const some = selected(table, { columns: ["c", "b"], heads: { c: "see" }, rows: (cellOf) => cellOf("a") === 2 });
    expect(markdownLines(some.head, some.rows)).toEqual(["| see | b |", "|---|---|", "| 3 | \\|y\\| |"]);
    expect(() => selected(table, { columns: ["d"] })).toThrow("The table has not one column d.");
  });
});

describe("records", () => {
  test("of each kind and machine only the newest is there", () => {
    expect(outdated(recordNames())).toEqual([]);
  });

  test("a question is answered by one record of a machine", () => {
    const answers = recordNames().flatMap(({ file, machine }) =>
      questionsOf(file).map((name) => `${name} on ${machine}`),
    );
    expect(answers).toEqual([...new Set(answers)]);
  });

  test("an older record of the same kind and machine is named; other machines and kinds are not", () => {
    const names = [
      "2026-11-21-xeon-4-gate",
      "2026-12-01-xeon-4-gate",
      "2026-11-21-epyc-8-gate",
      "2026-11-21-xeon-4-bench",
    ];
    expect(outdated(names.map((name) => recordName(`${name}.json`)))).toEqual(["2026-11-21-xeon-4-gate.json"]);
    expect(() => recordName("gate.json")).toThrow("gate.json is not named DATE-MACHINE-KIND.json.");
  });
});
