/**
 * Short texts that have nothing to do with each other. How near an encoder takes them for says where its scale begins:
 * at 0 with some, at .75 with others.
 */
import { sum } from "../../base/lists/numbers.ts";
import { cosineOf } from "./wordVectors.ts";

export const BACKGROUND: readonly string[] = [
  "The ferry leaves the island at noon, and the last bus meets it at the pier.",
  "Lena bought 14 apples and gave a third of them to her neighbour. How many are left?",
  "Copper conducts heat better than iron, which is why pans often have a copper bottom.",
  "The council adopted the budget after a debate that lasted until midnight.",
  "Write a function that returns the largest value of a list of whole numbers.",
  "Her grandmother knitted in the dark and never dropped a stitch.",
  "Which of the following is a cause of inflation?",
  "Roots take up water because the soil holds fewer salts than they do.",
  "The goalkeeper was injured in the first half and did not come back.",
  "Tenants must give notice in writing three months before they leave.",
  "A comet's tail points away from the sun, whatever way the comet travels.",
  "He tuned the violin, waited for the coughing to end, and began.",
  "Stir the flour into the butter until it smells of nuts, then add the milk.",
  "The treaty moved the border to the river and left the town divided.",
  "A train covers 180 kilometres in two and a half hours. What is its mean speed?",
  "Antibiotics do not help against viruses.",
  "The old printer kept his type in drawers that he could find blind.",
  "Shares of the airline fell after the price of fuel had risen.",
  "Moss grows on the shaded side of the wall and dries out on the other.",
  "The password must have eight characters and may not be your name.",
  "She counted the lighthouse's flashes: two short, one long, then dark.",
  "According to the author, why did the guilds lose their power?",
  "Fold the sheet along the diagonal and cut off what stands over.",
  "The dog waited at the gate every evening, though nobody came.",
];

/** The mean cosine of texts that have nothing to do with each other. @param vectors those of `BACKGROUND` */
export function backgroundOf(vectors: readonly Float32Array[]): number {
  const pairs = vectors.flatMap((one, i) => vectors.slice(i + 1).map((other) => cosineOf(one, other)));
  return sum(pairs, (value) => value) / pairs.length;
}
