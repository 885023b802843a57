/** Harms files in a fixed sequence. */

/** Numbers from 0 to 2^32, the same in every run. */
export function* numbers(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state;
  }
}

/** One of the ways in which files are harmed: cut, a bit or a run of bytes changed, a part removed or doubled. */
export function harmed(bytes: Uint8Array, random: Generator<number>): Uint8Array {
  const next = (below: number): number => random.next().value % below;
  const at = next(bytes.length);
  const end = Math.min(bytes.length, at + 1 + next(64));
  // Not `slice`: that of a Buffer gives the same bytes, and each harm would add to those before.
  const copy = Uint8Array.from(bytes);
  switch (next(5)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      copy[at]! ^= 1 << next(8);
      return copy;
    case 2:
      return copy.fill(next(256), at, end);
    case 3:
      return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(end));
    default:
      return Uint8Array.of(...bytes.subarray(0, end), ...bytes.subarray(at));
  }
}
