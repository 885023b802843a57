// Bit masks of a pattern: for each symbol, its positions in the pattern.
//
//   pattern  b a n a n a        symbols are any unsigned 32-bit numbers: characters, or halves of word hashes
//   mask(a)  . 1 . 1 . 1        one bit per position, 64 positions per word, `words` words per symbol
//
//   table    u32 symbol, u32 number of its masks + 1 …   open addressing, at most half full
//   masks    u64[words] all zero, for symbols not in the pattern; then u64[words] per distinct symbol

/**
 * Index mask of the table for a pattern of `length` symbols: the number of 8-byte entries, a power of two, minus 1. The
 * table has at least twice as many entries as the pattern has symbols.
 */
// @ts-ignore: decorator
@inline
function tableMask(length: u32): u32 {
  return ((<u32>2) << (32 - clz<u32>(length | 1))) - 1;
}

// @ts-ignore: decorator
@inline
function entryPtr(tablePtr: usize, mask: u32, symbol: u32): usize {
  let place = (symbol * 0x9e3779b1) >> 7;
  while (true) {
    const ptr = tablePtr + (<usize>(place & mask) << 3);
    const number = load<u32>(ptr, 4);
    if (number == 0 || load<u32>(ptr) == symbol) return ptr;
    place++;
  }
}

/**
 * Builds the table and the masks of a pattern.
 *
 * @param tablePtr room for 32 bytes per symbol of the pattern, at least 64
 * @param masksPtr room for (length + 1) × ceil(length / 64) × 8 bytes
 */
export function makeMasks(patternPtr: usize, length: u32, tablePtr: usize, masksPtr: usize): void {
  const mask = tableMask(length);
  const maskBytes = (<usize>((length + 63) >> 6)) << 3;
  memory.fill(tablePtr, 0, (<usize>mask + 1) << 3);
  memory.fill(masksPtr, 0, maskBytes);
  let symbols: u32 = 0;
  for (let i: u32 = 0; i < length; i++) {
    const symbol = load<u32>(patternPtr + (<usize>i << 2));
    const ptr = entryPtr(tablePtr, mask, symbol);
    if (load<u32>(ptr, 4) == 0) {
      symbols++;
      store<u32>(ptr, symbol);
      store<u32>(ptr, symbols, 4);
      memory.fill(masksPtr + <usize>symbols * maskBytes, 0, maskBytes);
    }
    const word = masksPtr + <usize>load<u32>(ptr, 4) * maskBytes + ((<usize>(i >> 6)) << 3);
    store<u64>(word, load<u64>(word) | ((<u64>1) << <u64>(i & 63)));
  }
}

/** Address of the masks of a symbol. */
// @ts-ignore: decorator
@inline
export function masksOf(symbol: u32, length: u32, tablePtr: usize, masksPtr: usize): usize {
  const maskBytes = (<usize>((length + 63) >> 6)) << 3;
  return masksPtr + <usize>load<u32>(entryPtr(tablePtr, tableMask(length), symbol), 4) * maskBytes;
}
