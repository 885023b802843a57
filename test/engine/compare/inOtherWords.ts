/** Two texts of which one says sentence by sentence what the other says, and the words that are one concept in both. */
export const CONCEPTS = [
  "builder mason bricklayer",
  "house home dwelling",
  "erected built raised",
  "stone rock",
  "river stream",
  "flooded drowned",
  "cellar basement",
  "winter cold",
  "neighbours villagers",
  "carried bore",
  "furniture chairs",
  "hill slope",
  "daughter girl",
  "sold gave",
  "orchard trees",
  "merchant trader",
  "silver coins",
  "roof slates",
  "storm gale",
  "repaired mended",
  "summer july",
  "letters papers",
  "hidden concealed",
  "wall partition",
  "museum gallery",
];
export const A = [
  "In 1782 the builder Martin Grau erected a house of stone.",
  "When the river flooded its cellar in winter, 14 neighbours carried the furniture up the hill.",
  "Later his daughter Clara sold the orchard to a merchant for 300 pieces of silver.",
  "A storm took the roof, and it was repaired in summer.",
  "The letters that Clara had hidden behind a wall are in the museum of Lindau.",
];
export const B = [
  "A dwelling of rock was raised in 1782 by Martin Grau, a mason.",
  "As the cold stream drowned the basement, 14 villagers bore the chairs up its slope.",
  "Then the girl, Clara, gave the trees for 300 silver coins to some trader.",
  "Slates went off in a gale, which somebody mended in July.",
  "Papers concealed by Clara behind that partition can be seen in the gallery of Lindau.",
];

/** The sentences of A with an ending on most words: no run of words is shared, and an encoder of letters finds them near. */
export const ENDED = A.map((sentence) => sentence.replace(/\b[a-z]{4,}(?=[ .,])/g, "$&ed"));
/** A document with these among others. */
export const AMONG_OTHERS = [
  "The weather was mild on the coast that year, they say.",
  "Nobody came to see him except his uncle from Basel.",
  "He read five books by Rousseau and two by Voltaire.",
  "On the table stood a lamp, a jug and half a loaf.",
  "When it rained they played chess until the clock struck 11.",
  ...ENDED,
].join(" ");
