/** What the page shows, as signals; and what it asks of the worker. */
import { computed, effect, signal } from "@preact/signals";
import type { Decision } from "../../../base/contract/operations/decision.ts";
import type { Progress } from "../../../base/contract/resources/corpus.ts";
import type { EncoderIdentity } from "../../../base/contract/resources/encoder.ts";
import type { PassageBeside } from "../../../engine/explore.ts";
import type { RecordName } from "../../../report/parts/record.ts";
import type {
  EncoderFiles,
  KeptByReader,
  ListedIndex,
  OwnCorpus,
  PlannedSending,
  ReadFile,
  ServedCorpus,
  ShownAnalysis,
  ToldError,
  Where,
} from "../messages.ts";
import { CallError, WorkerCalls } from "./caller.ts";

export const caller = new WorkerCalls(() => new Worker(new URL("worker.js", import.meta.url), { type: "module" }));

/** Address of the service that serves this page; empty on a static host. */
export const HOME_SERVICE = homeService();

function homeService(): string {
  const stated = document.querySelector<HTMLMetaElement>('meta[name="spolia-service"]')?.content ?? "";
  return stated === "" ? "" : new URL(stated, location.href).href.replace(/\/$/, "");
}

/** Whether an address is of this machine. */
export const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

export const VIEWS = ["check", "compare", "set", "catalogue", "audit", "service"] as const;
export type ViewName = (typeof VIEWS)[number];

export const view = signal<ViewName>("check");
/** The record of the catalogue that is open; `null` for the list of them. */
export const record = signal<RecordName | null>(null);
export const text = signal<ReadFile>({ name: "", content: "", sections: [] });
export const published = signal("");
/** Texts that do not count: what was written, and files. */
export const ignored = signal<{ written: string; files: ReadFile[] }>({ written: "", files: [] });
export const ignoredTexts = computed(() =>
  [ignored.value.written, ...ignored.value.files.map(({ content }) => content)].filter((one) => one.trim() !== ""),
);
export const prior = signal(0.5);
export const own = signal<OwnCorpus[] | null>(null);
export const where = signal<Where>({
  own: [],
  addresses: [],
  indexes: [],
  // A text goes to another machine only where the reader chooses that.
  service: isLoopback(HOME_SERVICE) ? { url: HOME_SERVICE, key: "" } : null,
});
/** The encoder that looks for other words. The page keeps it as long as it is open. */
export const encoder = signal<{ files: EncoderFiles; identity: EncoderIdentity } | null>(null);
/** Indexes of the catalogue; empty until the reader looks at them. */
export const listedIndexes = signal<ListedIndex[]>([]);
/** Corpora that the chosen service searches, or why it does not list them; `null` until it has answered. */
export const served = signal<ServedCorpus[] | string | null>(null);
/** Strings of the text that a search of the chosen indexes sends. */
export const sending = signal<PlannedSending[]>([]);
export const knownAddresses = stored<string[]>("addresses", []);
export const decisions = stored<Decision[]>("decisions", []);
export const author = stored("author", "");

interface RunningTask {
  what: string;
  progress: Progress | null;
  cancel(): void;
}
export const work = signal<RunningTask | null>(null);
export const fault = signal<ToldError | null>(null);

/** The first result, and what is shown of it now. */
export const first = signal<ShownAnalysis | null>(null);
export const shown = signal<ShownAnalysis | null>(null);

export const ALL_KEPT: KeptByReader = {
  kinds: ["verbatim", "near_verbatim", "reworded", "commonplace"],
  wordsMin: 0,
  rarityBitsMin: 0,
  leftOut: [],
  licencesLeftOut: [],
  withoutDecided: false,
};
export const kept = signal<KeptByReader>(ALL_KEPT);
export const isAllKept = computed(() => JSON.stringify(kept.value) === JSON.stringify(ALL_KEPT));

/** Number of the chosen passage, from 1; 0 where none is. */
export const chosen = signal(0);
/** Key of the document whose passages alone are marked; empty for all. */
export const chosenDocument = signal("");
export const beside = signal<ReadonlyMap<number, PassageBeside>>(new Map());

/** A signal whose value this browser keeps. */
function stored<Value>(name: string, fallback: Value) {
  const key = `spolia ${name}`;
  let value = fallback;
  try {
    value = JSON.parse(localStorage.getItem(key) ?? "null") ?? fallback;
  } catch {
    // What is kept is not ours, or nothing may be kept: it begins anew.
  }
  const kept = signal<Value>(value);
  effect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(kept.value));
    } catch {
      // Nothing may be kept: it lasts as long as the page.
    }
  });
  // Another tab has changed it: this one would write its older value over that.
  addEventListener("storage", ({ key: changed, newValue }) => {
    if (changed === key && newValue !== null) kept.value = JSON.parse(newValue);
  });
  return kept;
}

/** Runs a task that the reader can cancel, and tells how far it is. */
export async function withWork<Result>(
  what: string,
  run: (settings: { signal: AbortSignal; onProgress: (progress: Progress) => void }) => Promise<Result>,
): Promise<Result | null> {
  const controller = new AbortController();
  const cancel = () => controller.abort();
  // Where a second task has begun, that one is shown.
  const isShown = () => work.value?.cancel === cancel;
  fault.value = null;
  work.value = { what, progress: null, cancel };
  const onProgress = (progress: Progress) => {
    if (isShown()) work.value = { what, progress, cancel };
  };
  try {
    return await run({ signal: controller.signal, onProgress });
  } catch (error) {
    tellFault(error);
    return null;
  } finally {
    if (isShown()) work.value = null;
  }
}

export function tellFault(error: unknown): void {
  const told =
    error instanceof CallError ? error.told : { code: "internal", message: String(error), hint: "", fields: [] };
  fault.value = told;
}
