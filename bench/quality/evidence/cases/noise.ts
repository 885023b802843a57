/**
 * Noise like that of text recognition, of our own: look-alikes, lost and stray characters, spaces lost and put in. Coarser than the shared
 * `noise.py`, which has bursts and broken lines.
 */
import type { Random } from "../../../harness/random.ts";

/** Letters that are taken for each other; elsewhere a struck character becomes another one of the text. */
const LOOK_ALIKES = [
  "aoe",
  "bhl6",
  "ceo",
  "ft",
  "gq9",
  "il1!j",
  "nu",
  "rnm",
  "s5",
  "vy",
  "B8R",
  "CGO0Q",
  "EF",
  "IlJ",
  "S5",
  "éeè",
  "üu",
  "öo",
  "äa",
  "ñn",
];

export function recognised(text: string, rate: number, random: Random): string {
  const characters = [...text];
  return characters
    .map((character) => (random.next() < rate ? struck(character, characters, random) : character))
    .join("");
}

function struck(character: string, others: readonly string[], random: Random): string {
  const chance = random.next();
  if (chance < 0.12) return "";
  if (chance < 0.2) return `${character}${random.pick([".", ",", "'", "-", "*"])}`;
  if (chance < 0.3) return character === " " ? "" : `${character} `;
  const group = LOOK_ALIKES.find((letters) => letters.includes(character));
  return random.pick(group === undefined ? others : [...group]);
}
