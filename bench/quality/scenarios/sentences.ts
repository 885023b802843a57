/** How sentences of the scenarios are recognised in a report. A recipe names the pattern of each of its own sentences. */
import type { Sentence } from "./scenario.ts";

// What answers must say.
export const CALIBRATED: Sentence = /confidence\b[^.;]{0,80}?\b[1-9]\d*(?:\.\d+)? of 100/i;
export const HOW_MUCH: Sentence = /\b\d[\d,]* of \d[\d,]* words/;
export const TOO_SHORT: Sentence = /too short|too few words|too little for a verdict|fewer than \d+ words/i;
export const NOT_SEARCHED: Sentence =
  /says nothing (?:about|of) (?:other corpora|what was not searched)|only what was searched/i;
export const QUOTED: Sentence =
  /(?<!\b(?:not|no|never)\b[^.:]{0,60})(?:quoted (?:passages?|words|here)|(?:is|are|was|were|only) quoted|(?:marked|read|shown|counts?) as (?:a )?quotations?)/i;
export const MANY_CARRY: Sentence =
  /widely shared|(?:in|by) (?:many|several) (?:different )?(?:works|texts|documents|pages)|many (?:different )?(?:works|texts|documents|pages) (?:carry|contain|have|share)/i;
export const SEVERAL_HAVE: Sentence =
  /same words are in \d+ more documents|in (?:several|\d+) (?:different )?(?:works|documents)\b|widely shared/i;
export const SEQUENCE: Sentence = /everybody writes|counts up|a (?:usual|common|known) sequence|unrelated texts share/i;
export const FORMULAS: Sentence = /unrelated texts share|formulas?\b|many acts/i;

/** The title of the document and its place, in that order. */
export const found = (title: string, id: string, corpus: string): RegExp =>
  new RegExp(`${literal(title)}.{0,200}${literal(id)} in corpus ${literal(corpus)}\\b`);
const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// What answers must not say.
export const CONFIDENCE_0: Sentence = ({ result, report }) =>
  result.confidence === 0 ||
  /confidence[^.;]{0,80}?(?::|is|of) 0(?:\.0+)?(?: of 100|\b(?!\.\d| ?%| of| to))/i.test(report);
export const NO_CONFIDENCE: Sentence = /no confidence is stated|no confidence\b/i;
export const MATCH: Sentence = /^MATCH\b/;
export const HIGH: Sentence = /\bRisk: high\b/;
export const CRITICAL: Sentence = /\bRisk: critical\b/;
export const ABOVE_NONE: Sentence = /\bRisk: (?!none\b|not known\b)/;
export const ABOVE_LOW: Sentence = /\bRisk: (?!none\b|low\b|not known\b)/;
export const NOT_USED: Sentence =
  /(?<!\b(?:mean|show|say|prove)s? that (?:the |this )?)\b(?:it|text|work) was (?:not used|never used|not trained on)/i;
/** That models were trained on the text as a whole. */
export const TEXT_USED: Sentence =
  /trained on a dataset in which the text was found|(?<!\b(?:not|no|nor|never|whether)\b[^.]{0,80})trained on (?:this|the) text\b/i;
/** An amount that is not said to be for the passage or for a share of the work. */
export const SUM_FOR_ALL: Sentence =
  /(?<![\d.,])(?!0 |0\.00 )\d[\d.,]* [A-Z]{3} a month(?![^.]{0,120}\b(?:passage|share|part)\b)/;
export const ANY_SUM: Sentence = ({ result, report }) =>
  result.estimated_revenue.monthly > 0 || /(?<![\d.,])(?!0 |0\.00 )\d[\d.,]* [A-Z]{3} a month/.test(report);

/** A model among those that are attributed. */
export const attributed =
  (model: RegExp): Sentence =>
  ({ result }) =>
    result.attribution_sources.some(({ model_id }) => model.test(model_id));
