/** What stands at the head of a source file about its rights is a notice, in any language of programs; nothing else is. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { readText } from "../../../../src/core/text/text.ts";
import { noticesOf } from "../../../../src/core/uncounted/notices/sourceHead.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { seeded, zipfText } from "../../../support/texts.ts";

const kernels = await loadKernels();
const PROSE = zipfText(seeded(3), 60);
const NOTICE = [
  "Confidential property of Example Works GmbH. Copyright 2019 Example Works GmbH.",
  "No permission is given to copy this file beyond the project it was written for.",
];

/** The words that are marked. */
function marked(content: string): string[] {
  const text = readText(kernels, content);
  const bytes = Buffer.from(text.bytes);
  return noticesOf(text).map(({ start, end }) =>
    bytes.subarray(text.bounds[2 * start], text.bounds[2 * end - 1]).toString(),
  );
}

const lines = (prefix: string) => NOTICE.map((line) => `${prefix} ${line}`).join("\n");

describe("a notice at the head", () => {
  const heads: readonly (readonly [string, string])[] = [
    ["C", `/*\n${lines(" *")}\n */\nint main(void) { return 0; }`],
    ["Rust", `${lines("//")}\n\nfn main() {}`],
    ["a script", `#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n${lines("#")}\nimport os`],
    ["SQL", `${lines("--")}\nSELECT 1;`],
    ["Lisp", `${lines(";;;")}\n(defun main ())`],
    ["TeX", `${lines("%")}\n\\documentclass{article}`],
    ["HTML", `<!doctype html>\n<!--\n${NOTICE.join("\n")}\n-->\n<p>${PROSE}</p>`],
    ["PHP", `<?php\n/**\n${lines(" *")}\n */\necho 1;`],
    ["Python with a docstring", `"""\n${NOTICE.join("\n")}\n"""\nimport os`],
    ["OCaml", `(* ${NOTICE.join("\n   ")} *)\nlet () = ()`],
    ["Batch", `${lines("@REM")}\necho off`],
  ];
  test.each(heads)("of %s is marked whole, and nothing of the program", (_, content) => {
    const [first = "", ...others] = marked(content);
    expect(others).toEqual([]);
    expect(first).toMatch(/^(?:REM |usr[\s\S]*coding: utf-8[\s\S]*)?Confidential property/i);
    expect(first).toMatch(/it was written for$/);
  });

  test("keeps the conditions between two paragraphs with legal terms", () => {
    const content = `/*\n * Copyright 2020 A. Example\n *\n * 1. Say where it is from.\n *\n * No warranty is given.\n */\n${PROSE}`;
    expect(marked(content)).toEqual([expect.stringMatching(/^Copyright 2020[\s\S]*Say where[\s\S]*is given$/)]);
  });

  test("ends before what the comment says of the code", () => {
    const content = `/*\n * Copyright 2020 A. Example\n *\n * ${PROSE}\n */\nint x;`;
    expect(marked(content)).toEqual(["Copyright 2020 A. Example"]);
  });
});

describe("no notice", () => {
  test.each([
    ["prose", `${PROSE} The copyright of the book is with its author. ${PROSE}`],
    ["a comment without legal terms", `// ${PROSE}\nlet x;`],
    ["legal terms in the code", `const LICENSE = "copyright 2020";\n// ${PROSE}`],
    ["a comment further down", `let x;\n\n/* ${NOTICE.join("\n")} */`],
    ["nothing", ""],
    ["a head of a preprocessor", `#include <license.h>\n${PROSE}`],
  ])("in %s", (_, content) => {
    expect(marked(content)).toEqual([]);
  });

  test("far from the legal terms of a long comment", () => {
    const long = zipfText(seeded(4), 400);
    const content = `/*\n * Copyright 2020 A. Example\n *\n * ${long}\n *\n * No warranty.\n */`;
    expect(marked(content)).toEqual(["Copyright 2020 A. Example", "No warranty"]);
  });
});

test("heads that were never closed, or are very long, take linear time", () => {
  const heads = ["/*".repeat(50_000), "//\n".repeat(50_000), "#\n \n".repeat(40_000), "<!doctype ".repeat(9_000)];
  for (const head of notEmpty([...heads, `/* copyright ${"\n * ".repeat(30_000)}`]))
    expect(marked(`${head} ${PROSE}`).length).toBeLessThanOrEqual(1);
});
