import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { compileKernels } from "../../assembly/wasm.build.ts";
import { fromBase64 } from "../../src/kernels/base64.ts";
import { WASM_BASE64 } from "../../src/kernels/engine.generated.wasm.ts";
import { WASM_SHA256 } from "../../src/kernels/engine.sha256.generated.wasm.ts";
import { type KernelSource, loadKernels } from "../../src/kernels/load.ts";

/** An empty module: a magic number and a version. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** A runtime that has not loaded anything yet. */
async function freshLoad(): Promise<typeof loadKernels> {
  vi.resetModules();
  return (await import("../../src/kernels/load.ts")).loadKernels;
}

function compilingWith(compile: () => unknown): object {
  return Object.create(WebAssembly, { compile: { value: compile } });
}

function throwing(error: Error): never {
  throw error;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the module", () => {
  test("two builds are the same bytes, and those that are inlined", async () => {
    const [once, twice] = [await compileKernels(), await compileKernels()];
    expect(Buffer.compare(once, twice)).toBe(0);
    expect(Buffer.from(once).toString("base64") === WASM_BASE64, "run npm run build:wasm").toBe(true);
    expect(createHash("sha256").update(once).digest("hex")).toBe(WASM_SHA256);
  });

  test("it imports nothing and exports what is named in assembly/index.ts", async () => {
    const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    const exported = WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`);
    const index = readFileSync(new URL("../../assembly/index.ts", import.meta.url), "utf8");
    const named = [...index.matchAll(/export \{([^}]*)\} from/g)].flatMap(([, names]) => names!.split(","));
    const functions = named.map((name) => `function ${name.trim()}`).filter((name) => name !== "function ");
    expect(functions.length).toBeGreaterThan(10);
    expect(exported.sort()).toEqual([...functions, "global HEAP_BASE", "memory memory"].sort());
  });
});

describe("loadKernels", () => {
  test("runs wasm, one instance for all callers", async () => {
    expect((await loadKernels()).name).toBe("wasm");
    expect(await loadKernels()).toBe(await loadKernels());
  });

  test("takes a module or its bytes, each with an instance of its own", async () => {
    const bytes = fromBase64(WASM_BASE64);
    for (const source of [bytes, await WebAssembly.compile(bytes)]) {
      const kernels = await loadKernels(source);
      expect(kernels.name).toBe("wasm");
      expect(kernels).not.toBe(await loadKernels());
    }
  });

  test("runs the twins when asked", async () => {
    expect((await loadKernels("twin")).name).toBe("twin");
  });

  test.each<[string, unknown]>([
    ["there is no WebAssembly", undefined],
    ["a policy forbids to compile", compilingWith(() => Promise.reject(new WebAssembly.CompileError("blocked")))],
    ["compiling throws at once", compilingWith(() => throwing(new EvalError("blocked")))],
  ])("runs the twins where %s, and refuses a source that it cannot run", async (_, webAssembly) => {
    vi.stubGlobal("WebAssembly", webAssembly);
    const load = await freshLoad();
    expect((await load()).name).toBe("twin");
    await expect(load(fromBase64(WASM_BASE64))).rejects.toMatchObject({
      code: "kernels_unavailable",
      hint: expect.any(String),
    });
  });

  test.each<[string, KernelSource]>([
    ["bytes that are no module", Uint8Array.of(1, 2, 3)],
    ["no bytes", new Uint8Array()],
    ["half of the module", fromBase64(WASM_BASE64).slice(0, 1000)],
    ["another module", EMPTY_MODULE],
    ["another module, compiled", new WebAssembly.Module(EMPTY_MODULE)],
  ])("refuses %s", async (_, source) => {
    await expect(loadKernels(source)).rejects.toMatchObject({ code: "kernels_unavailable", hint: expect.any(String) });
  });
});
