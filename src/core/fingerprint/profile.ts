/** How densely texts are fingerprinted. Fingerprints and corpora of different profiles are never compared. */

export interface Profile {
  readonly name: string;
  /** Words in a shingle. */
  readonly shingleWords: number;
  /** Shingles in a window of winnowing: in each window, one is kept. */
  readonly windowShingles: number;
}

/** The default: any common run of 12 words shares a kept shingle; 22 % of positions are kept. */
export const PASSAGE: Profile = { name: "passage", shingleWords: 5, windowShingles: 8 };

/** For very large corpora: any common run of 39 words shares a kept shingle; 6 % of positions are kept. */
export const SPARSE: Profile = { name: "sparse", shingleWords: 8, windowShingles: 32 };

/** The profiles that a corpus can have. */
export const PROFILES = { passage: PASSAGE, sparse: SPARSE } as const;
export type ProfileName = keyof typeof PROFILES;

/** Words of the shortest common run that is certain to share a kept shingle. */
export function certainWords({ shingleWords, windowShingles }: Profile): number {
  return shingleWords + windowShingles - 1;
}
