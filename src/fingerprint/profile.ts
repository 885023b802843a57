/** How densely texts are fingerprinted. Fingerprints and corpora of unlike profiles are never compared. */

export interface Profile {
  readonly name: string;
  /** Words in a shingle. */
  readonly shingleWords: number;
  /** Shingles in a window of winnowing: of so many in a row, one is kept. */
  readonly windowShingles: number;
}

/** The default: any common run of 12 words shares a kept shingle; 22 % of positions are kept. */
export const PASSAGE: Profile = { name: "passage", shingleWords: 5, windowShingles: 8 };
