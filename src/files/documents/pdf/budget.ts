/**
 * Limits the memory for bytes: a thread's own limits count objects, but not what typed arrays hold, and a stream of a
 * PDF unpacks to a thousand times its size.
 */

/** Largest single array, and all large ones that reading one document makes, in bytes. */
const ARRAY_BYTES_MAX = 256 * 1024 * 1024;
const TOTAL_BYTES_MAX = 4 * 1024 * 1024 * 1024;
/** Smaller arrays are not counted: the limit of objects bounds their number. */
const COUNTED_BYTES_MIN = 4_096;

/** Constructors that pdf.js calls with a length. */
const ARRAYS = ["Uint8Array", "Uint8ClampedArray", "Uint16Array", "Uint32Array", "Int32Array", "Float32Array"] as const;

let left = TOTAL_BYTES_MAX;
let isExceeded = false;
let isWatched = false;

/** Begins to count for another document. It changes the globals of the thread. */
export function watchMemory(): void {
  left = TOTAL_BYTES_MAX;
  isExceeded = false;
  if (isWatched) return;
  isWatched = true;
  const scope = globalThis as Record<string, unknown>;
  for (const name of ARRAYS) {
    const original = globalThis[name];
    scope[name] = new Proxy(original, {
      construct(target, given, newTarget) {
        if (typeof given[0] === "number") take(given[0] * original.BYTES_PER_ELEMENT);
        return Reflect.construct(target, given, newTarget === scope[name] ? target : newTarget);
      },
    });
  }
  scope["ArrayBuffer"] = new Proxy(ArrayBuffer, {
    construct(target, given, newTarget) {
      if (typeof given[0] === "number") take(given[0]);
      return Reflect.construct(target, given, newTarget === scope["ArrayBuffer"] ? target : newTarget);
    },
  });
  // It unpacks outside of these arrays, and not by the same rules in every runtime; pdf.js has a decoder of its own.
  delete scope["DecompressionStream"];
}

/** Whether the document that is read has exceeded a limit. */
export function isMemoryExceeded(): boolean {
  return isExceeded;
}

function take(bytes: number): void {
  if (!(bytes >= COUNTED_BYTES_MIN)) return;
  left -= bytes;
  if (bytes <= ARRAY_BYTES_MAX && left >= 0) return;
  isExceeded = true;
  throw new RangeError("Too much memory.");
}
