/** Licences, notices, templates and formulas that many works carry, and code. */
import { basename } from "node:path";
import { sourceFiles } from "../corpora.ts";
import { textOf } from "../material.ts";
import { ownText } from "../ownTexts.ts";
import type { Recipes } from "../scenario.ts";
import { CRITICAL, found, HIGH, MANY_CARRY, MATCH } from "../sentences.ts";

const COPIED = "src/core/statistics/permutation.ts";

/** A file of the corpus without its comments. */
function copiedCode(): string {
  const { text } = sourceFiles().find(({ id }) => id === COPIED)!;
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/\n(?:\s*\n)+/g, "\n")
    .trim();
}

const commented = (text: string) =>
  text
    .split("\n")
    .map((line) => `// ${line}`.trim())
    .join("\n");

const ONLY_MANY = { high: HIGH, critical: CRITICAL };

export const BOILERPLATE: Recipes = {
  "licence-mit": {
    text: () => textOf("licences", "MIT"),
    sentences: {
      "a licence text that many works carry": MANY_CARRY,
      critical: CRITICAL,
      high: HIGH,
      "share of a work": /share of a work/,
    },
  },
  "code-header": {
    text: () => `${commented(textOf("licences", "Apache-2.0.header"))}\n\n${ownText("code", "header-body")}`,
    content_type: "code",
    sentences: {
      "only the header": /only (?:the|its|a) (?:licen[cs]e )?(?:header|notice)|licen[cs]e (?:header|notice)/i,
      critical: CRITICAL,
      high: HIGH,
    },
  },
  "code-own": { text: () => ownText("code", "own-code"), content_type: "code", sentences: {} },
  "code-copied": {
    text: copiedCode,
    content_type: "code",
    sentences: { "which document, where": found(basename(COPIED), COPIED, "stack") },
  },
  "email-footer": {
    text: () => ownText("web", "own-email"),
    sentences: { "a notice that many works carry": MANY_CARRY, ...ONLY_MANY },
  },
  "privacy-policy": {
    text: () => ownText("web", "own-privacy"),
    sentences: { "clauses that many works carry": MANY_CARRY, ...ONLY_MANY },
  },
  "cookie-notice": {
    text: () => ownText("web", "cookie-notice"),
    sentences: { "a notice that many works carry": MANY_CARRY, ...ONLY_MANY },
  },
  "readme-template": {
    text: () => ownText("web", "own-readme"),
    content_type: "markdown",
    sentences: { "a template that many works carry": MANY_CARRY, ...ONLY_MANY },
  },
  "patent-claims": { text: () => ownText("patents", "own-patent"), sentences: { match: MATCH } },
  form: { text: () => ownText("web", "own-form"), sentences: { match: MATCH } },
};
