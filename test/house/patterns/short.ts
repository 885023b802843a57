/** Patterns that meet short texts only: what they meet, and the most UTF-16 units of it. */
export const SHORT: ReadonlyMap<string, { what: string; units: number }> = new Map([
  [
    String.raw`src/core/text/disguise.ts /\\u\{.*?\}-?/g`,
    { what: "a list of characters, which is constant", units: 1_024 },
  ],
  ...[
    String.raw`/(?:"(?:[^"\\]|\\.){0,200}"|[^,"])+/g`,
    String.raw`/(?<![\w-])([\w-]+)=(?:"((?:[^"\\]|\\.){0,200})"|([^;,"\s]+))/g`,
  ].map(
    (pattern) =>
      [`src/service/http/serve/forwarded.ts ${pattern}`, { what: "a header, 16 KiB in Node", units: 65_536 }] as const,
  ),
  [
    String.raw`src/files/documents/pdf/layout/running.ts /^[\W_]*(?:(?:page|seite|p|s|pag|página|pagina|стр)[.:]?\s*)?(\d{1,5}|[ivxlcdm]{1,9})(?:\s*(?:of|von|de|di|\/)\s*\d{1,5})?[\W_]*$/iu`,
    { what: "a line that may be a running head", units: 100 },
  ],
  [
    String.raw`src/files/audit/quotation/marks.ts /^\s*(?:(?:notes?|fn|n)\.?\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,150}\s*$|^\s*[*†‡§¶]{1,3}\s*$/iu`,
    { what: "what stands in brackets", units: 300 },
  ],
  [
    String.raw`src/files/rights/signals/kinds.ts /^(?:#[^\n]*\n|\s)*user-agent\s*:/i`,
    { what: "the head of a file", units: 16_384 },
  ],
  [
    String.raw`src/corpus/storage/s3/credentials.ts /^\s*\[\s*(.*?)\s*\]/`,
    { what: "a line of the credentials of who runs it", units: 256 },
  ],
  [
    String.raw`src/files/audit/quotation/marks.ts /(?<word>\p{L}+)(?<point>[.,;:!?]?)(?<closing>["”’'»)]*)$/u`,
    { what: "what stands before a number", units: 40 },
  ],
  [
    String.raw`src/files/audit/quotation/pageBreaks.ts /^(?:\d{1,4}|[ivxlc]{1,7})[\s|·•.–—-]+(?=\D)|[\s|·•.,–—-]+(?:\d{1,4}|[ivxlc]{1,7})$/u`,
    { what: "a line that may be a running head", units: 80 },
  ],
  [
    "src/files/documents/bytes/declared.ts /<!--.{0,4096}?-->/gs",
    { what: "the head of a document of HTML", units: 16_384 },
  ],
  [
    String.raw`src/models/extraction/iterated.ts /(?:^|[\n.!?…"”’)*_])\s*\W*the end\W*$/i`,
    { what: "the end of an answer", units: 60 },
  ],
  [String.raw`src/engine/extract/rounds.ts /\S*[\p{L}\p{M}\p{N}'’-]$/u`, { what: "the end of an answer", units: 100 }],
  [String.raw`src/catalogue/ledger/near.ts /[^\p{L}\p{N}]+/u`, { what: "a name", units: 256 }],
  [
    String.raw`src/files/audit/quotation/pageBreaks.ts /^\P{L}*\p{Lu}/u`,
    { what: "a line that may be a running head", units: 80 },
  ],
]);
