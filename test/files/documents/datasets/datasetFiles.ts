/** Web archives and tar archives, as tests write them. */
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A record of a web archive. */
export function warcRecord(type: string, headers: Record<string, string>, block: string | Uint8Array): Uint8Array {
  const body = typeof block === "string" ? bytesOf(block) : block;
  const lines = Object.entries({ "WARC-Type": type, ...headers, "Content-Length": String(body.length) });
  const head = `WARC/1.0\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([bytesOf(head), body, bytesOf("\r\n\r\n")]);
}

/** A page as a server sent it. */
export function httpResponse(
  body: string | Uint8Array,
  headers: Record<string, string>,
  status = "200 OK",
): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    bytesOf(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`),
    typeof body === "string" ? bytesOf(body) : body,
  ]);
}

/** Records packed one by one, as Common Crawl does it. */
export function gzipMembers(records: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(records.map((record) => gzipSync(record)));
}

/** An archive of files, with long names as pax writes them. */
export function tarOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const parts = Object.entries(files).flatMap(([name, content]) => {
    const body = typeof content === "string" ? bytesOf(content) : content;
    if (name.length <= 100) return tarEntry(name, body, "0");
    const rest = ` path=${name}\n`;
    let length = rest.length + 1;
    while (String(length).length + rest.length !== length) length += 1;
    return [...tarEntry("pax", bytesOf(`${length}${rest}`), "x"), ...tarEntry(name.slice(0, 100), body, "0")];
  });
  return Buffer.concat([...parts, new Uint8Array(1_024)]);
}

/** The header of an entry, and its bytes filled up to blocks. */
export function tarEntry(name: string, body: Uint8Array, type: string): Uint8Array[] {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${body.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, body, new Uint8Array((512 - (body.length % 512)) % 512)];
}

export const sha256Of = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
