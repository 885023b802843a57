/** Reads a document from an address or a file: addresses only under the guard of outgoing requests. */
import { SpoliaError } from "../../base/errors.ts";
import { ENGINE_VERSION } from "../../base/version.ts";
import { guardedGet } from "../../service/deliveries/guardedFetch.ts";
import { readText } from "../inputs/inputs.ts";
import type { Context } from "../terminal/run.ts";

/** What was read, and its bytes as they were. */
interface ReadThere {
  readonly text: string;
  readonly bytes: Uint8Array;
}

/**
 * @param source an address, the path of a file, or `-` for standard input
 * @throws content_too_large over `bytesMax`; webhook_refused where the address may not be called or does not answer;
 *   invalid_request
 */
export async function readThere(
  source: string,
  bytesMax: number,
  flags: { readonly private?: true },
  { terminal, signal }: Context,
): Promise<ReadThere> {
  const tooLarge = () =>
    new SpoliaError("content_too_large", `${source} is over ${bytesMax / 1_000_000} MB.`, {
      hint: "It is no document of this kind.",
    });
  if (!/^https?:\/\//i.test(source)) {
    const text = await readText(source, terminal);
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > bytesMax) throw tooLarge();
    return { text, bytes };
  }
  const headers = { "user-agent": ENGINE_VERSION.replace(" ", "/"), accept: "*/*", "accept-encoding": "identity" };
  const reach = flags.private === true ? "any" : "web";
  const { status, body, isWhole } = await guardedGet(source, { reach, headers, bytesMax }, signal);
  if (status !== 200)
    throw new SpoliaError("webhook_refused", `${source} answers with status ${status}.`, {
      hint: "Redirects are not followed: name the address where it is. Or save it, and name the file.",
    });
  if (!isWhole) throw tooLarge();
  return { text: new TextDecoder().decode(body), bytes: body };
}
