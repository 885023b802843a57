/** Packs a module whose exports are JSON, or JSON itself, for the built files: a quarter of its size as source code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync, strToU8 } from "fflate";
import { toBase64 } from "../../base/bytes/bytes.ts";

/** Source code that stands for the module, and has the same exports. */
export async function packedModule(file: string): Promise<string> {
  const isJson = file.endsWith(".json");
  const exported = isJson ? JSON.parse(readFileSync(file, "utf8")) : { ...(await import(pathToFileURL(file).href)) };
  const deflated = toBase64(deflateSync(strToU8(JSON.stringify(exported)), { level: 9 }));
  const from = JSON.stringify(join(process.cwd(), "src/base/bytes/inflated.ts"));
  const names = isJson ? "default" : `const { ${Object.keys(exported).join(", ")} } =`;
  return `import { inflateSync, strFromU8 } from "fflate";
import { inflated } from ${from};
export ${names} JSON.parse(strFromU8(inflated("${deflated}", inflateSync)));`;
}
