/** What a reader does: each action changes the state, most of them by asking the worker. */
import { batch, computed, effect } from "@preact/signals";
import type { Decision, DecisionKind } from "../../../base/contract/operations/decision.ts";
import type { GivenFile, KeptByReader, ServicePlace } from "../messages.ts";
import { words } from "../words.ts";
import { CallError } from "./caller.ts";
import {
  ALL_KEPT,
  author,
  beside,
  caller,
  chosen,
  chosenDocument,
  decisions,
  encoder,
  first,
  ignored,
  ignoredTexts,
  isAllKept,
  kept,
  listedIndexes,
  own,
  prior,
  published,
  sending,
  served,
  shown,
  tellFault,
  text,
  where,
  withWork,
  work,
} from "./state.ts";

export async function refreshOwn(): Promise<void> {
  try {
    own.value = await caller.call("ownCorpora", []);
  } catch (error) {
    // Ended with its worker, since another call was cancelled: that one lists them again.
    if (error instanceof CallError && error.told.code === "aborted") return;
    own.value = [];
    tellFault(error);
  }
  const names = new Set(own.value.map(({ name }) => name));
  where.value = { ...where.value, own: where.value.own.filter((name) => names.has(name)) };
}

export async function openFile(file: GivenFile): Promise<void> {
  const read = await withWork(words.start.reading, (settings) => caller.call("read", [file], settings));
  if (read !== null) text.value = read;
}

/** Takes files for texts that do not count. */
export async function ignoreFiles(files: readonly GivenFile[]): Promise<void> {
  for (const file of files) {
    const read = await withWork(words.start.reading, (settings) => caller.call("read", [file], settings));
    if (read === null) return;
    ignored.value = { ...ignored.value, files: [...ignored.value.files, read] };
  }
}

export async function indexFiles(name: string, dataset: string, files: GivenFile[]) {
  const indexed = await withWork(words.work.indexing, (settings) =>
    caller.call("index", [name, dataset === "" ? "own-files" : dataset, files], settings).finally(refreshOwn),
  );
  if (indexed === null) return null;
  where.value = { ...where.value, service: null, own: [...new Set([...where.value.own, name])] };
  if (encoder.value !== null) await encodeOwn(name);
  return indexed;
}

let choices = 0;

/** Takes the files for the weights of an encoder; where they are none, the one before stays. */
export async function chooseEncoder(given: GivenFile[]): Promise<void> {
  const files = { number: ++choices, files: given };
  const identity = await withWork(words.work.opening, (settings) => caller.call("openEncoder", [files], settings));
  if (identity !== null) encoder.value = { files, identity };
}

/** Gives a corpus of this browser what the encoder finds things by; one that was cancelled goes on. */
export async function encodeOwn(name: string): Promise<void> {
  const files = encoder.value?.files;
  if (files === undefined) return;
  await withWork(words.work.encoding, (settings) => caller.call("encode", [name, files], settings).finally(refreshOwn));
}

export async function removeCorpus(name: string): Promise<void> {
  await caller.call("remove", [name]).catch(tellFault);
  await refreshOwn();
}

export async function listIndexes(): Promise<void> {
  if (listedIndexes.value.length === 0)
    listedIndexes.value = await caller.call("listedIndexes", []).catch((error) => {
      tellFault(error);
      return [];
    });
}

/** Waits until nothing was written for so long, before the worker is asked anew. */
const ASK_AFTER_MS = 250;

/** Asks once nothing was written for a while. The returned function takes it back: later answers are not told. */
function askSoon<Answer>(
  ask: () => Promise<Answer>,
  tell: (answer: Answer) => void,
  tellNot: (error: unknown) => void,
) {
  let isWanted = true;
  const timer = setTimeout(() => {
    ask().then(
      (answer) => isWanted && tell(answer),
      (error) => isWanted && tellNot(error),
    );
  }, ASK_AFTER_MS);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

effect(() => {
  const { content } = text.value;
  const { indexes, service } = where.value;
  sending.value = [];
  if (indexes.length === 0 || service !== null || content.trim() === "") return;
  return askSoon(
    () => caller.call("planned", [content, indexes]),
    (found) => (sending.value = found),
    tellFault,
  );
});

const chosenService = computed(() => JSON.stringify(where.value.service));
effect(() => {
  const service: ServicePlace | null = JSON.parse(chosenService.value);
  served.value = null;
  if (service === null || service.url === "") return;
  return askSoon(
    () => caller.call("servedCorpora", [service]),
    (corpora) => (served.value = corpora),
    (error) => (served.value = error instanceof CallError ? error.told.message : String(error)),
  );
});

/** Indexes a small sample in this browser, and checks a text that has passages of it. */
export async function trySample(): Promise<void> {
  const { name, document, content } = words.sample;
  const indexed = await indexFiles(name, name, [{ path: `${name}.txt`, file: new Blob([document]) }]);
  if (indexed === null) return;
  text.value = { name: "", content, sections: [] };
  await checkText();
}

let checking: Promise<void> = Promise.resolve();
let lastCheck = 0;
let cancelCheck = () => {};

/** Checks the text as it is now. A check that is running ends first, so that the last one wished for is shown. */
export function checkText(): Promise<void> {
  const wish = ++lastCheck;
  cancelCheck();
  checking = checking.then(() => (wish === lastCheck ? check() : undefined));
  return checking;
}

async function check(): Promise<void> {
  const { content, sections } = text.value;
  const asked = {
    text: content,
    sections,
    where: where.value,
    prior: prior.value,
    published: published.value.trim(),
    ignore: ignoredTexts.value,
    decisions: decisions.value,
    encoder: encoder.value?.files ?? null,
  };
  const running = withWork(words.work.searching, (settings) => caller.call("analyze", [asked], settings));
  cancelCheck = work.value?.cancel ?? cancelCheck;
  const result = await running;
  cancelCheck = () => {};
  if (result === null) return;
  batch(() => {
    beside.value = new Map();
    first.value = result;
    shown.value = result;
    chosen.value = 0;
    chosenDocument.value = "";
  });
  if (!isAllKept.value) await concludeAnew();
}

export function startAgain(): void {
  batch(() => {
    first.value = null;
    shown.value = null;
    kept.value = ALL_KEPT;
  });
}

let wanted = 0;
/** Conclusions for what is kept, at the prior. Of several wishes at once, the last counts. */
async function concludeAnew(): Promise<void> {
  if (first.value === null) return;
  const wish = ++wanted;
  try {
    const result = await caller.call("conclude", [isAllKept.value ? null : kept.value, prior.value]);
    if (wish === wanted && first.value !== null) shown.value = result;
  } catch (error) {
    tellFault(error);
  }
}

export function keep(change: Partial<KeptByReader>): void {
  kept.value = { ...kept.value, ...change };
  void concludeAnew();
}

export function setPrior(value: number): void {
  prior.value = value;
  void concludeAnew();
}

/** Chooses a passage by its number and fetches it from its sources. */
export function choose(number: number): void {
  chosen.value = number;
  const passage = first.value?.passages[number - 1];
  if (passage === undefined) return;
  const wished = passage.places.slice(0, SOURCES_SHOWN).filter((place) => !beside.value.has(place));
  for (const place of wished)
    caller.call("beside", [place]).then(
      (found) => {
        beside.value = new Map(beside.value).set(place, found);
      },
      (error) => tellFault(error),
    );
}

/** Documents of a passage that are shown beside it. */
export const SOURCES_SHOWN = 3;

/** Chooses the passage after or before the chosen one, of those that are kept. */
export function step(by: 1 | -1): void {
  const numbers = keptNumbers();
  if (numbers.length === 0) return;
  const at = numbers.indexOf(chosen.value);
  const next = at < 0 ? (by > 0 ? 0 : numbers.length - 1) : (at + by + numbers.length) % numbers.length;
  choose(numbers[next]!);
}

/** Numbers of the passages that are kept, in the order of the text. */
export function keptNumbers(): number[] {
  const { passages = [], kept: places = [] } = shown.value ?? {};
  const all = new Set(places);
  return passages
    .filter((passage) => passage.places.some((place) => all.has(place)))
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map(({ number }) => number);
}

export function decide(kind: DecisionKind, reason: string, by: string, place: number): void {
  const result = first.value?.result;
  const match = result?.matches[place];
  if (result === undefined || match === undefined) return;
  const { corpus, document, passage_id } = match;
  const decision: Decision = {
    decision: kind,
    reason,
    author: by,
    date: today(),
    about: { document: { corpus, id: document.id, text_digest: document.text_digest }, passage_id },
  };
  author.value = by;
  decisions.value = [...decisions.value, decision];
  void checkText();
}

/** @param number place among the decisions of the shown result: another tab may have changed the list since */
export function takeBack(number: number): void {
  const gone = JSON.stringify(first.value?.decisions[number]);
  const place = decisions.value.findIndex((one) => JSON.stringify(one) === gone);
  if (place < 0) return;
  decisions.value = decisions.value.filter((_, i) => i !== place);
  void checkText();
}

export const report = (format: "html" | "json", wholeText: boolean) =>
  caller.call("report", [
    format,
    { date: today(), ...(text.value.name !== "" && { file: text.value.name }), wholeText },
  ]);

const today = (): string => new Date().toISOString().slice(0, 10);

/** Scrolls to the chosen passage, unless it is seen. */
effect(() => {
  const number = chosen.value;
  if (number === 0) return;
  requestAnimationFrame(() => {
    const mark = document.querySelector(`[data-passage~="${number}"]`);
    const { top = 0, bottom = 0 } = mark?.getBoundingClientRect() ?? {};
    if (top < 90 || bottom > innerHeight * 0.8) mark?.scrollIntoView({ block: "center" });
  });
});
