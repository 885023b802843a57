/**
 * The form of a key, after GitHub's:
 *
 *   sp_live_ 4fT…30 characters…Qz 1a2B3c
 *   prefix   178 random bits      CRC-32 of all before, in base62
 *
 * Scanners for leaked secrets recognise a key by its prefix and checksum, and a mistyped key is refused without a
 * lookup in the store.
 */
import { crc32 } from "../../base/bytes/crc32.ts";
import { base62, type Host, randomBase62 } from "../history/host.ts";
import type { KeyMode } from "../store/records.ts";

const SECRET_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const FORM = /^sp_(live|test)_[0-9A-Za-z]{36}$/;

export function makeKey(mode: KeyMode, random: Host["random"]): string {
  const unchecked = `sp_${mode}_${randomBase62(random, SECRET_CHARACTERS)}`;
  return unchecked + checksum(unchecked);
}

/** The mode of a key, or `null` where the text does not have the form of a key. */
export function keyMode(text: string): KeyMode | null {
  const mode = FORM.exec(text)?.[1] as KeyMode | undefined;
  if (mode === undefined) return null;
  const end = text.length - CHECKSUM_CHARACTERS;
  return checksum(text.slice(0, end)) === text.slice(end) ? mode : null;
}

const checksum = (text: string): string => base62(crc32(new TextEncoder().encode(text)), CHECKSUM_CHARACTERS);
