/** Is the bearer of this request known? One static key, compared whole and in constant time. */
import { SpoliaError } from "../errors.ts";

export type KeyCheck = (authorization: string | null) => Promise<boolean>;

/**
 * A check of `Authorization: Bearer KEY`. Digests are compared and not keys, so that neither a length nor a common beginning
 * shows in the time; `crypto.subtle` is in every runtime, `timingSafeEqual` is not.
 */
export function createKeyCheck(apiKey: string): KeyCheck {
  if (!/^[^\s\p{Cc}](?:[^\p{Cc}]*[^\s\p{Cc}])?$/u.test(apiKey)) {
    throw new SpoliaError("invalid_request", "The API key cannot be sent in a header.", {
      hint: "Use a key that is not empty, without control characters, and without spaces at its ends.",
      fields: [{ pointer: "/auth/apiKey", detail: "must be a non-empty string that a header can carry" }],
    });
  }
  const expected = sha256(new TextEncoder().encode(apiKey));
  return async (authorization) => {
    const presented = /^Bearer +(.*)$/is.exec(authorization ?? "")?.[1] ?? "";
    return equalDigests(await sha256(headerBytes(presented)), await expected);
  };
}

/** A header's value has one character for each byte that was sent (Fetch: "isomorphic decode"). */
const headerBytes = (value: string): Uint8Array<ArrayBuffer> => Uint8Array.from(value, (character) => character.charCodeAt(0));

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Looks at every byte, whatever the first ones are. */
function equalDigests(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) difference |= one[index]! ^ other[index]!;
  return difference === 0;
}

export const unauthorized = (): SpoliaError =>
  new SpoliaError("unauthorized", "The request carries no key that is known here.", {
    hint: "Send the header Authorization: Bearer KEY.",
  });
