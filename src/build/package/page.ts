/**
 * Builds the page: three scripts, a style sheet and a document, which any static host can serve. `tsup.config.ts` calls
 * it.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { build, type Metafile, type Plugin } from "esbuild";
import { COLOURS } from "../../report/layout/style.ts";
import { PAGE_META_POLICY } from "../../service/http/pages/pagePolicy.ts";
import { packedSource } from "../tables/ngrams.ts";
import { DETECTOR_TABLE } from "./bundle.ts";

const ENTRIES = {
  page: "src/faces/web/page.tsx",
  worker: "src/faces/web/worker.ts",
  pdf: "src/faces/web/pdf.worker.ts",
};

/**
 * pdf.js is no part of the package: it is loaded from beside the page, where a host has put it. Nor is the reader of
 * Arrow, which would be 2 % of the page: files of Arrow are told as not read there.
 */
const besidePage: Plugin = {
  name: "beside-page",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^unpdf\/pdfjs$/ }, () => ({ path: "./pdfjs.js", external: true }));
    onResolve({ filter: /^@uwdata\/flechette$/ }, ({ path }) => ({ path, external: true }));
  },
};

const packedDetector: Plugin = {
  name: "packed-detector",
  setup: ({ onLoad }) =>
    onLoad({ filter: DETECTOR_TABLE }, async ({ path }) => ({ contents: await packedSource(path) })),
};

/** Writes the files of the page to `folder`. */
export async function buildPage(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    entryPoints: ENTRIES,
    outdir: folder,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "browser",
    minify: true,
    legalComments: "none",
    metafile: true,
    logLevel: "error",
    plugins: [packedDetector, besidePage],
  });
  // The package holds the worker packed: it is as large as a third of everything else.
  writeFileSync(`${folder}/worker.js.br`, brotliCompressSync(readFileSync(`${folder}/worker.js`)));
  const html = readFileSync("src/faces/web/index.html", "utf8").replace("POLICY", PAGE_META_POLICY);
  writeFileSync(`${folder}/index.html`, html);
  writeFileSync(`${folder}/page.css`, `${COLOURS.trim()}\n${readFileSync("src/faces/web/style.css", "utf8")}`);
  writeFileSync(`${folder}/licences.txt`, licencesOf(metafile));
}

/** Other packages in the scripts allow that with their licence beside them. */
function licencesOf({ inputs }: Metafile): string {
  const folders = Object.keys(inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].find((name) => existsSync(`${folder}/${name}`));
      const { license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      const text = file === undefined ? `Licence: ${license}` : readFileSync(`${folder}/${file}`, "utf8").trim();
      return `${folder.slice("node_modules/".length)}\n\n${text}\n`;
    })
    .join("\n---\n\n");
}
