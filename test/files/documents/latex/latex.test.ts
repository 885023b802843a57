/** LaTeX gives the text that a reader sees, in order, with its headings; formulas stay as they are written. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { NotRead } from "../../../../src/files/documents/bytes/notRead.ts";
import { contentOfBytes, type FileContent } from "../../../../src/files/documents/content.ts";
import { readLatex } from "../../../../src/files/documents/latex/read.ts";
import { readBytes, readDocuments } from "../../../../src/files/index.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { temporaryFolder } from "../../../support/suites/corpus/places.ts";
import { latexAround, latexOf, latexText } from "./latexs.ts";

const textOf = (body: string, preamble = "") => readLatex(latexAround(body, preamble)).text.trim();

describe("the text", () => {
  test("any text comes back, with its headings", () => {
    const line = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
      .map((text) => `a${text.replace(/[\s\p{C}"'`,?!<>-]/gu, " ").replace(/ +/g, " ")}z`);
    let ran = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ title: line, paragraphs: fc.array(line, { maxLength: 4 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
        (chapters) => {
          ran += 1;
          const { text, sections } = readLatex(latexOf(chapters));
          expect(text).toBe(
            chapters.flatMap(({ title, paragraphs }) => [title, ...paragraphs].map((one) => `${one}\n\n`)).join(""),
          );
          expect(sections.map(({ start }) => text.slice(start).split("\n")[0])).toEqual(
            chapters.map(({ title }) => title),
          );
        },
      ),
    );
    expect(ran).toBeGreaterThan(50);
  });

  test.each([
    ["one % comment\n  two%\n   three\\% four", "one two% four".replace("two", "twothree")],
    ["one\n%\ntwo\n\n%\nthree", "one two\n\nthree"],
    ["``So''---he said: `well', 1--2, \\dots\\ ?`que?", "“So”—he said: ‘well’, 1–2, … ¿que?"],
    [
      String.raw`na\"{\i}ve \v{s}koda \'Etude \c cedilla \^{\i}le Erd\H os \r{A}ngstr\"om Vi\d{\^e}t`,
      "naïve škoda Étude çedilla île Erdős Ångström Việt",
    ],
    [String.raw`\ss\ae\O{} \L\'od\'z a\,b~c \TeX\ and \LaTeX{}ed\-it`, "ßæØ Łódź a b\u00a0c TeX and LaTeXedit"],
    [
      String.raw`\textbf{bold \emph{and} so}, {\itshape in} \textcolor{red}{red} \href{http://a.b/c}{link}`,
      "bold and so, in red link",
    ],
    [
      String.raw`\noindent [Note] a {\it [sic] b} \centering [c] \newline [d] \large * e \unknown [f] g \other[h]{i} \more [j]{k}`,
      "[Note] a [sic] b [c] [d] * e [f] g i k",
    ],
    [
      String.raw`See \href{http://a.b/c%20d#e}{the \emph{link}}\footnote{\url{http://a.b/c%20d}}.`,
      "See the link.\n\nhttp://a.b/c%20d",
    ],
    [
      String.raw`It was\footnote{A note. \textbf{B}.

More of it.} the end. Next.`,
      "It was the end. Next.\n\nA note. B.\n\nMore of it.",
    ],
    [
      String.raw`A $x^2_{i}$, \(y\) and \[ z = \frac{1}{2} \label{e} \] so \begin{align*} a &= b % no
 \\ c \end{align*}.`,
      String.raw`A $x^2_{i}$, $y$ and $$z = \frac{1}{2}$$ so $$a &= b \\ c$$ .`,
    ],
    [String.raw`\begin{itemize} \item one \item[two:] three \end{itemize} four`, "one\n\ntwo: three\n\nfour"],
    [
      String.raw`\begin{tabular}{l|p{3cm}} a & b \\[2pt] \hline c & \multicolumn{2}{c}{d} \\ \end{tabular}`,
      "a\n\nb\n\nc\n\nd",
    ],
    [
      String.raw`Before \begin{figure}[ht]\includegraphics[width=3cm]{x}\caption[short]{A caption.}\end{figure} after.`,
      "Before after.\n\nA caption.",
    ],
    ["\\verb|a{ \\b}| \\begin{verbatim}\na  { %\n b\n\\end{verbatim}c", "a{ \\b}\n\na  { %\n b\n\nc"],
    [
      String.raw`see~\cite[p.~3]{a,b}, \autoref{x}\index{y!z}\label{w} and \url{http://a.b/c\_d}`,
      "see\u00a0, and http://a.b/c_d",
    ],
    [
      String.raw`\iffalse gone \iftrue too \fi \else kept \fi\iftrue read \else not \fi\ifx\a\b no \else yes\fi`,
      "kept read yes",
    ],
    [
      String.raw`costs 5\$ and $6 here

next`,
      "costs 5$ and $6 here\n\nnext",
    ],
    [String.raw`\begin{tikzpicture} \node {gone}; \end{tikzpicture}\begin{comment} gone \end{comment}kept`, "kept"],
    [
      String.raw`\parindent=0pt plus 1em\vskip 3pt\noindent\hspace*{1em}\setlength{\a}{1pt}text\unknown[x]{one}{two}`,
      "textone two",
    ],
  ])("%s", (body, text) => expect(textOf(body)).toBe(text));

  test("the document's own commands and environments are read as what they stand for", () => {
    const own = String.raw`\newcommand{\eg}{e.g.\ }\newcommand{\pair}[2][x]{#1 and #2}\def\three#1#2#3{#3#2#1}
\let\old\eg \renewcommand{\eg}{for example, }\newcommand\R{\mathbb{R}}
\newenvironment{saying}[1]{#1 says: }{ So said.}\newif\ifdraft\drafttrue `;
    expect(
      textOf(String.raw`\eg so, \old so; \pair{y}, \pair[a]{b}; \three cba; $\R$; \ifdraft draft\else not\fi`, own),
    ).toBe(String.raw`for example, so, e.g. so; x and y, a and b; abc; $\mathbb{R}$; draft`);
    expect(textOf(String.raw`\begin{saying}{She}Yes.\end{saying} Then.`, own)).toBe("She says: Yes. So said.\n\nThen.");
  });

  test("German quotation marks and letters", () => {
    const preamble = "\\usepackage[ngerman]{babel}\n";
    expect(textOf('"`Sch"on"\', gro"s, Zucker"-dose', preamble)).toBe("„Schön“, groß, Zuckerdose");
    expect(textOf('a "so" b')).toBe('a "so" b');
  });

  test("title and authors are of the document, and stand where it writes them", () => {
    const preamble = String.raw`\title[Short]{A \emph{Long} Title\thanks{Money.}}\author{J\"org M\"uller\\Bonn \and Ann Lee}\date{1999}`;
    const read = readLatex(latexAround("\\maketitle\nText.", preamble));
    expect(read).toMatchObject({ title: "A Long Title", author: "Jörg Müller, Ann Lee" });
    expect(read.text).toContain("A Long Title\n\nMoney.\n\nJörg Müller");
    expect(read.sections.map(({ label }) => label)).toEqual(["A Long Title"]);
  });

  test("headings of all levels; a part without a preamble; plain TeX", () => {
    const chapter = "\\chapter*{One}\\section[s]{Two \\LaTeX}\n\\paragraph{Three.} Text.";
    const { sections, text } = readLatex(chapter);
    expect(sections.map(({ label }) => label)).toEqual(["One", "Two LaTeX", "Three."]);
    for (const { start, label } of notEmpty(sections)) expect(text.slice(start)).toMatch(label);
    expect(readLatex("Plain \\TeX\\par text.\\bye gone").text).toBe("Plain TeX\n\ntext.\n\n");
  });
});

describe("the encoding", () => {
  const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const inEncoding = (name: string, bytes: string) =>
    contentOfBytes(latin(latexAround(bytes, `% \\usepackage[cp1251]{inputenc}\n\\usepackage[${name}]{inputenc}\n`)), {
      name: "a.tex",
    });

  test.each([
    ["latin1", "caf\xe9", "café"],
    ["latin9", "\xa4 5", "€ 5"],
    ["latin2", "\xb1", "ą"],
    ["applemac", "caf\x8e", "café"],
    ["koi8-r", "\xf0\xf2\xe9", "ПРИ"],
    ["cp437", "caf\x82", "café"],
    ["latin10", "\xaa\xa4", "Ș€"],
    ["T1,cp1252", "\x93so\x94", "“so”"],
  ])("that the document declares: %s", (name, bytes, text) =>
    expect((inEncoding(name, bytes) as FileContent).content.trim()).toBe(text),
  );

  test("that is not declared is named", () => {
    const bare = latin(latexAround("caf\xe9"));
    expect(contentOfBytes(bare, { name: "a.tex" })).toMatchObject({ code: "not_utf8" });
    const stated = contentOfBytes(bare, { name: "a.tex", encoding: "windows-1252" }) as FileContent;
    expect(stated.content.trim()).toBe("café");
  });
});

describe("files that are included", () => {
  const main = latexAround("\\input{one} text \\include{parts/two.tex} \\input three\n", "\\input{macros}\n");

  test("are named, and --strict refuses the document", async () => {
    const bytes = new TextEncoder().encode(main);
    const { unread_pages: unread, content } = await readBytes(bytes, { name: "main.tex" });
    expect(content.trim()).toBe("text");
    const reason = "files that it includes are not read with it: one, parts/two, three";
    expect(unread).toEqual([{ code: "unreadable", pages: [], reason }]);
    await expect(readBytes(bytes, { name: "main.tex", strict: true })).rejects.toMatchObject({
      code: "document_invalid",
      message: `main.tex cannot be read completely: ${reason}.`,
    });
  });

  test("are documents of their own in a folder", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "main.tex"), main);
    writeFileSync(join(folder, "one.tex"), "The first chapter.");
    const skipped: object[] = [];
    const read = [];
    for await (const { id, text } of readDocuments([folder], { onSkip: (one) => skipped.push(one) }))
      read.push([id, text.trim()]);
    expect(read).toEqual([
      ["main.tex", "text"],
      ["one.tex", "The first chapter."],
    ]);
    expect(skipped).toMatchObject([{ code: "unreadable", reason: expect.stringContaining("parts/two") }]);
  });
});

describe("what cannot be read", () => {
  const fault = (source: string) => {
    try {
      return readLatex(source).text;
    } catch (error) {
      return error instanceof NotRead ? error.reason : error;
    }
  };

  test.each([
    ["\\begin{document} never ends", "damaged: it was cut"],
    ["a {b", "damaged: it was cut"],
    ["\\newcommand{\\a}{b", "damaged: it was cut"],
    ["\\[ a", "damaged: it was cut"],
    ["\\begin{equation} a", "damaged: it was cut"],
    ["\\verb|a", "damaged: it was cut"],
    [latexAround("\\iffalse a"), "damaged: it was cut"],
    [`${"{".repeat(513)}${"}".repeat(513)}`, "nested deeper than 512 groups"],
    [`\\def\\a{b}${"\\def\\a{\\a\\a}".repeat(30)}\\a`, "b"],
    [
      `\\def\\aa{b}${Array.from({ length: 40 }, (_, i) => `\\def\\${"a".repeat(i + 3)}{${`\\${"a".repeat(i + 2)} `.repeat(2)}}`).join("")}\\${"a".repeat(42)}`,
      "its commands stand for over four times its length",
    ],
    ["\\def\\a{\\b}\\def\\b{\\a}\\a", ""],
    [
      `\\newcommand{\\a}[1]{${"#1".repeat(3_000)}}\\a{\\a{\\a{${"x".repeat(1_000)}}}}`,
      "its commands stand for over four times its length",
    ],
  ])("%.40s", (source, why) => {
    const read = fault(source);
    if (why === "b") expect(typeof read).toBe("string");
    else expect(read).toBe(why);
  });

  test("512 groups are read, and a million characters of own commands", () => {
    expect(fault(`${"{".repeat(512)}deep${"}".repeat(512)}`)).toBe("deep\n\n");
    const long = fault(`\\newcommand{\\a}{${"x".repeat(999)}}${"\\a ".repeat(1_000)}`) as string;
    expect(long.trim()).toHaveLength(999_000);
    expect(latexText("5% {a}_b")).toBe("5\\% \\{a\\}\\_b");
  });

  /** Of four times the content it is four times the time; where it were the square, sixteen times. */
  test.each([
    ["\\item["],
    ["\\unknown{"],
    ["\\begin{a}"],
    ["\\end{a}"],
    ["$a "],
    ["$$"],
    ["%\n"],
    ["\\'"],
    ["\\let\\a\\b"],
    ["\\newcommand{\\a}[1]{#1}\\a{b}"],
    ["\\footnote{a}"],
    ["\\section{a}"],
    ["\\title{a}"],
    ["}"],
    ["\n \n"],
    ["`"],
    ["\\begin{document}\n"],
    ["[{a=b}"],
  ])("time is linear: %j", (part) => {
    const milliseconds = (units: number): number => {
      const source = part.repeat(units / part.length);
      const times = [0, 0, 0].map(() => {
        const start = process.cpuUsage();
        fault(source);
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1_000;
      });
      return Math.min(...times);
    };
    const [quarter, whole] = [milliseconds(1 << 16), milliseconds(1 << 18)];
    expect(whole / Math.max(quarter, 20)).toBeLessThan(10);
  });
});
