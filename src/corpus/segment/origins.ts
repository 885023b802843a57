/** From which folders do the documents of a segment come? Kept as runs of consecutive documents. */
import type { SegmentEntry } from "../format/manifest.ts";

/** Consecutive documents of a segment, deleted ones included; without folders it is not known where they come from. */
export type OriginRun = NonNullable<SegmentEntry["origins"]>[number];

/** A segment whose documents come from very many folders in turn does not say from which. */
const ORIGIN_RUNS_MAX = 128;

/** @param folders names of the folders; where there are none, it is not recorded */
export function originsOf(documents: number, folders: readonly string[] | undefined): Pick<SegmentEntry, "origins"> {
  return folders === undefined ? {} : { origins: [{ documents, folders: [...folders] }] };
}

/** What a segment records that is merged from others, in this order and without their deleted documents. */
export function originsOfMerge(
  merged: readonly { entry: SegmentEntry; deletions: { documents: ReadonlySet<number> } }[],
): Pick<SegmentEntry, "origins"> {
  const runs: OriginRun[] = [];
  for (const { entry, deletions } of merged) {
    let end = 0;
    for (const { documents, folders } of runsOf(entry)) {
      const from = end;
      end += documents;
      const live = documents - [...deletions.documents].filter((one) => one >= from && one < end).length;
      const last = runs.at(-1);
      if (last !== undefined && areSame(last.folders, folders)) last.documents += live;
      else if (live > 0) runs.push({ documents: live, folders: [...folders] });
    }
  }
  const isKnown = runs.some(({ folders }) => folders.length > 0) && runs.length <= ORIGIN_RUNS_MAX;
  return isKnown ? { origins: runs } : {};
}

/** The runs of a segment: one that says nothing where nothing was recorded. */
export function runsOf({ documents, origins }: SegmentEntry): OriginRun[] {
  return origins ?? [{ documents, folders: [] }];
}

/** Whether it is known that documents of these folders come from some of those. */
export function isAmong(folders: readonly string[], those: readonly string[]): boolean {
  return folders.length > 0 && folders.every((folder) => those.includes(folder));
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((folder, i) => folder === other[i]);
}
