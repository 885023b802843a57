// The second result of kernels that read text: how much of the last chunk they consumed.

let consumed: usize = 0;

/** Bytes of the last chunk that were consumed; the rest belongs at the start of the next chunk. */
export function consumedBytes(): u32 {
  return <u32>consumed;
}

// @ts-ignore: decorator
@inline
export function setConsumed(lengthBytes: usize): void {
  consumed = lengthBytes;
}
