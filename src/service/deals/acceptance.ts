/** The licensee's signature under a quote. */
import { checkArguments, isRecord } from "../../base/arguments.ts";
import { toBase64Url } from "../../base/bytes/bytes.ts";
import { signDocument } from "../../base/bytes/signature.ts";
import type { AcceptRequest } from "../../base/contract/resources/marketplace.ts";
import type { PlatformCryptoKey } from "../../base/platform.ts";

export const ACCEPTANCE_PURPOSE = "spolia licence acceptance 1";

/**
 * Signs a quote, as `accept` takes it.
 *
 * @param quote with `quote_id` and `quote_digest`, as the answer to a quote has them
 * @param key.privateKey an Ed25519 key of WebCrypto for `sign`
 * @param key.publicKey its public key, extractable
 * @throws invalid_request
 * @since 0.2.0
 */
export async function signAcceptance(
  quote: { readonly quote_id: string; readonly quote_digest: string },
  key: { privateKey: PlatformCryptoKey; publicKey: PlatformCryptoKey },
): Promise<AcceptRequest> {
  const isQuote = isRecord(quote) && typeof quote.quote_id === "string" && typeof quote.quote_digest === "string";
  checkArguments("signAcceptance", [
    ["/quote", isQuote, "the answer to a quote, with `quote_id` and `quote_digest`"],
    ["/key", isRecord(key) && isRecord(key.privateKey) && isRecord(key.publicKey), "an Ed25519 pair of WebCrypto"],
  ]);
  const { quote_id, quote_digest: digest } = quote;
  const public_key = toBase64Url(new Uint8Array(await crypto.subtle.exportKey("raw", key.publicKey)));
  const value = await signDocument(key.privateKey, ACCEPTANCE_PURPOSE, { digest, quote_id });
  return { quote_id, signature: { public_key, value } };
}
