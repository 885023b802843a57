/**
 * What the handler takes in at once: bodies that arrive, their bytes, and requests in progress, each shared between
 * callers. Health checks take nothing, so they are answered whatever others send.
 */
import { Shares } from "../../../base/lists/shares.ts";
import { HttpError } from "../answer/httpError.ts";
import {
  BODIES_AT_ONCE_MAX,
  BODY_BYTES_AT_ONCE_MAX,
  BODY_BYTES_HELD_MAX,
  BODY_BYTES_MAX,
  BODY_FREE_BYTES,
  BODY_STEP_BYTES,
  CONCURRENT_REQUESTS_MAX,
} from "./limits.ts";

/** What is taken in now. @since 0.2.0 */
export type IntakeGauges = Readonly<
  Record<"bodies_arriving" | "bodies_waiting" | "body_bytes" | "requests_running", number>
>;

export class Intake {
  readonly #bodies = new Shares(BODIES_AT_ONCE_MAX);
  readonly #bytes = new Shares(BODY_BYTES_AT_ONCE_MAX, BODY_BYTES_HELD_MAX);
  readonly #requests = new Shares(CONCURRENT_REQUESTS_MAX);

  /** Gauges for an operator, by their names in metrics. */
  gauges(): IntakeGauges {
    return {
      bodies_arriving: this.#bodies.held,
      bodies_waiting: this.#bytes.waiting,
      body_bytes: this.#bytes.held,
      requests_running: this.#requests.held,
    };
  }

  /** Room for the body of one request. @throws overloaded */
  body(holder: string): BodyRoom {
    if (!this.#bodies.take(holder)) throw overloaded("bodies that have not arrived completely");
    return new BodyRoom(this.#bytes, holder, () => this.#bodies.give(holder));
  }

  /** Counts a request that is in progress until the returned function is called. @throws overloaded */
  hold(holder: string): () => void {
    if (!this.#requests.take(holder)) throw overloaded("requests in progress");
    return once(() => this.#requests.give(holder));
  }
}

/** What the body of one request takes: its place while it arrives, its bytes until the response. */
export class BodyRoom {
  readonly #bytes: Shares;
  readonly #holder: string;
  readonly #giveUpPlace: () => void;
  #reservedBytes = 0;

  constructor(bytes: Shares, holder: string, giveUpPlace: () => void) {
    this.#bytes = bytes;
    this.#holder = holder;
    this.#giveUpPlace = once(giveUpPlace);
  }

  /** Whether this body holds bytes that others wait for. */
  get isWanted(): boolean {
    return this.#reservedBytes > 0 && this.#bytes.waiting > 0;
  }

  /**
   * Reserves so many bytes in total. The first call waits until there is room. Later ones, of bodies that are longer
   * than expected, do not: bodies that hold room and wait for more could wait for each other.
   *
   * @throws aborted; overloaded in later calls
   */
  async reserve(bytes: number, signal: AbortSignal): Promise<void> {
    if (bytes <= Math.max(BODY_FREE_BYTES, this.#reservedBytes)) return;
    const wanted = Math.min(BODY_BYTES_MAX, Math.max(bytes, BODY_STEP_BYTES, 2 * this.#reservedBytes));
    if (this.#reservedBytes === 0) await this.#bytes.wait(this.#holder, wanted, signal);
    else if (!this.#bytes.grow(this.#holder, wanted - this.#reservedBytes)) throw overloaded("bytes of bodies");
    this.#reservedBytes = wanted;
  }

  /** The body has arrived, with so many bytes. */
  arrived(bytes: number): void {
    this.#giveUpPlace();
    this.#keep(Math.min(this.#reservedBytes, bytes > BODY_FREE_BYTES ? bytes : 0));
  }

  /** The body is not needed any more. */
  release(): void {
    this.#giveUpPlace();
    this.#keep(0);
  }

  #keep(bytes: number): void {
    if (bytes < this.#reservedBytes) this.#bytes.give(this.#holder, this.#reservedBytes - bytes);
    this.#reservedBytes = bytes;
  }
}

function once(action: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}

const overloaded = (what: string): HttpError =>
  new HttpError("overloaded", `The service has no room for more ${what} of this caller.`, {
    hint: "Retry in a moment.",
  });
