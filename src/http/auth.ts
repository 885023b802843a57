/** Is the bearer of this request known? One static key, compared whole and in constant time. */
import { equalInConstantTime } from "../base/bytes.ts";
import { sha256 } from "../base/sha256.ts";
import { SpoliaError } from "../errors.ts";

type KeyCheck = (authorization: string | null) => Promise<boolean>;

/**
 * A check of `Authorization: Bearer KEY`. Digests are compared and not keys, so that neither a length nor a common
 * beginning shows in the time.
 */
export function createKeyCheck(apiKey: string): KeyCheck {
  if (!/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(apiKey)) {
    throw new SpoliaError("invalid_request", "The API key cannot be sent in a header.", {
      hint: "Use a key that is not empty, without control characters, and without spaces at its ends.",
      fields: [{ pointer: "/auth/apiKey", detail: "must be a non-empty string that a header can carry" }],
    });
  }
  const expected = sha256(apiKey);
  return async (authorization) => {
    const presented = /^Bearer +(.*)$/is.exec(authorization ?? "")?.[1] ?? "";
    return equalInConstantTime(await sha256(headerBytes(presented)), await expected);
  };
}

/** A header's value has one character for each byte that was sent (Fetch: "isomorphic decode"). */
const headerBytes = (value: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(value, (character) => character.charCodeAt(0));

export const unauthorized = (): SpoliaError =>
  new SpoliaError("unauthorized", "The request carries no key that is known here.", {
    hint: "Send the header Authorization: Bearer KEY.",
  });
