/** Kinds of public indexes that `openPublicCorpus` asks. Alone here, since who shows them needs no graph. */
export const SEARCHED_KINDS: readonly string[] = ["infini-gram", "infini-gram-mini"];
