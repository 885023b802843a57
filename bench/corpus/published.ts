/** What others published of their size, in bytes for each token of a byte pair encoding. Cited, not run: they index all there is. */

export const PUBLISHED: readonly { name: string; value: number }[] = [
  // Liu, Min, Zettlemoyer, Choi, Hajishirzi 2024: suffix array, 5 bytes a token, beside 2 of the tokens; 5 T tokens in 35 TB.
  { name: "infini-gram (published, arXiv 2401.17377)", value: 7 },
  // Xu et al. 2025: FM-index of 44 % of the text; a token is 3.4 to 4.3 bytes of text.
  { name: "infini-gram mini, at least (published, arXiv 2506.12229)", value: 1.5 },
  { name: "infini-gram mini, at most (published, arXiv 2506.12229)", value: 1.9 },
];
