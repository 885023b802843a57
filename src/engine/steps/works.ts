/** Replaces the hash of a registered work in a request by the work's content. */
import type { ContentMetadata, ContentType, TextSection } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { EngineContext } from "./context.ts";

interface Naming {
  work_hash?: string | undefined;
  content?: string | undefined;
  content_type?: ContentType | undefined;
  metadata?: ContentMetadata | undefined;
  sections?: TextSection[] | undefined;
}

/**
 * Replaces the work's hash by its content, and fills in the default content type, so that a result and its id do not
 * depend on how the text was given. Metadata of the request take precedence over metadata of the registered work.
 *
 * @param where JSON pointer of `named` in the request, and whether the request takes sections
 * @throws unknown_work if the host has no works, or this tenant has none of this hash
 */
export async function withContent<Named extends Naming>(
  { resolveWork }: Pick<EngineContext, "resolveWork">,
  named: Named,
  host: HostOptions,
  { pointer = "", isPlaced = false }: { pointer?: string; isPlaced?: boolean } = {},
): Promise<Omit<Named, "work_hash">> {
  const { work_hash, ...rest } = named;
  if (work_hash === undefined)
    return rest.content === undefined ? rest : { ...rest, content_type: rest.content_type ?? "text" };
  const work = (await resolveWork?.(work_hash, host)) ?? null;
  if (work === null) throw unknownWork(pointer);
  const metadata = { ...work.metadata, ...named.metadata };
  const said = Object.keys(metadata).length > 0 ? { metadata } : {};
  const placed = isPlaced && work.sections !== undefined ? { sections: work.sections } : {};
  return { ...rest, content: work.content, content_type: work.content_type, ...placed, ...said };
}

function unknownWork(pointer: string): SpoliaError {
  return new SpoliaError("unknown_work", "No work of this hash is registered here.", {
    hint: "Send the content of the work, or the bytes of its fingerprint.",
    fields: [{ pointer: `${pointer}/work_hash`, detail: "must be the hash of a registered work" }],
  });
}
