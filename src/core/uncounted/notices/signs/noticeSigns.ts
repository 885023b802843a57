/**
 * The signs of standing notices: what those who write them say, kind by kind, and hardly anybody else does. They are
 * general knowledge of the usual wording, not sentences of anybody.
 *
 * Phrases are set apart by `;`, their words by blanks. `a|b` is either word, `third-party` two words that belong
 * together, `any?` may be absent, `…` stands for up to five other words, and `<mail>` and `<work>` for their synonyms.
 */
export interface NoticeSigns {
  /** What a result calls such a notice. */
  name: string;
  /** One makes a sentence a notice, */
  sure: string;
  /** two of these do, */
  likely: string;
  /** or four of these. */
  hints: string;
  /** Nothing else is in a line of a frame. */
  labels: string;
}

export const SYNONYMS: Readonly<Record<string, string>> = {
  "<mail>":
    "e-mail|email|mail|message|communication|transmission|correspondence|e-mails|emails|messages|communications|newsletter",
  "<work>": "book|publication|work|e-book|ebook|edition|volume|document|article|report|material|novel|magazine|journal",
};
