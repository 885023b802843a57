/** Why the bytes of a file give no text. */
import type { UnreadCode } from "../../../base/contract/resources/corpus.ts";

/** Readers throw it; `contentOfBytes` turns it into its result. `reason` is without a full stop. */
export class NotRead extends Error {
  readonly code: UnreadCode;
  readonly reason: string;
  /** Name of the format, where `code` is `format_not_read`. */
  readonly format: string | undefined;

  constructor(code: UnreadCode, reason: string, format?: string) {
    super(reason);
    this.code = code;
    this.reason = reason;
    this.format = format;
  }
}

/** A file whose text needs a password. */
export function encrypted(): NotRead {
  return new NotRead("encrypted", "encrypted; it cannot be read without its password");
}

/** A file that cannot be opened: Node gives names as text, in which bytes of other encodings are lost. */
export function notOpened(path: string): NotRead {
  const isLost = path.includes("\ufffd");
  return new NotRead("unreadable", `cannot be opened${isLost ? ": its name is not UTF-8. Rename it" : ""}`);
}

/** A file whose bytes contradict its format: it was cut, or changed. */
export function damaged(what: string): NotRead {
  return new NotRead("damaged", `damaged: ${what}`);
}
