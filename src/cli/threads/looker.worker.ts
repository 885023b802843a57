/** A thread that reads parts of files, one order after another, and looks at their documents where it is told to. */

import { throwIfAborted } from "../../base/errors.ts";
import type { FoundInput } from "../../files/documents/folders/inputParts.ts";
import { type DocumentLook, looked, openLook } from "./looks.ts";
import { type PartsOrder, partsOf } from "./readers.ts";
import { answerOrders } from "./threads.ts";

export function readDocumentsOf(look?: DocumentLook): void {
  // Threads with another task do not load the readers.
  const code = import("../../files/documents/folders/readInOrder.ts");
  const opened = look === undefined ? undefined : openLook(look);
  answerOrders(async (order: PartsOrder, signal) => {
    const { readParts } = await code;
    const found = await readParts(partsOf(order), order.about, signal);
    const see = await opened;
    if (look === undefined || see === undefined) return { result: found };
    const result: (readonly FoundInput[] | null)[] = [];
    for (const [i, inPart] of found.entries()) {
      throwIfAborted(signal);
      // What rows unpack to is limited by the length of their texts.
      const keepsText = order.parts[i]!.kind === "rows" || (look.of === "items" && look.keepsText);
      result.push(inPart && looked(inPart, see, keepsText));
    }
    return { result };
  });
}
