/**
 * What a server's runtime has and a page has not: files and a port. Started with an empty folder as its argument, it writes its
 * result to stdout as JSON.
 */
import * as library from "./library.js";
import { contents, documents } from "./samples.js";
import { answers, asText, codeOf, factsIn, hashesOf, Run, same } from "./suite.js";

const folder = globalThis.process.argv[2];
const { mkdirSync, writeFileSync } = globalThis.process.getBuiltinModule("node:fs");
const { gzipSync } = globalThis.process.getBuiltinModule("node:zlib");
const { createEngine, buildCorpus, openCorpus } = library.index;

/** A corpus in files is the corpus in memory: the same files, the same answers. */
async function files(run) {
  const request = { content: contents().planted, content_type: "text" };
  // What is looked up in a far corpus is less, and the result says so.
  const analysed = async (corpus) => {
    const { analysis_id, method, ...rest } = await (await createEngine({ corpora: [corpus] })).analyze(request);
    return asText({ ...rest, method: { ...method, corpora: method.corpora.map(({ lookups, ...one }) => one) } });
  };
  const options = { name: "made", dataset: "the-pile" };
  const memory = library.storage.createMemoryStorage();
  const inMemory = await buildCorpus(documents(), { ...options, storage: memory });
  const path = `${folder}/made.spolia`;
  const storage = library.storage.createFileStorage(path);
  await (await buildCorpus(documents(), { ...options, storage })).close();
  for (const [name, hash] of await hashesOf(storage)) run.keep(`corpus file ${name}`, hash);

  await run.check("the files of a corpus are those of the corpus in memory", async () =>
    same(String(await hashesOf(storage)), String(await hashesOf(memory))),
  );
  await run.check("a corpus opened by its path gives the same analysis", async () => {
    const corpus = await openCorpus(path);
    const found = await analysed(corpus);
    await corpus.close();
    return same(found, await analysed(inMemory));
  });
  await run.check("a path without a corpus", async () =>
    same(await codeOf(() => openCorpus(`${folder}/none`)), "corpus_not_found"),
  );
  await run.check("a corpus is not overwritten", async () =>
    same(await codeOf(() => buildCorpus(documents(), { ...options, storage })), "corpus_exists"),
  );
}

/** One writer to a folder, with no permission but to read and write there. */
async function locks(run) {
  const path = `${folder}/locked.spolia`;
  const { createFileStorage } = library.storage;
  await run.check("a second writer is refused until the first has released", async () => {
    const lock = await createFileStorage(path).lock();
    const refused = await codeOf(() => createFileStorage(path).lock());
    await lock.release();
    const next = await codeOf(async () => (await createFileStorage(path).lock()).release());
    return same(`${refused} ${next}`, "corpus_locked none");
  });
}

/** A corpus on a web host is the corpus in memory. */
async function web(run) {
  const memory = library.storage.createMemoryStorage();
  const built = await buildCorpus(documents(), { name: "made", dataset: "the-pile", storage: memory });
  const { url, stop } = await serve(async (request) => {
    const file = await memory.open(new URL(request.url).pathname.slice("/made.spolia/".length)).catch(() => undefined);
    if (file === undefined) return new Response(null, { status: 404 });
    const [start, last] = /(\d+)-(\d+)/.exec(request.headers.get("range")).slice(1).map(Number);
    const end = Math.min(last + 1, file.sizeBytes);
    const headers = { etag: '"1"', "content-range": `bytes ${start}-${end - 1}/${file.sizeBytes}` };
    return new Response(await file.read(start, end - start), { status: 206, headers });
  });
  await run.check("a corpus opened by its URL gives the same facts", async () =>
    same(await factsIn(createEngine, await openCorpus(`${url}/made.spolia`)), await factsIn(createEngine, built)),
  );
  await run.check("a URL without a corpus", async () =>
    same(await codeOf(() => openCorpus(`${url}/none`)), "corpus_not_found"),
  );
  await stop();
}

/** Folders become the same documents everywhere, gzip included. */
async function reading(run) {
  const texts = `${folder}/texts`;
  mkdirSync(`${texts}/inner`, { recursive: true });
  writeFileSync(`${texts}/one.txt`, "One text.");
  writeFileSync(`${texts}/inner/two.html`, "<title>Two</title><p>Caf&eacute;</p>");
  writeFileSync(`${texts}/inner/three.md`, "# Three\n\n*text*");
  writeFileSync(
    `${texts}/more.jsonl.gz`,
    gzipSync(
      documents()
        .map((one) => JSON.stringify(one))
        .join("\n"),
    ),
  );
  await run.check("documents are read from a folder", async () => {
    const read = [];
    for await (const document of library.documents.readDocuments([texts])) read.push(document);
    run.keep("documents read", read);
    return same(String(read.length), String(documents().length + 3));
  });
}

/** The same handler behind the runtime's own server. */
async function port(run) {
  const corpus = await buildCorpus(documents(), { name: "made", dataset: "the-pile" });
  const catalogue = await library.catalogue.loadCatalogue();
  const engine = await createEngine({ corpora: [corpus], catalogue, readers: library.documents.readers });
  const { url, stop } = await serve(library.service.createHandler({ engine }));
  await answers(run, (path, init) => fetch(url + path, { ...init, signal: AbortSignal.timeout(300_000) }));
  await stop();
}

async function serve(handler) {
  const hostname = "127.0.0.1";
  if (globalThis.Deno) {
    const server = Deno.serve({ hostname, port: 0, onListen() {} }, handler);
    return { url: `http://${hostname}:${server.addr.port}`, stop: () => server.shutdown() };
  }
  if (globalThis.Bun) {
    const server = Bun.serve({ hostname, port: 0, fetch: handler });
    return { url: `http://${hostname}:${server.port}`, stop: () => server.stop(true) };
  }
  const { createAdaptorServer } = await import("@hono/node-server");
  const server = createAdaptorServer({ fetch: handler });
  await new Promise((listening) => server.listen(0, hostname, listening));
  return {
    url: `http://${hostname}:${server.address().port}`,
    stop: () => new Promise((closed) => server.close(closed).closeAllConnections()),
  };
}

const run = new Run();
for (const part of [files, locks, web, reading, port]) await part(run);
console.log(JSON.stringify(run.finish()));
