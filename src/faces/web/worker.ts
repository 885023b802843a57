/** The worker of the page: what takes time. It hears calls by name, and tells results, errors and progress. */
import type { Progress } from "../../base/contract/resources/corpus.ts";
import { isSpoliaError } from "../../base/errors.ts";
import type { CallHost, CallName, Calls, FromWorker, ToldError, ToWorker } from "./messages.ts";
import { recordsOf, servedCorpora } from "./work/dashboard.ts";
import { openEncoder } from "./work/encoder.ts";
import { readGiven } from "./work/files.ts";
import { listedIndexes, planned } from "./work/indexes.ts";
import { encodeOwn, indexFiles, ownCorpora, removeOwn } from "./work/ownCorpora.ts";
import { listedRecords, recordOf } from "./work/records.ts";
import { analyze, beside, compare, conclude, report } from "./work/session.ts";
import { auditOf, shareOf } from "./work/sets.ts";
import { warm } from "./work/warm.ts";

type WorkTable = {
  [Name in CallName]: (args: Parameters<Calls[Name]>, host: CallHost) => Promise<ReturnType<Calls[Name]>>;
};

const WORK: WorkTable = {
  warm: () => warm().then(() => null),
  read: ([file], host) => readGiven(file, host),
  ownCorpora: () => ownCorpora(),
  index: ([name, dataset, files], host) => indexFiles(name, dataset, files, host),
  remove: ([name]) => removeOwn(name).then(() => null),
  openEncoder: ([encoder]) => openEncoder(encoder),
  encode: ([name, encoder], host) => encodeOwn(name, encoder, host).then(() => null),
  listedIndexes: () => listedIndexes(),
  servedCorpora: ([place]) => servedCorpora(place),
  planned: ([text, indexes]) => planned(text, indexes),
  analyze: ([asked], host) => analyze(asked, host),
  conclude: ([kept, prior]) => conclude(kept, prior),
  beside: ([place]) => beside(place),
  compare: ([a, b, encoder], host) => compare(a, b, encoder, host),
  shares: ([files], host) => shareOf(files, host),
  audit: ([items, files], host) => auditOf(items, files, host),
  records: ([place]) => recordsOf(place),
  listedRecords: () => listedRecords(),
  record: ([asked]) => recordOf(asked),
  report: ([format, options]) => report(format, options),
};

/** Progress is told at most so often: a page draws no more. */
const PROGRESS_MS = 80;

const running = new Map<number, AbortController>();
const tell = (told: FromWorker): void => globalThis.postMessage(told);

globalThis.addEventListener("message", ({ data }: MessageEvent<ToWorker>) => {
  if ("cancel" in data) running.get(data.cancel)?.abort();
  else void answer(data.id, data.name, data.args);
});

async function answer(id: number, name: CallName, args: unknown[]): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  let told = 0;
  const onProgress = (progress: Progress) => {
    const now = performance.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    tell({ id, progress });
  };
  try {
    const work = WORK[name] as (args: unknown[], host: CallHost) => Promise<unknown>;
    tell({ id, json: JSON.stringify(await work(args, { signal: controller.signal, onProgress })) });
  } catch (error) {
    tell({ id, error: toldError(error) });
  } finally {
    running.delete(id);
  }
}

function toldError(error: unknown): ToldError {
  if (isSpoliaError(error)) {
    const { code, message, hint = "", fields = [] } = error;
    return { code, message, hint, fields };
  }
  const { code = "internal", message = String(error) } = error as Partial<{ code: string; message: string }>;
  return { code: String(code), message, hint: "", fields: [] };
}
