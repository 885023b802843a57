import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../src/base/errors.ts";
import { NEAR_NAMES_MAX } from "../../src/base/limits.ts";
import { sourceAddress } from "../../src/catalogue/graph/address.ts";
import { loadCatalogue } from "../../src/catalogue/index.ts";
import { editDistance, nearNames } from "../../src/catalogue/ledger/near.ts";
import { EVIDENCE_CLASSES } from "../../src/catalogue/ledger/words.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { errorOf } from "./ledger/errorOf.ts";

const catalogue = await loadCatalogue();

describe("facts", () => {
  test("Pythia is documented to have read 0.9 of The Pile", () => {
    const path = catalogue.trainedOn("the-pile").find((one) => one.model === "eleutherai/pythia");
    expect(path).toMatchObject({
      evidence: "documented",
      via: [],
      inclusion: { lo: 0.9, hi: 0.9, grade: "documented_rate" },
      contested: false,
    });
    expect(path?.sources).toContain("pythia");
  });

  test("Books3 reaches Pythia through The Pile, with inclusion open", () => {
    const path = catalogue.trainedOn("books3").find((one) => one.model === "eleutherai/pythia");
    expect(path).toMatchObject({ evidence: "documented", via: ["the-pile"], inclusion: { lo: 0, hi: 0.9 } });
  });

  test("the deduplicated Pile is derived, so the Pile does not reach the models trained on it", () => {
    expect(catalogue.trainedOn("the-pile").map((path) => path.model)).not.toContain("eleutherai/pythia-deduped");
  });

  test("Dolly inherits GPT-J's data and shows its own first", () => {
    expect(catalogue.trainedOn("the-pile").find((path) => path.model === "databricks/dolly-v1")?.via).toEqual([
      "eleutherai/gpt-j-6b",
    ]);
    const [own, inherited] = catalogue.lineageOf("databricks/dolly-v1");
    expect([own?.dataset, inherited?.dataset, inherited?.inheritedFrom]).toEqual([
      "alpaca",
      "the-pile",
      ["eleutherai/gpt-j-6b"],
    ]);
  });

  test("Books3 does not reach OPT, whose card names the parts of The Pile that went in", () => {
    const reached = (dataset: string) => catalogue.trainedOn(dataset).map((path) => path.model);
    expect(reached("books3")).not.toContain("meta/opt");
    for (const part of ["hackernews", "the-pile"]) expect(reached(part)).toContain("meta/opt");
  });

  test("citations as data: each once, in order, and no line for what is not there", () => {
    const cited = catalogue.citations(["pythia", "hearsay", "pile-table", "pythia"]);
    expect(cited.map(({ id }) => id)).toEqual(["pythia", "pile-table"]);
    for (const { citation, url, ...source } of notEmpty(cited)) {
      expect(url).toBe(sourceAddress(source));
      expect(source).toEqual(catalogue.source(source.id));
      expect(citation).toBe(catalogue.citation(source.id));
    }
  });

  test("what is reported of a family stays with the family", () => {
    const meta = catalogue.trainedOn("libgen").filter((path) => path.model.startsWith("meta/"));
    expect(meta.map((path) => [path.model, path.evidence])).toEqual([["meta/family", "reported"]]);
  });

  test("every path of every dataset: one a model, sourced, strongest first, stable", () => {
    for (const { id } of notEmpty(catalogue.datasets)) {
      const paths = catalogue.trainedOn(id);
      expect(new Set(paths.map((path) => path.model)).size).toBe(paths.length);
      for (const path of notAlwaysEmpty(paths)) {
        expect(path.sources.length).toBeGreaterThan(0);
        for (const source of notEmpty(path.sources))
          expect(catalogue.citation(source)).toMatch(/^[^\n]+ \(\d{4}\)\. [^\n]+$/);
        expect(path.inclusion.lo).toBeLessThanOrEqual(path.inclusion.hi);
      }
      const strength = paths.map((path) => EVIDENCE_CLASSES.indexOf(path.evidence));
      expect(strength).toEqual([...strength].sort());
      expect(catalogue.trainedOn(id)).toEqual(paths);
    }
  });
});

describe("names", () => {
  test("every model is found by its id and by each alias", () => {
    for (const model of notEmpty(catalogue.models)) {
      expect(catalogue.model(model.id)).toBe(model);
      for (const alias of notAlwaysEmpty(model.aliases))
        expect(catalogue.model(`${model.provider}/${alias}`)).toBe(model);
    }
  });

  test.each([
    ["eleuther/pythia", "eleutherai/pythia"],
    ["pithia-12b", "eleutherai/pythia-12b"],
    ["openai/llama-3", "meta/llama-3"],
    ["meta/lama-2", "meta/llama-2"],
  ])("%s is refused and %s offered first", (asked, meant) => {
    const error = errorOf(() => catalogue.model(asked));
    expect(error.code).toBe("unknown_model");
    expect(error.hint).toMatch(new RegExp(`^Near names: ${meant}[,.]`));
    expect(`${error.message}${error.hint}`).not.toContain(asked);
  });

  test("an alias of one provider is no name of another's model", () => {
    expect(errorOf(() => catalogue.model("openai/pythia-12b")).code).toBe("unknown_model");
  });

  test("datasets, sources, providers", () => {
    expect(catalogue.dataset("the-pile")?.name).toBe("The Pile");
    expect(catalogue.requireDataset("the-pile")).toBe(catalogue.dataset("the-pile"));
    expect(catalogue.dataset("__proto__")).toBeUndefined();
    expect(catalogue.source("nothing")).toBeUndefined();
    expect(catalogue.citation("nothing")).toBeUndefined();
    expect(catalogue.provider("eleutherai")?.name).toBe("EleutherAI");
    const error = errorOf(() => catalogue.requireDataset("book3"));
    expect([error.code, error.hint]).toEqual(["unknown_dataset", expect.stringMatching(/^Near names: books3/)]);
  });

  test("any name is answered or refused with our error, at once", () => {
    const lookups = [catalogue.model, catalogue.requireDataset, catalogue.jurisdiction] as const;
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: "binary" }), fc.constantFrom(...lookups), (name, lookup) => {
        try {
          lookup(name);
        } catch (error) {
          expect(isSpoliaError(error)).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
    expect(errorOf(() => catalogue.model("a/".repeat(1_000_000))).code).toBe("unknown_model");
  });
});

describe("near names", () => {
  const words = fc.string({ maxLength: 12, unit: fc.constantFrom("a", "b", "-") });

  /** The definition, recursively. */
  const plainDistance = (left: string, right: string): number => {
    if (left === "" || right === "") return left.length + right.length;
    if (left[0] === right[0]) return plainDistance(left.slice(1), right.slice(1));
    const ways = [
      plainDistance(left.slice(1), right),
      plainDistance(left, right.slice(1)),
      plainDistance(left.slice(1), right.slice(1)),
    ];
    return 1 + Math.min(...ways);
  };

  test("edit distance equals its definition", () => {
    const short = fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "c") });
    fc.assert(
      fc.property(short, short, (left, right) => {
        expect(editDistance(left, right)).toBe(plainDistance(left, right));
      }),
    );
  });

  test("a spelling that stands there comes first; at most so many, each once", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          words.filter((word) => word !== ""),
          { minLength: 1, maxLength: 20 },
        ),
        (names) => {
          const spellings = names.flatMap((name) => [[name, name] as const, [name, `${name}-x`] as const]);
          const near = nearNames(names[0]!, spellings);
          expect(near[0]).toBe(names[0]);
          expect(near.length).toBeLessThanOrEqual(NEAR_NAMES_MAX);
          expect(new Set(near).size).toBe(near.length);
        },
      ),
    );
  });

  const order = (asked: string, ...names: string[]) =>
    nearNames(
      asked,
      names.map((name) => [name, name] as const),
    );

  test("a slip of the fingers comes before words in common, and these before fewer edits", () => {
    expect(order("red-dogs", "red-panda", "redd-dog")).toEqual(["redd-dog", "red-panda"]);
    expect(order("aaaa/llama", "aaab/lloxa", "bbbbbbbbbb/llama")).toEqual(["bbbbbbbbbb/llama", "aaab/lloxa"]);
  });

  test("nothing is offered for what resembles nothing", () => {
    expect(nearNames("zzzz", [["the-pile", "the-pile"]])).toEqual([]);
  });
});
