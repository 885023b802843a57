/**
 * How far a result may differ from its replay: what a runtime of others computes is not the same to the bit
 * everywhere.
 */
import type { Method } from "../../base/contract/common.ts";
import type { EvidenceBundle } from "../../base/contract/resources/report.ts";

/**
 * Of margins of rewordings. Between ONNX Runtime and our kernels, which differ by more than two machines do, those of
 * 88 of 95 pairs differ by at most .001, and 7 pairs differ in more than margins (MiniLM, 2026-11-29).
 */
const MARGIN_TOLERANCE = 0.005;
/** Kernels of this package give the same bytes in every runtime. */
const OURS = /^spolia /;
const MARGIN = /^\/reworded\/(?:found\/\d+\/)?(?:sentences\/\d+\/)?margin$/;

type EncoderTolerance = NonNullable<EvidenceBundle["method"]["tolerances"]>[number];

/** `null` where no encoder read the texts. */
export function toleranceOf({ parameters }: Method): EncoderTolerance | null {
  const implementation = parameters["encoder_implementation"];
  if (typeof implementation !== "string") return null;
  return { implementation, margin: OURS.test(implementation) ? 0 : MARGIN_TOLERANCE };
}

/** Whether two values at a place of a result are as near as the tolerance says. */
export function isWithin({ margin }: EncoderTolerance): (pointer: string, one: unknown, other: unknown) => boolean {
  return (pointer, one, other) =>
    MARGIN.test(pointer) &&
    typeof one === "number" &&
    typeof other === "number" &&
    // Margins have four digits, and differences of floats a few more.
    Math.abs(one - other) <= margin + 1e-9;
}
