/** Which models trained on what came from a website: by lists that name it, and three published cases from the records alone. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, loadCatalogue } from "../../../src/catalogue/index.ts";
import { SHIPPED_RECORDS } from "../../../src/catalogue/ledger/shipped.ts";
import { notEmpty } from "../../support/notEmpty.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await loadCatalogue();
});

/** The lists that name a domain, with the names in them. */
const named = (domain: string) =>
  catalogue.domain(domain).mentions.map(({ list, named }) => [list.id, named.map((one) => [one.domain, one.relation])]);

describe("a domain", () => {
  test("is found in each way of writing it", () => {
    const of = (asked: string) => catalogue.domain(asked);
    expect(of("persee.fr").mentions.map(({ list }) => list.id)).toEqual(["persee"]);
    for (const asked of ["PERSEE.FR", "www.persee.fr", "https://www.persee.fr/", " persee.fr ", "persee.fr."])
      expect(of(asked), asked).toEqual(of("persee.fr"));
  });

  test("above, below and without its end is told from the same", () => {
    expect(named("persee.fr/doc/1")).toEqual([["persee", [["persee.fr", "above"]]]]);
    expect(named("images.persee.fr")).toEqual([["persee", [["persee.fr", "above"]]]]);
    expect(named("notpersee.fr")).toEqual([]);
    expect(named("nytimes.com")).toContainEqual(["webtext-largest", [["nytimes.*", "open"]]]);
    expect(JSON.stringify(named("news.bbc.co.uk"))).toContain("bbc.*");
    // Another label than that of the website itself is no name of it.
    for (const host of notEmpty(["news.example.com", "bbc.example.com", "korea.go.kr", "hmrc.gov.uk"]))
      expect(JSON.stringify(named(host)), host).not.toContain(".*");
    expect(named("nytimes.com.example.org")).toEqual([]);
    const below = catalogue
      .domain("wikipedia.org")
      .mentions.find(({ list }) => list.id === "colossal-oscar-en-largest");
    expect(below?.named).toEqual([{ domain: "en.wikipedia.org", relation: "below", rank: 7 }]);
  });

  test("itself comes first among the names of a list, then what it is a part of, then its parts", () => {
    const list = SHIPPED_RECORDS.domains.find(({ id }) => id === "common-pile-cccc")!;
    const [itself, part] = ["qld.gov.au", "apps.des.qld.gov.au"];
    expect(list.domains.indexOf(part)).toBeLessThan(list.domains.indexOf(itself));
    const [names] = catalogue.domain(itself).mentions.filter(({ list: { id } }) => id === "common-pile-cccc");
    expect(names?.named[0]).toEqual({ domain: itself, relation: "same", rank: null });
    expect(names?.named.map(({ domain }) => domain)).toContain(part);
  });

  test("part of a host is named by its path", () => {
    expect(named("github.com/python/peps")[0]).toEqual([
      "common-pile-python-peps",
      [["github.com/python/peps", "same"]],
    ]);
    expect(named("github.com/Python/PEPs/pull/1")[0]?.[1]).toEqual([["github.com/python/peps", "above"]]);
    expect(named("github.com/python/pepsi").map(([id]) => id)).not.toContain("common-pile-python-peps");
  });

  test("has its place in a list of the largest", () => {
    const [mention] = catalogue.domain("nature.com").mentions.filter(({ list }) => list.id === "openwebmath-largest");
    expect(mention?.named).toEqual([{ domain: "nature.com", relation: "same", rank: 2 }]);
    expect(mention?.list).toMatchObject({ coverage: "largest", measure: "characters", length: 10 });
  });

  test.each(["", " ", "com", "no domain", "https://", "a b.org", "//"])("%j is refused", (asked) => {
    expect(() => catalogue.domain(asked)).toThrow(
      expect.objectContaining({ code: "invalid_request", fields: [expect.objectContaining({ pointer: "/domain" })] }),
    );
  });

  test("the longest host is accepted, and of none that nobody names anything is said", () => {
    const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.org`;
    expect(catalogue.domain(longest)).toMatchObject({ domain: longest, mentions: [] });
  });
});

describe("every list", () => {
  test("names its own domains, with sources that a reader can look up", () => {
    for (const { id, domains, sources } of notEmpty(SHIPPED_RECORDS.domains)) {
      expect(catalogue.citations(sources), id).toHaveLength(sources.length);
      const [first] = domains;
      if (first === undefined) continue;
      const asked = first.endsWith(".*") ? `${first.slice(0, -1)}com` : first;
      expect(
        catalogue.domain(asked).mentions.map(({ list }) => list.id),
        id,
      ).toContain(id);
    }
  });

  test("without a domain is of a developer whose summary was read, and speaks of no model by its silence", () => {
    const { silent, mentions } = catalogue.domain("example.org");
    expect(mentions).toEqual([]);
    expect(notEmpty(silent).flatMap(({ models }) => models)).toContain("openai/gpt-5.5");
    for (const { length, coverage } of notEmpty(silent)) expect([length, coverage]).toEqual([0, "none"]);
  });
});

describe("three published cases of models of 2025, from the catalogue alone", () => {
  const released = (model: string) => catalogue.model(model).released;

  test("a domain: foodista.com went into Comma v0.1 of June 2025", () => {
    const { mentions } = catalogue.domain("foodista.com");
    const { list, models } = mentions.find((mention) => mention.list.dataset === "foodista")!;
    const comma = models.find(({ model }) => model === "eleutherai/comma-v0.1");
    expect(list).toMatchObject({ id: "common-pile-foodista", coverage: "all" });
    expect(comma).toMatchObject({
      evidence: "documented",
      released: "2025-06",
      via: ["foodista", "comma-v0.1-dataset"],
    });
    expect(catalogue.citations(comma!.sources).map(({ locator }) => locator)).toEqual(
      expect.arrayContaining(["github:r-three/common-pile sources/food/README.md", "arXiv:2506.05209"]),
    );
  });

  test("a repository: github.com/python/peps went into Comma v0.1 of June 2025, and Luciole after it", () => {
    const { models } = notEmpty(catalogue.domain("https://github.com/python/peps").mentions)[0]!;
    expect(models.map(({ model, evidence }) => [model, evidence])).toEqual([
      ["eleutherai/comma-v0.1", "documented"],
      ["openllm-france/luciole", "documented"],
    ]);
    expect(released("eleutherai/comma-v0.1")).toBe("2025-06");
  });

  test("a list of books: the Library of Congress's Selected Digitized Books went into Comma v0.1, Books3 into no model of 2025", () => {
    const into = (dataset: string) =>
      catalogue
        .trainedOn(dataset)
        .filter(({ model, evidence }) => evidence === "documented" && (released(model) ?? "").startsWith("2025"))
        .map(({ model }) => model);
    expect(into("common-pile-loc-books")).toEqual(["eleutherai/comma-v0.1"]);
    expect(named("loc.gov/collections/selected-digitized-books")[0]?.[0]).toBe("common-pile-loc-books");
    expect(into("books3")).toEqual([]);
  });
});
