/** Reads parts of files in the threads of a build. Answers come in the order of the requests. */
import { concat } from "../../base/bytes/bytes.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { withUtf8Text } from "../../corpus/build/utf8Text.ts";
import type { RecordReading } from "../../files/documents/datasets/reading.ts";
import type { FoundInput, InputPart } from "../../files/documents/folders/inputParts.ts";
import type { PartReader } from "../../files/documents/folders/readInOrder.ts";
import type { OrderOptions, TakesOrders } from "./threads.ts";

/** The order to a thread: the parts without their bytes, which are concatenated. */
export interface PartsOrder {
  parts: InputPart[];
  about: RecordReading;
  bytes: Uint8Array;
  lengthsBytes: number[];
}

/** What a thread answers: what each part holds, the texts of documents apart. */
export interface PartsAnswer {
  found: (readonly FoundInput[] | null)[];
  /** The texts as UTF-8, one after another, and how long each is. */
  texts: Uint8Array;
  textsBytes: number[];
}

const NONE = new Uint8Array(0);

/** The order to read parts. */
export function orderOf(parts: readonly InputPart[], about: RecordReading): PartsOrder {
  const all = parts.map((part) => ("bytes" in part ? part.bytes : NONE));
  const withoutBytes = parts.map((part) => ("bytes" in part ? { ...part, bytes: NONE } : part));
  return { parts: withoutBytes, about, bytes: concat(all), lengthsBytes: all.map(({ length }) => length) };
}

/** An order's bytes go to the thread. */
export const optionsOf = ({ bytes }: PartsOrder, signal?: PlatformAbortSignal): OrderOptions => ({
  transfer: [bytes.buffer as ArrayBuffer],
  ...(signal && { signal: signal as AbortSignal }),
});

/** The parts of an order, with their bytes. */
export function partsOf({ parts, bytes, lengthsBytes }: PartsOrder): InputPart[] {
  let at = 0;
  return parts.map((part, i) => {
    at += lengthsBytes[i]!;
    return "bytes" in part ? { ...part, bytes: bytes.subarray(at - lengthsBytes[i]!, at) } : part;
  });
}

/** The answer of a thread, which takes the texts out of what was found. @param encode gives UTF-8 */
export function withTextsApart(found: PartsAnswer["found"], encode: (text: string) => Uint8Array): PartsAnswer {
  const texts: Uint8Array[] = [];
  const apart = found.map((ofPart) =>
    ofPart === null
      ? null
      : ofPart.map((one) => {
          if (!("item" in one && "text" in one.item)) return one;
          texts.push(encode(one.item.text));
          return { ...one, item: { ...one.item, text: "" } };
        }),
  );
  return { found: apart, texts: concat(texts), textsBytes: texts.map(({ length }) => length) };
}

/** What was found, each document with its text. */
function withTexts({ found, texts, textsBytes }: PartsAnswer): PartsAnswer["found"] {
  let [text, at] = [0, 0];
  return found.map((ofPart) =>
    ofPart === null
      ? null
      : ofPart.map((one) => {
          if (!("item" in one && "text" in one.item)) return one;
          const from = at;
          at += textsBytes[text++]!;
          return { ...one, item: withUtf8Text(one.item, texts.subarray(from, at)) };
        }),
  );
}

/** Threads of a build, as what reads in them. */
export class BuildReaders implements PartReader {
  readonly lanes: number;
  readonly #threads: TakesOrders<PartsOrder, PartsAnswer>;

  constructor(threads: TakesOrders<PartsOrder, PartsAnswer>) {
    // Two more orders for each thread are queued: the next answer may be that of a large PDF.
    this.lanes = 3 * threads.count;
    this.#threads = threads;
  }

  async read(
    parts: readonly InputPart[],
    about: RecordReading,
    signal?: PlatformAbortSignal,
  ): Promise<PartsAnswer["found"]> {
    const order = orderOf(parts, about);
    return withTexts(await this.#threads.ask(order, optionsOf(order, signal)));
  }
}
