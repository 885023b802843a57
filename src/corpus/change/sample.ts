/** Samples texts of a corpus, to make test cases of them. */
import { checkArguments, isPositive, isRecord } from "../../base/arguments.ts";
import type { PlatformUrl } from "../../base/platform.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { withoutText } from "../format/layout.ts";
import { storageAt } from "../search/corpus.ts";
import { closeSegments, openSnapshot } from "../search/open.ts";
import { readWholeText } from "../segment/blocks.ts";
import type { Storage } from "../storage/storage.ts";

/** Longer texts are skipped: an excerpt of a short one serves as well. */
const TEXT_BYTES_MAX = 4 * 1024 * 1024;

/**
 * At most `count` texts of at least `wordsMin` words, spread evenly over the corpus. Deterministic.
 *
 * @throws the errors of `openCorpus`
 */
export async function sampleTexts(
  where: string | PlatformUrl | Storage,
  options: { count: number; wordsMin: number } & KernelOptions,
): Promise<string[]> {
  checkArguments("sampleTexts", [["/options", isRecord(options), "an object with `count` and `wordsMin`"]]);
  const { count, wordsMin, wasm } = options;
  checkArguments("sampleTexts", [
    ["/count", isPositive(count), "a number of texts"],
    ["/wordsMin", isPositive(wordsMin), "a number of words"],
  ]);
  const kernels = await loadKernels(wasm);
  const { manifest, segments } = await openSnapshot(kernels, await storageAt(where));
  try {
    if (manifest.text === "none") throw withoutText("A sample");
    const total = segments.reduce((sum, { segment }) => sum + segment.texts.rows, 0);
    const step = Math.max(1, total / count);
    const texts: string[] = [];
    let before = 0;
    for (const open of segments) {
      const { rows } = open.segment.texts;
      for (let i = Math.ceil(before / step); Math.floor(i * step) < before + rows; i++) {
        const number = Math.floor(i * step) - before;
        if (number < 0) continue;
        const [row] = await open.segment.texts.at([number]);
        if (
          row!.words < wordsMin ||
          row!.lengthBytes > TEXT_BYTES_MAX ||
          open.deletions.liveText(number, row!) === null
        )
          continue;
        texts.push(new TextDecoder().decode(await readWholeText(open, row!)));
      }
      before += rows;
    }
    return texts;
  } finally {
    await closeSegments(segments);
  }
}
