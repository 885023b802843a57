/** Are the keys that signed a document those of the service, and were they in use when it says that it was signed? */
import type { Timestamp } from "../../base/contract/common.ts";

/** A key that a verifier trusts. */
export interface TrustedKey {
  /** Id of the key: its thumbprint (RFC 7638). */
  id: string;
  /** From when on its signatures are not trusted, as the service publishes it; `null` or absent where it is in use. */
  retired_at?: Timestamp | null | undefined;
}

/** Keys that a verifier trusts: ids, or ids with the times of their retirement. */
export type TrustedKeys = readonly (string | TrustedKey)[];

export interface Trust {
  /**
   * Whether every key is among the trusted ones and no signature states a time at or after its key's retirement; `null`
   * where no trusted keys were given.
   */
  is_trusted: boolean | null;
  /**
   * Ids of retired keys that signed. Who has such a key can write an earlier time: only a copy or a time stamp from
   * before the retirement shows that the document existed then.
   *
   * @since 0.2.0
   */
  retired_keys: string[];
}

/** @param signatures which key signed, and which time the signed statement names */
export function trustIn(signatures: readonly { key: string; at: string }[], trusted: TrustedKeys | undefined): Trust {
  if (trusted === undefined) return { is_trusted: null, retired_keys: [] };
  const keys = new Map(
    trusted.map((one) => (typeof one === "string" ? [one, null] : [one.id, one.retired_at ?? null])),
  );
  const retirementOf = (key: string) => keys.get(key) ?? null;
  const isInUse = ({ key, at }: { key: string; at: string }) => {
    const retired = retirementOf(key);
    return keys.has(key) && (retired === null || Date.parse(at) < Date.parse(retired));
  };
  const retired_keys = [...new Set(signatures.map(({ key }) => key))].filter((key) => retirementOf(key) !== null);
  return { is_trusted: signatures.every(isInUse), retired_keys };
}
