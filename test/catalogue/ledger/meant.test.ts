/** Names that people type and no record has as they stand: taken for the only record that can be meant, or for none. */
import { expect, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { meantDataset, meantModel } from "../../../src/catalogue/ledger/meant.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const catalogue = await loadCatalogue();

test.each([
  // Other records have the word, or begin with it.
  ["Mistral", undefined],
  ["Marin", undefined],
  ["Nemotron", undefined],
  ["Falcon", undefined],
  ["Zamba", undefined],
  ["OpenLM", undefined],
  ["K2", undefined],
  ["pythi", undefined],
  ["Llamma", undefined],
  ["mistral/mistral", undefined],
  // Digits, sizes and versions that no record has.
  ["llama-3b", undefined],
  ["Falcon-H", undefined],
  ["Falcon 1", undefined],
  ["Phi-5", undefined],
  ["Gemini 9", undefined],
  ["GPT-41", undefined],
  ["Alpaca 13B", undefined],
  ["T0+", undefined],
  // Other models, of another maker or an earlier version.
  ["Calm", undefined],
  ["Ember", undefined],
  ["Martin", undefined],
  ["Marina", undefined],
  ["ARBERT", undefined],
  ["CAMeLBERT", undefined],
  ["Cosmos-1B", undefined],
  ["InternLM", undefined],
  ["StableLM", undefined],
  ["Tulu", undefined],
  ["Bard", undefined],
  // As people write it.
  ["llama2 70b", "meta/llama-2-70b"],
  ["Meta Llama 2", "meta/llama-2"],
  ["Megatron Turing NLG", "nvidia/mt-nlg-530b"],
  ["gpt neo x", "eleutherai/gpt-neox-20b"],
  ["command-r+", "cohere/command-r-plus"],
  ["Mistral AI Mixtral 8x7B", "mistral/mixtral"],
  ["Lucie", "openllm-france/lucie-7b"],
  ["YaLM", "yandex/yalm-100b"],
  ["Comma", "eleutherai/comma-v0.1"],
  ["Pithia", "eleutherai/pythia"],
  ["elutherai/pythia", "eleutherai/pythia"],
  ["Pithia 12B", "eleutherai/pythia-12b"],
])("model %s: %s", (asked, id) => expect(meantModel(catalogue, asked)).toBe(id));

test.each([
  ["C5", undefined],
  ["MC5", undefined],
  ["mc3", undefined],
  ["CulturaY", undefined],
  ["culturay", undefined],
  ["DataComp-LM", undefined],
  ["RefinedWeb2", undefined],
  ["MetaMath", undefined],
  ["LAION-400M", undefined],
  ["LAION", undefined],
  ["frWaC", undefined],
  ["book3", undefined],
  ["Books4", undefined],
  ["the pyle", undefined],
  ["Common", undefined],
  ["someone/c4", undefined],
  ["the_pile", "the-pile"],
  ["Pile", "the-pile"],
  ["thepile", "the-pile"],
  ["EleutherAI/the_pile", "the-pile"],
  ["allenai/c4", "c4"],
  ["Books 3", "books3"],
  ["fine web 2", "fineweb-2"],
  ["library genesis", "libgen"],
  ["Common Pile", "common-pile-v0.1"],
  ["Institutional Books", "institutional-books"],
  ["Wikepedia", "wikipedia"],
  ["Cosmopaedia", undefined],
  ["Gutenburg", "gutenberg"],
])("dataset %s: %s", (asked, id) => expect(meantDataset(catalogue, asked)).toBe(id));

test("a word that a dataset has as it was typed is no slip in the name of a model", () => {
  const datasets = [...catalogue.datasets, { ...catalogue.datasets[0]!, id: "pithia", name: "Pithia" }];
  expect(meantModel({ ...catalogue, datasets }, "Pithia 12B")).toBeUndefined();
});

test("without its record, the name of a dataset means no other one", () => {
  const taken = notEmpty(catalogue.datasets).flatMap(({ id, name }) => {
    const datasets = catalogue.datasets.filter((one) => one.id !== id);
    return [id, name].map((asked) => meantDataset({ ...catalogue, datasets }, asked) ?? null);
  });
  expect(taken.filter((id) => id !== null)).toEqual([]);
});
