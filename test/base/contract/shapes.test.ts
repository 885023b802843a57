/**
 * Shapes are what the interfaces say, and a document that has not its shape is told of field by field, without its
 * values.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { parseShape, shapeFaults } from "../../../src/base/contract/shapes.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { ShapeReader } from "../../../src/build/contract/shapes.ts";
import { TypeReader } from "../../../src/build/contract/types.ts";
import { typicalResult } from "../../service/http/fakeEngine.ts";

describe("an interface as a shape", () => {
  const folder = mkdtempSync(join(tmpdir(), "spolia-shapes-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  function read(source: string): ShapeReader {
    const path = join(folder, "source.ts");
    writeFileSync(path, source);
    const program = ts.createProgram([path], { strict: true, noEmit: true, types: [] });
    const types = new TypeReader(program);
    const reader = new ShapeReader(types);
    const declared = <Kind extends ts.InterfaceDeclaration | ts.TypeAliasDeclaration>(
      name: string,
      isKind: (node: ts.Node) => node is Kind,
    ) => [...program.getSourceFile(path)!.statements].filter(isKind).find((node) => node.name.text === name);
    const answer = declared("Answer", ts.isTypeAliasDeclaration);
    const operations = declared("Operations", ts.isInterfaceDeclaration);
    const documents = answer && operations ? types.documentsOf(operations, answer) : [];
    const table = types.tableOf(declared("Table", ts.isInterfaceDeclaration)!, documents);
    for (const one of table) reader.readDocument(one);
    return reader;
  }

  test("names the version of a field that documents of earlier versions lack", () => {
    const source = `
      interface Finding {
        old: string;
        /**
         * The new one.
         *
         * @since 0.2.0
         */
        added: string;
      }
      interface Table { Finding: Finding }`;
    const reader = read(source);
    expect(reader.shapes.get("Finding")).toMatchObject({
      required: ["old", "added"],
      "x-since": { added: "0.2.0" },
    });
    expect(reader.textsOf("Finding")["added"]).toBe("The new one.");
  });

  test("has the documents of an operation by its method, and a document's own row before them", () => {
    const operations = `
      interface Sums {
        /** The sum. */
        sum: number;
      }
      interface Operations {
        add(request: { a: number }): Promise<Sums>;
        find(request: { text: string }): Promise<{ places: number[] }>;
        hide(request: { text: string }): Promise<string>;
      }
      type Answer<Result> = { success: true } & Result;
      type Derived = { [Name in Exclude<keyof Operations, "hide"> as \`\${Capitalize<Name>}Answer\`]: object };`;
    const reader = read(`${operations}
      interface Table extends Derived { AddAnswer: Sums & { steps: number } }`);
    expect([...reader.shapes.keys()].sort()).toEqual(["AddAnswer", "FindAnswer", "Sums"]);
    // What a document has of a named type, as it is.
    expect([...reader.bases]).toEqual([["AddAnswer", ["Sums"]]]);
    expect(reader.shapes.get("FindAnswer")).toEqual({
      type: "object",
      properties: { success: { const: true }, places: { type: "array", items: { type: "number" } } },
      required: ["success", "places"],
    });
    expect(reader.shapes.get("AddAnswer")).toMatchObject({ required: ["sum", "steps"] });
    expect(reader.textsOf("AddAnswer")).toEqual({ sum: "The sum." });
    expect(() => read(`${operations} interface Table extends Record<"Else", object> {}`)).toThrow("no shape is known");
  });

  test("has words in the order of their list, whatever the compiler met before", () => {
    const reader = read(`
      const WORDS = ["c", "a", "b"] as const;
      interface Table { First: { word: "b" | "a" }; Second: { word: (typeof WORDS)[number] } }`);
    expect(reader.shapes.get("Second")).toMatchObject({ properties: { word: { enum: ["c", "a", "b"] } } });
  });

  test("has what is inherited, omitted, given as an argument, worked out and tagged", () => {
    const reader = read(`
      /** How many. @whole @minimum 0 */
      type Count = number;
      const WORDS = ["a", "b"] as const;
      /** A word. */
      type Word = (typeof WORDS)[number];
      /** @open */
      interface Base {
        /** Its id. */
        id: string;
        gone: boolean;
      }
      interface Page<Item> {
        /** The entries. */
        items: Item[];
      }
      interface Entry extends Omit<Base, "gone"> {
        /** So many. */
        count: Count | null;
        word?: Word | undefined;
        pair: [lo: number, hi: number];
        more: Record<string, Count>;
        inner: {
          /** Deep down. */
          x: Base["gone"];
        };
      }
      interface Table { EntryPage: Page<Entry> & { next: "" } }`);
    expect(Object.fromEntries(reader.shapes)).toEqual({
      EntryPage: {
        type: "object",
        properties: { items: { type: "array", items: { $ref: "#/components/schemas/Entry" } }, next: { const: "" } },
        required: ["items", "next"],
      },
      Entry: {
        type: "object",
        properties: {
          id: { type: "string" },
          count: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
          word: { $ref: "#/components/schemas/Word" },
          pair: { type: "array", prefixItems: [{ type: "number" }, { type: "number" }], minItems: 2, maxItems: 2 },
          more: { type: "object", additionalProperties: { type: "integer", minimum: 0 } },
          inner: { type: "object", properties: { x: { type: "boolean" } }, required: ["x"] },
        },
        required: ["id", "count", "pair", "more", "inner"],
        additionalProperties: {},
      },
      Word: { type: "string", enum: ["a", "b"] },
    });
    expect(reader.textsOf("EntryPage")).toEqual({ items: "The entries." });
    expect(reader.textsOf("Entry")).toEqual({
      id: "Its id.",
      count: "So many.",
      word: "A word.",
      "inner.x": "Deep down.",
    });
  });

  test.each([
    ["a function", "interface Table { Document: { run: () => void } }"],
    ["a class of the language", "interface Table { Document: { bytes: Uint8Array } }"],
    ["a tag that says nothing", "/** @tiny */ type Count = number; interface Table { Document: { count: Count } }"],
    [
      "two documents of one name",
      "interface Other { x: 1 } interface Table { Document: { a: Other }; Other: { y: 2 } }",
    ],
  ])("is refused where it has %s", (_, source) => {
    expect(() => read(source)).toThrow(/no shape is known for|says nothing of a shape|are called/);
  });
});

describe("a document that has not its shape", () => {
  type Damaged = Record<string, object | number>;
  const typical = () => structuredClone(typicalResult("analyze")) as Damaged;

  test.each<[damage: string, change: (document: Damaged) => unknown, faults: Record<string, string>]>([
    ["lacks a field", (one) => delete one["coverage"], { "/coverage": "is required" }],
    ["has one more", (one) => Object.assign(one, { extra: 1 }), { "/extra": "is not a known field" }],
    ["has one that is no name", (one) => Object.assign(one, { "a secret text": 1 }), { "": "has an unknown field" }],
    [
      "has text for a number",
      (one) => Object.assign(one["coverage"]!, { words: "80" }),
      { "/coverage/words": "must be a finite number" },
    ],
    [
      "counts a half",
      (one) => Object.assign(one["coverage"]!, { words: 0.5 }),
      { "/coverage/words": "must be a whole number" },
    ],
    [
      "counts below 0",
      (one) => Object.assign(one["coverage"]!, { words: -1 }),
      { "/coverage/words": "must be at least 0" },
    ],
    [
      "has a share above 1",
      (one) => Object.assign(one["coverage"]!, { share: 2 }),
      { "/coverage/share": "must be at most 1" },
    ],
    [
      "has no number",
      (one) => Object.assign(one, { confidence: Number.NaN }),
      { "/confidence": "must be a finite number" },
    ],
    [
      "has a strange word",
      (one) => Object.assign(one, { offset_unit: "bytes" }),
      { "/offset_unit": 'must be "utf16"' },
    ],
    [
      "has a third end",
      (one) => Object.assign(one, { confidence_ci_95: [1, 2, 3] }),
      { "/confidence_ci_95": "must have 2 items" },
    ],
    ["has an object for a list", (one) => Object.assign(one, { matches: {} }), { "/matches": "must be an array" }],
    ["has a list for an object", (one) => Object.assign(one, { coverage: [] }), { "/coverage": "must be an object" }],
    [
      "has half of what may be null",
      (one) => Object.assign(one, { log10_lr: { lo: 1, hi: 2 } }),
      { "/log10_lr/estimate": "is required" },
    ],
    [
      "has text for a flag",
      (one) => Object.assign(one["completeness"]!, { complete: "yes" }),
      { "/completeness/complete": "must be true or false" },
    ],
    ["has null for text", (one) => Object.assign(one, { fingerprint: null }), { "/fingerprint": "must be a string" }],
  ])("%s", (_, change, faults) => {
    const document = typical();
    expect(shapeFaults("AnalyzeResult", document)).toEqual([]);
    change(document);
    const found = shapeFaults("AnalyzeResult", document).map(({ pointer, detail }) => [pointer, detail]);
    expect(Object.fromEntries(found)).toEqual(faults);
  });

  test.each([null, undefined, 5, "text", [], new Uint8Array(2)])("is no object: %j", (value) => {
    expect(shapeFaults("AnalyzeResult", value)).toEqual([{ pointer: "", detail: "must be an object" }]);
  });

  test("is refused with at most twenty fields, and otherwise given back as it is", () => {
    const document = typical();
    expect(parseShape("AnalyzeResult", document, "Not a result.", "Try another.")).toBe(document);
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`field_${i}`, i]));
    try {
      parseShape("AnalyzeResult", { ...document, ...many }, "Not a result.", "Try another.");
      expect.unreachable();
    } catch (error) {
      if (!isSpoliaError(error)) throw error;
      expect([error.code, error.hint, error.fields.length]).toEqual(["invalid_request", "Try another.", 20]);
    }
  });
});
