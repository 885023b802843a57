/** Catalogues that `spolia catalogue update` took: a feed a file, and the name of the one in use. None: the shipped. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { CatalogueFeed, OpenedFeed } from "../../catalogue/index.ts";
import { unwritable, writeTo } from "../terminal/output.ts";
import { readJson } from "./files.ts";
import { keptIn } from "./folders.ts";

const folder = () => keptIn("catalogues");
const fileOf = (revision: string) => join(folder(), `${revision}.json`);
const IN_USE = "in-use";

/** Revisions of all that were taken, in their order. */
function takenRevisions(): string[] {
  try {
    const files = readdirSync(folder()).filter((name) => name.endsWith(".json"));
    return files.map((name) => name.slice(0, -".json".length)).sort();
  } catch {
    return [];
  }
}

/** `undefined` where the shipped catalogue is in use. @throws catalogue_invalid where the file of the one is gone */
export async function feedInUse(): Promise<OpenedFeed | undefined> {
  let revision: string;
  try {
    revision = readFileSync(join(folder(), IN_USE), "utf8").trim();
  } catch {
    return undefined;
  }
  return takenFeed(revision);
}

async function takenFeed(revision: string): Promise<OpenedFeed> {
  const { openFeed } = await import("../../catalogue/index.ts");
  const hint =
    "Take it again with `spolia catalogue update`, or the shipped one with `spolia catalogue update --shipped`.";
  try {
    const feed = readJson(fileOf(revision), "catalogue_invalid", hint) as CatalogueFeed;
    // Whoever took it trusted this key.
    return await openFeed(feed, [feed.key]);
  } catch (cause) {
    if (!isSpoliaError(cause)) throw cause;
    throw new SpoliaError("catalogue_invalid", `The catalogue ${revision} that was taken cannot be read.`, {
      hint,
      cause,
    });
  }
}

/** Those to try for a catalogue of another time: the shipped one, and all that were taken. */
export async function* otherBases(): AsyncGenerator<OpenedFeed | undefined> {
  yield undefined;
  for (const revision of takenRevisions()) yield await takenFeed(revision);
}

/** Keeps a feed and uses it from now on; `undefined`: uses the shipped one. What was taken before stays. */
export function takeFeed(feed: CatalogueFeed | undefined): void {
  const pointer = join(folder(), IN_USE);
  if (feed === undefined) {
    rmSync(pointer, { force: true });
    return;
  }
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw unwritable(folder(), cause);
  }
  // Each gets its name when it is whole: a command that runs meanwhile reads the one or the other.
  for (const [path, text] of [
    [fileOf(feed.revision), `${JSON.stringify(feed)}\n`],
    [pointer, `${feed.revision}\n`],
  ] as const) {
    writeTo(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}
