/** What is known of commands and environments of LaTeX and of widely used packages. */

const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Commands whose argument is a heading. */
export const HEADINGS = names(
  "part chapter section subsection subsubsection paragraph subparagraph frametitle framesubtitle addchap addsec addpart minisec",
);

/** Commands whose argument comes after the paragraph that it stands in. */
export const NOTES = names("footnote footnotetext endnote thanks sidenote marginpar marginnote tablefootnote");

/** Commands whose argument is a paragraph of its own. */
export const BLOCKS = names("caption subcaption captionof centerline opening closing address signature keywords");

/** Commands that end a paragraph. */
export const PARAGRAPH_ENDS = names(
  "par item newpage clearpage cleardoublepage endgraf bigskip medskip smallskip tabularnewline midrule toprule bottomrule hline",
);

/** Commands that name a file whose text belongs to the document, with the number of the argument that names it. */
export const INCLUDES: ReadonlyMap<string, number> = new Map([
  ["input", 1],
  ["include", 1],
  ["subfile", 1],
  ["InputIfFileExists", 1],
  ["import", 2],
  ["subimport", 2],
  ["includefrom", 2],
  ["verbatiminput", 1],
  ["lstinputlisting", 1],
]);

/** Commands without options and arguments: brackets behind them are words. */
export const SWITCHES = names(
  `it bf em rm sf tt sc sl itshape bfseries mdseries rmfamily sffamily ttfamily scshape slshape upshape normalfont
   tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge centering raggedright raggedleft
   noindent indent newline leavevmode relax null protect sloppy fussy samepage frenchspacing nonfrenchspacing appendix
   tableofcontents listoffigures listoftables frontmatter mainmatter backmatter singlespacing onehalfspacing
   doublespacing flushbottom raggedbottom onecolumn smallbreak medbreak bigbreak filbreak goodbreak today`,
);

/** Numbers of arguments that hold no text, before any that do. */
export const SKIPPED_ARGUMENTS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0, "hyperref"],
      [
        1,
        `label tag index glossary bibliography bibliographystyle nocite usepackage RequirePackage documentclass documentstyle
         LoadClass PassOptionsToPackage ProvidesPackage includegraphics includeonly graphicspath hspace vspace vspace*
         pagestyle thispagestyle pagenumbering hyphenation newlength newcounter newsavebox usebox stepcounter
         refstepcounter value arabic roman Roman alph Alph fnsymbol color pagecolor selectlanguage linespread phantom hphantom vphantom
         hypersetup geometry usetikzlibrary tikzset pgfplotsset captionsetup lstset cline special message typeout errmessage
         noalign hyperlink hypertarget textcolor colorbox rotatebox scalebox parbox foreignlanguage markright raisebox
         bibitem usetheme usecolortheme usefonttheme setbeamertemplate usebeamertemplate inputencoding includepdf tikz animategraphics
         pgfmathsetmacro todo missingfigure hangindent addbibresource ExecuteBibliographyOptions theoremstyle
         fontfamily fontencoding fontseries fontshape urlstyle setmainfont setsansfont setmonofont
         defaultfontfeatures setdefaultlanguage setotherlanguage sisetup newunit newgeometry setlist
         bibliographyunit DeclareGraphicsExtensions operatorname pdfinfo subject`,
      ],
      [
        2,
        `setcounter addtocounter setlength addtolength settowidth settoheight settodepth resizebox fcolorbox multicolumn multirow
         markboth addtocontents rule fontsize pdfbookmark numberwithin sbox savebox crefname Crefname
         setbeamercolor setbeamerfont DeclareOption newglossaryentry
         DeclareUnicodeCharacter pgfdeclareimage lstdefinelanguage
         tablestyle`,
      ],
      [3, "addcontentsline definecolor newacronym hyperdef titlespacing"],
      [4, "usefont SetMathAlphabet"],
      [5, "titleformat DeclareSymbolFont"],
    ] as const
  ).flatMap(([number, list]) => [...names(list)].map((name) => [name, number] as const)),
);

/** Commands of citations, references and indexes, whose arguments are no text here. */
export const KEYED = /^(?=[a-zA-Z]*$)(?:.*(?:cite|[iI]ndex|[rR]ef$)|bibentry$)/;

/** Commands of TeX that a length, a number or a name follows. */
export const ASSIGNMENTS = names(
  `hskip vskip kern mkern mskip penalty parindent parskip baselineskip hsize vsize leftskip rightskip hoffset voffset
   textwidth textheight oddsidemargin evensidemargin topmargin headheight headsep footskip tabcolsep arraystretch itemsep
   topsep parsep columnsep lineskip tolerance pretolerance hbadness vbadness hfuzz vfuzz emergencystretch looseness
   widowpenalty clubpenalty interlinepenalty spaceskip xspaceskip fboxsep fboxrule raise lower moveleft moveright
   count dimen skip box baselinestretch leftmargin rightmargin marginparwidth marginparsep abovedisplayskip
   belowdisplayskip hangindent hangafter advance divide multiply catcode lccode uccode sfcode escapechar
   newlinechar endlinechar hyphenchar righthyphenmin lefthyphenmin pageno magnification overfullrule`,
);

/** Environments without text of the document. */
export const WITHOUT_TEXT = names(
  "tikzpicture picture pspicture pgfpicture filecontents comment CCSXML asy forest tikzcd circuitikz axis",
);

/** Environments that are read as they are written. */
export const VERBATIM = names("verbatim Verbatim BVerbatim LVerbatim SaveVerbatim lstlisting minted verbatimtab");

/** Environments of formulas. */
export const FORMULAS = names(
  "math displaymath equation align gather multline eqnarray alignat flalign xalignat IEEEeqnarray dmath",
);

/** Environments that come after the paragraph that they stand in. */
export const FLOATS = names("figure table wrapfigure sidewaysfigure sidewaystable SCfigure marginfigure margintable");

/** Environments in which `&` and a line end divide cells. */
export const TABLES = names("longtable array supertabular xtabular tabu longtabu");

/** Numbers of arguments in braces of environments, which are no text. */
export const ENVIRONMENT_ARGUMENTS: ReadonlyMap<string, number> = new Map([
  ...["longtable", "array", "supertabular", "minipage", "multicols", "thebibliography", "tabu"].map(
    (name) => [name, 1] as const,
  ),
  ...["tabularx", "tabulary", "wrapfigure", "list", "adjustwidth", "wraptable"].map((name) => [name, 2] as const),
  ...["minted", "alignat", "xalignat", "IEEEeqnarray", "otherlanguage", "spacing", "column", "adjustbox"].map(
    (name) => [name, 1] as const,
  ),
]);

/** Conditions of TeX and of packages, which `\fi` ends. */
export const CONDITIONS = names(
  `if ifcat ifx ifnum ifdim ifodd ifmmode ifvmode ifhmode ifinner ifvoid ifhbox ifvbox ifeof iftrue iffalse ifcase
   ifdefined ifcsname iffontchar ifpdf ifxetex ifluatex ifPDFTeX ifXeTeX ifLuaTeX`,
);
