/** What a worker does with `spolia/worker`: a corpus, every operation that needs no model, and the names that it found. */
const TEXT =
  "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness.";

/**
 * @param spolia the namespace of the entry
 * @param wasm for `spolia/slim`, which has none
 */
export async function workerResult(spolia, wasm) {
  const given = wasm === undefined ? {} : { wasm };
  const corpus = await spolia.buildCorpus([{ id: "one", text: TEXT }], { name: "one", dataset: "mine", ...given });
  const engine = await spolia.createEngine({ corpora: [corpus], ...given });
  const content = { content: TEXT, content_type: "text" };
  const { method: _, ...analysis } = await engine.analyze(content);
  return {
    names: Object.keys(spolia).sort(),
    kernels: engine.kernels.name,
    analysis,
    comparison: (await engine.compare({ a: content, b: { content: `${TEXT} And more.` } })).relation,
    identity: await engine.identify(content).then(({ fingerprint }) => fingerprint),
    refused: await engine.score({ ...content, target_model: "a/b", jurisdiction: "NL" }).catch(({ code }) => code),
    refusedProbe: await engine.probe({}).catch(({ code }) => code),
    // What a printed error begins with, where local names are short too.
    thrown: await engine.probe({}).catch((error) => [error.name, error.constructor.name]),
    print: (await spolia.fingerprint(TEXT, given)).id,
  };
}
