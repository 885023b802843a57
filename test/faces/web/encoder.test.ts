/** The encoder of the page: which files it is opened from, what is refused, and what it adds to an analysis and a comparison. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { encodeCorpus } from "../../../src/corpus/change/encode.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { EncoderFiles } from "../../../src/faces/web/messages.ts";
import { encoderOf, openEncoder } from "../../../src/faces/web/work/encoder.ts";
import { analyze, compare } from "../../../src/faces/web/work/session.ts";
import { A, AMONG_OTHERS, ENDED } from "../../engine/compare/inOtherWords.ts";
import { tinyBert } from "../../models/encoders/tiny.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { type StaticServer, startStaticServer } from "../../support/servers/static.ts";

const HOST = { signal: new AbortController().signal, onProgress: () => {} };
const a = A.join(" ");
const b = ENDED.join(" ");
const weights = await tinyBert();

let choices = 0;
const chosen = (files: Record<string, Uint8Array>, folder = ""): EncoderFiles => ({
  number: ++choices,
  files: Object.entries(files).map(([name, bytes]) => ({
    path: `${folder}${name}`,
    file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  })),
});

let host: StaticServer;
beforeAll(async () => {
  host = await startStaticServer();
  const storage = createMemoryStorage();
  await (await buildCorpus([{ id: "b", text: AMONG_OTHERS }], { name: "others", dataset: "others", storage })).close();
  await encodeCorpus(storage, await encoderOf(chosen(weights)));
  for (const name of await storage.list()) {
    const file = await storage.open(name);
    host.files.set(`others/${name}`, await file.read(0, file.sizeBytes));
    await file.close();
  }
});
afterAll(() => host.close());

describe("an encoder of the page", () => {
  test("is opened from its files, and from a folder around theirs", async () => {
    const expected = { name: "tiny", implementation: "spolia 1", dimensions: 32, languages: ["en"] };
    for (const folder of notEmpty(["", "weights/tiny/"]))
      expect(await openEncoder(chosen({ "other.txt": new Uint8Array(3), ...weights }, folder))).toMatchObject(expected);
  });

  test("is refused in words where a file is absent, altered, of another model, or there are two", async () => {
    const { "tokenizer.json": _, ...without } = weights;
    const two = chosen(weights, "one/");
    const cases: [EncoderFiles, code: string, message: RegExp][] = [
      [chosen({ "other.txt": new Uint8Array(3) }), "invalid_request", /encoder\.json cannot be read/],
      [chosen(without), "invalid_request", /tokenizer\.json cannot be read/],
      [chosen({ ...weights, "model.onnx": new Uint8Array(9) }), "invalid_request", /model\.onnx is not the file/],
      [chosen(await tinyBert({ operators: ["Tanh"] })), "unsupported_runtime", /kernels of this package cannot run/],
      [{ ...two, files: [...two.files, ...chosen(weights, "two/").files] }, "invalid_request", /holds 2 encoders/],
    ];
    for (const [files, code, message] of notEmpty(cases))
      await expect(openEncoder(files)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test("finds other words in a comparison, both sides beside each other", async () => {
    const { result, reworded, sentence } = await compare(a, b, chosen(weights), HOST);
    expect([result.relation, result.reworded?.verdict]).toEqual(["unrelated", "possible"]);
    expect(sentence).toContain("They may say the same in other words.");
    const sentences = reworded.filter((part) => part.is === "sentences");
    expect(sentences.map(({ own }) => `${own?.words}.`)).toEqual(A.slice(0, 4));
    expect(sentences.map(({ source }) => `${source?.words}.`)).toEqual(ENDED.slice(0, 4));
    expect(sentences[0]!.own!.differing).toContainEqual({ start: 3, end: 7, kind: "agrees" });
    expect((await compare(a, b, null, HOST)).reworded).toEqual([]);
  });

  test("finds other words in a corpus with its vectors, and progress is told", async () => {
    const stages = new Set<string>();
    const asked = {
      text: a,
      sections: [],
      where: { own: [], addresses: [`${host.url}/others`], indexes: [], service: null },
      prior: 0.5,
      published: "",
      ignore: [],
      decisions: [],
    };
    const onProgress = ({ stage }: { stage: string }) => stages.add(stage);
    const { result, reworded } = await analyze({ ...asked, encoder: chosen(weights) }, { ...HOST, onProgress });
    expect(result.reworded).toMatchObject({ verdict: "possible", encoder: { name: "tiny" } });
    const sentences = reworded.filter((part) => part.is === "sentences");
    for (const { own, source } of notEmpty(sentences)) {
      expect(a).toContain(own?.words);
      expect(b).toContain(source?.words);
    }
    expect(stages).toContain("reworded");
    const without = await analyze({ ...asked, encoder: null }, HOST);
    expect([without.result.reworded, without.reworded]).toEqual([undefined, []]);
  });
});
