/** A corpus of works that quote one another, and questions about it. */
import type { CorpusDocument } from "../../../../src/base/contract/resources/corpus.ts";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments } from "../../../../src/corpus/change/change.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../../src/corpus/storage/storage.ts";
import { seeded, zipfText } from "../../texts.ts";
import { NAMES } from "./living.ts";

export const random = seeded(2_600);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const wordsOf = (text: string): string[] => text.split(" ");
export const cut = (text: string, words: number): string => {
  const all = wordsOf(text);
  const at = Math.floor(random() * Math.max(1, all.length - words));
  return all.slice(at, at + words).join(" ");
};
const harmed = (text: string, share: number): string =>
  wordsOf(text)
    .map((word) => (random() < share ? `x${Math.floor(random() * 1e6)}` : word))
    .join(" ");

export interface Library {
  storage: WritableStorage;
  /** All but the acts. */
  documents: CorpusDocument[];
  /** Stands in each act thousands of times where there are any: in more blocks than are listed, or read for a query. */
  phrase: string;
}

/** Works that quote one another, copies, a text of many blocks, deletions, six segments; and so many acts in three of them. */
export async function library(acts = 0): Promise<Library> {
  const quoted = zipfText(random, 60);
  const formula = zipfText(random, 25);
  const documents: CorpusDocument[] = [];
  const groups = Array.from({ length: 6 }, (_, group) =>
    Array.from({ length: 12 }, (_, i): CorpusDocument => {
      const own = zipfText(random, i === 0 ? 9_000 : 200 + 40 * i);
      const parts = [own, ...(i % 3 === 0 ? [quoted] : []), ...(i % 2 === 0 ? [formula] : []), zipfText(random, 50)];
      return { id: `g${group}-${i}`, text: parts.join(" "), author: `Author ${(group + i) % 5}`, year: 1900 + i };
    }),
  );
  groups[3]!.push({ id: "copy", text: groups[0]![1]!.text });
  groups[4]!.push({ id: "edition", text: harmed(groups[0]![2]!.text, 0.03) });
  groups[5]!.push({
    id: "rights",
    text: `${zipfText(random, 300)} All rights reserved. No part may be used to train AI. ${quoted}`,
  });
  const phrase = zipfText(random, 14);
  const acting: CorpusDocument[][] = [];
  for (const group of acts > 0 ? [1, 3, 5] : []) {
    const act = () => Array.from({ length: 30 }, () => `${phrase} ${zipfText(random, 60)}`).join(" ");
    acting[group] = Array.from({ length: acts }, (_, i) => ({ id: `act ${group} ${i}`, text: act() }));
  }
  const storage = createMemoryStorage();
  await (await buildCorpus(groups[0]!, { ...NAMES, storage })).close();
  for (const [i, group] of groups.entries())
    if (i > 0) await appendDocuments(storage, [...group, ...(acting[i] ?? [])], {});
  await deleteDocuments(storage, ["g1-3", "g2-0", "g4-6"]);
  for (const group of groups) documents.push(...group);
  return { storage, documents, phrase };
}

export function* questions(
  { documents, phrase }: Pick<Library, "documents" | "phrase">,
  count: number,
): Generator<string> {
  for (let i = 0; i < count; i++) {
    const [one, other] = [pick(documents).text, pick(documents).text];
    const kind = i % 9;
    if (kind === 0) yield cut(one, 15 + Math.floor(random() * 40));
    else if (kind === 1) yield `${zipfText(random, 60)} ${cut(one, 40)} ${zipfText(random, 30)} ${cut(other, 25)}`;
    else if (kind === 2) yield harmed(cut(one, 150), 0.2);
    else if (kind === 3) yield zipfText(random, 200);
    else if (kind === 4) yield one.slice(0, 6_000);
    else if (kind === 5) yield `${cut(one, 14)} `.repeat(30);
    else if (kind === 6) yield `${cut(one, 20)}. “${cut(other, 30)}” ${zipfText(random, 10)}`;
    else if (kind === 7) yield Array.from({ length: 12 }, () => cut(pick(documents).text, 13)).join(" ");
    else yield `${zipfText(random, 5)} ${phrase} ${cut(one, 10 + Math.floor(random() * 60))}`;
  }
}
