/** Reading the catalogue and the corpora: every record is there once, page by page, and every answer is what the document promises. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { SHIPPED } from "../../../../src/engine/evidence/calibration/shipped.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { createFakeEngine } from "../fakeEngine.ts";
import { type OpenApi, openApi, undeclared } from "../openApiDocument.ts";
import { bodyOf, get, handlerOver, postJson, problemOf } from "../requests.ts";

const ROOT = "/api/v1";
const { catalogue } = createFakeEngine();
let description: Awaited<ReturnType<typeof openApi>>;
beforeAll(async () => {
  description = await openApi();
});

interface Page {
  items: { id: string }[];
  next_page_token: string;
}

async function page(path: string): Promise<Page> {
  const response = await handlerOver()(get(ROOT + path));
  expect(response.status, path).toBe(200);
  expect(await undeclared(description, `${ROOT}/${path.split(/[/?]/)[1]}`, "get", response.clone())).toEqual([]);
  return bodyOf<Page>(response);
}

describe.each(["providers", "models", "datasets", "jurisdictions"] as const)("%s", (kind) => {
  test("pages of any size list every record once, in order", async () => {
    const ids = catalogue![kind].map(({ id }) => id).sort();
    for (const size of [7, 50, 1000]) {
      const met: string[] = [];
      let token = "";
      do {
        const { items, next_page_token } = await page(`/${kind}?page_size=${size}${token && `&page_token=${token}`}`);
        expect(items.length).toBeLessThanOrEqual(Math.min(size, 200));
        met.push(...items.map(({ id }) => id));
        token = next_page_token;
      } while (token !== "");
      expect(met).toEqual(ids);
    }
  });

  test("q filters by substring; a token is valid only for its list and filters", async () => {
    const { items } = await page(`/${kind}?q=A&page_size=200`);
    expect(items.length).toBeGreaterThan(0);
    const { next_page_token } = await page(`/${kind}?page_size=1`);
    for (const path of [`/${kind}?q=a&page_token=${next_page_token}`, `/corpora?page_token=${next_page_token}`]) {
      const refused = await handlerOver()(get(ROOT + path));
      expect([refused.status, (await problemOf(refused)).errors[0]?.pointer]).toEqual([400, "/page_token"]);
    }
  });
});

test.each([
  ["/models?q=gpt+neo", "eleutherai/gpt-neo"],
  ["/models?q=gptneo", "eleutherai/gpt-neo"],
  ["/models?q=Text-DaVinci-001", "openai/gpt-3"],
  ["/models?provider=OpenAI&q=gpt-3", "openai/gpt-3"],
  ["/datasets?q=ThePile", "the-pile"],
])("%s finds %s: an empty list would say that there is none", async (path, id) => {
  const { items } = await page(`${path}&page_size=200`);
  expect(items.map((one) => one.id)).toContain(id);
  expect((await page("/models?q=-%2F-&page_size=200")).items).toEqual([]);
});

test("filters reduce the list, and reject unknown parameters by name", async () => {
  const { items } = await page("/models?provider=eleutherai&page_size=200");
  expect(items.map(({ id }) => id)).toEqual(
    catalogue!.models
      .filter(({ provider }) => provider === "eleutherai")
      .map(({ id }) => id)
      .sort(),
  );
  for (const query of [
    "?nonsense=1",
    "?page_size=0",
    "?page_size=-1",
    "?page_size=x",
    "?q=a&q=b",
    `?q=${"a".repeat(2000)}`,
  ]) {
    expect((await handlerOver()(get(`${ROOT}/models${query}`))).status, query).toBe(400);
  }
});

test("any page token and any query gives a declared response", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "binary" }),
      fc.constantFrom("page_token", "q", "page_size", "provider"),
      async (value, name) => {
        const response = await handlerOver()(get(`${ROOT}/models?${new URLSearchParams([[name, value]])}`));
        expect([200, 400]).toContain(response.status);
        expect(await undeclared(description, `${ROOT}/models`, "get", response)).toEqual([]);
      },
    ),
  );
});

const ONE: readonly (readonly [template: string, there: string, notThere: string, code: string])[] = [
  ["models/{provider}/{name}", "models/eleutherai/pythia", "models/eleutherai/pythonia", "unknown_model"],
  ["models/{provider}/{name}", "models/EleutherAI/GPT-J-6B", "models/EleutherAI/GPT-J-7", "unknown_model"],
  ["models/{provider}/{name}/lineage", "models/eleutherai/pythia/lineage", "models/x/y/lineage", "unknown_model"],
  ["datasets/{id}", `datasets/${catalogue!.datasets[0]!.id}`, "datasets/nowhere", "unknown_dataset"],
  [
    "datasets/{id}/models",
    `datasets/${catalogue!.datasets[0]!.id}/models`,
    "datasets/nowhere/models",
    "unknown_dataset",
  ],
  ["jurisdictions/{code}", "jurisdictions/NL", "jurisdictions/QQ", "unknown_jurisdiction"],
  ["sources/{id}", `sources/${catalogue!.sources[0]!.id}`, "sources/%00", "not_found"],
  ["calibrations/{id}", `calibrations/${encodeURIComponent(SHIPPED.name)}`, "calibrations/other", "not_found"],
  ["corpora/{id}", "corpora/books", "corpora/b%2Fooks", "corpus_not_found"],
];

test.each(ONE)("%s", async (template, there, notThere, code) => {
  const found = await handlerOver()(get(`${ROOT}/${there}`));
  expect(found.status).toBe(200);
  expect(await undeclared(description, `${ROOT}/${template}`, "get", found)).toEqual([]);
  const missing = await handlerOver()(get(`${ROOT}/${notThere}`));
  expect([missing.status, (await problemOf(missing.clone())).code]).toEqual([404, code]);
  expect(await undeclared(description, `${ROOT}/${template}`, "get", missing)).toEqual([]);
});

test("a domain, and a part of one with encoded slashes, is found in lists; anything else is refused", async () => {
  const path = "domains/{domain}";
  for (const [domain, list] of [
    ["persee.fr", "persee"],
    [encodeURIComponent("github.com/python/peps"), "common-pile-python-peps"],
  ]) {
    const found = await handlerOver()(get(`${ROOT}/domains/${domain}`));
    expect(await undeclared(description, `${ROOT}/${path}`, "get", found.clone())).toEqual([]);
    expect((await bodyOf<{ mentions: { list: { id: string } }[] }>(found)).mentions[0]?.list.id).toBe(list);
  }
  const refused = await handlerOver()(get(`${ROOT}/domains/com`));
  expect(await undeclared(description, `${ROOT}/${path}`, "get", refused.clone())).toEqual([]);
  expect([refused.status, (await problemOf(refused)).errors[0]?.pointer]).toEqual([400, "/domain"]);
});

test("every model of the catalogue has a lineage, every dataset its models", async () => {
  const handler = handlerOver();
  for (const { id } of notEmpty(catalogue!.models)) {
    const response = await handler(get(`${ROOT}/models/${id}/lineage`));
    expect(await undeclared(description, `${ROOT}/models/{provider}/{name}/lineage`, "get", response), id).toEqual([]);
  }
  for (const { id } of notEmpty(catalogue!.datasets)) {
    const response = await handler(get(`${ROOT}/datasets/${id}/models`));
    expect(await undeclared(description, `${ROOT}/datasets/{id}/models`, "get", response), id).toEqual([]);
  }
});

test("without a catalogue its routes do not exist, nor their entries in the document", async () => {
  const bare = handlerOver({ ...createFakeEngine(), catalogue: null });
  expect((await bare(get(`${ROOT}/models`))).status).toBe(404);
  const document = await bodyOf<OpenApi>(await bare(get(`${ROOT}/openapi.json`)));
  expect(Object.keys(document.paths).filter((path) => /models|datasets|providers/.test(path))).toEqual([]);
});

test("one corpus can be searched alone, and fingerprints equal those of the library", async () => {
  const engine = createFakeEngine();
  const found = await handlerOver(engine)(
    postJson(`${ROOT}/corpora/books/search`, { content: "It was", max_matches: 3 }),
  );
  expect(await undeclared(description, `${ROOT}/corpora/{id}/search`, "post", found)).toEqual([]);
  expect(engine.calls[0]!.request).toMatchObject({
    content: "It was",
    options: { corpora: ["books"], max_matches: 3 },
  });
  const print = await handlerOver()(postJson(`${ROOT}/fingerprints`, { content: "It was the best of times" }));
  expect(await undeclared(description, `${ROOT}/fingerprints`, "post", print.clone())).toEqual([]);
  expect(await bodyOf(print)).toMatchObject({ fingerprint: expect.stringMatching(/^spolia1_[0-9a-f]{32}$/), words: 6 });
});

test("a page token holds for the same filters in another order, and not for others", async () => {
  const { items, next_page_token } = await page("/datasets?q=a&kind=books&page_size=1");
  const second = await page(`/datasets?kind=books&page_token=${next_page_token}&q=a&page_size=1`);
  expect(second.items).toHaveLength(1);
  expect(second.items[0]!.id > items[0]!.id).toBe(true);
  const refused = await handlerOver()(get(`${ROOT}/datasets?kind=web&q=a&page_token=${next_page_token}`));
  expect([refused.status, (await problemOf(refused)).errors[0]?.pointer]).toEqual([400, "/page_token"]);
});
