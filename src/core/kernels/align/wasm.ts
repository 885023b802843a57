/** The kernels of `assembly/align/` as typed calls. */
import type { Arena, Caller } from "../memory.ts";
import type { AlignKernels } from "./kernels.ts";

/** Exports of the module; `assembly/align/` documents each. */
export interface AlignExports {
  distance(
    pattern: number,
    patternLength: number,
    text: number,
    textLength: number,
    bound: number,
    table: number,
    masks: number,
    blocks: number,
  ): number;
  bestPlace(
    pattern: number,
    patternLength: number,
    text: number,
    textLength: number,
    table: number,
    masks: number,
    blocks: number,
    end: number,
  ): number;
  commonLength(
    pattern: number,
    patternLength: number,
    text: number,
    textLength: number,
    table: number,
    masks: number,
    row: number,
  ): number;
}

export function alignKernels(machine: Caller<AlignExports>): AlignKernels {
  return {
    distance(one, other, bound = 0xfffffffe) {
      const { exports, arena } = machine.begin();
      const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
      const room = takeRoom(arena, shorter, longer);
      return exports.distance(
        room.patternPtr,
        shorter.length,
        room.textPtr,
        longer.length,
        bound,
        ...room.masks,
        room.blocksPtr,
      );
    },
    bestPlace(pattern, text) {
      const { exports, arena } = machine.begin();
      const room = takeRoom(arena, pattern, text);
      const endPtr = arena.take(4);
      const lengths = [room.patternPtr, pattern.length, room.textPtr, text.length] as const;
      const distance = exports.bestPlace(...lengths, ...room.masks, room.blocksPtr, endPtr);
      return { distance, end: arena.words(endPtr, 1)[0]! };
    },
    commonLength(one, other) {
      const { exports, arena } = machine.begin();
      const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
      const room = takeRoom(arena, shorter, longer);
      return exports.commonLength(
        room.patternPtr,
        shorter.length,
        room.textPtr,
        longer.length,
        ...room.masks,
        room.blocksPtr,
      );
    },
  };
}

function takeRoom(arena: Arena, pattern: Uint32Array, text: Uint32Array) {
  const words = Math.ceil(pattern.length / 64);
  const distinct = new Set(pattern).size;
  return {
    patternPtr: arena.put(pattern),
    textPtr: arena.put(text),
    masks: [arena.take(Math.max(64, 32 * pattern.length)), arena.take(8 * words * (distinct + 1))] as const,
    blocksPtr: arena.take(24 * words),
  };
}
