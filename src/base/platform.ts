/**
 * Types of the runtime that public signatures name. Each is the global's own type where the project's types declare the
 * global (`DOM` in its `lib`, `@types/node`, those of Deno, Bun or Workers), and otherwise the structure that is needed
 * of it, so that the shipped declarations check in every project.
 */

/** The instance type of the global class `Name`, or `Otherwise` where the project's types declare no such class. */
type Instance<Name extends string, Otherwise> = typeof globalThis extends { [Key in Name]: { prototype: infer Type } }
  ? Type
  : Otherwise;

/**
 * An array over an `ArrayBuffer`; over any buffer in TypeScript before 5.7, where array types do not name their buffer.
 */
export type Bytes = ReturnType<Uint8Array["slice"]>;

export type PlatformAbortSignal = Instance<
  "AbortSignal",
  {
    readonly aborted: boolean;
    readonly reason: unknown;
    addEventListener(type: "abort", listener: () => void): void;
    removeEventListener(type: "abort", listener: () => void): void;
  }
>;

export type PlatformUrl = Instance<"URL", { readonly href: string }>;

export type PlatformRequest = Instance<"Request", { readonly method: string; readonly url: string }>;

export type PlatformResponse = Instance<
  "Response",
  { readonly status: number; text(): Promise<string>; arrayBuffer(): Promise<ArrayBuffer> }
>;

export type PlatformHeaders = Instance<"Headers", { get(name: string): string | null }>;

/** The runtime's `fetch` as this library calls it; a caller's own function has this type. */
export type Fetch = (url: string, init: FetchInit) => Promise<PlatformResponse>;

type FetchInit = typeof globalThis extends { fetch: (url: never, init?: infer Init) => unknown }
  ? NonNullable<Init>
  : { method?: string; headers?: Record<string, string>; body?: unknown; signal?: PlatformAbortSignal | null };

export type PlatformDirectoryHandle = Instance<
  "FileSystemDirectoryHandle",
  { readonly kind: "directory"; readonly name: string }
>;

/** A key of WebCrypto. */
export type PlatformCryptoKey = Instance<"CryptoKey", object>;

/**
 * A compiled module, as `WebAssembly.compile` and bundlers that import `.wasm` files give it. Its type has no members.
 */
export type CompiledModule = object;

/** `[Symbol.asyncDispose]()`, which `await using` calls, where the project's `lib` knows the symbol. */
export type AsyncDisposing = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [Method in Key]: () => Promise<void> }
  : object;
