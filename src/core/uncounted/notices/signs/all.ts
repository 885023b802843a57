/** The signs of all languages, from which the list is written: they are loaded packed, with the listed texts. */
import { ENGLISH } from "./english.ts";
import { ENGLISH_PAGES } from "./englishPages.ts";
import { GERMAN } from "./german.ts";
import type { NoticeSigns } from "./noticeSigns.ts";
import { ROMANCE } from "./romance.ts";

export const NOTICE_SIGNS: readonly NoticeSigns[] = [...ENGLISH, ...ENGLISH_PAGES, ...GERMAN, ...ROMANCE];
