/** Dolos (@dodona/dolos-core), which compares files of program text; here words are its tokens, and its fragments are the passages. */
import { existsSync } from "node:fs";
import { load } from "../../rivals/registry.ts";
import type { Words } from "../words.ts";
import { type Detector, DOCUMENTS_MAX, reported } from "./detector.ts";

const INSTALLED = new URL("../../rivals/node_modules/@dodona/dolos-core", import.meta.url);

/** Of its types those that are used. */
interface Fragment {
  pairs: { left: { start: number; stop: number }; right: { start: number; stop: number } }[];
}

export function dolos(shingleWords: number, windowShingles: number, note: string): Detector {
  return {
    name: `Dolos k=${shingleWords}`,
    rule: `k = ${shingleWords}, w = ${windowShingles} (${note}), words as tokens; its fragments, in the ${DOCUMENTS_MAX} documents with the most shared fingerprints`,
    skip: () => (existsSync(INSTALLED) ? null : "it is not installed (npm ci --prefix bench/rivals)"),
    async open(documents) {
      const { File, FingerprintIndex, Region, TokenizedFile } = await load("@dodona/dolos-core");
      const index = new FingerprintIndex(shingleWords, windowShingles);
      const region = new Region(0, 0, 0, 0);
      const fileOf = (id: string, { words }: Words) =>
        new TokenizedFile(new File(id, ""), words, new Array(words.length).fill(region));
      const files = new Map(documents.map(({ id, words }) => [id, fileOf(id, words)]));
      const texts = new Map(documents.map(({ id, words }) => [id, words]));
      index.addFiles([...files.values()]);
      // A text that is asked again keeps its place in the index.
      const asked = new Map<Words, unknown>();
      const put = (query: Words) => {
        const known = asked.get(query);
        if (known !== undefined) return known;
        const file = fileOf(`query ${asked.size}`, query);
        index.addFiles([file]);
        asked.set(query, file);
        return file;
      };
      const pair = (query: Words, document: string) => {
        const fragments: Fragment[] = index.getPair(put(query), files.get(document)).buildFragments();
        const found = fragments.map(({ pairs }) => {
          const [first, last] = [pairs[0]!, pairs.at(-1)!];
          return {
            content: { start: first.left.start, end: last.left.stop + 1 },
            source: { start: first.right.start, end: last.right.stop + 1 },
          };
        });
        return reported(document, query, texts.get(document)!, found);
      };
      return {
        pair,
        search(query) {
          const votes = new Map<string, number>();
          for (const shared of index.files.get((put(query) as { id: number }).id).shared)
            for (const { path } of shared.files()) if (texts.has(path)) votes.set(path, (votes.get(path) ?? 0) + 1);
          const likeliest = [...votes].sort(([, x], [, y]) => y - x).slice(0, DOCUMENTS_MAX);
          return likeliest.flatMap(([document]) => pair(query, document));
        },
      };
    },
  };
}
