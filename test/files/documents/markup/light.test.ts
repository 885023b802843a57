/** reStructuredText, AsciiDoc, Org and wikitext: what their page shows is read, and no mark is a word. */
import { describe, expect, test } from "vitest";
import { readBytes } from "../../../../src/files/documents/readBytes.ts";
import { notEmpty } from "../../../support/notEmpty.ts";

async function textOf(name: string, content: string): Promise<string> {
  const read = await readBytes(new TextEncoder().encode(content), { name });
  return read.content;
}

const PLANTED =
  "The keeper of the lighthouse counted ships in the evening, and wrote their names into a book that nobody read.";

const PAGES = {
  "a.rst": `
.. comment that nobody sees
.. _target:

=============
The *tide* log
=============

:Author: Ann

${PLANTED.replace("lighthouse", "*lighthouse*").replace("book", ":ref:`book <hidden-target>`")}

.. note::
   :class: wide

   Mind the ${"``reef``"} at low water. [1]_

.. code-block:: python
   :linenos:

   sail(north)

.. image:: picture-hidden.png
   :alt: hidden

========  =====
Ship      Mast
========  =====
Aurora    three
========  =====

.. [1] A note on reefs.
`,
  "a.adoc": `= The _tide_ log
:hidden-attribute: hidden
:harbour: Lindau

// comment that nobody sees
[[hidden-anchor]]
${PLANTED.replace("lighthouse", "*lighthouse*").replace("book", "link:https://hidden.example/page[book]")}

NOTE: Mind the \`reef\` at low water of {harbour}.footnote:[A note on reefs.]

[source,python]
----
sail(north)
----

image::picture-hidden.png[hidden]

|===
|Ship |Mast

|Aurora |three
|===
`,
  "a.org": `#+TITLE: The tide log
#+OPTIONS: hidden
# comment that nobody sees
* TODO The evening :hidden:
:PROPERTIES:
:ID: hidden
:END:
${PLANTED.replace("lighthouse", "*lighthouse*").replace("book", "[[https://hidden.example/page][book]]")}
- Mind the =reef= at low water.[fn:1]

#+BEGIN_SRC python
sail(north)
#+END_SRC

| Ship | Mast |
|------+------|
| Aurora | three |

[fn:1] A note on reefs.
* COMMENT hidden
hidden
`,
  "a.wiki": `{{Infobox ship|hidden=hidden}}
== The ''tide'' log ==
<!-- comment that nobody sees -->
${PLANTED.replace("lighthouse", "'''lighthouse'''").replace("book", "[[Hidden target|book]]")}
* Mind the {{nowrap|reef}} at low water.<ref>A note on reefs.</ref>
<pre>sail(north)</pre>
{| class="hidden"
! Ship !! Mast
|-
| Aurora || three
|}
[[File:Hidden.png|thumb|alt=hidden]]
[[Category:Hidden]]
`,
};

describe("light markup", () => {
  for (const [name, page] of notEmpty(Object.entries(PAGES)))
    test(`${name}: all that its page shows, and nothing else`, async () => {
      const text = await textOf(name, page);
      expect(text.replace(/\s+/g, " ")).toContain(PLANTED);
      for (const shown of notEmpty(["tide log", "Mind the reef at low water", "sail(north)", "A note on reefs."]))
        expect(text.replace(/\s+/g, " ")).toContain(shown);
      for (const cell of notEmpty(["Ship", "Mast", "Aurora", "three"])) expect(text).toContain(cell);
      expect(text).not.toMatch(/hidden|nobody sees|python|class|footnote|===|\{\||'''|BEGIN|PROPERTIES/i);
      expect(text).not.toContain("[[");
    });

  test("plain text of any of these names is read as it is", async () => {
    for (const name of notEmpty(Object.keys(PAGES))) expect((await textOf(name, `${PLANTED}\n`)).trim()).toBe(PLANTED);
  });

  test("marks that nothing closes leave the text behind them", async () => {
    const marks = [
      "{{",
      "[[",
      "'''",
      "<ref>",
      "----\n",
      "|===\n",
      ".. note::\n\n   ",
      "#+BEGIN_QUOTE\n",
      "<!-- ",
      "link:x[",
    ];
    for (const name of notEmpty(Object.keys(PAGES)))
      for (const mark of notEmpty(marks)) {
        const text = await textOf(name, `${mark}${PLANTED}`);
        expect(text.replace(/\s+/g, " "), `${name} ${mark}`).toContain(
          "wrote their names into a book that nobody read",
        );
      }
  });

  test("a long value that is named very often gives no more than the file has", async () => {
    const long = "word ".repeat(2_000);
    const pages = {
      "a.adoc": `:a: ${long}\n\n${"{a} ".repeat(2_000)}`,
      "a.rst": `.. |a| replace:: ${long}\n\n${"|a| ".repeat(2_000)}`,
    };
    for (const [name, page] of notEmpty(Object.entries(pages)))
      expect((await textOf(name, page)).length).toBeLessThan(2 * page.length);
  });
});
