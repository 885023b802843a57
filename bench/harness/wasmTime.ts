/** How much of a time is spent in WebAssembly? Instances made behind `watchWasm` count the time of their calls while `isCounting` is set. */

export interface WasmTime {
  isCounting: boolean;
  ms: number;
  calls: number;
}

export function watchWasm(): WasmTime {
  const time: WasmTime = { isCounting: false, ms: 0, calls: 0 };
  const watched = ({ exports }: WebAssembly.Instance): { exports: Record<string, unknown> } => ({
    exports: Object.fromEntries(Object.entries(exports).map(([name, one]) => [name, watchedExport(time, one)])),
  });
  const { instantiate, Instance } = WebAssembly;
  Object.assign(WebAssembly, {
    instantiate: async (module: WebAssembly.Module, imports: WebAssembly.Imports) =>
      watched(await instantiate(module, imports)),
    Instance: class {
      readonly exports: Record<string, unknown>;
      constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
        this.exports = watched(new Instance(module, imports)).exports;
      }
    },
  });
  return time;
}

function watchedExport(time: WasmTime, one: unknown): unknown {
  if (typeof one !== "function") return one;
  return (...parameters: unknown[]) => {
    if (!time.isCounting) return one(...parameters);
    const start = performance.now();
    try {
      return one(...parameters);
    } finally {
      time.ms += performance.now() - start;
      time.calls++;
    }
  };
}
