/**
 * The language of a text, as `eld` detects it in places spread over the text. A wrong language would exclude a model
 * wrongly, so the answer is `und` wherever the places do not agree: mixed texts, lists, tables. The detector is 1 MB,
 * so this file is loaded when it is needed.
 */
import { eld } from "eld/extrasmall";

/** Name, version and table of the detector. A test holds the version equal to that of the installed package. */
export const LANGUAGE_DETECTOR = "eld 2.1.0 extrasmall";

/** The code of ISO 639-2 for a language that is not known. */
const UNDETERMINED = "und";

/** The detector looks at some 350 bytes, so each place has at least as many characters as give 50 words or so. */
const PLACE_CHARACTERS_MIN = 240;
const PLACE_CHARACTERS_MAX = 1_000;
const DETECTOR_PLACES_MAX = 8;
/** Places in which the detector is sure, as a share of all places. */
const SURE_SHARE_MIN = 0.5;

/** Characters below are composed already: nothing of a long text is copied. */
const MAY_BE_APART = /[\u0300-\uffff]/;

/**
 * The one language of all places in which the detector is sure, in ISO 639-1, if these are half of the places or more;
 * otherwise `und`.
 */
export function detectLanguage(text: string): string {
  // With marks apart, Vietnamese is taken for Yoruba, and Korean is not known.
  const places = placesIn(MAY_BE_APART.test(text) ? text.normalize("NFC") : text);
  const sure = places.map((place) => eld.detect(place)).filter((found) => found.isReliable());
  const languages = new Set(sure.map(({ language }) => language));
  const [language] = languages;
  return language !== undefined && languages.size === 1 && sure.length >= SURE_SHARE_MIN * places.length
    ? language
    : UNDETERMINED;
}

/** Equal parts of the text, each from the beginning of a word where there is one nearby. */
function placesIn(text: string): string[] {
  const count = Math.max(1, Math.min(DETECTOR_PLACES_MAX, Math.floor(text.length / PLACE_CHARACTERS_MIN)));
  return Array.from({ length: count }, (_, number) => {
    const start = Math.floor((number * text.length) / count);
    const end = Math.floor(((number + 1) * text.length) / count);
    const toWord = number === 0 ? 0 : text.slice(start, start + 40).search(/\s/) + 1;
    return text.slice(start + toWord, Math.min(end, start + PLACE_CHARACTERS_MAX));
  });
}
