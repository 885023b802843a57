/** `spolia/documents`: how do files become text? */
export { type UnreadInput, UnreadLog } from "../../corpus/build/unread.ts";
export type { TextEncoding } from "./bytes/decode.ts";
export type { FileContent, ReadBytesOptions } from "./content.ts";
export type { RecordFields } from "./datasets/fields.ts";
export type { RunningLine, UnreadPages } from "./documentText.ts";
export {
  type FoundContent,
  type ReadOptions,
  readContents,
  readDocuments,
  type SkippedInput,
} from "./folders/files.ts";
export type { PartReader } from "./folders/readInOrder.ts";
export { UnreadIds } from "./folders/unreadIds.ts";
export { plainUnreadPages } from "./pdf/unreadPages.ts";
export { readBytes } from "./readBytes.ts";
export { readers } from "./readers.ts";
