/**
 * Where do bytes live? The one interface through which corpora are read and written. A storage holds files by name;
 * names are relative, use `/`, and never begin with a dot.
 */

/** A stored file, open for reading. */
export interface StoredFile {
  readonly sizeBytes: number;
  /**
   * Number of bytes that take as long to read on as another request: 0 in memory, some pages in a file, many over a
   * network.
   */
  readonly gapBytes: number;
  /** Whether each read crosses a network, so that few requests should be made. */
  readonly isFar?: true;
  /**
   * Exactly `lengthBytes` bytes from `offsetBytes`; throws `corpus_corrupt` where the file is shorter. The caller owns
   * the result.
   */
  read(offsetBytes: number, lengthBytes: number): Promise<Uint8Array>;
  /**
   * The same bytes from where those of `read` are a copy of, after these were found to be damaged. Absent: they are no
   * copy.
   *
   * @since 0.2.0
   */
  readAgain?(offsetBytes: number, lengthBytes: number): Promise<Uint8Array>;
  /**
   * The same bytes without a copy, for storages that hold them in memory. They must not be written to and never change,
   * so that they need to be checked only once.
   */
  view?(offsetBytes: number, lengthBytes: number): Uint8Array;
  /**
   * Writes the same bytes to a place of `target`, before it returns. Absent: the storage has to wait for them.
   *
   * @since 0.2.0
   */
  readInto?(target: Uint8Array, at: number, offsetBytes: number, lengthBytes: number): void;
  close(): Promise<void>;
}

/** What is known of a file before it is opened. */
export interface ExpectedFile {
  readonly sizeBytes: number;
  readonly isLater?: boolean;
}

/** A readable set of files. */
export interface Storage {
  /** For messages: a path, a URL or `memory`. */
  readonly label: string;
  /**
   * Opens a file for reading; throws `corpus_not_found` where there is none.
   *
   * @param expected size of the file where it is known. A storage that has to ask for the size asks for the last bytes
   *   in the same request: segments have their footer there. The size of the opened file may be another, except
   *   where nothing of it is needed now (`isLater`): a storage that has to ask may then wait for the first read, and
   *   throw there what `open` would. Given since 0.2.0; a storage need not look at it
   */
  open(name: string, expected?: ExpectedFile): Promise<StoredFile>;
}

/** A file being written. It has no name yet, so that nobody can read an incomplete file. */
export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Syncs, closes and names the file in one step, replacing a file of that name. */
  finish(name: string): Promise<void>;
  /** Closes the file and removes what was written; does nothing after `finish`. */
  discard(): Promise<void>;
}

export interface WritableStorage extends Storage {
  create(): Promise<NewFile>;
  /** Removes a file; no error where it does not exist. */
  remove(name: string): Promise<void>;
  /** Names of all finished files, sorted. */
  list(): Promise<string[]>;
  /**
   * Takes the exclusive right to write here, until it is released or its holder dies.
   *
   * @throws corpus_locked while another writer holds it; the message names the holder
   */
  lock(): Promise<WriteLock>;
}

/** The right to write. */
export interface WriteLock {
  release(): Promise<void>;
}
