/** A thread that reads parts of files, one order after another. */
import { type PartsOrder, partsOf } from "./readers.ts";
import { answerOrders } from "./threads.ts";

export function readDocumentsOf(): void {
  // Threads with another task do not load the readers.
  const code = import("../../files/documents/folders/readInOrder.ts");
  answerOrders(async (order: PartsOrder, signal) => {
    const { readParts } = await code;
    return { result: await readParts(partsOf(order), order.about, signal) };
  });
}
