/**
 * Sentences that reserve training or mining, and sentences on the same subject that reserve nothing. The first lists were at hand while the
 * rules were written; the second were written afterwards, and the rules were not changed for them. What is missed or found wrongly is
 * named, so that a better rule shows here. Real texts are read too, where they are.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readDocuments, readRights, scanRights } from "../../../src/files/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";

async function reserves(content: string): Promise<boolean> {
  const { statements } = await readRights({ files: [{ name: "a.txt", content, kind: "text" }] });
  return statements.some(({ kind }) => kind === "prose");
}

async function apart(sentences: readonly string[], is: boolean): Promise<string[]> {
  const found = [];
  for (const one of notEmpty(sentences)) if ((await reserves(one)) === is) found.push(one);
  return found;
}

/** Sentences, and those of them that the rules take wrongly. */
interface Sentences {
  all: readonly string[];
  wrong: readonly string[];
}

const RESERVING: Sentences = {
  all: [
    "No part of this book may be used or reproduced in any manner for the purpose of training artificial intelligence technologies or systems.",
    "In accordance with Article 4(3) of the Digital Single Market Directive 2019/790, the publisher expressly reserves this work from the text and data mining exception.",
    "This content may not be used to train AI models.",
    "You may not use, copy or scrape this website for the purposes of training machine learning or artificial intelligence models.",
    "Use of this content for AI training is prohibited without prior written permission.",
    "Any use of this publication to train generative artificial intelligence (AI) technologies is expressly prohibited.",
    "The author reserves all rights to license uses of this work for generative AI training.",
    "Without in any way limiting the author's exclusive rights, any use to train generative AI is expressly prohibited.",
    "All rights, including those for text and data mining and AI training, are reserved.",
    "The material must not be ingested into a large language model for training of AI systems.",
    "Our articles must not be reproduced, stored or otherwise used for the development or training of any AI.",
    "Die Nutzung dieser Inhalte für das Training von KI-Systemen ist untersagt.",
    "Der Verlag behält sich die Nutzung für Text und Data Mining im Sinne von § 44b UrhG vor.",
    "Toute utilisation de cette œuvre pour l'entraînement d'une intelligence artificielle est interdite.",
    "L'éditeur s'oppose à la fouille de textes et de données.",
    "Queda prohibido el uso de esta obra para entrenar sistemas de inteligencia artificial.",
    "We opt out of text and data mining; automated collection is not permitted.",
    "Readers shall not make this text available for training an AI model.",
    "Nobody is allowed to feed this story into an AI for training.",
    "Please do not train your AI on my work.",
  ],
  wrong: ["Nobody is allowed to feed this story into an AI for training."],
};
const SPEAKING: Sentences = {
  all: [
    "The court held that training an AI model on lawfully bought books is not prohibited by copyright law.",
    "Artificial intelligence will not replace teachers, and training is required for all staff.",
    "Rights holders may reserve text and data mining under Article 4 of Directive 2019/790.",
    "This dataset may be used to train language models without restriction; no permission is needed.",
    "Some publishers prohibit AI training in their terms; this site does not.",
    "The paper shows that without permission slips, training of language models on student essays was delayed.",
    "All rights reserved. The museum offers training in machine learning to the public.",
    "Machine learning models were trained on 5,000 images; participants may not be identified.",
    "The law reserves no rights against text and data mining for research.",
    "Our AI training course must not be missed.",
    "It is forbidden to enter the laboratory where the AI is trained.",
    "Whether a reservation against AI training is machine-readable is disputed before the courts.",
    "The author does not object to the use of this work for training artificial intelligence.",
    "Text and data mining is permitted; attribution is required.",
    "Das Gericht hat entschieden, dass KI-Training nicht untersagt ist.",
    "Die Nutzung für Text und Data Mining ist ausdrücklich gestattet.",
    "L'entraînement de l'intelligence artificielle n'est pas interdit par cette loi.",
    "The union demands that AI may not be used to monitor the training of drivers.",
    "A language model may not know what it was trained on.",
    "The committee was asked whether scraping for AI training should be prohibited.",
  ],
  wrong: [
    "Some publishers prohibit AI training in their terms; this site does not.",
    "The paper shows that without permission slips, training of language models on student essays was delayed.",
    "It is forbidden to enter the laboratory where the AI is trained.",
    "The union demands that AI may not be used to monitor the training of drivers.",
    "The committee was asked whether scraping for AI training should be prohibited.",
  ],
};
const RESERVING_UNSEEN: Sentences = {
  all: [
    "No AI training: the contents of this magazine are off limits for machine learning.",
    "The reproduction of this work for the purpose of training large language models or other AI systems requires our written consent and is otherwise prohibited.",
    "Scraping, text and data mining, and use in AI systems are not permitted without a licence.",
    "This work may not be included in a dataset for training artificial intelligence.",
    "Rights of use for text and data mining within the meaning of section 44b are expressly reserved.",
    "Jegliche Nutzung zum Training Künstlicher Intelligenz bleibt vorbehalten.",
    "Eine Verwendung der Texte zum KI-Training ist nicht gestattet.",
    "L'utilisation de ce livre pour entraîner une intelligence artificielle est strictement interdite.",
    "Se prohíbe el uso de este contenido para el entrenamiento de inteligencia artificial.",
    "By accessing this site you agree not to use its content to train any machine learning model.",
    "You are not allowed to use our photographs for AI training.",
    "The rightsholder hereby opts out of text and data mining pursuant to Directive (EU) 2019/790.",
  ],
  wrong: [
    "No AI training: the contents of this magazine are off limits for machine learning.",
    "By accessing this site you agree not to use its content to train any machine learning model.",
  ],
};
const SPEAKING_UNSEEN: Sentences = {
  all: [
    "The regulator found that the company trained its AI without consent of the users.",
    "Parliament debated whether text and data mining without permission should remain lawful.",
    "The exception for text and data mining cannot be excluded by contract where research is concerned.",
    "Section 44b permits text and data mining unless the rightsholder has reserved his rights.",
    "Soldiers must not use AI during training.",
    "The athletes' union says that machine learning must not replace training.",
    "In 2025 the court decided that the training of a language model does not infringe copyright.",
    "Our terms allow AI training; commercial resale is prohibited.",
    "Der Bundestag diskutiert, ob das Training von KI ohne Zustimmung verboten werden soll.",
    "La fouille de textes et de données est autorisée à des fins de recherche.",
    "The model card says that the data used for training are not permitted to leave the cluster, where the AI runs.",
    "The museum's AI guide was trained on catalogues whose rights are reserved to the donors.",
  ],
  wrong: [
    "The regulator found that the company trained its AI without consent of the users.",
    "Parliament debated whether text and data mining without permission should remain lawful.",
    "Soldiers must not use AI during training.",
    "The athletes' union says that machine learning must not replace training.",
    "Our terms allow AI training; commercial resale is prohibited.",
    "The model card says that the data used for training are not permitted to leave the cluster, where the AI runs.",
    "The museum's AI guide was trained on catalogues whose rights are reserved to the donors.",
  ],
};

describe("sentences", () => {
  test.each([
    ["that reserve are found", RESERVING, false],
    ["that only speak of it are left alone", SPEAKING, true],
    ["that reserve are found, unseen", RESERVING_UNSEEN, false],
    ["that only speak of it are left alone, unseen", SPEAKING_UNSEEN, true],
  ])("%s, but for those that are named", async (_, { all, wrong }, is) => {
    expect(await apart(all, is)).toEqual(wrong);
    expect(wrong.length).toBeLessThan(all.length);
  });
});

const CORPORA = join(import.meta.dirname, "../../../../shared/data/corpora");
const TEXTS = ["dc-law/laws.jsonl.gz", "de-gesetze/de-gesetze.jsonl.gz"].map((name) => join(CORPORA, name));
const isThere = TEXTS.every((file) => existsSync(file));

test.skipIf(!isThere)(skippable("no law of these reserves its training", !isThere, "no ../shared/data"), async () => {
  const { all, by_kind } = await scanRights(readDocuments(TEXTS));
  expect(all.documents).toBeGreaterThan(800);
  expect([all.reserved, by_kind["prose"]]).toEqual([0, undefined]);
});
