// How much of the last chunk need not come again: the second result of kernels that read text, whose first is what they
// found.

let consumed: usize = 0;

/** Bytes of the last chunk that need not come again. */
export function consumedBytes(): u32 {
  return <u32>consumed;
}

// @ts-ignore: decorator
@inline
export function setConsumed(lengthBytes: usize): void {
  consumed = lengthBytes;
}
