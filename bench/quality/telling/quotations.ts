/**
 * Passages that two works quote, or one from the other, looked at by a person: of the runs of 10 words and more that two authors of the prose
 * share (Russian: 8 and more), those whose source can be named. A run within one of them is no chance. Sayings and set phrases stay counted.
 */
export interface Quotation {
  source: string;
  words: string;
}

export const QUOTATIONS: readonly Quotation[] = [
  {
    source: "Book of Common Prayer, Catechism",
    words: "and do my duty in that state of life in which it has pleased",
  },
  {
    source: "Book of Common Prayer, Catechism",
    words: "do my duty in that state of life to which it has pleased god to call",
  },
  {
    source: "Book of Common Prayer, the Lord's Prayer",
    words: "forgive us our trespasses as we forgive them that trespass against us",
  },
  { source: "Bible, Luke 14:23", words: "the highways and hedges and compel them to come in" },
  { source: "Bible, Luke 17:26", words: "it be in the days of the son of man" },
  { source: "Bible, Ecclesiastes 9:11", words: "the race is not to the swift nor the battle to the strong" },
  { source: "Bible, Matthew 5:45", words: "sun to rise on the evil and the good and" },
  { source: "Bible, Isaiah 55:9", words: "for as the heavens are higher than the earth so" },
  { source: "Bible, Psalm 103:12", words: "as far as the east is from the west so far" },
  { source: "Bible, Matthew 6:14", words: "forgive men their trespasses your heavenly father will also forgive you" },
  { source: "Bible, Matthew 23:4", words: "and lay them on men s shoulders but they themselves" },
  { source: "Bible, Exodus 13:21", words: "a pillar of cloud by day and a pillar of fire by night to" },
  { source: "Bible, Job 1:6", words: "the sons of god came to present themselves before the lord and satan" },
  { source: "the sign of the cross", words: "au nom du père du fils et du saint esprit" },
  {
    source: "Flaubert, Salammbô, quoted by Loti",
    words: "trois pierres brutes sous un ciel pluvieux au fond d un golfe",
  },
  {
    source: "Lermontov, Дума, quoted by Blok",
    words: "к добру и злу постыдно равнодушны в начале поприща мы вянем без борьбы",
  },
  {
    source: "Pushkin, Евгений Онегин 1.46, quoted by Bryusov",
    words: "кто жил и мыслил тот не может в душе не презирать людей",
  },
  {
    source: "Pushkin, Евгений Онегин 4.16, quoted by Bryusov",
    words: "сменит не раз младая дева мечтами легкие мечты",
  },
  {
    source: "Pushkin, Евгений Онегин 7.2, quoted by Turgenev",
    words: "как грустно мне твое явленье весна весна пора любви какое",
  },
  { source: "the sign of the cross", words: "во имя отца и сына и святаго духа" },
];

const PADDED = QUOTATIONS.map(({ words }) => ` ${words} `);

export const isQuoted = (words: string): boolean => PADDED.some((quotation) => quotation.includes(` ${words} `));
