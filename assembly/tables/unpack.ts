// Values of few bits each, end to end: the form of key pages and posting lists on disk.
//
//   width 5    aaaaabbb bbcccccd ddd…      each value's lowest bit first, in the lowest free bit of its byte
//
// Each value is one unaligned load of 64 bits, a shift and a mask: no value of up to 32 bits spans more than 39.

/**
 * Unpacks values.
 *
 * @param packedPtr `count` × `width` bits, 8 readable bytes behind them
 * @param width     bits a value, 0 to 32
 * @param outPtr    room for `count` unsigned 32-bit values
 */
export function unpack(packedPtr: usize, count: u32, width: u32, outPtr: usize): void {
  const mask = ((<u64>1) << <u64>width) - 1;
  let bit: u64 = 0;
  for (const end = outPtr + (<usize>count << 2); outPtr < end; outPtr += 4, bit += <u64>width) {
    store<u32>(outPtr, <u32>((load<u64>(packedPtr + <usize>(bit >> 3)) >> (bit & 7)) & mask));
  }
}

/**
 * Unpacks an ascending list from its differences, modulo 2^32: value i is `first` and the differences 0 to i.
 *
 * @param packedPtr, count, width the differences, as for `unpack`
 */
export function unpackAscending(packedPtr: usize, count: u32, width: u32, first: u32, outPtr: usize): void {
  unpack(packedPtr, count, width, outPtr);
  let sum = i32x4.splat(<i32>first);
  const last = outPtr + ((<usize>count & ~3) << 2);
  for (; outPtr < last; outPtr += 16) {
    // Sums of one, two, three and four: two shifted additions instead of four that wait for each other.
    let four = v128.load(outPtr);
    four = i32x4.add(four, v128.shuffle<i8>(i32x4.splat(0), four, 0, 1, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27));
    four = i32x4.add(four, v128.shuffle<i8>(i32x4.splat(0), four, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23));
    four = i32x4.add(four, sum);
    v128.store(outPtr, four);
    sum = v128.shuffle<i32>(four, four, 3, 3, 3, 3);
  }
  let value = <u32>i32x4.extract_lane(sum, 0);
  for (const end = last + ((<usize>count & 3) << 2); outPtr < end; outPtr += 4) {
    value += load<u32>(outPtr);
    store<u32>(outPtr, value);
  }
}
