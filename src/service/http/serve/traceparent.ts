/** The trace that a request is part of, by the header `traceparent` (W3C Trace Context, level 1). */

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const NOTHING = /^0+$/;

/** The id of the trace, 32 hexadecimal digits; `null` where there is no header or an invalid one, which is ignored. */
export function traceIdOf({ headers }: Pick<Request, "headers">): string | null {
  const [, version, traceId = "", parentId = "", more] = FORM.exec(headers.get("traceparent") ?? "") ?? [];
  const isKnownForm = version !== undefined && version !== "ff" && (version !== "00" || more === undefined);
  return isKnownForm && !NOTHING.test(traceId) && !NOTHING.test(parentId) ? traceId : null;
}
