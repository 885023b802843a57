/** The passages of a search as a result lists them. */
import { rounded } from "../base/numbers.ts";
import type { Match } from "../contract/analyze.ts";
import { type ContentHit, chanceMatches, isWidelyShared, passageWords } from "../evidence/findings.ts";
import type { SearchOutcome } from "./search.ts";

/** All matches, longest first. */
export function matchesOf({ findings, searchedWords }: SearchOutcome): Match[] {
  return findings.map((finding) => matchOf(finding, searchedWords));
}

function matchOf(finding: ContentHit, searchedWords: number): Match {
  const { corpus, passage, content } = finding;
  const { id, title, author, year, url, licence } = passage.document;
  return {
    corpus: corpus.name,
    dataset: corpus.dataset,
    document: {
      id,
      ...(title !== undefined && { title }),
      ...(author !== undefined && { author }),
      ...(year !== undefined && { year }),
      ...(url !== undefined && { url }),
      ...(licence !== undefined && { licence }),
    },
    kind: passage.kind,
    widely_shared: isWidelyShared(passage.documentFrequency),
    content,
    source: passage.source,
    words: passageWords(finding),
    identity: rounded(passage.identity),
    rarity_bits: rounded(passage.rarityBits),
    chance_matches: chanceMatches(searchedWords, passage.rarityBits),
    document_frequency: passage.documentFrequency,
    verified: true,
  };
}
