/** Bodies of forms, which OAuth asks for: names and values, each name once. */
import { SpoliaError } from "../errors.ts";
import type { BodyKind } from "./body.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A form is names and secrets; no honest one comes near. */
const FORM_BYTES_MAX = 16 * 1024;

/** @throws unsupported_content_type */
export function requireForm(contentType: string | null): void {
  if ((contentType ?? "").split(";")[0]!.trim().toLowerCase() === FORM_TYPE) return;
  throw new SpoliaError("unsupported_content_type", "Bodies of this Content-Type are not read here.", {
    hint: `Send ${FORM_TYPE}.`,
  });
}

/**
 * A form as it is: its route reads it, since refusals have a form of their own there. `content_too_large` as soon as it
 * is.
 */
export const FORM_BODY: BodyKind = {
  watch() {
    let bytes = 0;
    return (piece) => {
      bytes += piece.length;
      if (bytes <= FORM_BYTES_MAX) return;
      throw new SpoliaError("content_too_large", `The form is larger than ${FORM_BYTES_MAX} bytes.`);
    };
  },
  parse: (body) => body,
};

/** @throws invalid_request where a name stands twice */
export function parseForm(body: Uint8Array): Record<string, string> {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (name in form) {
      throw new SpoliaError("invalid_request", "The form has a name twice.", { hint: "Send each name once." });
    }
    form[name] = value;
  }
  return form;
}
