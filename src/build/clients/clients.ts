/**
 * Writes the methods and types of the clients from the table of routes and `surface.ts`, and copies the core:
 *
 *   node src/build/clients/clients.ts [--built | --check [FOLDER]]
 *
 * Go fetches a module from the repository, so its files are committed; `--check` exits with 1 if one, here or in
 * another copy, is not what the tables say. A build writes all others (`--built`), which are not.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromBase64 } from "../../base/bytes/bytes.ts";
import { FOLD_TABLE_BASE64 } from "../../core/kernels/text/foldTable.generated.ts";
import { openApiDocument } from "../../service/http/openapi/openapi.ts";
import { ROUTES } from "../../service/http/routes.ts";
import type { DocumentWithSchemas } from "./documented.ts";
import { goMethods } from "./go/methods.ts";
import { goTypes } from "./go/types.ts";
import { pythonMethods } from "./python/methods.ts";
import { pythonTypes } from "./python/types.ts";
import { clientMethods } from "./surface.ts";
import { typescriptMethods } from "./typescript.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PYTHON = "src/faces/client/python/spolia";
const GO = "src/faces/client/go";
/** A service that has everything that clients know. */
const WITH_ALL_PARTS = { basePath: "", tokenUrl: "/oauth/token", hasRegistry: true, hasAuth: true };

type Files = Readonly<Record<string, string | Uint8Array>>;

const methods = clientMethods();
const { schemas } = (openApiDocument(ROUTES, WITH_ALL_PARTS) as DocumentWithSchemas).components;

/** The core as packages of other languages carry it, which embed files of their own folder only. */
const coreIn = (folder: string): Files => ({
  [`${folder}/engine.wasm`]: readFileSync(join(ROOT, "build/engine.wasm")),
  [`${folder}/fold.spolia1.bin`]: fromBase64(FOLD_TABLE_BASE64),
});

const builtFiles = (): Files => ({
  "build/generated/methods.ts": typescriptMethods(methods),
  [`${PYTHON}/_types.py`]: pythonTypes(schemas),
  [`${PYTHON}/_methods.py`]: pythonMethods(methods, schemas),
  ...coreIn(`${PYTHON}/core`),
});

function committedFiles(): Files {
  const go = goTypes(schemas);
  return {
    [`${GO}/types.generated.go`]: go.types,
    [`${GO}/encoding.generated.go`]: go.encoding,
    [`${GO}/methods.generated.go`]: goMethods(methods, schemas),
    ...coreIn(`${GO}/core`),
  };
}

function write(files: Files): void {
  for (const [path, contents] of Object.entries(files)) writeFileSync(join(ROOT, path), contents);
}

const [, , how, folder = ROOT] = process.argv;
if (how !== "--check") {
  write(builtFiles());
  if (how !== "--built") write(committedFiles());
} else {
  for (const [path, contents] of Object.entries(committedFiles())) {
    if (readFileSync(join(folder, path)).equals(Buffer.from(contents))) continue;
    console.error(`${path} is not what its sources say: run npm run build:clients`);
    process.exitCode = 1;
  }
}
