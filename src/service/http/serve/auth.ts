/** Authentication by one static key, compared in constant time. */
import { equalInConstantTime } from "../../../base/bytes/bytes.ts";
import { sha256 } from "../../../base/bytes/sha256.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { keyHint } from "../../accounts/keyHint.ts";

type KeyCheck = (authorization: string | null) => Promise<boolean>;

/**
 * A check of `Authorization: Bearer KEY`. It compares digests instead of keys, so that the time reveals neither the
 * length nor a common prefix.
 */
export function createKeyCheck(apiKey: string): KeyCheck {
  if (!/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(apiKey)) {
    throw new SpoliaError("invalid_request", "The API key cannot be sent in a header.", {
      hint: "Use a key that is not empty and has no control characters and no spaces at its ends.",
      fields: [{ pointer: "/auth/apiKey", detail: "must be a non-empty string that is valid in a header" }],
    });
  }
  const expected = sha256(apiKey);
  return async (authorization) => {
    const presented = /^Bearer +(.*)$/is.exec(authorization ?? "")?.[1] ?? "";
    return equalInConstantTime(await sha256(headerBytes(presented)), await expected);
  };
}

/** A header's value has one character for each sent byte (Fetch: "isomorphic decode"). */
const headerBytes = (value: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(value, (character) => character.charCodeAt(0));

export const unauthorized = (authorization: string | null): SpoliaError =>
  new SpoliaError("unauthorized", "The request has no valid key.", { hint: keyHint(authorization) });
