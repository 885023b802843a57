/**
 * One suite for every runtime: a function of the library, so that Node, Deno, Bun, a page and a worker run the same cases and must
 * come to the same bytes.
 */
import { contents, documents, prose, SCRIPTS, slice } from "./samples.js";
import { tinyBert } from "./tinyBert.js";

/**
 * Runs everything that needs neither a file nor a port.
 *
 * @param library the namespaces of the built entries, as `library.js` gathers them
 * @param kernels name of the kernels that must run here
 * @returns `checks`: what was looked at, `detail` where it failed; `golden`: texts that are the same in every runtime, by name
 */
export async function runSuite(library, kernels) {
  const run = new Run(kernels);
  const { createEngine, buildCorpus } = library.index;
  const storage = library.storage.createMemoryStorage();
  const corpus = await buildCorpus(documents(), { name: "made", dataset: "the-pile", storage });
  const catalogue = await library.catalogue.loadCatalogue();
  const parts = { corpora: [corpus], catalogue, readers: library.documents.readers };
  const engine = await createEngine(parts);
  const about = { run, library, engine, corpus, storage, catalogue, parts, kernels };
  for (const part of [
    kernelsRun,
    fingerprints,
    corpora,
    analyses,
    twins,
    comparisons,
    scores,
    readers,
    errors,
    overlaps,
    encoders,
    http,
  ]) {
    await part(about);
  }
  return run.finish();
}

/** What an analysis says was met. In a far corpus less is looked up, and no confidence is calibrated for that: both are left out. */
export async function factsIn(createEngine, corpus) {
  const engine = await createEngine({ corpora: [corpus] });
  const result = await engine.analyze({ content: contents().planted, content_type: "text" });
  const { verdict, matches, potential_matches, coverage, method } = result;
  return asText({
    verdict,
    matches,
    potential_matches,
    coverage,
    corpora: method.corpora.map(({ lookups, ...one }) => one),
  });
}

/** Collects checks and golden texts; a part that throws is a failed check and does not stop the others. */
export class Run {
  checks = [];
  golden = {};
  /** Ids of results, by kernels and name: the same wherever the same kernels run. */
  ids = {};
  #kernels;

  constructor(kernels = "any") {
    this.#kernels = kernels;
  }

  async check(name, test) {
    try {
      const verdict = await test();
      this.checks.push(
        verdict === true ? { name, ok: true } : { name, ok: false, detail: `got ${JSON.stringify(verdict)}` },
      );
    } catch (error) {
      this.checks.push({ name, ok: false, detail: String(error?.stack ?? error) });
    }
  }

  /** Keeps a result as text: its bytes are compared, so the order of its fields counts too. */
  keep(name, result) {
    this.golden[name] = typeof result === "string" ? result : JSON.stringify(withoutKernels(result));
    for (const field of ID_FIELDS) if (field in Object(result)) this.ids[`${this.#kernels} ${name}`] = result[field];
  }

  finish() {
    return { checks: this.checks, golden: this.golden, ids: this.ids };
  }
}

/** Where results have their ids. */
const ID_FIELDS = ["analysis_id", "score_id", "assess_id", "comparison_id", "extract_id", "probe_id"];

/** A result without what says which kernels ran: their hash, and the id, which is made of the whole method. */
function withoutKernels(result) {
  if (result?.method?.wasm_sha256 === undefined) return result;
  const ids = ID_FIELDS.filter((field) => field in result).map((field) => [field, ""]);
  return { ...result, ...Object.fromEntries(ids), method: { ...result.method, wasm_sha256: "" } };
}

/** Whether two texts are equal; otherwise where they part. */
export function same(one, other) {
  if (one === other) return true;
  let at = 0;
  while (one[at] === other[at]) at++;
  return { at, one: one.slice(at, at + 80), other: other.slice(at, at + 80) };
}

export async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const asText = (result) => JSON.stringify(withoutKernels(result));
const asked = (content, more = {}) => ({ content, content_type: "text", ...more });

async function kernelsRun({ run, library, engine, kernels }) {
  await run.check(`the kernels are ${kernels}`, () => engine.kernels.name === kernels || engine.kernels.name);
  await run.check("the wasm entry has the bytes that it names", async () => {
    return same(await sha256(library.wasm.wasmBytes()), library.wasm.WASM_SHA256);
  });
  await run.check("a result names the kernels", async () => {
    const { wasm_sha256 } = (await engine.analyze(asked("word"))).method;
    return wasm_sha256 === (kernels === "wasm" ? library.wasm.WASM_SHA256 : null);
  });
  await run.check("a module compiled elsewhere serves, where one may be compiled", async () => {
    if (kernels === "twin")
      return (
        (await codeOf(() => library.index.createEngine({ corpora: [], wasm: library.wasm.wasmBytes() }))) ===
        "kernels_unavailable"
      );
    const wasm = await WebAssembly.compile(library.wasm.wasmBytes());
    return (await library.index.createEngine({ corpora: [], wasm })).kernels.name === "wasm";
  });
}

async function fingerprints({ run, library }) {
  const { fingerprint, parseFingerprint } = library.index;
  for (const [name, text] of Object.entries({ ...SCRIPTS, prose: prose(6, 500) })) {
    await run.check(`fingerprint of ${name}`, async () => {
      const print = await fingerprint(text);
      run.keep(`fingerprint ${name}`, `${print.id} ${await sha256(print.bytes)}`);
      return same(parseFingerprint(print.bytes).id, print.id);
    });
  }
}

async function corpora({ run, library, corpus, storage }) {
  run.keep("corpus info", corpus.info);
  for (const [name, hash] of await hashesOf(storage)) run.keep(`corpus file ${name}`, hash);
  await run.check("a corpus in memory opens again", async () => {
    const again = await library.index.openCorpus(storage);
    await again.close();
    return same(asText(again.info), asText(corpus.info));
  });
}

/** SHA-256 of every file of a storage. */
export async function hashesOf(storage) {
  const hashes = [];
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    hashes.push([name, await sha256(await file.read(0, file.sizeBytes))]);
    await file.close();
  }
  return hashes;
}

const VERDICTS = {
  planted: "match",
  clean: "none_found",
  empty: "insufficient_evidence",
  tooShort: "insufficient_evidence",
};

async function analyses({ run, library, engine }) {
  for (const [name, content] of Object.entries(contents())) {
    await run.check(`analyze ${name}`, async () => {
      const result = await engine.analyze(asked(content, { metadata: { title: "A", published: "2019-05" } }));
      run.keep(`analyze ${name}`, result);
      run.keep(
        `page ${name}`,
        library.report.plainAnalysis(withoutKernels(result), {
          colours: library.report.NO_COLOURS,
          columns: 100,
          content,
        }),
      );
      return VERDICTS[name] === undefined || result.verdict === VERDICTS[name] || result.verdict;
    });
  }
  await run.check("the planted passage is found where it lies", async () => {
    const { matches, attribution_sources } = await engine.analyze(asked(contents().planted));
    const found = matches.some(
      ({ document, kind, words }) => document.id === "made/7" && kind === "verbatim" && words >= 300,
    );
    return found && attribution_sources.some(({ model_id }) => model_id === "eleutherai/pythia");
  });
}

/** The twins answer what the kernels answer, on a corpus of their own. */
async function twins({ run, library, engine, corpus, parts }) {
  await run.check("the twins build the same corpus and give the same analysis", async () => {
    const built = await library.index.buildCorpus(documents(), { name: "made", dataset: "the-pile", wasm: "twin" });
    const twin = await library.index.createEngine({ ...parts, corpora: [built], wasm: "twin" });
    const content = contents().planted;
    const [one, other] = [await engine.analyze(asked(content)), await twin.analyze(asked(content))];
    if (twin.kernels.name !== "twin" || other.method.wasm_sha256 !== null) return twin.kernels.name;
    return built.info.revision === corpus.info.revision && same(asText(one), asText(other));
  });
}

async function comparisons({ run, library, engine }) {
  const [whole, part] = [prose(7, 300), slice(prose(7, 300), 40, 200)];
  await run.check("compare two texts", async () => {
    const result = await engine.compare({ a: { content: whole }, b: { content: part } });
    run.keep("compare texts", result);
    return result.relation === "contains" || result.relation;
  });
  await run.check("compare fingerprint data, as bytes and as base64", async () => {
    const { bytes } = await library.index.fingerprint(part);
    const base64 = btoa(String.fromCharCode(...bytes));
    const result = await engine.compare({ a: { content: whole }, b: { fingerprint_data: bytes } });
    run.keep("compare fingerprint", result);
    return same(
      asText(result),
      asText(await engine.compare({ a: { content: whole }, b: { fingerprint_data: base64 } })),
    );
  });
}

async function scores({ run, engine, catalogue }) {
  run.keep("catalogue", catalogue.revision);
  run.keep("trained on", catalogue.trainedOn("the-pile"));
  run.keep("citation", catalogue.citation(catalogue.sources[0].id));
  for (const jurisdiction of ["EU-DSM", "US-TX", "NL"]) {
    await run.check(`score under ${jurisdiction}`, async () => {
      const result = await engine.score({
        content: contents().planted,
        target_model: "eleutherai/pythia",
        jurisdiction,
      });
      run.keep(`score ${jurisdiction}`, result);
      return result.in_dataset.status === "measured" || result.in_dataset.status;
    });
  }
}

async function readers({ run, engine }) {
  const passage = slice(documents()[7].text, 30, 130);
  const html = `<!doctype html><title>T</title><script>ignored()</script><p>Caf&eacute; &amp; <b>${passage}</b> &#x1F600;<p>${prose(8, 50)}`;
  const markdown = `# Title\n\n> ${passage.replaceAll("\n", "\n> ")}\n\n- *item* [link](http://example.org)\n\n\`\`\`\ncode\n\`\`\`\n\n${prose(9, 50)}`;
  for (const [content_type, content] of Object.entries({ html, markdown, code: passage })) {
    await run.check(`analyze ${content_type}`, async () => {
      const result = await engine.analyze({ content, content_type });
      run.keep(`analyze ${content_type}`, result);
      const [match] = result.matches;
      if (match?.document.id !== "made/7") return result.matches;
      // Offsets point into the content as it was sent, marks and all.
      return content.slice(match.content.start, match.content.end).includes(passage.split(" ")[50]);
    });
  }
}

/** Code of the error that a call ends in, or `none`. */
export async function codeOf(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    return error?.code ?? String(error);
  }
}

async function errors({ run, library, engine }) {
  const { buildCorpus, createEngine, fingerprint, openCorpus, parseFingerprint } = library.index;
  const closed = await buildCorpus(documents().slice(0, 2), { name: "closed", dataset: "mine" });
  const withClosed = await createEngine({ corpora: [closed] });
  await closed.close();
  const fired = { signal: AbortSignal.abort() };
  const score = (fields) =>
    engine.score({ content: "a", target_model: "eleutherai/pythia", jurisdiction: "NL", ...fields });
  const calls = {
    unknown_model: () => score({ target_model: "nobody/nothing" }),
    unknown_jurisdiction: () => score({ jurisdiction: "XX" }),
    unknown_work: () => engine.compare({ a: { content: "a" }, b: { work_hash: `sha256:${"0".repeat(64)}` } }),
    invalid_request: () => engine.analyze({ content: 5, content_type: "text" }),
    unsupported_content_type: () => withClosed.analyze({ content: "a", content_type: "html" }),
    fingerprint_invalid: () => parseFingerprint(new Uint8Array([1, 2, 3])),
    corpus_not_found: () => openCorpus(library.storage.createMemoryStorage()),
    no_documents: () => buildCorpus([], { name: "none", dataset: "mine" }),
    document_invalid: () => buildCorpus([{ id: 1, text: "a" }], { name: "none", dataset: "mine" }),
    aborted: () => engine.analyze(asked(prose(10, 50)), fired),
    none: () => fingerprint(""),
  };
  for (const [code, call] of Object.entries(calls)) {
    await run.check(`error ${code}`, async () => same(await codeOf(call), code));
  }
  await run.check("a closed corpus is no clean result", async () => {
    let result;
    const code = await codeOf(async () => {
      result = await withClosed.analyze(asked(prose(10, 50)));
    });
    run.keep("closed corpus", result ?? code);
    return code === "closed" || result?.completeness.complete === false;
  });
}

/** Twenty analyses at once give what they give one after the other. */
async function overlaps({ run, engine }) {
  await run.check("20 interleaved analyses equal 20 in turn", async () => {
    const base = Object.values(contents());
    const requests = Array.from({ length: 20 }, (_, i) => asked(`${base[i % base.length]} ${prose(200 + i, 20)}`));
    const inTurn = [];
    for await (const result of engine.analyzeMany(requests)) inTurn.push(asText(result));
    const atOnce = await Promise.all(requests.map((request) => engine.analyze(request)));
    return same(atOnce.map(asText).join("\n"), inTurn.join("\n"));
  });
}

/** Vectors have the same bytes wherever they are computed, with and without WebAssembly. */
async function encoders({ run, library }) {
  const files = await tinyBert();
  const encoder = await library.models.kernelEncoder(async (name) => files[name]);
  const vectors = await encoder.encode(Object.values(SCRIPTS));
  const bytes = vectors.map((vector) => [...new Uint8Array(vector.buffer)]);
  run.keep("encoder", { name: encoder.name, implementation: encoder.implementation, vectors: bytes });
  await run.check("an encoder tells texts apart", () => new Set(bytes.map(String)).size > 3 || bytes.length);
}

async function http({ run, library, engine }) {
  const handler = library.service.createHandler({ engine });
  await answers(run, (path, init) => handler(new Request(`http://localhost${path}`, init)));
}

/**
 * The routes of the HTTP door, asked through `ask(path, init)`: the handler itself, or a server around it. What they answer is
 * golden as it stands on the wire, but for the kernels' name.
 */
export async function answers(run, ask) {
  const post = (path, body) =>
    ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const content = contents().planted;
  const requests = {
    "/livez": () => ask("/livez"),
    "/readyz": () => ask("/readyz"),
    "/api/v1/openapi.json": () => ask("/api/v1/openapi.json"),
    "/api/v1/attribution/analyze": () => post("/api/v1/attribution/analyze", asked(content)),
    "/api/v1/attribution/score": () =>
      post("/api/v1/attribution/score", { content, target_model: "eleutherai/pythia", jurisdiction: "EU-DSM" }),
    "/api/v1/compare": () => post("/api/v1/compare", { a: { content }, b: { content: slice(content, 0, 90) } }),
  };
  for (const [path, request] of Object.entries(requests)) {
    await run.check(`HTTP ${path}`, async () => {
      const response = await request();
      run.keep(`HTTP ${path}`, `${response.headers.get("content-type")} ${asText(await response.json())}`);
      return response.status === 200 || response.status;
    });
  }
  await run.check("HTTP problems", async () => {
    const nowhere = await ask("/nowhere");
    const refused = await post("/api/v1/attribution/analyze", { content: 5 });
    const { code, errors } = await refused.json();
    run.keep("HTTP problem", { code, errors });
    return same(
      `${nowhere.status} ${refused.status} ${refused.headers.get("content-type")}`,
      "404 400 application/problem+json",
    );
  });
}
