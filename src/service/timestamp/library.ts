/** Reading of ASN.1, CMS and X.509: pkijs, an optional peer that only time stamps need. */
import { SpoliaError } from "../../base/errors.ts";

export interface Library {
  pkijs: typeof import("pkijs");
  asn1js: typeof import("asn1js");
}

const INSTALL = "Install it: npm install pkijs@4 asn1js@4";

/** @throws unsupported_runtime where it is not installed */
export async function loadLibrary(): Promise<Library> {
  try {
    return { pkijs: await import("pkijs"), asn1js: await import("asn1js") };
  } catch (cause) {
    throw new SpoliaError("unsupported_runtime", "Time stamps need the package pkijs.", { hint: INSTALL, cause });
  }
}
