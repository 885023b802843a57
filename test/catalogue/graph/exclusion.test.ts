/**
 * What cannot be is excluded, over every edge of the shipped records: the rules are stated here once more, from the
 * records alone, and held against what is attributed.
 */
import { describe, expect, test } from "vitest";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import { exclusionOf, loadCatalogue } from "../../../src/catalogue/index.ts";
import type { Dataset, Edge, Model } from "../../../src/catalogue/ledger/records.ts";
import { isDetectable } from "../../../src/core/text/languageNames.ts";
import { attribute } from "../../../src/engine/evidence/attribution.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const catalogue = await loadCatalogue();
const LANGUAGES = ["ar", "da", "de", "en", "es", "fr", "it", "ja", "nl", "no", "pt", "ru", "sv", "zh"];
const WHOLE_COMMON_PILE = {
  model: "marin/marin-32b",
  dataset: "common-pile-v0.1",
  evidence: "documented",
  portion: { kind: "all" },
  sources: ["comma"],
} as const;
const modelOf = ({ model }: Edge): Model => catalogue.model(model);
const datasetOf = ({ dataset }: Edge): Dataset => catalogue.dataset(dataset)!;
const found = (edge: Edge) => [{ name: "corpus", dataset: edge.dataset } as CorpusInfo];

/**
 * Languages that the records state for what an edge's model used; `null` where they may be any. Text that stands in the
 * edge's own dataset passed the filters of the dataset, in whatever language it is.
 */
function languagesOf(edge: Edge, stated = edge.languages): readonly string[] | null {
  const dataset = datasetOf(edge);
  const isOpen = stated === null || stated.includes("mul") || dataset.kind === "code";
  return isOpen || stated.every((one) => one === "code") ? null : stated.filter((one) => one !== "code");
}

/** The models whose path leads over this edge alone: one that has another way may keep that one. */
const names = (edge: Edge, known: Parameters<typeof attribute>[2]) =>
  attribute(catalogue, found(edge), known).attributed.flatMap(({ model_id, training_dataset, via }) =>
    model_id === edge.model && training_dataset === edge.dataset && via.length === 0 ? [model_id] : [],
  );
const documented = catalogue.edges.filter(({ evidence }) => evidence === "documented");
const attributed = documented.filter((edge) => names(edge, {}).length > 0);

describe("over every documented edge", () => {
  test("there are edges to test with", () => {
    expect(documented.length).toBeGreaterThan(400);
    expect(attributed.length).toBeGreaterThan(20);
    expect(documented.filter((edge) => languagesOf(edge) !== null).length).toBeGreaterThan(30);
  });

  test("no attribution in a language that the edge does not have; every one in a language that it has", () => {
    for (const edge of notEmpty(documented)) {
      const stated = languagesOf(edge);
      const isAttributed = attributed.includes(edge);
      for (const language of LANGUAGES) {
        const isAllowed = stated === null || stated.includes(language);
        const name = `${edge.model} <- ${edge.dataset} in ${language}`;
        expect(names(edge, { language }).length > 0, name).toBe(isAllowed && isAttributed);
      }
      expect(names(edge, { language: "und" }).length > 0).toBe(isAttributed);
    }
  });

  test("text of a part of a dataset is excluded by the languages of the dataset, where all of it was used", async () => {
    // No shipped edge has such a dataset in one language whose parts do not go in by edges of their own.
    const whole = await loadCatalogue({ edges: [WHOLE_COMMON_PILE] });
    let excluded = 0;
    for (const dataset of notEmpty(whole.datasets)) {
      for (const path of notAlwaysEmpty(whole.trainedOn(dataset.id))) {
        if (path.trainedDataset === dataset.id || path.via[0] === path.model) continue;
        const edges = whole.edges.filter((edge) => edge.dataset === path.trainedDataset);
        const [edge] = edges.filter(({ model }) => model === path.model);
        if (edge === undefined || edge.languages !== null || edge.portion.kind !== "all") continue;
        const stated = dataset.kind === "code" ? null : languagesOf(edge, datasetOf(edge).languages);
        const isExcluded = stated !== null && !stated.includes("de");
        expect(exclusionOf({ language: "de" }, path)?.reason ?? null).toBe(isExcluded ? "excluded_by_language" : null);
        excluded += Number(isExcluded);
      }
    }
    expect(excluded).toBeGreaterThan(0);
  });

  test("no attribution after the dataset's end, the cutoff or the release; every one before them", () => {
    let dated = 0;
    for (const edge of notEmpty(documented)) {
      const { cutoff, released } = modelOf(edge);
      const ends = [datasetOf(edge).period?.to ?? null, cutoff, released].filter((month) => month !== null).sort();
      const [first] = ends;
      if (first === undefined) continue;
      dated++;
      const [year, month] = first.split("-").map(Number) as [number, number];
      const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
      expect(names(edge, { published: next }), `${edge.model} <- ${edge.dataset} after ${first}`).toEqual([]);
      expect(names(edge, { published: "2025-12" }).length === 0 || first >= "2025-12").toBe(true);
      expect(names(edge, { published: first }).length > 0).toBe(attributed.includes(edge));
    }
    expect(dated).toBeGreaterThan(300);
  });

  test("each exclusion is told with its reason", () => {
    const german = documented.find(({ model, dataset }) => model === "dbmdz/german-bert" && dataset === "wikipedia")!;
    const { possible } = attribute(catalogue, found(german), { language: "en", published: "2010" });
    expect(possible.find(({ model_id }) => model_id === "dbmdz/german-bert")).toMatchObject({
      reason: "excluded_by_language",
      because: "The text is in English (en); what the model used of wikipedia is recorded as German (de).",
    });
    const gptJ = documented.find(({ model }) => model === "eleutherai/gpt-j-6b")!;
    const late = attribute(catalogue, found(gptJ), { language: "en", published: "2025" }).possible;
    expect(late.find(({ model_id }) => model_id === "eleutherai/gpt-j-6b")).toMatchObject({
      reason: "excluded_by_date",
      because: "The work was first published after 2021-06, when the model was released.",
    });
  });
});

describe("exclusionOf", () => {
  const path = { trainedDataset: "d", cutoff: null, datasetEnd: null, released: null, releasedBasis: null };
  const reasonIn = (language: string | undefined, languages: readonly string[] | null) =>
    exclusionOf({ language }, { ...path, languages })?.reason ?? null;

  test.each([
    ["another language", "de", ["en"], "excluded_by_language"],
    ["another language beside code", "de", ["en", "code"], "excluded_by_language"],
    ["the language", "de", ["en", "de"], null],
    ["many languages", "de", ["en", "mul"], null],
    ["an unknown list", "de", null, null],
    ["code, whose comments may be in any language", "de", ["code"], null],
    ["an unknown language of the text", "und", ["en"], null],
    ["no language of the text", undefined, ["en"], null],
    ["a list with a language that the detector takes for another", "ms", ["id"], null],
  ] as const)("%s", (_, language, languages, reason) => {
    expect(reasonIn(language, languages)).toBe(reason);
  });

  test("every language of the shipped edges is one that the detector knows", () => {
    const stated = documented.flatMap((edge) => languagesOf(edge) ?? []);
    for (const language of notEmpty(stated)) expect(isDetectable(language), language).toBe(true);
  });
});
