/**
 * The style of the HTML report: one column, with headings in the margin on wide screens; also for phones, paper and
 * dark mode. It uses local fonts, because a page loads nothing. The contrast of text to its background is at least
 * 4.5:1.
 */
export const COLOURS = `
:root{color-scheme:light dark;--paper:#fdfcf9;--ink:#1d1c1a;--soft:#5d5a54;--rule:#dcd8cf;--mark:#fbeaa5;--on-mark:#1d1c1a;--accent:#2b5c6b;--found:#9c2b1f;--part:#7d5300;--sound:#2c6242}
@media(prefers-color-scheme:dark){:root{--paper:#171614;--ink:#e9e5dc;--soft:#aba69b;--rule:#3a3733;--mark:#57490f;--on-mark:#fff6d6;--accent:#8cc0d0;--found:#f0968a;--part:#e2b45a;--sound:#8fcaa6}}
`;

const PAGE = `
*{box-sizing:border-box}
body{margin:0 auto;max-width:64rem;padding:2rem 1.5rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;hyphens:manual}
h1,h3,.verdict h2,blockquote,.lede{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Source Serif 4","Noto Serif",Georgia,serif}
p{margin:0 0 .6rem}
body>header{color:var(--soft);font-size:.8rem;letter-spacing:.02em;padding-bottom:1rem}
.verdict{border-top:.3rem solid var(--tone);padding:1.1rem 0 1.6rem;max-width:46rem;--tone:var(--accent)}
.found{--tone:var(--found)}.part{--tone:var(--part)}.sound{--tone:var(--sound)}
h1{margin:0;font-size:clamp(2rem,6vw,3rem);line-height:1.1;font-weight:600;letter-spacing:.01em;color:var(--tone)}
.verdict h2{margin:0;font-size:clamp(1.5rem,4vw,2rem);line-height:1.2;font-weight:600;color:var(--tone)}
.lede{margin:.5rem 0 0;font-size:1.25rem;line-height:1.4}
section{border-top:1px solid var(--rule);padding:1.3rem 0 1rem;display:grid;grid-template-columns:11rem minmax(0,1fr);column-gap:2.5rem}
h2{margin:.1rem 0 .7rem;font-size:.95rem;line-height:1.4;font-weight:650;break-after:avoid}
.dim{color:var(--soft);font-size:.875rem}
.label{padding-left:1.4rem;text-indent:-1.4rem}.label b{font-weight:400;color:var(--soft)}
ul{margin:0 0 .6rem;padding:0;list-style:none}li{margin:0 0 .5rem;padding-inline-start:1.2rem;text-indent:-1.2rem}li::before{content:"–";display:inline-block;width:1.2rem;text-indent:0;color:var(--soft)}
.inner{margin-left:1.4rem}
`;

const PASSAGES = `
article{margin:1.6rem 0 0;break-inside:avoid}article+article{border-top:1px solid var(--rule);padding-top:1.2rem}
h3{margin:0 0 .1rem;font-size:1.15rem;line-height:1.35;font-weight:600}h3 b{font-weight:400;color:var(--soft)}
article p{margin:0 0 .3rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,15rem),1fr));gap:.9rem 1.8rem;margin:.8rem 0 .5rem}
.pair.long{max-height:32rem;overflow:auto;border-block:1px solid var(--rule);padding:.6rem 0}
figure{margin:0}figcaption{font-size:.75rem;color:var(--soft);margin-bottom:.2rem}
blockquote{margin:0;font-size:1rem;line-height:1.6;color:var(--soft)}
u{text-decoration:underline 2px var(--found);text-underline-offset:.2em}u.moved{text-decoration-style:dotted}
.uncounted{background:var(--rule);color:var(--soft)}
.reading{line-height:1.65}.reading p{margin:0 0 .7rem}sup{font:600 .65em/1 system-ui,sans-serif;color:var(--part);margin-inline-end:.2em}
mark{background:var(--mark);color:var(--on-mark);padding:.05em .1em;box-decoration-break:clone;-webkit-box-decoration-break:clone}
`;

const FIGURES = `
table{width:100%;border-collapse:collapse;margin:.4rem 0 1rem;font-size:.9rem;line-height:1.45;font-variant-numeric:tabular-nums}
th,td{min-width:6rem;text-align:start;vertical-align:top;padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--rule);font-weight:400}
thead th{color:var(--soft);font-size:.75rem;padding-block:.2rem;vertical-align:bottom}
tbody th{font-weight:500}
.estimates th{width:40%}.estimates td{white-space:nowrap}.estimates td:last-child{width:34%;padding-right:0}.estimates span{color:var(--soft)}
.histogram th{width:30%}.histogram td:last-child{width:55%}.histogram .bar{fill:var(--accent)}caption{text-align:start;color:var(--soft);font-size:.875rem;padding-bottom:.3rem}
svg{display:block;width:100%;overflow:visible}
svg .axis{stroke:var(--rule)}svg .range{stroke:var(--accent);stroke-width:3}svg .end{stroke:var(--accent);stroke-width:1.5}svg circle{fill:var(--accent);stroke:var(--paper);stroke-width:2}
svg text{fill:var(--soft);font-size:.7rem}
.strip{margin:.9rem 0}.strip rect{fill:var(--rule)}.strip .span{fill:var(--part)}
details{margin:1rem 0}a{color:var(--accent)}code{font:.9em ui-monospace,Menlo,Consolas,monospace}
summary{cursor:pointer;color:var(--accent)}summary:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
pre{white-space:pre-wrap;font:.72rem/1.5 ui-monospace,Menlo,Consolas,monospace;color:var(--soft)}
dl{margin:0;font-size:.8rem;line-height:1.45;columns:17rem;column-gap:2rem}dl div{break-inside:avoid;margin-bottom:.6rem}dt{font-weight:600}dd{margin:0;color:var(--soft)}
`;

const NARROW = `
@media(max-width:52rem){section{display:block}h2{font-size:1.05rem}}
@media(max-width:34rem){body{padding:1.2rem 1rem 3rem}.lede{font-size:1.12rem}
table,tbody,tr,th,td{display:block;width:auto!important;min-width:0}thead{display:none}
tr{border-bottom:1px solid var(--rule);padding:.6rem 0}th,td{border:0;padding:.1rem 0}.estimates td{white-space:normal}
td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}}
`;

const PRINTED = `
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--rule:#bbb;--mark:#f1f1f1;--on-mark:#000;--accent:#000;--found:#000;--part:#000;--sound:#000}
body{max-width:none;padding:0;font-size:10pt}section{grid-template-columns:8rem minmax(0,1fr);column-gap:1.5rem;padding:.8rem 0 .4rem}
h1{font-size:24pt}mark{text-decoration:underline;text-decoration-thickness:.5pt;text-underline-offset:2pt}
p,tr,figure{break-inside:avoid}.pair.long{max-height:none;overflow:visible}svg,mark{print-color-adjust:exact}.document{display:none}}
`;

export const STYLE = [COLOURS, PAGE, PASSAGES, FIGURES, NARROW, PRINTED].join("").replaceAll("\n", "");
