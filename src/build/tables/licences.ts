/**
 * Texts of licences, their headers and exceptions, from checkouts of two lists. The repository holds fingerprints and a
 * table of sources (`texts/sources.tsv`), not the texts.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface KnownText {
  /** Its id of SPDX where there is one. */
  name: string;
  /** Where it is from: one of `SOURCES` and the path there, or an address. */
  source: string;
  text: string;
}

/** The two lists, and their commits. */
const SOURCES = {
  spdx: "https://github.com/spdx/license-list-XML/blob/e4c1f276b8befa364960e288c6a17f5433353b1b/",
  classifier: "https://github.com/google/licenseclassifier/blob/584483407d2181840aac3b2697e718c291c13f6d/",
};

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
/** Elements that begin a line of their own. */
const BLOCK = /<\/?(?:p|br|item|list|titleText|copyrightText|text|standardLicenseHeader|optional|bullet)\b[^>]*>/g;

/** The words of an element of SPDX's list; of alternatives the one that stands in it. */
function plainText(xml: string): string {
  return xml
    .replace(/<!--.*?-->/gs, "")
    .replace(BLOCK, "\n")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      return decimal === undefined ? (ENTITIES[name] ?? "") : String.fromCodePoint(Number(decimal));
    });
}

/** Of one text several ids: only whoever uses it says which, in the header. */
const USED_AS = /(?:-(?:no-)?invariants)?-(?:only|or-later)$/;

/** `OFL-1.1.xml` before `OFL-1.1-RFN.xml`: of equal texts the first names them. */
const byId = (one: string, other: string): number => (one.slice(0, -4) < other.slice(0, -4) ? -1 : 1);

/** All licences and exceptions of a checkout of spdx/license-list-XML, with their standard headers. */
export function spdxTexts(checkout: string): KnownText[] {
  return ["src", "src/exceptions"].flatMap((folder) =>
    readdirSync(join(checkout, folder))
      .filter((file) => file.endsWith(".xml"))
      .sort(byId)
      .flatMap((file) => {
        const xml = readFileSync(join(checkout, folder, file), "utf8");
        // Of two ids of one text the one that is used today names it.
        if (/\bdeprecatedVersion=/.test(xml)) return [];
        const id = /\blicenseId="([^"]+)"/.exec(xml)?.[1];
        const body = /<text>(.*)<\/text>/s.exec(xml)?.[1];
        if (id === undefined || body === undefined) throw new Error(`${file} has no licence.`);
        const headers = [...xml.matchAll(/<standardLicenseHeader>.*?<\/standardLicenseHeader>/gs)].map(([one]) => one);
        const source = `spdx:${folder}/${file}`;
        return [
          { name: id.replace(USED_AS, ""), source, text: plainText(body) },
          ...headers.map((part) => ({ name: id, source, text: plainText(part) })),
        ];
      }),
  );
}

/** Licences and headers of a checkout of google/licenseclassifier, in the wordings in which people have them. */
export function classifierTexts(checkout: string): KnownText[] {
  return ["v2/assets", "licenses"].flatMap((folder) =>
    readdirSync(join(checkout, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".txt"))
      .sort()
      .map((file) => {
        const parts = file.split("/");
        const id = parts.length === 1 ? parts[0]!.replace(/(?:\.header)?\.txt$/, "") : parts[1]!;
        const source = `classifier:${folder}/${file}`;
        return { name: id, source, text: readFileSync(join(checkout, folder, file), "utf8") };
      }),
  );
}

/** `texts/sources.tsv`: what each text is called, where it is from, and the SHA-256 of its words. */
export function sourceTable(texts: readonly KnownText[]): string {
  const heads = Object.entries(SOURCES).map(([name, address]) => `# ${name}: ${address}`);
  const lines = texts.map(({ name, source, text }) =>
    [name, source, createHash("sha256").update(text).digest("hex")].join("\t"),
  );
  return `${[...heads, ...lines].join("\n")}\n`;
}
