/** PDF made to harm: to take endless time or memory, or to lead a reader in circles. */
import { fileOf, latin1, pdfOf, streamOf } from "./pdfs.ts";

const TEXT = [{ x: 72, y: 100, text: "Some text of the page" }];
const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
const MIB = 1024 * 1024;

const asText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** A page whose content is packed. */
const packed = (content: Uint8Array): Uint8Array =>
  fileOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
    streamOf(content, true),
    FONT,
  ]);

const pageTree = (kids: string): Uint8Array =>
  fileOf(["<</Type/Catalog/Pages 2 0 R>>", `<</Type/Pages${kids}>>`, "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"]);

const form = (content: string, resources: string): string =>
  asText(streamOf(content, false, `/Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<<${resources}>>`));

const image = (side: number): string =>
  `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length 1>>\nstream\n\x80\nendstream`;

/** Each with what reading ends in: a code, or the text that is read. */
export const HOSTILE: Readonly<Record<string, readonly [make: () => Uint8Array, expected: string]>> = {
  "a page that unpacks to 300 MiB": [() => packed(new Uint8Array(300 * MIB).fill(32)), "too_large"],
  "a million pages": [() => pageTree(`/Count 1000000/Kids[${"3 0 R ".repeat(1_000_000)}]`), "too_large"],
  "pages that are their own parents": [() => pageTree("/Count 9/Kids[2 0 R 2 0 R]"), "damaged"],
  "more pages than there are": [() => pageTree("/Count 1000000/Kids[3 0 R]"), "text: "],
  "an image of 10 billion points": [
    () => pdfOf(["q 612 0 0 792 0 0 cm /X0 Do Q"], { images: [image(100_000)] }),
    "scanned",
  ],
  "a form that draws itself": [
    () =>
      pdfOf(["/X0 Do"], {
        images: [form("/X0 Do BT /F 9 Tf 99 99 Td (a) Tj ET", "/Font<</F 3 0 R>>/XObject<</X0 4 0 R>>")],
      }),
    "text: a",
  ],
  "arrays in arrays": [
    () => pdfOf([TEXT], { catalogue: "/Names 6 0 R", more: [`${"[".repeat(100_000)}${"]".repeat(100_000)}`] }),
    "text: Some text of the page",
  ],
  "an outline that goes in circles": [
    () =>
      pdfOf([TEXT], {
        catalogue: "/Outlines 6 0 R",
        more: ["<</First 7 0 R/Last 7 0 R>>", "<</Title(a)/Parent 6 0 R/Next 7 0 R/First 7 0 R/Dest[4 0 R/Fit]>>"],
      }),
    "text: Some text of the page",
  ],
  "a cross-reference table that follows itself": [
    () => {
      const file = asText(pdfOf([TEXT]));
      return latin1(file.replace("/Root 1 0 R", `/Root 1 0 R/Prev ${file.lastIndexOf("xref\n0")}`));
    },
    "text: Some text of the page",
  ],
};

/** Reading these ends only by the limit of time or memory: ten forms that each draw the next ten times, and others. */
export const ENDLESS: Readonly<Record<string, () => Uint8Array>> = {
  "forms that draw ten others each": () =>
    pdfOf(["/X0 Do"], {
      images: Array.from({ length: 12 }, (_, at) =>
        form(
          at < 11 ? "/N Do ".repeat(10) : "BT /F 9 Tf 99 99 Td (a) Tj ET",
          `/Font<</F 3 0 R>>/XObject<</N ${5 + at} 0 R>>`,
        ),
      ),
    }),
};
