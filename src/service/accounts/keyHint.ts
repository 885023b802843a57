/** What to do where a request has no valid key. */

/** @param authorization the header, which tells whether a key was sent at all */
export const keyHint = (authorization: string | null): string =>
  /^Bearer +\S/i.test(authorization ?? "")
    ? "Check the key: it must be whole, of this service, and neither revoked nor expired."
    : "Send the header Authorization: Bearer KEY.";
