/** The Ed25519 key of a person, for `--sign` and `--key`: a file in PEM (PKCS #8), or a JSON Web Key. */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { SIGNATURE_ALGORITHM } from "../../base/bytes/signature.ts";
import { SpoliaError } from "../../base/errors.ts";

/** @throws invalid_request where the file has no Ed25519 key with its private part */
export function signingJwk(path: string): JsonWebKey {
  try {
    const text = readFileSync(path, "utf8");
    const isJwk = text.trimStart().startsWith("{");
    const key: KeyObject = createPrivateKey(isJwk ? { key: JSON.parse(text), format: "jwk" } : text);
    if (key.asymmetricKeyType !== "ed25519") throw new Error(`a key of ${key.asymmetricKeyType}`);
    return key.export({ format: "jwk" }) as JsonWebKey;
  } catch (cause) {
    throw new SpoliaError("invalid_request", `${path} is not an Ed25519 key.`, {
      hint: "It is a PEM file or a JSON Web Key with its private part: openssl genpkey -algorithm ed25519 -out key.pem",
      cause,
    });
  }
}

/** Both keys of a file, for WebCrypto. @throws invalid_request */
export async function signingPair(path: string) {
  const { d, ...open } = signingJwk(path);
  const keyOf = (key: JsonWebKey, use: "sign" | "verify") =>
    crypto.subtle.importKey("jwk", key, SIGNATURE_ALGORITHM, true, [use]);
  return { privateKey: await keyOf({ ...open, d: d! }, "sign"), publicKey: await keyOf(open, "verify") };
}
