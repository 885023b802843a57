/** Whether the first bytes of a file are those of text: what has no known ending is told by its content. */
import { formatOfBytes } from "../formats.ts";
import { wideEncodingOf } from "./wide.ts";

/** Bytes by which it is told. */
export const TEXT_HEAD_BYTES = 8_192;
/** Share of control characters that text does not have. */
const CONTROL_SHARE = 0.02;

/** NULs that may have got into text. */
const NULS_MAX = 3;

/** Beginnings of documents that their readers know, whatever the file is called. */
const DOCUMENT = /^(?:%PDF-|\{\\rtf[1\\]|\s*(?:<!doctype html|<html)\b)/i;
/** The first part of an archive that is an office document or a book, as their programs write them. */
const OFFICE = /^(?:\[Content_Types\]\.xml|_rels\/|docProps\/|word\/|ppt\/|mimetypeapplication\/(?:epub|vnd\.oasis))/;
const ZIP = "PK\x03\x04";
/** Bytes before the name of the first part. */
const ZIP_HEADER_BYTES = 30;

/** @param isKnown whether the name is of a known format that is no text: then only such documents are meant */
export function isTextHead(head: Uint8Array, isKnown: boolean): boolean {
  const beginning = String.fromCharCode(...head.subarray(0, 512));
  if (DOCUMENT.test(beginning) || isOffice(beginning)) return true;
  if (isKnown || beginning.startsWith(ZIP) || formatOfBytes(head) !== undefined) return false;
  if (head.includes(0) && wideEncodingOf(head.subarray(0, head.length - (head.length % 4))) !== undefined) return true;
  let [nuls, controls] = [0, 0];
  for (const byte of head) nuls += Number(byte === 0);
  if (nuls > NULS_MAX) return false;
  for (const byte of head) controls += Number(byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32));
  return controls <= CONTROL_SHARE * head.length;
}

const isOffice = (beginning: string): boolean =>
  beginning.startsWith(ZIP) && OFFICE.test(beginning.slice(ZIP_HEADER_BYTES));
