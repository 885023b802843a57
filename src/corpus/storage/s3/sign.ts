/**
 * Signs requests (AWS Signature Version 4) through aws4fetch, an optional peer that only object storage needs. A clock
 * that is wrong is corrected by the host's: it is told in every response.
 */
import { SpoliaError } from "../../../base/errors.ts";
import type { Fetch } from "../../../base/platform.ts";
import type { S3Credentials } from "./credentials.ts";

interface Signing {
  fetch: Fetch;
  region: string;
  credentials(): Promise<S3Credentials>;
}

/** Hosts refuse signatures that are older by a quarter of an hour. */
const SKEW_MS_MAX = 5 * 60_000;
/** Amazon refuses expired credentials with 400 (ExpiredToken), others with 403. */
const REFUSED = [400, 403];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A `fetch` that signs what it sends. */
export function createSigningFetch({ fetch, region, credentials }: Signing): Fetch {
  let known: S3Credentials | undefined;
  /** The host's time in its last response, where the clock of this machine is wrong. */
  let hostTime: string | undefined;
  return async (url, init) => {
    const { AwsV4Signer } = await loadSigner();
    for (let isAgain = false; ; isAgain = true) {
      known ??= await credentials();
      const headers = new Headers(init.headers as Headers | Record<string, string>);
      // What a proxy or the runtime may change is not signed.
      const encoding = headers.get("accept-encoding");
      headers.delete("accept-encoding");
      const { method = "GET", body } = init;
      const { accessKeyId, secretAccessKey, sessionToken } = known;
      const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
      const about = { url, method, headers, service: "s3", region, ...keys };
      const signed = (await new AwsV4Signer({ ...about, ...(hostTime && { datetime: hostTime }) }).sign()).headers;
      if (encoding !== null) signed.set("accept-encoding", encoding);
      const response = await fetch(url, { ...init, headers: signed, ...(body != null && { body }) });
      const told = stamp(response.headers.get("date") ?? "");
      if (hostTime !== undefined) hostTime = told;
      if (!REFUSED.includes(response.status) || isAgain) return response;
      const isSkewed = Math.abs(timeOf(told) - timeOf(signed.get("x-amz-date") ?? "")) > SKEW_MS_MAX;
      if (isSkewed) hostTime = told;
      const fresh = await credentials();
      const isReplaced = fresh.accessKeyId !== known.accessKeyId || fresh.sessionToken !== known.sessionToken;
      known = fresh;
      if (!isSkewed && !isReplaced) return response;
      await response.body?.cancel().catch(() => {});
    }
  };
}

/** The time of a response's header as requests state it, `YYYYMMDDThhmmssZ`; undefined where it is none. */
function stamp(header: string): string | undefined {
  const [, day, name, year, ...time] = /, (\d\d) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(header) ?? [];
  const month = MONTHS.indexOf(name ?? "") + 1;
  return month === 0 ? undefined : `${year}${String(month).padStart(2, "0")}${day}T${time.join("")}Z`;
}

function timeOf(stamp = ""): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, "$1-$2-$3:$4:$5"));
}

/** @throws unsupported_runtime where it is not installed */
async function loadSigner(): Promise<typeof import("aws4fetch")> {
  try {
    return await import("aws4fetch");
  } catch (cause) {
    throw new SpoliaError("unsupported_runtime", "Object storage needs the package aws4fetch.", {
      hint: "Install it: npm install aws4fetch@1",
      cause,
    });
  }
}
