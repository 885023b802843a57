/** `spolia/documents`: how do files become text? */
export { type UnreadInput, UnreadLog } from "../corpus/unread.ts";
export { type FileContent, type ReadBytesOptions, readBytes } from "./content.ts";
export type { TextEncoding } from "./decode.ts";
export { type ReadOptions, readDocuments, type SkippedInput } from "./files.ts";
export { readers } from "./readers.ts";
export { UnreadIds } from "./unreadIds.ts";
