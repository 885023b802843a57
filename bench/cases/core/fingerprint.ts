/** How long from a string of 50 kB to its fingerprint, the call and its bytes included? And the first one of a process? */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fingerprintAll, fingerprintWith } from "../../../src/core/fingerprint/fingerprint.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { assertAnswer, type Case } from "../../harness/harness.ts";
import { textOf } from "../../harness/texts.ts";
import { select } from "./text.ts";

const LENGTH = 50_000;
const SMALL_LENGTH = 500;
const SMALL_TEXTS = 1000;

const warm: Case = {
  name: "fingerprint 50 kB",
  unit: "ms",
  question: "a string of 50 kB to its fingerprint and its bytes",
  async prepare() {
    const kernels = await loadKernels();
    const text = textOf("ASCII", LENGTH);
    const fingerprint = (some: typeof kernels) => fingerprintWith(some, [text])[0]!;
    assertAnswer(fingerprint(kernels).id, fingerprint(referenceKernels).id, "The kernels, against their twins,");
    return {
      amount: 1,
      ours: { name: "wasm", run: () => fingerprint(kernels) },
      rivals: [{ name: "twin", run: () => fingerprint(referenceKernels) }],
    };
  },
};

/** V8 holds a string in units of 8 bits where all of it is Latin-1, and a part of another text as the whole text. */
const STRINGS = {
  "ASCII of 8 bits": (length) => Buffer.from(textOf("ASCII", length), "latin1").toString("latin1", 0, length),
  "ASCII of 16 bits": (length) => `—${textOf("ASCII", length)}`.slice(1, length + 1),
  typographic: (length) => textOf("typographic", length),
  Cyrillic: (length) => textOf("Cyrillic", length).slice(0, length),
} satisfies Record<string, (length: number) => string>;

/** The kernel is given bytes, and makes no fingerprint of what it keeps. */
const whole = (name: keyof typeof STRINGS, length: number): Case => ({
  name: `fingerprint, ${name}, ${length / 1_000} thousand units`,
  unit: "MB/s",
  question: "a string to its fingerprint, beside the kernel alone",
  timesMin: 0.6,
  async prepare() {
    const kernels = await loadKernels();
    const text = STRINGS[name](length);
    const bytes = new TextEncoder().encode(text);
    const idOf = (content: string | Uint8Array) => fingerprintWith(kernels, [content])[0]!.id;
    assertAnswer(idOf(text), idOf(bytes), "The string, against its bytes,");
    return {
      amount: bytes.length / 1e6,
      ours: { name: "fingerprint", run: () => fingerprintWith(kernels, [text]) },
      rivals: [{ name: "its kernel, bytes given", run: select(bytes).run }],
    };
  },
});

const first: Case = {
  name: "fingerprint 50 kB, first of a process",
  unit: "ms",
  question: "compilation, fold table and the first call; as the process itself measures it",
  async prepare() {
    const script = fileURLToPath(new URL("../../harness/first.ts", import.meta.url));
    const run = () => Number(execFileSync(process.execPath, [script], { encoding: "utf8" }));
    const times = Array.from({ length: 15 }, run).sort((a, b) => a - b);
    return { amount: 1, ours: { name: "wasm", run }, rivals: [], measuredMs: times[7]! };
  },
};

const many: Case = {
  name: "fingerprints of 1,000 texts of 500 characters",
  unit: "ms",
  question: "many small texts in one call; the rival is one call each",
  async prepare() {
    const text = textOf("ASCII", SMALL_LENGTH * SMALL_TEXTS);
    const texts = Array.from({ length: SMALL_TEXTS }, (_, i) => text.slice(SMALL_LENGTH * i, SMALL_LENGTH * (i + 1)));
    const kernels = await loadKernels();
    const oneByOne = () => texts.map((one) => fingerprintWith(kernels, [one])[0]!);
    assertAnswer(
      (await fingerprintAll(texts)).map(({ id }) => id),
      oneByOne().map(({ id }) => id),
      "The batch",
    );
    return {
      amount: 1,
      ours: { name: "fingerprintAll", run: () => fingerprintWith(kernels, texts) },
      rivals: [{ name: "one call each", run: oneByOne }],
    };
  },
};

export const fingerprintCases: readonly Case[] = [
  warm,
  first,
  many,
  ...(Object.keys(STRINGS) as (keyof typeof STRINGS)[]).flatMap((name) => [
    whole(name, 50_000),
    whole(name, 8_000_000),
  ]),
];
