/** Names of elements by their namespaces (Namespaces in XML 1.0): the prefix of `h:p` is one that a page declares. */

/** A declaration of what pages are written in: XHTML, and the pictures and formulas in it. */
const DECLARED =
  /\sxmlns:([\w.-]{1,64})\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)["']/g;

/** What turns a name as it is written into that of HTML, in lower case. */
export function htmlNames(content: string): (written: string) => string {
  const prefixes = new Set(Array.from(content.matchAll(DECLARED), ([, prefix]) => prefix));
  if (prefixes.size === 0) return (written) => written.toLowerCase();
  return (written) => {
    const colon = written.indexOf(":");
    return (prefixes.has(written.slice(0, Math.max(colon, 0))) ? written.slice(colon + 1) : written).toLowerCase();
  };
}
