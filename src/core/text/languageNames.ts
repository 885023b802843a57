/**
 * The languages that the detector tells apart, with their names in English. A host's own names differ from runtime to
 * runtime, so results have these.
 */
// biome-ignore format: one list of names
const NAMES: Readonly<Record<string, string>> = {
  am: "Amharic", ar: "Arabic", az: "Azerbaijani", be: "Belarusian", bg: "Bulgarian", bn: "Bengali",
  ca: "Catalan", cs: "Czech", da: "Danish", de: "German", el: "Greek", en: "English", es: "Spanish",
  et: "Estonian", eu: "Basque", fa: "Persian", fi: "Finnish", fr: "French", gu: "Gujarati", he: "Hebrew",
  hi: "Hindi", hr: "Croatian", hu: "Hungarian", hy: "Armenian", is: "Icelandic", it: "Italian", ja: "Japanese",
  ka: "Georgian", kn: "Kannada", ko: "Korean", ku: "Kurdish", lo: "Lao", lt: "Lithuanian", lv: "Latvian",
  ml: "Malayalam", mr: "Marathi", ms: "Malay", nl: "Dutch", no: "Norwegian", or: "Odia", pa: "Punjabi",
  pl: "Polish", pt: "Portuguese", ro: "Romanian", ru: "Russian", sk: "Slovak", sl: "Slovenian", sq: "Albanian",
  sr: "Serbian", sv: "Swedish", ta: "Tamil", te: "Telugu", th: "Thai", tl: "Tagalog", tr: "Turkish",
  uk: "Ukrainian", ur: "Urdu", vi: "Vietnamese", yo: "Yoruba", zh: "Chinese",
};

/** `German (de)`; the code alone where this table has no name for it. */
export function languageInWords(code: string): string {
  const name = NAMES[code];
  return name === undefined ? code : `${name} (${code})`;
}

/** Whether the detector knows a language. Text in any other is taken for a neighbour: Indonesian for Malay. */
export function isDetectable(code: string): boolean {
  return Object.hasOwn(NAMES, code);
}
