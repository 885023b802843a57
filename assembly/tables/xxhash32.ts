// xxHash32: the checksum of every stored block, and the window hash of the ISCC Text-Code.
//
//   input  [ 16-byte stripes: four lanes of 4 bytes, each lane = rotl(lane + word * P2, 13) * P1 ] [ 4-byte words ] [ bytes ]
//
// Source: Yann Collet, "xxHash fast digest algorithm", specification 0.2.0 (github.com/Cyan4973/xxHash, doc), without
// departures.

const P1: u32 = 0x9e3779b1;
const P2: u32 = 0x85ebca77;
const P3: u32 = 0xc2b2ae3d;
const P4: u32 = 0x27d4eb2f;
const P5: u32 = 0x165667b1;

/** xxHash32 of `lengthBytes` bytes at `ptr`. */
export function xxhash32(ptr: usize, lengthBytes: u32, seed: u32): u32 {
  const end = ptr + lengthBytes;
  let hash: u32;
  if (lengthBytes >= 16) {
    let a = seed + P1 + P2;
    let b = seed + P2;
    let c = seed;
    let d = seed - P1;
    while (ptr + 16 <= end) {
      a = lane(a, load<u32>(ptr));
      b = lane(b, load<u32>(ptr + 4));
      c = lane(c, load<u32>(ptr + 8));
      d = lane(d, load<u32>(ptr + 12));
      ptr += 16;
    }
    hash = rotl<u32>(a, 1) + rotl<u32>(b, 7) + rotl<u32>(c, 12) + rotl<u32>(d, 18);
  } else {
    hash = seed + P5;
  }
  hash += lengthBytes;
  for (; ptr + 4 <= end; ptr += 4) hash = rotl<u32>(hash + load<u32>(ptr) * P3, 17) * P4;
  for (; ptr < end; ptr++) hash = rotl<u32>(hash + <u32>load<u8>(ptr) * P5, 11) * P1;
  hash = (hash ^ (hash >> 15)) * P2;
  hash = (hash ^ (hash >> 13)) * P3;
  return hash ^ (hash >> 16);
}

// @ts-ignore: decorator
@inline
function lane(state: u32, word: u32): u32 {
  return rotl<u32>(state + word * P2, 13) * P1;
}
