/** A store whose writes are spans of the trace that they belong to. */
import { inSpan, type OpenTelemetry } from "../../base/lists/spans.ts";
import type { RecordStore } from "./store.ts";

/** The event `begun` tells how long a write waited for others. */
export const tracedStore = (store: RecordStore, api: OpenTelemetry | undefined): RecordStore =>
  api === undefined
    ? store
    : {
        read: (work) => store.read(work),
        write: (work) =>
          inSpan(api, "store.write", {}, (span) =>
            store.write((records) => {
              span?.addEvent("begun");
              return work(records);
            }),
          ),
        check: () => store.check(),
        waiting: () => store.waiting(),
        close: () => store.close(),
      };
