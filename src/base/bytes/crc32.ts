/**
 * CRC-32 of ISO 3309, as in zip and PNG: detects every error burst of up to 32 bits. It does not protect against
 * forgery.
 */

const REVERSED_POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ REVERSED_POLYNOMIAL : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  return crc32Of(bytes, 0);
}

/** The checksum of bytes that follow others, of which the checksum is known; 0 where there are none. */
export function crc32Of(bytes: Uint8Array, before: number): number {
  let value = ~before >>> 0;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
