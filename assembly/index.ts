// The module's exports, one line per file. Only src/core/kernels/*/wasm.ts call them.

/** Version of the calling convention (CONVENTION.md): what it names stays as it is, and functions are added. */
export const CORE_VERSION: i32 = 1;

/** First byte that the module does not use: the fold table and the arena begin here. */
export const HEAP_BASE: usize = __heap_base;

export { bestPlace, distance } from "./align/distance";
export { commonLength } from "./align/lcs";
export { deflate } from "./deflate/deflate";
export { inflate } from "./deflate/inflate";
export { permutationCounts } from "./numbers/permute";
export { logSumExpRows, momentsRows } from "./numbers/rows";
export { anchorsUsed, findAnchors, findPassages, passageFlags } from "./passages/passages";
export { isccMinhash } from "./sketch/iscc";
export { drawOrders, minhash } from "./sketch/minhash";
export { beginCounts, countWords, growCounts, sortCounts, wordsCounted } from "./tables/counts";
export { gatherShingles } from "./tables/keptShingles";
export { findKeys } from "./tables/keyPages";
export { distinctHalves, sortHalves, sortKeys, sortPairs } from "./tables/sort";
export { xxhash32 } from "./tables/xxhash32";
export { selectTexts, signTexts } from "./text/batch";
export { consumedBytes } from "./text/consumed";
export { finishIdentity, identify } from "./text/identity";
export { beginSelection, endSelection, selectChunk, selectedHigh, selectedLow } from "./text/selection";
export { hashShingles } from "./text/shingles";
export { expandFoldTable, setFoldTable } from "./text/table";
export { encodeUtf16 } from "./text/utf16";
export { winnow } from "./text/winnow";
export { readWords } from "./text/words/words";
export { attend } from "./transformer/attend";
export { product, quantiseRows } from "./transformer/product";
export { addRows, gate, normaliseRows } from "./transformer/rows";
export { nearRows } from "./vectors/near";
