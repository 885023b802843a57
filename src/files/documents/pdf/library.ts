/** Opens PDF with pdf.js, as unpdf packs it: for runtimes without a page, in one file, without native code. */
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { builtin } from "../../../corpus/storage/builtin.ts";

export type PdfLibrary = typeof import("unpdf/pdfjs");

/** The package is not installed. */
export class PdfLacking extends Error {}

/** @throws PdfLacking */
export async function loadPdf(): Promise<PdfLibrary> {
  try {
    return await import("unpdf/pdfjs");
  } catch (cause) {
    throw new PdfLacking("unpdf cannot be loaded", { cause });
  }
}

export interface OpenedPdf {
  readonly document: PDFDocumentProxy;
  /** Number of the operator that draws characters. */
  readonly showText: number;
  /**
   * Whether a font has needed a character map that is not installed, since this was asked last. Fonts are forgotten
   * then, so that the next page that has such a font shows it too.
   */
  lackedMap(): Promise<boolean>;
  close(): Promise<void>;
}

/** Pictures are not unpacked: they are left out, or where it is strict, an error as all that cannot be read. */
export async function openPdf(
  { getDocument, OPS }: PdfLibrary,
  bytes: Uint8Array,
  isStrict: boolean,
): Promise<OpenedPdf> {
  let hasLacked = false;
  /** Gives character maps from pdfjs-dist where it is installed. Nothing is fetched. */
  class Files {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      const map = kind === "cMapUrl" ? await characterMap(filename) : undefined;
      if (map !== undefined) return map;
      hasLacked ||= kind === "cMapUrl";
      throw new Error("Not installed.");
    }
  }
  const task = getDocument({
    // pdf.js takes the buffer for itself.
    data: bytes.slice(),
    isEvalSupported: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: true,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    verbosity: 0,
    cMapUrl: "installed/",
    cMapPacked: true,
    standardFontDataUrl: "installed/",
    stopAtErrors: isStrict,
    maxImageSize: 0,
    BinaryDataFactory: Files,
  } as unknown as Parameters<PdfLibrary["getDocument"]>[0]);
  const close = () => task.destroy();
  try {
    const document = await task.promise;
    return {
      document,
      showText: OPS.showText,
      lackedMap: async () => {
        if (!hasLacked) return false;
        hasLacked = false;
        await document.cleanup();
        return true;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Apart from its use: a bundler that finds the name there looks for the package, and fails where that is absent. */
const CHARACTER_MAPS = "pdfjs-dist/package.json";

/** A character map of pdfjs-dist, which is found as a package of the caller's. */
async function characterMap(name: string): Promise<Uint8Array | undefined> {
  if (!/^[\w-]+\.bcmap$/.test(name)) return undefined;
  try {
    const { resolve } = import.meta;
    const manifest = resolve(CHARACTER_MAPS);
    return new Uint8Array(await builtin("node:fs/promises").readFile(new URL(`cmaps/${name}`, manifest)));
  } catch {
    return undefined;
  }
}
