/** Lets a build that was interrupted go on where it stopped: what was read, and how far. */
import { checkArguments } from "../../base/arguments.ts";
import { SpoliaError } from "../../base/errors.ts";

/** Where a reading of files stands. */
export interface ReadingPlace {
  /** Number of files that were read to their end. */
  files: number;
  /** Number of records of the next file that were read. */
  records: number;
  /** Number of documents that they gave. */
  documents: number;
}

const START: ReadingPlace = { files: 0, records: 0, documents: 0 };

/**
 * Pass one to `readDocuments` and to `buildCorpus` as `resume`, each time that the build is tried. The build then keeps
 * what it has indexed beside the corpus, and the next one goes on after it: files that were read are not read again,
 * and the corpus is the same to the byte as of a build that was not interrupted.
 *
 * @since 0.2.0
 */
export class BuildResume {
  readonly #ids: string[] = [];
  readonly #onGoingOn: ((documents: number) => void) | undefined;
  #inputs: string | undefined;
  #place = START;
  #isRefused = false;

  /** @param onGoingOn is told how many documents the interrupted build had, where this one goes on after it */
  constructor(onGoingOn?: (documents: number) => void) {
    this.#onGoingOn = onGoingOn;
  }

  /**
   * Whether there is an interrupted build that this one cannot go on after: of other files, settings or another
   * version, or damaged. Begin anew, without it.
   */
  get isRefused(): boolean {
    return this.#isRefused;
  }

  /** Notes that this build cannot go on after the interrupted one. `buildCorpus` calls it. */
  refuse(): void {
    this.#isRefused = true;
  }

  /** Where reading begins. `readDocuments` calls it. @throws conflict where the earlier build read other files */
  begin(inputs: string): ReadingPlace {
    checkArguments("BuildResume.begin", [["/inputs", typeof inputs === "string", "a text that names the inputs"]]);
    if (this.#inputs !== undefined && this.#inputs !== inputs) {
      this.refuse();
      throw changed();
    }
    if (this.#inputs !== undefined) this.#onGoingOn?.(this.#ids.length);
    this.#inputs = inputs;
    return this.#place;
  }

  /** Ids of the documents that were read before. */
  takeIds(): string[] {
    return this.#ids.splice(0);
  }

  /** Notes how far reading has come, before a document is given. */
  reach(place: ReadingPlace): void {
    this.#place = place;
  }

  /** What is to be known of the reading to go on from here. */
  get state(): { inputs: string; place: ReadingPlace } {
    return { inputs: this.#inputs ?? "", place: this.#place };
  }

  /** Notes what an earlier build has read. */
  restore({ inputs, place }: { inputs: string; place: ReadingPlace }, ids: readonly string[]): void {
    this.#inputs = inputs;
    this.#place = place;
    for (const id of ids) this.#ids.push(id);
  }
}

function changed(): SpoliaError {
  return new SpoliaError(
    "conflict",
    "The build cannot go on: its files or options are not those of the interrupted one.",
    {
      hint: "Give the same files and options, or remove the unfinished corpus and begin again.",
    },
  );
}
