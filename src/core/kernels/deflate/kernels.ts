/** Kernels that make text small and large again. `assembly/deflate/` explains each. */

export interface DeflateKernels {
  /** A text as a raw DEFLATE stream (RFC 1951), or `null` if that is not shorter. */
  deflate(text: Uint8Array): Uint8Array<ArrayBuffer> | null;
  /**
   * The text of a stream, whatever program wrote it.
   *
   * @param textBytes most bytes of the text
   * @returns `null` if the stream is damaged, or its text longer
   */
  inflate(stream: Uint8Array, textBytes: number): Uint8Array<ArrayBuffer> | null;
}
