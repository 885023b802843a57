/** The packages that only some datasets need: optional peers, loaded when the first such file is met. */
import { SpoliaError } from "../../../base/errors.ts";

/** What Parquet files are read with: its pages, and what they are packed by. */
export interface ParquetPackages {
  hyparquet: typeof import("hyparquet");
  compressors: import("hyparquet").Compressors;
}

/** @throws unsupported_runtime where they are not installed */
export async function loadParquet(): Promise<ParquetPackages> {
  // Each import stands inside a `try`: bundlers then take the package for one that may be absent.
  try {
    return {
      hyparquet: await import("hyparquet"),
      compressors: (await import("hyparquet-compressors")).compressors,
    };
  } catch (cause) {
    throw lacking("Parquet files need the package hyparquet.", "hyparquet@1 hyparquet-compressors@1", cause);
  }
}

/** @throws unsupported_runtime where it is not installed */
export async function loadArrow(): Promise<typeof import("@uwdata/flechette")> {
  try {
    return await import("@uwdata/flechette");
  } catch (cause) {
    throw lacking("Arrow files need the package @uwdata/flechette.", "@uwdata/flechette@2.6", cause);
  }
}

/** @throws unsupported_runtime where it is not installed */
export async function loadZstd(): Promise<typeof import("fzstd")> {
  try {
    return await import("fzstd");
  } catch (cause) {
    throw lacking("Files packed as Zstandard need Node 22.15 or later, or the package fzstd.", "fzstd@0.1", cause);
  }
}

function lacking(what: string, packages: string, cause: unknown): SpoliaError {
  return new SpoliaError("unsupported_runtime", what, { hint: `Install it: npm install ${packages}`, cause });
}
