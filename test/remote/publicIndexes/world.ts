/** Texts, and naive services over them. */

import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { createEngine } from "../../../src/index.ts";
import { openPublicCorpus, type PublicCorpusOptions } from "../../../src/remote/publicIndexes/index.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { NaiveInfiniGram } from "./naive/infiniGram.ts";
import { NaiveInfiniGramMini } from "./naive/infiniGramMini.ts";
import { NaiveServer, type NaiveServerOptions } from "./naive/server.ts";

export const KINDS = ["infini-gram", "infini-gram-mini"] as const;
export type Kind = (typeof KINDS)[number];
export const INDEX = "v4_own";

/** Documents of an index: prose of seeded words, the same in every run. */
export const DOCUMENTS = Array.from({ length: 6 }, (_, i) => zipfText(seeded(100 + i), 900));
/** A text of which no document has a part. */
export const STRANGE = zipfText(seeded(7), 900);

/** Words from a place of a text, as it is written. */
export const excerpt = (text: string, from: number, words: number): string =>
  text
    .split(/(?<=\s)(?=\S)/)
    .slice(from, from + words)
    .join("")
    .trimEnd();

/** 500 words of which 230 stand in two documents. */
export const HALF_COPIED = [
  excerpt(STRANGE, 0, 130),
  excerpt(DOCUMENTS[1]!, 200, 150),
  excerpt(STRANGE, 200, 100),
  excerpt(DOCUMENTS[4]!, 300, 80),
  excerpt(STRANGE, 400, 40),
].join(" ");

export const indexOf = (kind: Kind, documents: readonly string[]) =>
  kind === "infini-gram" ? new NaiveInfiniGram(documents) : new NaiveInfiniGramMini(documents);

export const serve = (kind: Kind, options?: NaiveServerOptions, documents: readonly string[] = DOCUMENTS) =>
  NaiveServer.start({ [INDEX]: indexOf(kind, documents) }, options);

/** An engine over one index at a server. */
export async function engineOver(kind: Kind, address: string, options: PublicCorpusOptions = {}) {
  const corpus = await openPublicCorpus(`${kind}:${INDEX}`, { address, dataset: "the-pile", words: 1e12, ...options });
  const engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue() });
  const { name } = corpus.info;
  const analyze = (content: string, host = {}) => engine.analyze({ content, options: { corpora: [name] } }, host);
  return { corpus, engine, name, analyze };
}
