/**
 * Where do bytes live? The one interface that corpora are read and written through. A storage holds files by name; names are
 * relative, use `/`, and never begin with a dot.
 */

/** A stored file, open for reading. */
export interface StoredFile {
  readonly sizeBytes: number;
  /** Bytes that cost less to read on than asking again does: 0 in memory, some pages in a file, much over a network. */
  readonly gapBytes: number;
  /** Whether each read crosses a network, so that little is asked for. */
  readonly isFar?: true;
  /** Exactly `lengthBytes` bytes from `offsetBytes`, or `corpus_corrupt` where the file is shorter. The caller owns the result. */
  read(offsetBytes: number, lengthBytes: number): Promise<Uint8Array>;
  /**
   * The same bytes in place, for storages that hold them in memory: not to be written to, and never changing, so that what was checked
   * once needs no second look.
   */
  view?(offsetBytes: number, lengthBytes: number): Uint8Array;
  close(): Promise<void>;
}

/** A readable set of files. */
export interface Storage {
  /** For messages: a path, a URL or `memory`. */
  readonly label: string;
  /** Opens a file for reading; `corpus_not_found` where there is none. */
  open(name: string): Promise<StoredFile>;
}

/** A file under way. It has no name yet, so nobody can read a part of it. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Syncs, closes and gives the file its name in one step, in place of one that had it. */
  finish(name: string): Promise<void>;
  /** Closes and removes what was written so far; nothing after `finish`. */
  discard(): Promise<void>;
}

export interface WritableStorage extends Storage {
  create(): Promise<NewFile>;
  /** Removes a file; one that does not exist is no error. */
  remove(name: string): Promise<void>;
  /** Names of all finished files, sorted. */
  list(): Promise<string[]>;
  /**
   * Takes the one right to write here, until it is released or its holder dies.
   *
   * @throws corpus_locked while another holds it; the message names the holder
   */
  lock(): Promise<WriteLock>;
}

/** The right to write. */
export interface WriteLock {
  release(): Promise<void>;
}
