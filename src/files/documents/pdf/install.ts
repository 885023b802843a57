/** The packages that read PDF. They are no dependencies: few need them, and they are large. */

const LINE = "npm install unpdf@1";

/** What is said where PDF is met without the package. */
export const PDF_MISSING = {
  message: "PDF needs the package unpdf.",
  hint: `Install it: ${LINE}`,
  reason: `PDF needs the package unpdf; install it: ${LINE}`,
};

/** The same for the character maps of East Asian fonts that are not embedded. */
export const MAPS_MISSING =
  "fonts need the character maps of pdfjs-dist; install it: npm install --omit=optional pdfjs-dist";
