/** Form bodies, which OAuth requires: names and values, each name once. */
import { SpoliaError } from "../../../base/errors.ts";
import type { BodyKind } from "./body.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** A real form contains only names and secrets and is much smaller. */
const FORM_BYTES_MAX = 16 * 1024;

/** @throws unsupported_content_type */
export function requireForm(contentType: string | null): void {
  if ((contentType ?? "").split(";")[0]!.trim().toLowerCase() === FORM_TYPE) return;
  throw new SpoliaError("unsupported_content_type", "This path does not accept this Content-Type.", {
    hint: `Send ${FORM_TYPE}.`,
  });
}

/**
 * The bytes of a form. Its route parses them, because its errors have a format of their own. Throws `content_too_large`
 * as soon as the form exceeds the limit.
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

/** Names without a value count as absent (RFC 6749, section 3.2). @throws invalid_request if a name occurs twice */
export function parseForm(body: Uint8Array): Record<string, string> {
  const form: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(body))) {
    if (name in form) {
      throw new SpoliaError("invalid_request", "The form repeats a name.", { hint: "Send each name once." });
    }
    form[name] = value;
  }
  for (const name of Object.keys(form)) if (form[name] === "") delete form[name];
  return form;
}
