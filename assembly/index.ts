// The module's exports: one line a file. TypeScript reaches them through src/kernels/*/wasm.ts alone.

/** First byte that the module itself does not use: TypeScript lays out the fold table and the arena from here. */
export const HEAP_BASE: usize = __heap_base;

export { bestPlace, distance } from "./align/distance";
export { commonLength } from "./align/lcs";
export { permutationCounts } from "./numbers/permute";
export { logSumExpRows, momentsRows } from "./numbers/rows";
export { isccMinhash } from "./sketch/iscc";
export { drawOrders, minhash } from "./sketch/minhash";
export { sortKeys, sortPairs } from "./tables/sort";
export { xxhash32 } from "./tables/xxhash32";
export { consumedBytes } from "./text/consumed";
export { finishIdentity, identify } from "./text/identity";
export { distinctSelected, gatherKept, sampleKeys } from "./text/select";
export { hashShingles } from "./text/shingles";
export { expandFoldTable, setFoldTable } from "./text/table";
export { winnow } from "./text/winnow";
export { readWords } from "./text/words";
