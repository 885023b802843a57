/**
 * Each bundler with what its users write, and no more. Run in a project that has the application in `app` and the library from its
 * tarball; makes `dist/NAME`, and writes to stdout as JSON what the bundler warned of.
 *
 *   node bundle.js NAME
 */
import { copyFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = import.meta.dirname;
const APP = join(FOLDER, "app");
const [name] = process.argv.slice(2);
const out = join(FOLDER, "dist", name);
/** Those that know no workers get them as entries. */
const entries = { page: join(APP, "page.js"), worker: join(APP, "worker.js") };
const service = join(APP, "service.js");
const page = () => copyFileSync(join(APP, "index.html"), join(out, "index.html"));

/** webpack and Rspack have one interface. */
async function packed(run) {
  const common = { mode: "production", devtool: false, performance: { hints: false }, context: APP };
  const output = { path: out, filename: "[name].js" };
  const parts = [
    { ...common, entry: { page: entries.page }, output },
    { ...common, entry: { service }, output, target: "webworker" },
  ];
  // Terser takes half a minute for what no test looks at.
  const compiler = run(parts.map((part) => ({ ...part, optimization: { minimize: false } })));
  const stats = await new Promise((resolve, reject) =>
    compiler.run((error, found) => (error ? reject(error) : resolve(found))),
  );
  await new Promise((closed) => compiler.close(closed));
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
  page();
  return warnings.map(({ message }) => message);
}

const BUNDLERS = {
  async esbuild() {
    const { build } = await import("esbuild");
    const common = { outdir: out, bundle: true, target: "es2022", logLevel: "silent" };
    const made = [
      await build({ ...common, entryPoints: entries, format: "esm", splitting: true }),
      await build({ ...common, entryPoints: { service }, format: "iife" }),
    ];
    page();
    return made.flatMap(({ warnings }) => warnings.map(({ text }) => text));
  },
  async rollup() {
    const { rollup } = await import("rollup");
    const { default: resolve } = await import("@rollup/plugin-node-resolve");
    const warnings = [];
    const onwarn = ({ message }) => warnings.push(message);
    for (const [input, format] of [
      [entries, "es"],
      [{ service }, "iife"],
    ]) {
      const bundle = await rollup({ input, plugins: [resolve({ browser: true })], onwarn });
      await bundle.write({ dir: out, format, entryFileNames: "[name].js" });
      await bundle.close();
    }
    page();
    return warnings;
  },
  async vite() {
    const { build } = await import("vite");
    const warnings = [];
    const customLogger = { info() {}, warnOnce() {}, clearScreen() {}, hasErrorLogged: () => false };
    const warn = (text) => warnings.push(text);
    const common = { configFile: false, customLogger: { ...customLogger, warn, error: warn }, base: "./" };
    const target = { outDir: out, emptyOutDir: false, chunkSizeWarningLimit: 3_000 };
    await build({ ...common, root: APP, worker: { format: "es" }, build: target });
    const lib = { entry: service, formats: ["iife"], name: "service", fileName: () => "service.js" };
    await build({ ...common, root: APP, build: { ...target, lib } });
    return warnings;
  },
  async webpack() {
    const { default: webpack } = await import("webpack");
    return packed(webpack);
  },
  async rspack() {
    const { rspack } = await import("@rspack/core");
    return packed(rspack);
  },
  async parcel() {
    const { Parcel } = await import("@parcel/core");
    const defaultTargetOptions = { distDir: out, publicUrl: "./", shouldOptimize: false };
    const common = { defaultConfig: "@parcel/config-default", mode: "production", shouldDisableCache: true };
    const made = [];
    for (const entry of [join(APP, "index.html"), service])
      made.push(await new Parcel({ ...common, entries: entry, defaultTargetOptions }).run());
    return made.flatMap(({ diagnostics = [] }) => diagnostics.map(({ message }) => message));
  },
};

const warnings = await BUNDLERS[name]();
console.log(JSON.stringify({ warnings }));
process.exit(); // Parcel's threads stay
