/**
 * Writes the methods of the clients from the table of routes and `surface.ts`, and copies the core:
 *
 *   node src/build/clients/clients.ts [--check [FOLDER]]
 *
 * The files are committed; `--check` exits with 1 if one, here or in another copy, is not what the tables say.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "../../service/http/openapi/openapi.ts";
import { ROUTES } from "../../service/http/routes.ts";
import { coreFiles } from "./core.ts";
import type { DocumentWithSchemas } from "./documented.ts";
import { goMethods } from "./go/methods.ts";
import { goTypes } from "./go/types.ts";
import { pythonMethods } from "./python/methods.ts";
import { pythonTypes } from "./python/types.ts";
import { clientMethods } from "./surface.ts";
import { typescriptMethods } from "./typescript.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The contents of the generated files, by path relative to the root of the repository. */
async function generatedClients(): Promise<Record<string, string | Uint8Array>> {
  const methods = clientMethods();
  const { schemas } = (openApiDocument(ROUTES, WITH_ALL_PARTS) as DocumentWithSchemas).components;
  const go = goTypes(schemas);
  return {
    "src/faces/client/typescript/methods.generated.ts": typescriptMethods(methods),
    "src/faces/client/python/spolia/_types.py": pythonTypes(schemas),
    "src/faces/client/python/spolia/_methods.py": pythonMethods(methods, schemas),
    ...(await coreFiles()),
    "src/faces/client/go/types.generated.go": go.types,
    "src/faces/client/go/encoding.generated.go": go.encoding,
    "src/faces/client/go/methods.generated.go": goMethods(methods, schemas),
  };
}

/** A service that has everything that clients know. */
const WITH_ALL_PARTS = { basePath: "", tokenUrl: "/oauth/token", hasRegistry: true, hasAuth: true };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , how, folder = ROOT] = process.argv;
  for (const [path, contents] of Object.entries(await generatedClients())) {
    if (how !== "--check") writeFileSync(join(ROOT, path), contents);
    else if (!readFileSync(join(folder, path)).equals(Buffer.from(contents))) {
      console.error(`${path} is not what its sources say: run npm run build:clients`);
      process.exitCode = 1;
    }
  }
}
