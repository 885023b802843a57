/** Reads one record of a web archive, which stands there packed by itself. */
import { SpoliaError } from "../../../base/errors.ts";

/** The text of a page, and what its record says of it. */
interface CapturedPage {
  text: string;
  url: string | null;
  date: string | null;
  /** SHA-1 of the content, base32. */
  digest: string | null;
}

/** @throws document_invalid where the bytes hold no text of a page */
export async function readRecord(bytes: Uint8Array, filename: string): Promise<CapturedPage> {
  // Loaded for the first record: readers of documents are large.
  const [{ bytesInMemory, chunksOf }, { readDataset }] = await Promise.all([
    import("../../../files/documents/bytes/byteSource.ts"),
    import("../../../files/documents/datasets/dataset.ts"),
  ]);
  const source = bytesInMemory(bytes);
  const packing = bytes[0] === 0x1f && bytes[1] === 0x8b ? "gzip" : "none";
  const reading = {
    source,
    stream: () => chunksOf(source),
    packing,
    name: filename,
    fields: {},
    onBytes: () => {},
  } as const;
  for await (const item of readDataset("warc", { ...reading, after: 0, record: 0 })) {
    if ("reason" in item) throw new SpoliaError("document_invalid", `The record cannot be read: ${item.reason}.`);
    const { text, url, fields = {} } = item as { text: string; url?: string; fields?: Record<string, unknown> };
    const said = (name: string) => (typeof fields[name] === "string" ? (fields[name] as string) : null);
    return { text, url: url ?? null, date: said("date"), digest: said("digest")?.replace(/^sha1:/i, "") ?? null };
  }
  throw new SpoliaError("document_invalid", "The record holds no page.");
}
