/** Writes the windows of a segment page by page, so that none but those of a page are in memory. */
import { sha256 } from "../../../base/bytes/sha256.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { WritableStorage } from "../../storage/storage.ts";
import type { StoredName } from "../read/windows.ts";
import {
  emptyRows,
  PAGE_WINDOWS,
  packForm,
  packPage,
  setRow,
  type WindowPlace,
  type WindowsOf,
  windowForm,
} from "../vectors/windows.ts";

interface PlacedVector {
  place: WindowPlace;
  vector: Int8Array;
}

/**
 * The file has a name that is a hash of what it holds.
 *
 * @param windows gives all of them each time that it is called, which is twice: each is described by how it stands to
 *   the others
 */
export async function writeWindows(
  kernels: Kernels,
  storage: WritableStorage,
  { seed, dimensions }: Omit<WindowsOf, "texts">,
  windows: () => AsyncIterable<PlacedVector>,
): Promise<StoredName> {
  const [sums, squares] = [new Float64Array(dimensions), new Float64Array(dimensions)];
  let count = 0;
  for await (const { vector } of windows()) {
    count++;
    for (let i = 0; i < dimensions; i++) {
      sums[i]! += vector[i]!;
      squares[i]! += vector[i]! * vector[i]!;
    }
  }
  const form = windowForm(count, sums, squares);
  const file = await storage.create();
  const hashes: string[] = [];
  let bytes = 0;
  const write = async (part: Uint8Array) => {
    hashes.push(await sha256(part));
    bytes += part.length;
    await file.write(part);
  };
  try {
    await write(packForm(kernels, seed, form));
    const rows = emptyRows(Math.min(count, PAGE_WINDOWS), dimensions);
    let [page, filled] = [0, 0];
    for await (const { place, vector } of windows()) {
      setRow(rows, filled++, place, vector, form);
      if (filled < PAGE_WINDOWS && page * PAGE_WINDOWS + filled < count) continue;
      await write(packPage(kernels, seed, page++, rows, filled));
      filled = 0;
    }
    const name = `vectors/${(await sha256(hashes.join("\n"))).slice(0, 16)}.windows`;
    await file.finish(name);
    return { file: name, bytes };
  } catch (error) {
    await file.discard().catch(() => {});
    throw error;
  }
}
