/** Builds, appends to, deletes from, merges and purges a full-size corpus of the shared data, and verifies it each time. */
import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { buildCorpus } from "../../../../src/corpus/build/build.ts";
import { appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "../../../../src/corpus/change/change.ts";
import { mergeCorpora } from "../../../../src/corpus/change/union.ts";
import { verifyCorpus } from "../../../../src/corpus/change/verify.ts";
import { createMemoryStorage } from "../../../../src/corpus/storage/memory.ts";
import type { Storage } from "../../../../src/corpus/storage/storage.ts";
import { readDocuments } from "../../../../src/files/documents/folders/files.ts";
import type { CorpusDocument } from "../../../../src/index.ts";
import { NO_SHARED, sharedPath } from "../../shared.ts";
import { skippable } from "../../skippable.ts";
import { listsReach } from "./listed.ts";

/** The corpora, and whether their phrases occur in so many blocks that there are posting lists far into the last page. */
export const SHARED_CORPORA: Readonly<Record<string, boolean>> = {
  "bible-en": true,
  "chinese-poetry": false,
  "dc-law": true,
  "de-gesetze": true,
  "eltec-eng": true,
  "eltec-fra": true,
  ruslit: false,
};

/** The corpora in `npm test`, with about four seconds of processor time. */
export const QUICK_CORPORA: readonly string[] = ["de-gesetze"];

async function documentsOf(corpus: string): Promise<CorpusDocument[]> {
  const folder = sharedPath(`data/corpora/${corpus}`);
  const documents: CorpusDocument[] = [];
  for await (const document of readDocuments(readdirSync(folder).map((name) => `${folder}/${name}`)))
    documents.push(document);
  return documents;
}

/** A test of one corpus, which is skipped by name if the corpus is absent. */
export function testSoundLife(corpus: string): void {
  const isAbsent = !existsSync(sharedPath(`data/corpora/${corpus}`));
  const name = `${corpus} is sound, built and changed`;
  test.skipIf(isAbsent)(skippable(name, isAbsent, NO_SHARED), { timeout: 3_600_000 }, () => expectSoundLife(corpus));
}

async function expectSoundLife(corpus: string): Promise<void> {
  const documents = await documentsOf(corpus);
  expect(documents.length).toBeGreaterThan(50);
  const storage = createMemoryStorage();
  const reached: number[] = [];
  const expectSound = async (what: string, segments: number, where: Storage = storage) => {
    expect(await verifyCorpus(where), `${corpus} ${what}`).toMatchObject({ is_sound: true, damages: [], segments });
    reached.push(await listsReach(where));
  };
  await (await buildCorpus(documents, { name: corpus, dataset: "d", storage })).close();
  await expectSound("built", 1);
  await appendDocuments(storage, [{ id: "once more", text: documents[0]!.text, title: "again" }]);
  await appendDocuments(storage, [
    {
      id: "later",
      text: documents
        .slice(0, 3)
        .map(({ text }) => text.slice(0, 9_000))
        .join("\n"),
    },
  ]);
  await expectSound("appended to", 3);
  await deleteDocuments(
    storage,
    documents.filter((_, i) => i % 7 === 3).map(({ id }) => id),
  );
  await expectSound("deleted from", 3);
  await mergeCorpus(storage);
  await expectSound("merged", 1);
  await deleteDocuments(storage, ["later"]);
  await purgeCorpus(storage);
  await expectSound("purged", 1);
  const other = createMemoryStorage();
  const others = documents.slice(0, 40).map((one) => ({ ...one, id: `other ${one.id}` }));
  await (await buildCorpus(others, { name: "other", dataset: "d", storage: other })).close();
  const joined = createMemoryStorage();
  await (await mergeCorpora([storage, other], { name: "joined", dataset: "d", storage: joined })).close();
  await expectSound("joined with another", 1, joined);
  expect(reached).toHaveLength(6);
  if (SHARED_CORPORA[corpus])
    expect(Math.max(...reached)).toBeGreaterThan(0.5); // beyond the half, where places were taken for damage
  else expect(reached).toEqual(reached.map(() => 0));
}
