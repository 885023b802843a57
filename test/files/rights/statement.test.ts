/**
 * Statements of training data: each value rests on a corpus or a record, what is not known is a blank, and documents keep to the
 * published schemas of their standards. `statement.slow.test.ts` asks the validators of the standards' own projects.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import { type Catalogue, loadCatalogue } from "../../../src/catalogue/index.ts";
import {
  draftStatement,
  type StatementFormat,
  type StatementItem,
  type StatementRequest,
  type TrainingStatement,
} from "../../../src/files/index.ts";
import { buildCorpus } from "../../../src/index.ts";
import { SHELF } from "../../engine/fixtures.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const FORMATS: readonly StatementFormat[] = ["eu", "ab2013", "cyclonedx", "spdx", "croissant"];
const MODEL = "allenai/olmo-2-1124-7b";
const created = "2026-11-25T12:00:00Z";

let catalogue: Catalogue;
let info: CorpusInfo;
beforeAll(async () => {
  catalogue = await loadCatalogue();
  const corpus = await buildCorpus(SHELF, {
    name: "shelf",
    dataset: "our-shelf",
    declaredBy: "The archive",
    declaredOn: "2026-11-01",
  });
  info = corpus.info;
});

const draft = (request: Partial<StatementRequest>): Promise<TrainingStatement> =>
  draftStatement({ format: "eu", created, ...request }, { catalogue, corpora: [info] });

/** What each form can say: a corpus of one's own, a dataset of the catalogue, a model, and as many datasets as may be named. */
const SUBJECTS = (format: StatementFormat): readonly Partial<StatementRequest>[] => [
  { corpora: ["shelf"] },
  { datasets: ["the-pile"] },
  ...(format === "croissant"
    ? []
    : [
        { corpora: ["shelf"], datasets: ["the-pile"], model: MODEL },
        { datasets: catalogue.datasets.slice(0, 200).map(({ id }) => id) },
      ]),
];

const at = (document: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], document);

function leavesOf(value: unknown, pointer = ""): [pointer: string, leaf: unknown][] {
  if (typeof value !== "object" || value === null) return [[pointer, value]];
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
  );
}

describe.each(FORMATS)("a statement as %s", (format) => {
  test("says nothing that neither a corpus nor a record tells, and names what they do not", async () => {
    for (const subject of notEmpty(SUBJECTS(format))) {
      const statement = await draft({ format, ...subject });
      const { document, stated, blanks, sources } = statement;
      for (const one of notEmpty(stated)) {
        expect(at(document, one.pointer), one.pointer).toBeDefined();
        expect(one.sources.length, one.pointer).toBeGreaterThan(0);
        expect(sources[one.sources.at(-1)!], one.pointer).toBeDefined();
      }
      for (const { pointer } of notEmpty(blanks)) expect(at(document, pointer) ?? [], pointer).toEqual([]);
      // All else is of the form: names of fields and kinds, times, ids of parts. None is a number or a text of words.
      const places = new Set(stated.map(({ pointer }) => pointer));
      const ofForm = leavesOf(document).filter(([pointer]) => !places.has(pointer));
      const unsaid = ofForm.filter(
        ([pointer, leaf]) =>
          !/^\/items\/\d+\/(?:number|asks)$|^\/@context\/|^\/metadata\/tools\//.test(pointer) &&
          !/^(?:(?:urn:spolia|dataset|model|file|_|https?):?\S*|[\w:.-]+|file-\d+|spolia 0\.2\.0)$/.test(String(leaf)),
      );
      expect(unsaid.filter(([, leaf]) => !String(leaf).startsWith("urn:spolia:document:"))).toEqual([]);
      expect(JSON.stringify(await draft({ format, ...subject }))).toBe(JSON.stringify(statement));
    }
  });

  test("gives the address of each source that has one", async () => {
    const { sources } = await draft({ format, datasets: ["the-pile"] });
    for (const { kind, id, url } of notEmpty(sources)) {
      expect(kind).toBe("catalogue");
      expect(catalogue.citations([id])[0]!.url).toBe(url);
    }
  });
});

describe("the statement of the EU template", () => {
  test("sorts datasets by who can have them, and leaves to its maker what no record establishes", async () => {
    const { document } = await draft({ corpora: ["shelf"], model: MODEL });
    const { items } = document as { items: StatementItem[] };
    const says = (number: string, asks: string) =>
      items.find((item) => item.number === number && item.asks.startsWith(asks))!.says.join("\n");
    expect(says("1.1", "Provider")).toContain("Allen Institute for AI");
    expect(says("1.3", "Modalities")).toBe("text");
    expect(says("1.3", "Size")).toContain(`${info.words.toLocaleString("en-GB")} words were counted`);
    expect(says("2", "Data whose kind")).toContain("our-shelf");
    expect(says("2.1", "Publicly")).not.toContain("our-shelf");
    for (const { dataset } of notEmpty(catalogue.lineageOf(MODEL)))
      expect(
        items.some(({ number, says: all }) => number.startsWith("2") && all.join("\n").includes(`(${dataset})`)),
      ).toBe(true);
    const blank = items.filter(({ says: all }) => all.length === 0).map(({ number }) => number);
    expect(blank).toEqual(expect.arrayContaining(["1.1", "1.2", "2.4", "2.6", "3.2", "3.3"]));
  });

  test("a model's own figure decides the range of its size", async () => {
    const sized = catalogue.models.find(({ tokens }) => (tokens ?? 0) > 10_000_000_000_000)!;
    const { document } = await draft({ model: sized.id });
    const { items } = document as { items: StatementItem[] };
    expect(items.find(({ asks }) => asks.startsWith("Size"))!.says).toEqual([
      `more than 10 trillion tokens (${sized.tokens!.toLocaleString("en-GB")})`,
    ]);
  });
});

test("a corpus that is named twice is counted once", async () => {
  for (const format of notEmpty(FORMATS))
    expect(await draft({ format, corpora: ["shelf", "shelf"] })).toEqual(await draft({ format, corpora: ["shelf"] }));
});

test("a dataset that another one has in it is not to be added to it", async () => {
  const { document } = await draft({ model: MODEL });
  const sizes = (document as { items: StatementItem[] }).items.find(({ asks }) => asks.startsWith("Size"))!.says;
  expect(sizes.find((one) => one.startsWith("OLMo-mix-1124"))).toBe("OLMo-mix-1124: 3,900,000,000,000 tokens");
  expect(sizes.find((one) => one.startsWith("DCLM"))).toMatch(
    /tokens; what of them is in Dolmino-mix-1124 and OLMo-mix-1124 is counted there too$/,
  );
});

test("AB 2013 leaves the processing of a corpus blank, unless something of it could not be read", async () => {
  const cleaning = async (one: CorpusInfo) => {
    const { document } = await draftStatement(
      { format: "ab2013", created, corpora: ["shelf"] },
      { catalogue, corpora: [one] },
    );
    return (document as { items: StatementItem[] }).items.find(({ number }) => number === "9")!.says;
  };
  expect(await cleaning(info)).toEqual([]);
  expect(await cleaning({ ...info, unread: { inputs: 0, kinds: [], first: [] } })).toEqual([]);
  expect(await cleaning({ ...info, unread: { inputs: 3, kinds: [], first: [] } })).toEqual([
    "our-shelf: 3 inputs could not be read, and were left out",
  ]);
});

test("the twelve items of AB 2013 are there, those about people and purposes blank", async () => {
  const { document } = await draft({ format: "ab2013", corpora: ["shelf"], datasets: ["oasst1"] });
  const { items } = document as { items: StatementItem[] };
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 1)));
  expect(items[0]!.says.join("\n")).toContain("declared by The archive, 2026-11-01");
  for (const blank of notEmpty(["2", "7", "8", "11"]))
    expect(items.find(({ number }) => number === blank)!.says).toEqual([]);
});

describe("CycloneDX", () => {
  test.each(["1.6", "1.7"])(
    "the documents keep to the schema of %s, and the schema refuses others",
    async (version) => {
      const read = (name: string) =>
        JSON.parse(readFileSync(join(import.meta.dirname, "schemas", `${name}.SNAPSHOT.schema.json`), "utf8"));
      const ajv = new Ajv({ strict: false, validateFormats: false });
      for (const name of notEmpty(["spdx", "jsf-0.82", "cryptography-defs"])) {
        const schema = read(name);
        ajv.addSchema(schema, `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
      }
      const validate = ajv.compile(read(`bom-${version}`));
      for (const subject of notEmpty(SUBJECTS("cyclonedx"))) {
        const { document } = await draft({ format: "cyclonedx", ...subject });
        expect(validate({ ...document, specVersion: version }), JSON.stringify(validate.errors)).toBe(true);
        expect(validate({ ...document, components: [{ type: "dataset", name: "x" }] })).toBe(false);
      }
    },
  );
});

interface SpdxElement {
  type: string;
  spdxId?: string;
  creationInfo?: string;
  from?: string;
  to?: string[];
  rootElement?: string[];
}

test("SPDX: each element is there once, and each relation leads to one", async () => {
  for (const subject of notEmpty(SUBJECTS("spdx"))) {
    const { document } = await draft({ format: "spdx", ...subject });
    const graph = (document as { "@graph": SpdxElement[] })["@graph"];
    const ids = graph.flatMap(({ spdxId }) => (spdxId === undefined ? [] : [spdxId]));
    expect(new Set(ids).size).toBe(graph.length - 1);
    for (const { from, to = [], rootElement = [], creationInfo, type } of notEmpty(graph)) {
      for (const id of notAlwaysEmpty([...to, ...rootElement, ...(from === undefined ? [] : [from])]))
        expect(ids).toContain(id);
      if (type !== "CreationInfo") expect(creationInfo).toBe("_:creation");
    }
    const datasets = graph.filter(({ type }) => type === "dataset_DatasetPackage");
    for (const one of notEmpty(datasets)) expect(one).toHaveProperty("dataset_datasetType");
  }
});

test("Croissant: files that a corpus lists are there with their hashes", async () => {
  const listed = [{ name: "a.jsonl.gz", bytes: 12, sha256: `${"0".repeat(64)}` }];
  const sources = { files: 1, bytes: 12, digest: "0".repeat(64), listed };
  const provenance = { declared: null, sources, unrecorded: 0, listings: [] };
  const corpora = [{ ...info, provenance }];
  const request: StatementRequest = { format: "croissant", created, corpora: ["shelf"] };
  const { document } = await draftStatement(request, { catalogue, corpora });
  expect(document).toMatchObject({
    "@type": "sc:Dataset",
    name: "our-shelf",
    distribution: [
      { contentUrl: "a.jsonl.gz", contentSize: "12 B", encodingFormat: "application/gzip", sha256: "0".repeat(64) },
    ],
  });
  // A list that was cut is left out: a part would look like the whole.
  const cut = [{ ...info, provenance: { ...provenance, sources: { ...sources, files: 2 } } }];
  expect((await draftStatement(request, { catalogue, corpora: cut })).document).not.toHaveProperty("distribution");
});

describe("what is refused", () => {
  const ids = (number: number) => Array.from({ length: number }, () => "the-pile");

  test.each<[request: object, code: string, pointer: string]>([
    [{ format: "eu" }, "invalid_request", ""],
    [{ format: "pdf", datasets: ["the-pile"] }, "invalid_request", "/format"],
    [{ format: "eu", datasets: ids(201) }, "invalid_request", "/datasets"],
    [{ format: "eu", datasets: ["the-pile"], created: "2026-02-30T00:00:00Z" }, "invalid_request", "/created"],
    [{ format: "croissant", datasets: ["the-pile", "oasst1"] }, "invalid_request", "/datasets"],
    [{ format: "eu", corpora: ["other"] }, "corpus_not_found", "/corpora/0"],
  ])("%j", async (request, code, pointer) => {
    const asked = draftStatement(request as StatementRequest, { catalogue, corpora: [info] });
    await expect(asked).rejects.toMatchObject({ code, fields: [{ pointer }] });
  });

  test("unknown datasets and models, with near names", async () => {
    await expect(draft({ datasets: ["the-pyle"] })).rejects.toMatchObject({ code: "unknown_dataset" });
    await expect(draft({ model: "allenai/olmo-two" })).rejects.toMatchObject({ code: "unknown_model" });
    expect((await draft({ datasets: ids(200) })).stated.length).toBeGreaterThan(0);
  });
});
