// UTF-8, one code point at a time. Each malformed byte counts as one separator, so every input is accepted: text from a
// string is always well formed, and a byte that is not text separates words.

// @ts-ignore: decorator
@inline
export const MALFORMED: u32 = 0xffffffff;

/** Number of bytes of the code point with lead byte `lead`; 1 if no code point can begin with it. */
// @ts-ignore: decorator
@inline
export function lengthOf(lead: u32): u32 {
  if (lead < 0xc2) return 1;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 1;
}

/**
 * The code point at `ptr`. Its lead byte implies `lengthBytes` bytes, all of them readable. Returns `MALFORMED` for a
 * stray byte, a broken or overlong sequence, a surrogate, or a value over U+10FFFF.
 */
export function decode(ptr: usize, lengthBytes: u32): u32 {
  const lead = <u32>load<u8>(ptr);
  if (lengthBytes == 1) return lead < 0x80 ? lead : MALFORMED;
  const second = <u32>load<u8>(ptr, 1);
  if ((second & 0xc0) != 0x80) return MALFORMED;
  if (lengthBytes == 2) return ((lead & 0x1f) << 6) | (second & 0x3f);
  const third = <u32>load<u8>(ptr, 2);
  if ((third & 0xc0) != 0x80) return MALFORMED;
  if (lengthBytes == 3) {
    const codePoint = ((lead & 0x0f) << 12) | ((second & 0x3f) << 6) | (third & 0x3f);
    return codePoint < 0x800 || (codePoint & 0xfffff800) == 0xd800 ? MALFORMED : codePoint;
  }
  const fourth = <u32>load<u8>(ptr, 3);
  if ((fourth & 0xc0) != 0x80) return MALFORMED;
  const codePoint = ((lead & 0x07) << 18) | ((second & 0x3f) << 12) | ((third & 0x3f) << 6) | (fourth & 0x3f);
  return codePoint < 0x10000 || codePoint > 0x10ffff ? MALFORMED : codePoint;
}

/** Writes a code point and returns the address after it. */
export function encode(ptr: usize, codePoint: u32): usize {
  if (codePoint < 0x80) {
    store<u8>(ptr, codePoint);
    return ptr + 1;
  }
  if (codePoint < 0x800) {
    store<u8>(ptr, 0xc0 | (codePoint >> 6));
    store<u8>(ptr, 0x80 | (codePoint & 0x3f), 1);
    return ptr + 2;
  }
  if (codePoint < 0x10000) {
    store<u8>(ptr, 0xe0 | (codePoint >> 12));
    store<u8>(ptr, 0x80 | ((codePoint >> 6) & 0x3f), 1);
    store<u8>(ptr, 0x80 | (codePoint & 0x3f), 2);
    return ptr + 3;
  }
  store<u8>(ptr, 0xf0 | (codePoint >> 18));
  store<u8>(ptr, 0x80 | ((codePoint >> 12) & 0x3f), 1);
  store<u8>(ptr, 0x80 | ((codePoint >> 6) & 0x3f), 2);
  store<u8>(ptr, 0x80 | (codePoint & 0x3f), 3);
  return ptr + 4;
}
