import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { compileKernels } from "../../../assembly/wasm.build.ts";
import { WASM_BASE64 } from "../../../build/generated/wasm.ts";
import { WASM_SHA256 } from "../../../build/generated/wasmHash.ts";
import { fromBase64 } from "../../../src/base/bytes/bytes.ts";
import { type KernelSource, loadKernels } from "../../../src/core/kernels/load.ts";

/** An empty module: a magic number and a version. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** A runtime that has not loaded anything yet. */
async function freshLoad(): Promise<typeof loadKernels> {
  vi.resetModules();
  return (await import("../../../src/core/kernels/load.ts")).loadKernels;
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
  test("another build is the same bytes as the one that is inlined", async () => {
    const again = await compileKernels();
    expect(Buffer.from(again).toString("base64") === WASM_BASE64, "run npm run build:wasm").toBe(true);
    expect(createHash("sha256").update(again).digest("hex")).toBe(WASM_SHA256);
  });

  test("it imports nothing and exports what is named in assembly/index.ts", async () => {
    const module = await WebAssembly.compile(fromBase64(WASM_BASE64));
    expect(WebAssembly.Module.imports(module)).toEqual([]);
    const exported = WebAssembly.Module.exports(module).map(({ name, kind }) => `${kind} ${name}`);
    const index = readFileSync(new URL("../../../assembly/index.ts", import.meta.url), "utf8");
    const named = [...index.matchAll(/export \{([^}]*)\} from/g)].flatMap(([, names]) => names!.split(","));
    const functions = named.map((name) => `function ${name.trim()}`).filter((name) => name !== "function ");
    expect(functions.length).toBeGreaterThan(10);
    expect(exported.sort()).toEqual([...functions, "global CORE_VERSION", "global HEAP_BASE", "memory memory"].sort());
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

  test.each<[string, unknown]>([
    ["null", null],
    ["a word", "wasm"],
    ["a number", 7],
    ["a promise", Promise.resolve("twin")],
    ["what a module exports", { default: {} }],
  ])("refuses %s as no kernels at all", async (_, source) => {
    await expect(loadKernels(source as KernelSource)).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/wasm" }],
      message: expect.stringContaining("/wasm must be a compiled WebAssembly.Module"),
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

describe("where the slow kernels run", () => {
  const said = globalThis as unknown as Record<symbol, unknown>;
  const isSaid = Symbol.for("spolia.slowKernels");
  const forget = () => delete said[isSaid];
  afterEach(() => {
    vi.restoreAllMocks();
    forget();
  });

  /** Loads without a source, twice, in two copies of the package, where nothing may be compiled. */
  async function loadEverywhere(source?: KernelSource): Promise<void> {
    forget();
    vi.stubGlobal("WebAssembly", undefined);
    for (let copy = 0; copy < 2; copy++) {
      const load = await freshLoad();
      for (let call = 0; call < 2; call++) expect((await load(source)).name).toBe("twin");
    }
  }

  test("a warning of the process says so once, with a code", async () => {
    const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    await loadEverywhere();
    expect(warned.mock.calls).toEqual([
      [
        expect.stringMatching(/plain TypeScript .* slower.*`wasm: "twin"`/),
        { type: "SpoliaWarning", code: "SPOLIA_SLOW_KERNELS" },
      ],
    ]);
  });

  test("the console says so once where processes do not warn", async () => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.stubGlobal("process", undefined);
    await loadEverywhere();
    expect(warned.mock.calls).toEqual([[expect.stringMatching(/^spolia: This runtime cannot compile WebAssembly/)]]);
  });

  test("nothing is said to whoever asked for them, nor where the fast ones run", async () => {
    const warned = [vi.spyOn(process, "emitWarning"), vi.spyOn(console, "warn")];
    await loadEverywhere("twin");
    vi.unstubAllGlobals();
    expect((await (await freshLoad())()).name).toBe("wasm");
    for (const spy of warned) expect(spy).not.toHaveBeenCalled();
  });
});
