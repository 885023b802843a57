/** The shipped calibrations, which bench/quality/evidence/fit.ts writes. JSON has no pairs, so a test parses them. */
import type { Calibration } from "./calibration.ts";
import shipped from "./shipped.json" with { type: "json" };
import ofIndexes from "./shippedOfIndexes.json" with { type: "json" };
import withoutText from "./shippedWithoutText.json" with { type: "json" };

export const SHIPPED = shipped as unknown as Calibration;
/** For corpora without text. */
export const SHIPPED_WITHOUT_TEXT = withoutText as unknown as Calibration;
/** For public indexes. */
export const SHIPPED_OF_INDEXES = ofIndexes as unknown as Calibration;
