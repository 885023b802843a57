/** Copies a file from one storage to another. */
import { writeFile } from "../../../src/corpus/format/manifest.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";

export async function copyFile(from: Storage, to: WritableStorage, name: string): Promise<void> {
  const file = await from.open(name);
  await writeFile(to, name, await file.read(0, file.sizeBytes));
  await file.close();
}
