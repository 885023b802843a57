/** What is said of models: by the label of a corpus, by dates and languages, by observations that somebody hands in. */
import type { ChannelObservation } from "../../../../src/index.ts";
import { CORPORA } from "../corpora.ts";
import { excerpt } from "../excerpts.ts";
import { novel } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { ANY_SUM, attributed } from "../sentences.ts";

const MODEL = "eleutherai/pythia";
const IF_LABEL = /if (?:this|the) corpus (?:is|contains|holds) what its label|declared/i;

const typed = (channel: ChannelObservation["channel"], more: Partial<ChannelObservation>): ChannelObservation => ({
  ...{ channel, model: MODEL, p: 1e-6, exactness: "exact", tests: 1, controls: 999_999, power: null },
  gate: "not_needed",
  rates: null,
  retrieval: "absent",
  statistic: {},
  reason: null,
  ...more,
});

export const MODELS: Recipes = {
  "old-book-money": {
    text: () => excerpt("old-book-money", novel("ENG18650_Trollope"), 60),
    metadata: { published: "1865" },
    sentences: { "public domain": /public domain/i, "an amount above 0": ANY_SUM },
  },
  "new-text-old-model": {
    text: () => excerpt("new-text-old-model", novel("ENG18700_Oliphant"), 2_000),
    metadata: { published: "2025-01" },
    sentences: {
      "models released before are excluded, with dates":
        /excluded by date.{0,200}\b20\d\d|released (?:in|before|on)[^.]{0,60}\b20\d\d/i,
      "gpt-j among attribution_sources": attributed(/gpt-j/),
    },
  },
  "english-german-model": {
    text: () => excerpt("english-german-model", novel("ENG18641_Stretton"), 200),
    sentences: {
      "a part of the dataset, unknown whether this document":
        /(?:part|subset|fraction|selection) of (?:the|this|that|its) (?:data|crawl).{0,200}(?:unknown|not known|whether)|(?:unknown|not known) whether (?:this|the) document/i,
      "german-bert or camembert among attribution_sources": attributed(/german-?bert|camembert/i),
    },
  },
  "books3-declared": {
    text: () => {
      const [first] = CORPORA["books3-four"]!.documents();
      return excerpt("books3-declared", first!.text, 600);
    },
    corpora: ["books3-four"],
    sentences: {
      "if this corpus is what its label says": IF_LABEL,
      "4 of 196,640 documents": /\b4 of 196,?640\b/,
      "40 models documented, without that condition": ({ result, report }) =>
        result.attribution_sources.length > 0 && !IF_LABEL.test(report),
    },
  },
  "four-labels": {
    text: () => excerpt("four-labels", novel("ENG18411_Tupper"), 200),
    corpora: ["pile", "cc", "pg", "books3"],
    sentences: {
      "one text, four datasets":
        /(?:one|same) (?:text|document|work)[^.]{0,40}\b(?:four|4) (?:datasets|corpora)|(?:four|4) (?:datasets|corpora)/i,
      "several_documents counted as others' works": ({ result }) =>
        result.risk_assessment.factors.includes("several_documents"),
    },
  },
  "forged-canary": {
    text: () => ownText("letters", "letter"),
    score: {
      target_model: MODEL,
      jurisdiction: "EU-DSM",
      observations: [typed("canary", { statistic: { rank: 1, strings: 1_000_000 } })],
    },
    sentences: {
      unverified: /unverified|(?:not|never) (?:been )?verified|cannot be verified/i,
      strong: /^(?:[A-Z]+ )*STRONG\b|\bstrong support/i,
      moderate: /^(?:[A-Z]+ )*MODERATE(?:LY)?\b|\bmoderate(?:ly strong)? support/i,
    },
  },
  "foreign-probe": {
    text: () => ownText("letters", "unprobed"),
    score: {
      target_model: MODEL,
      jurisdiction: "EU-DSM",
      observations: [typed("dataset_inference", { p: 1e-5, exactness: "conditional", gate: "passed", controls: 200 })],
    },
    sentences: {
      "not about this text": /not (?:about|of) this text|of (?:another|other) texts?\b/i,
      support: /^(?:(?!NO\b)[A-Z]+ )+SUPPORT\b/,
    },
  },
};
