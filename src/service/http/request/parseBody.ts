/** Parses a complete body whose format is known: what the other side of `parseAside` calls. */
import { checkArguments, isRecord } from "../../../base/arguments.ts";
import type { BodyForm } from "./body.ts";
import { jsonBody } from "./json.ts";
import { msgpackBody } from "./msgpack.ts";

/**
 * The document in a body that the handler has received, in a thread for example.
 *
 * @throws invalid_request, too_deep, content_too_large
 * @since 0.2.0
 */
export function parseBody(body: Uint8Array, form: BodyForm): unknown {
  checkArguments("parseBody", [
    ["/body", body instanceof Uint8Array, "the bytes of the body"],
    ["/form", isRecord(form) && ["json", "msgpack"].includes(form.format), "the form that `parseAside` was given"],
  ]);
  return (form.format === "json" ? jsonBody : msgpackBody)(form.valuesMax).parse(body);
}
