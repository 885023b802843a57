/** Built files are shortened, and stay the same programs, in lines that can be read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { shorten } from "../../../src/build/package/shorten.ts";

const folder = mkdtempSync(join(tmpdir(), "spolia-shorten-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shortened(code: string): string {
  const path = join(folder, "built.js");
  writeFileSync(path, code);
  shorten(path);
  return readFileSync(path, "utf8");
}

test("spaces go where signs stand, and stay where two signs would become another", () => {
  expect(shortened("const a = [1, 2];\n\n  // why\n  let b = a + 1; // here\nexport { a, b };\n")).toBe(
    "const a=[1,2];let b=a+1; // here\nexport{a,b};\n",
  );
  for (const kept of [
    "x=a+ +b",
    "x=a- -b",
    "x=a- --b",
    "x=a++ +b",
    "while(n-- >0);",
    "x=a< !b",
    "x=a? .5:1",
    "x=a / /b/.c",
  ])
    expect(shortened(kept)).toBe(kept);
  expect(shortened("x = a - - b ? c : typeof d in e;")).toBe("x=a- -b?c:typeof d in e;");
});

test("the last semicolon of a block goes, but where it is a statement", () => {
  expect(shortened("class A { a = 1; }\nfunction f() {\n  f();\n  do f(); while (a);\n}")).toBe(
    "class A{a=1}\nfunction f(){f();do f();while(a)}",
  );
  for (const kept of ["{for(;;);}", "{if(a);}", "a=`;};}`", "{x=';}'}"]) expect(shortened(kept)).toBe(kept);
});

test("strings, templates and regular expressions are left alone, and lines whose ends may end a statement", () => {
  const code = `const s="a , b",t=\`a , \${ b + \`c , \${d}\` } ,\n   e\`,r=/a , b/g;\nreturn_\n(a)`;
  expect(shortened(code)).toBe(code.replace("{ b + ", "{b+").replace("` }", "`}").replace(";\n", ";"));
});

test("lines are joined up to 280 characters", () => {
  const line = `f(${"a+".repeat(60)}a);`;
  expect(shortened([line, line, line].join("\n"))).toBe(`${line}${line}\n${line}`);
});

test("what it says, a program says after it too", async () => {
  const code = `let i = 3; const out = [i-- > 2, i - -1, +i + +i, ((a, b = 2) => a ** b)(3), /[ ,] = x/.test(", = x"), \`\${ i } , \`];`;
  const said = (source: string): unknown => new Function(`${source} return JSON.stringify(out);`)();
  expect(said(shortened(code))).toBe(said(code));
});
