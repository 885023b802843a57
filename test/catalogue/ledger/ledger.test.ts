import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { canonicalJson } from "../../../src/base/bytes/canonicalJson.ts";
import { isSpoliaError, type SpoliaError } from "../../../src/base/errors.ts";
import { type Ledger, ledgerJsonSchema, loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { resolverOf, violations } from "../../service/http/jsonSchema.ts";
import { fewOrAll } from "../../support/scale.ts";

const SMALL = {
  sources: [
    {
      id: "run-12",
      title: "Run 12",
      org: "Example",
      year: 2026,
      kind: "repository",
      locator: "git.example.com run-12",
      read: "primary",
    },
  ],
  providers: [{ id: "example", name: "Example" }],
  models: [{ id: "example/small", provider: "example", name: "Small", scope: "release", aliases: ["small-1b"] }],
  datasets: [{ id: "notes", name: "Notes", kind: "other", contains: ["arxiv"], sources: ["run-12"] }],
  edges: [
    { model: "example/small", dataset: "notes", evidence: "documented", portion: { kind: "all" }, sources: ["run-12"] },
  ],
} as const satisfies Ledger;

afterEach(() => {
  vi.unstubAllGlobals();
});

const shipped = await loadCatalogue();

const refusal = async (...ledgers: unknown[]): Promise<SpoliaError> => {
  const error = await loadCatalogue(...(ledgers as Ledger[])).then(
    () => undefined,
    (thrown) => thrown,
  );
  if (!isSpoliaError(error)) throw new Error("no typed refusal", { cause: error });
  return error;
};

describe("a ledger", () => {
  test("adds to the shipped records and is found by every lookup", async () => {
    const catalogue = await loadCatalogue(SMALL);
    expect(catalogue.model("example/small-1b").name).toBe("Small");
    expect(catalogue.trainedOn("notes")).toMatchObject([{ model: "example/small", via: [], inclusion: { lo: 0.95 } }]);
    expect(catalogue.trainedOn("arxiv").find((path) => path.model === "example/small")?.via).toEqual(["notes"]);
    expect(catalogue.models.length).toBe(shipped.models.length + 1);
    expect(shipped.dataset("notes")).toBeUndefined();
  });

  test("fields left out stand at their neutral values", () => {
    const ledger = parseLedger({
      ...SMALL,
      edges: [{ model: "a/b", dataset: "c", evidence: "reported", sources: [] }],
    });
    expect(Object.keys(ledger.models![0]!).sort()).toEqual(Object.keys(shipped.models[0]!).sort());
    expect(Object.keys(ledger.datasets![0]!).sort()).toEqual(Object.keys(shipped.datasets[0]!).sort());
    expect(Object.keys(ledger.providers![0]!).sort()).toEqual(Object.keys(shipped.providers[0]!).sort());
    expect(ledger.models![0]).toMatchObject({ cutoff: null, base: null, parameters: [], disclosure: null });
    const portion = { kind: "unknown", epochs: null, size_tokens: null, seen_tokens: null, share: null };
    expect(ledger.edges![0]).toEqual({
      model: "a/b",
      dataset: "c",
      evidence: "reported",
      portion,
      parts: null,
      languages: null,
      lookup: null,
      contested: false,
      note: null,
      place: null,
      confirmed: null,
      sources: [],
    });
    expect(parseLedger({})).toEqual({ providers: [], models: [], edges: [], datasets: [], sources: [] });
  });

  test("the tokens of a portion in a ledger of 0.1.0 are the size of what went in", () => {
    const read = (portion: object) =>
      parseLedger({ edges: [{ model: "a/b", dataset: "c", evidence: "reported", sources: [], portion }] }).edges![0]!
        .portion;
    expect(read({ kind: "subset", tokens: 5 })).toMatchObject({ size_tokens: 5, seen_tokens: null });
    expect(read({ kind: "subset", size_tokens: 7, seen_tokens: 9 })).toMatchObject({ size_tokens: 7, seen_tokens: 9 });
  });

  test("the tokens of a portion beside their present name are refused", async () => {
    const portion = { kind: "subset", tokens: 5, size_tokens: 7 };
    const edge = { model: "eleutherai/pythia", dataset: "c4", evidence: "reported", sources: ["pythia"], portion };
    expect((await refusal({ edges: [edge] })).fields.map(({ pointer }) => pointer)).toEqual([
      "/0/edges/0/portion/tokens",
    ]);
  });

  test("a citation stays on one line, whatever a ledger wrote", async () => {
    const catalogue = await loadCatalogue({ sources: [{ ...SMALL.sources[0], title: "Run\n\t12" }] });
    expect(catalogue.citation("run-12")).toBe(
      "Example (2026). Run 12. git.example.com run-12 (repository; read: primary)",
    );
  });

  test("parsing twice changes nothing", () => {
    expect(parseLedger(parseLedger(SMALL))).toEqual(parseLedger(SMALL));
  });

  test("replaces a record of the same id, and an edge of the same pair; the last ledger wins", async () => {
    const pile = { ...shipped.dataset("the-pile")!, name: "Another" };
    const edge = {
      model: "eleutherai/pythia",
      dataset: "the-pile",
      evidence: "documented",
      sources: ["pythia"],
    } as const;
    const catalogue = await loadCatalogue(
      { datasets: [{ ...pile, name: "First" }] },
      { datasets: [pile], edges: [edge] },
    );
    expect(catalogue.dataset("the-pile")?.name).toBe("Another");
    expect(catalogue.datasets.length).toBe(shipped.datasets.length);
    expect(catalogue.edges.length).toBe(shipped.edges.length);
    expect(catalogue.trainedOn("the-pile").find((path) => path.model === "eleutherai/pythia")?.inclusion.lo).toBe(0);
  });

  test("faults point into the ledger that has them, without its values", async () => {
    const secret = "zyx-secret";
    const error = await refusal(SMALL, {
      edges: [{ model: "example/small", dataset: secret, evidence: "reported", sources: [secret] }],
    });
    expect(error.code).toBe("catalogue_invalid");
    expect(error.fields.map((field) => field.pointer).sort()).toEqual(["/1/edges/0/dataset", "/1/edges/0/sources/0"]);
    const shape = await refusal({ models: [{ id: secret, provider: 7, [secret]: secret, scope: secret }] });
    const places = ["", "/id", "/name", "/provider", "/scope"].map((field) => `/0/models/0${field}`);
    expect(shape.fields.map((field) => field.pointer).sort()).toEqual(places);
    expect(JSON.stringify([error, error.message, shape.fields, shape.message, shape.hint])).not.toContain(secret);
  });

  test("a claim without a source is refused", async () => {
    const claims: Ledger[] = [
      { edges: [{ model: "eleutherai/pythia", dataset: "c4", evidence: "inferred", sources: [] }] },
      { datasets: [{ id: "mine", name: "Mine", kind: "other", sources: [] }] },
      { models: [{ id: "openai/mine", provider: "openai", name: "Mine", scope: "release", cutoff: "2024-01" }] },
      { models: [{ id: "openai/mine", provider: "openai", name: "Mine", scope: "release", base: "openai/gpt-2" }] },
    ];
    for (const claim of claims)
      expect((await refusal(claim)).fields.map((field) => field.pointer)).toEqual([
        expect.stringMatching(/^\/0\/\w+\/0\/sources$/),
      ]);
  });

  test("one record twice in one ledger is refused", async () => {
    expect((await refusal({ providers: [SMALL.providers[0], SMALL.providers[0]] })).fields[0]?.pointer).toBe(
      "/0/providers/1/id",
    );
  });

  test("a circle through shipped records is refused", async () => {
    const books3 = { ...shipped.dataset("books3")!, contains: ["the-pile"] };
    expect((await refusal({ datasets: [books3] })).code).toBe("catalogue_invalid");
  });

  test("removing nothing: what a ledger's replacement leaves without reference is refused", async () => {
    const sparse = { ...SMALL, providers: [] };
    expect((await refusal(sparse)).fields.map((field) => field.pointer)).toEqual(["/0/models/0/provider"]);
  });

  test("faults by the hundred thousand are told in short", async () => {
    const error = await refusal({ models: Array(100_000).fill({}) });
    expect(error.fields.length).toBeLessThanOrEqual(100);
    expect(error.message).toContain("400000");
  });
});

describe("a ledger against models that were grouped since", () => {
  const llama2 = { id: "meta/llama-2", provider: "meta", name: "Our Llama 2", scope: "release" } as const;
  const edge = (model: string) => ({ model, dataset: "c4", evidence: "reported", sources: ["pythia"] }) as const;

  test.each([[[]], [["llama-2-7b", "llama-2-13b", "llama-2-70b"]]])(
    "a series stays one, aliases %j",
    async (aliases) => {
      const catalogue = await loadCatalogue({ models: [{ ...llama2, aliases }] });
      expect(catalogue.model("meta/llama-2")).toMatchObject({ name: "Our Llama 2", scope: "series", aliases: [] });
      expect(catalogue.model("llama-2-7b")).toMatchObject({ id: "meta/llama-2-7b", series: "meta/llama-2" });
      expect(catalogue.models.length).toBe(shipped.models.length);
    },
  );

  test("a name that is nobody's stays an alias, and a name of another provider's model is refused", async () => {
    const named = (alias: string) => ({ models: [{ ...llama2, aliases: [alias, "llama-2-7b"] }] });
    expect((await loadCatalogue(named("our-llama"))).model("our-llama").id).toBe("meta/llama-2");
    expect((await refusal(named("gpt-2"))).code).toBe("catalogue_invalid");
  });

  test("a model of its own takes no shipped name", async () => {
    const added = { ...llama2, id: "meta/ours", aliases: ["llama-2-7b"] };
    expect((await refusal({ models: [added] })).code).toBe("catalogue_invalid");
  });

  test("a member stays in its series, unless the ledger names another or a base", async () => {
    const member = { ...llama2, id: "meta/llama-2-7b" };
    expect((await loadCatalogue({ models: [member] })).model("llama-2-7b").series).toBe("meta/llama-2");
    const tuned = { ...member, base: "meta/llama-1", sources: ["pythia"] };
    expect((await loadCatalogue({ models: [tuned] })).model("llama-2-7b").series).toBe(null);
  });

  test("references lead from an alias to its model, whose edge they replace", async () => {
    const tuned = { ...SMALL.models[0], base: "salesforce/codegen", sources: ["pythia"] };
    const { providers } = SMALL;
    const catalogue = await loadCatalogue({ providers, models: [tuned], edges: [edge("salesforce/codegen")] });
    expect(catalogue.model("example/small").base).toBe("salesforce/codegen-mono");
    expect(
      catalogue.edges.find(({ dataset, model }) => dataset === "c4" && model.startsWith("salesforce/codegen")),
    ).toMatchObject({ model: "salesforce/codegen-mono" });
    const known = shipped.edges.find(({ model }) => model === "salesforce/codegen-mono")!;
    const replaced = await loadCatalogue({ edges: [{ ...known, model: "salesforce/codegen", note: "Ours." }] });
    expect(replaced.edges.length).toBe(shipped.edges.length);
    expect(replaced.edges.find(({ note }) => note === "Ours.")?.model).toBe("salesforce/codegen-mono");
  });

  test("an id of the ledger takes precedence over a shipped alias", async () => {
    const codegen = { id: "salesforce/codegen", provider: "salesforce", name: "CodeGen", scope: "release" } as const;
    const models = [{ ...codegen, aliases: ["codegen-nl", "codegen-mono"] }];
    const catalogue = await loadCatalogue({ models, edges: [edge("salesforce/codegen")] });
    expect(catalogue.model("salesforce/codegen")).toMatchObject({ name: "CodeGen", aliases: [] });
    expect(catalogue.model("codegen-mono").id).toBe("salesforce/codegen-mono");
    expect(catalogue.trainedOn("c4").map(({ model }) => model)).toContain("salesforce/codegen");
  });

  test("faults of a fitted model and edge still point into their ledger", async () => {
    const wrong = { ...llama2, aliases: ["llama-2-7b"], sources: ["no-such"] };
    const error = await refusal({}, { models: [wrong], edges: [{ ...edge("salesforce/codegen"), dataset: "none" }] });
    expect(error.fields.map(({ pointer }) => pointer).sort()).toEqual(["/1/edges/0/dataset", "/1/models/0/sources/0"]);
  });
});

describe("the JSON Schema of a ledger", () => {
  const schema = ledgerJsonSchema();
  /** Whatever the library says of itself is left out, as are the values of fields that are absent. */
  const shape = JSON.parse(
    JSON.stringify(schema, (key, value) => (["$schema", "default"].includes(key) ? undefined : value)),
  );
  const wrong = (value: unknown) => violations(value, shape, resolverOf(shape));
  const parses = (value: unknown) => {
    try {
      parseLedger(value);
      return true;
    } catch {
      return false;
    }
  };

  test("is of the draft that editors know, and closed", () => {
    expect(schema["$schema"]).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(schema["additionalProperties"]).toBe(false);
    expect(JSON.stringify(schema)).not.toContain('"default":{}');
  });

  test("allows what is read: a sparse ledger, and the shipped records", () => {
    const { providers, models, edges, datasets, sources } = shipped;
    for (const ledger of [{}, SMALL, { providers, models, edges, datasets, sources }]) {
      expect(wrong(ledger)).toEqual([]);
      expect(parses(ledger)).toBe(true);
    }
  });

  test("allows and refuses with `parseLedger`, whatever stands in whatever field", () => {
    const tables = Object.keys(SMALL) as (keyof typeof SMALL)[];
    const fields = [
      ...new Set(Object.values(SMALL).flatMap((table) => table.flatMap((row) => Object.keys(row)))),
      "note",
      "parts",
    ];
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom<unknown>(
        "",
        "a-slug",
        "A slug",
        "a/b",
        "all",
        "reported",
        0,
        1,
        1.5,
        -1,
        2026,
        null,
        [],
        ["x"],
        ["X"],
      ),
      fc.constantFrom({ kind: "all" }, { kind: "all", epochs: 0 }, { kind: "most" }, { kind: "subset", share: 1.01 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...tables), fc.constantFrom(...fields), values, (table, field, value) => {
        const ledger = structuredClone(SMALL) as unknown as Record<string, Record<string, unknown>[]>;
        ledger[table]![0]![field] = value;
        expect(wrong(ledger).length === 0).toBe(parses(ledger));
      }),
      { numRuns: fewOrAll(300, 3_000) },
    );
  });
});

describe("parseLedger on anything", () => {
  const answered = (value: unknown) => {
    try {
      parseLedger(value);
    } catch (error) {
      expect(isSpoliaError(error) && error.code).toBe("catalogue_invalid");
    }
  };

  test("any JSON value gives a ledger or a typed error", () => {
    fc.assert(fc.property(fc.jsonValue(), answered), { numRuns: fewOrAll(150, 1_000) });
  });

  test("a ledger with anything in any place does too, and never pollutes", async () => {
    const rows = Object.values(SMALL).flatMap((table) => table as readonly object[]);
    const fields = [...new Set(rows.flatMap((row) => Object.keys(row))), "__proto__", "constructor", "toString"];
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(...Object.values(SMALL)),
      fc.constant([]),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...(Object.keys(SMALL) as (keyof typeof SMALL)[])),
        fc.constantFrom(...fields),
        anything,
        async (table, field, value) => {
          const broken = structuredClone(SMALL) as unknown as Record<string, Record<string, unknown>[]>;
          Object.defineProperty(broken[table]![0]!, field, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          });
          answered(broken);
          answered({ [table]: value });
          expect(({} as Record<string, unknown>)["id"]).toBeUndefined();
          await loadCatalogue(broken as Ledger).catch((error) =>
            expect(isSpoliaError(error) && error.code).toBe("catalogue_invalid"),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each([
    '{"__proto__": {"models": [{"id": "x"}]}}',
    '{"providers": [{"id": "example", "name": "Example", "__proto__": {"country": "XX"}}]}',
    '{"constructor": {"prototype": {}}}',
  ])("%s is refused as a field that does not belong", (json) => {
    expect(() => parseLedger(JSON.parse(json))).toThrow(expect.objectContaining({ code: "catalogue_invalid" }));
    expect(({} as Record<string, unknown>)["models"]).toBeUndefined();
  });

  test.each([[null], [undefined], [1], ["x"], [[]], [[SMALL]], [true]])("%# is no ledger", (value) => {
    expect(() => parseLedger(value)).toThrow(expect.objectContaining({ code: "catalogue_invalid" }));
  });

  test("a deep and a long value end quickly", () => {
    answered({ models: JSON.parse("[".repeat(5000) + "]".repeat(5000)) });
    answered({ datasets: [{ id: `${"a-".repeat(2_000_000)}!`, name: "x", kind: "other", sources: [] }] });
  });
});

describe("revision", () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, field]) => [key, reversed(field)]),
    );
  };

  test("has its form, and the shipped one repeats", async () => {
    expect(shipped.revision).toMatch(/^cat_[0-9a-f]{16}$/);
    expect((await loadCatalogue()).revision).toBe(shipped.revision);
    expect((await loadCatalogue({})).revision).toBe(shipped.revision);
  });

  test("equal content, equal revision: order of keys, of rows and of unrelated ledgers, neutral values spelled out", async () => {
    const { revision } = await loadCatalogue(SMALL);
    expect(revision).not.toBe(shipped.revision);
    expect((await loadCatalogue(reversed(SMALL) as Ledger)).revision).toBe(revision);
    expect((await loadCatalogue(parseLedger(SMALL))).revision).toBe(revision);
    const { edges, datasets, ...rest } = SMALL;
    expect((await loadCatalogue({ edges, datasets }, rest)).revision).toBe(revision);
    expect((await loadCatalogue(rest, { datasets, edges })).revision).toBe(revision);
    expect((await loadCatalogue({ datasets: [...shipped.datasets].reverse() })).revision).toBe(shipped.revision);
  });

  test("a runtime without Web Crypto is told so", async () => {
    vi.stubGlobal("crypto", {});
    await expect(loadCatalogue()).rejects.toMatchObject({ code: "unsupported_runtime" });
  });

  test("another word, another revision", async () => {
    const other = { ...SMALL, models: [{ ...SMALL.models[0], note: "x" }] };
    expect((await loadCatalogue(other)).revision).not.toBe((await loadCatalogue(SMALL)).revision);
  });

  test("keys stand in the order of their UTF-16 units: the example of RFC 8785, 3.2.3", () => {
    const keys = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
    const inOrder = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
    const written = canonicalJson([Object.fromEntries(keys.map((key) => [key, { b: 2, a: 1 }]))]);
    expect(written).toBe(`[{${inOrder.map((key) => `${JSON.stringify(key)}:{"a":1,"b":2}`).join(",")}}]`);
  });

  test("canonical JSON keeps the value and forgets the order of keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });
});
