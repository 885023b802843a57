/** Text markup and vocabularies of XML are read as their pages show them: marks, targets and data about them are no words. */
import { expect, test } from "vitest";
import { contentOfBytes, type FileContent } from "../../../../src/files/documents/content.ts";

const read = (name: string, text: string) => contentOfBytes(new TextEncoder().encode(text), { name }) as FileContent;
const shown = (name: string, text: string) => read(name, text).content.replace(/\s+/g, " ").trim();

const FORMS: readonly (readonly [name: string, source: string, text: string])[] = [
  [
    "a.rst",
    "Ships\n=====\n\nThe *old* :ref:`keeper <k>` of ``it`` [1]_ left.\n\n.. hidden words\n   of a comment\n\n.. note:: Here\n   he was.\n\n" +
      ".. image:: a.png\n   :alt: unseen\n\nThus::\n\n   a *b*\n\n+---+------+\n| A | x    |\n|   | y    |\n+---+------+\n\n.. [1] Smith.\n",
    "Ships The old keeper of it left. Here he was. Thus: a *b* A x y Smith.",
  ],
  [
    "table.rst",
    '.. csv-table:: Ships\n   :widths: 1, 2\n\n   "The keeper, who\n   left", 5\n   "He said ""no""", x\n\nThen.\n',
    'Ships The keeper, who left 5 He said "no" x Then.',
  ],
  [
    "a.adoc",
    "= Ships\n:toc:\n:who: keeper\n\n// hidden\n[#id]\nThe *old* {who} of https://a.b[it] left.footnote:[Smith.]\n\n[source,c]\n----\nint *a;\n----\n\n" +
      "|===\n|Ann |x\n|===\n\nimage::a.png[unseen]\n",
    "Ships The old keeper of it left. Smith. int *a; Ann x",
  ],
  [
    "a.org",
    "#+TITLE: Ships\n* TODO History :tag:\n:PROPERTIES:\n:ID: x\n:END:\nThe *old* keeper of [[https://a.b][it]] left[fn:1].\n# hidden\n" +
      "| Ann | x |\n|-----+---|\n* Private :noexport:\nunseen\n* Notes\n[fn:1] Smith.\n",
    "Ships History The old keeper of it left. Ann x Notes Smith.",
  ],
  [
    "a.wiki",
    "{{Infobox|a={{b}}}}\n== Ships ==\nThe '''old''' [[lighthouse|keeper]] of [https://a.b it] left.<ref>Smith.</ref><!-- unseen -->\n" +
      "{| class=\"c\"\n! Ann\n|-\n| style=\"s\" | x || y\n|}\n<nowiki>''a''</nowiki>\n[[Category:Reefs]]\n",
    "Ships The old keeper of it left. Smith. Ann x y ''a''",
  ],
  [
    "a.bib",
    '@comment{x}\n@article{k, author = {Ann}, title={The {Old} K{\\"e}eper}, year = 1900, url = "https://a.b/title={x}",\n abstract = "He left\n the reef."}\n',
    "The Old Këeper He left the reef.",
  ],
  [
    "joined.bib",
    '@misc{k, title = "The keeper" # { left } # jan #\n"the reef", note = {At dawn} # x}\n',
    "The keeper left the reef At dawn",
  ],
  [
    "a.ris",
    "TY  - JOUR\r\nAU  - Ann\r\nTI  - The keeper\r\nAB  - He left\r\nthe reef.\r\nER  - \r\n",
    "The keeper He left the reef.",
  ],
  [
    "a.po",
    'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n#: a.c:1\nmsgid "The keeper"\nmsgstr "Le "\n"gardien\\n"\n\nmsgctxt "x"\nmsgid "he left"\nmsgid_plural "they left"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    "Le gardien he left they left",
  ],
  [
    "a.conllu",
    "# newdoc\n# sent_id = 1\n# text = The keeper left.\n1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_\n\n1-2\tIm\t_\t_\t_\t_\t_\t_\t_\t_\n1\tin\t_\t_\t_\t_\t_\t_\t_\t_\n2\tdem\t_\t_\t_\t_\t_\t_\t_\t_\n3\tRiff\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n4\t.\t_\t_\t_\t_\t_\t_\t_\t_\n",
    "The keeper left. Im Riff.",
  ],
  [
    "a.ics",
    'BEGIN:VEVENT\r\nDTSTART:20240101\r\nSUMMARY;LANGUAGE=en:The keeper\\, old\r\nDESCRIPTION;ALTREP="cid:a:b":He left the\r\n  reef.\\nSoon.\r\nUID:x\r\nEND:VEVENT\r\n',
    "The keeper, old He left the reef. Soon.",
  ],
  [
    "a.zpln",
    JSON.stringify({
      name: "N",
      paragraphs: [{ title: "Ships", text: "%md\nThe *keeper*" }, { text: "%spark.pyspark\nleft()" }],
    }),
    "Ships The keeper left()",
  ],
  [
    "a.emlx",
    "36  \nSubject: x\nFrom: a@b.c\n\nThe keeper.\n<?xml version='1.0'?><plist><integer>1</integer></plist>\n",
    "The keeper.",
  ],
  [
    "a.ass",
    "[Events]\nFormat: Start, Text\nDialogue: 0,{\\an7\\p1}m 0 0 l 100 0{\\c&H0&} b 1 2{\\p0}The {\\pos(1,2)}keeper\nDialogue: 0,{\\p2}m 1 1\n",
    "The keeper",
  ],
  [
    "alto.xml",
    '<alto><Description><u>pixel</u></Description><TextBlock><TextLine><String CONTENT="The"/><SP/><String CONTENT="kee" SUBS_TYPE="HypPart1" SUBS_CONTENT="keeper"/></TextLine>' +
      '<TextLine><String CONTENT="per" SUBS_TYPE="HypPart2" SUBS_CONTENT="keeper"/><SP/><String CONTENT="left."/></TextLine></TextBlock></alto>',
    "The keeper left.",
  ],
  [
    "page.xml",
    "<PcGts><Page><TextRegion><TextLine><Word><TextEquiv><Unicode>The</Unicode></TextEquiv></Word><TextEquiv><Unicode>The keeper</Unicode></TextEquiv></TextLine>" +
      "<TextLine><TextEquiv><Unicode>left.</Unicode></TextEquiv></TextLine><TextEquiv><Unicode>The keeper left.</Unicode></TextEquiv></TextRegion></Page></PcGts>",
    "The keeper left.",
  ],
  [
    "readings.xml",
    '<PcGts><Page><TextRegion><TextLine><TextEquiv index="1"><Unicode>The keeper left.</Unicode></TextEquiv><TextEquiv index="2"><Unicode>Tbe keeqer</Unicode></TextEquiv></TextLine></TextRegion></Page></PcGts>',
    "The keeper left.",
  ],
  [
    "jats.xml",
    '<article><body><p>The keeper<xref ref-type="bibr"><sup>1</sup></xref> left<xref ref-type="fn">2,3</xref> (<xref ref-type="bibr">Smith 1999</xref>, Fig. <xref ref-type="fig">4</xref>).</p></body></article>',
    "The keeper left (Smith 1999, Fig. 4).",
  ],
  [
    "years.xml",
    '<article><body><p>Smith (<xref ref-type="bibr">2019</xref>) and Wood (<xref ref-type="bibr">1987, 1988a</xref>) left<xref ref-type="bibr">12,14</xref>.</p></body></article>',
    "Smith (2019) and Wood (1987, 1988a) left.",
  ],
  [
    "commented.xml",
    `<!DOCTYPE a [<!-- <!ENTITY who "smith"> --><?x <!ENTITY who "wood">?><!ENTITY who "keeper">]><a>The &who; left.</a>`,
    "The keeper left.",
  ],
  [
    "entities.xml",
    `<!DOCTYPE a [<!ENTITY k "<i>kee</i>per"><!ENTITY w "the &k;"><!ENTITY long "${"left ".repeat(50)}">]><a>So &w; &long;</a>`,
    `So the keeper ${"left ".repeat(50).trim()}`,
  ],
  [
    "posts.xml",
    '<posts><row Id="1" Body="&lt;p&gt;The old keeper left the reef at dawn.&lt;/p&gt;" Tags="&lt;a&gt;"/></posts>',
    "The old keeper left the reef at dawn.",
  ],
  [
    "feed.xml",
    '<feed><id>tag:1</id><entry><title>Ships</title><content type="html">&lt;p&gt;The keeper left.&lt;/p&gt;</content></entry></feed>',
    "Ships The keeper left.",
  ],
  [
    "dump.xml",
    "<mediawiki><siteinfo><dbname>x</dbname></siteinfo><page><title>Ships</title><id>1</id><revision><id>2</id><text>The '''keeper''' left. {{a}}</text><sha1>q</sha1></revision></page></mediawiki>",
    "Ships The keeper left.",
  ],
  [
    "a.opml",
    '<opml><head><title>O</title></head><body><outline text="The keeper left."/></body></opml>',
    "The keeper left.",
  ],
];

test.each(FORMS)("%s", (name, source, text) => expect(shown(name, source)).toBe(text));

test("what a translation translates is a note of it", () => {
  const original = "fourteen words stand apart from what this file says and nobody reads them here";
  const translated = read("a.po", `msgid "${original}"\nmsgstr "Le gardien"\n`);
  expect(translated).toMatchObject({ content: expect.stringContaining("Le gardien"), unread_pages: [{ note: true }] });
  expect(translated.unread_pages![0]!.reason).toBe("the texts that it translates are not read (14 words)");
});

test("prose in attributes beside a text is told, and so is that of templates", () => {
  const prose = "fourteen words stand apart from what this file says and nobody reads them here";
  expect(
    read("a.xml", `<a><p title="${prose}">The keeper left the reef, and ${prose}, too.</p></a>`).unread_pages,
  ).toEqual([expect.objectContaining({ reason: "what its attributes say (14 words)" })]);
  expect(read("a.wiki", `{{Box|${prose}}}\nThe keeper left.`).unread_pages).toEqual([
    expect.objectContaining({ reason: "what its templates say (14 words)" }),
  ]);
});
