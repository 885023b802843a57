/** The packages that only some datasets need: optional peers, loaded when the first such file is met. */
import { SpoliaError } from "../../errors.ts";

/** What Parquet files are read with: its pages, and what they are packed by. */
export interface ParquetPackages {
  hyparquet: typeof import("hyparquet");
  compressors: import("hyparquet").Compressors;
}

/** @throws unsupported_runtime where they are not installed */
export function loadParquet(): Promise<ParquetPackages> {
  return peer("Parquet files need the package hyparquet.", "hyparquet@1 hyparquet-compressors@1", async () => ({
    hyparquet: await import("hyparquet"),
    compressors: (await import("hyparquet-compressors")).compressors,
  }));
}

/** @throws unsupported_runtime where it is not installed */
export function loadZstd(): Promise<typeof import("fzstd")> {
  const what = "Files packed as Zstandard need Node 22.15 or later, or the package fzstd.";
  return peer(what, "fzstd@0.1", () => import("fzstd"));
}

async function peer<Loaded>(what: string, packages: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (cause) {
    throw new SpoliaError("unsupported_runtime", what, { hint: `Install it: npm install ${packages}`, cause });
  }
}
