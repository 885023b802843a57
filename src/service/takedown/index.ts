/**
 * Takes works out of a corpus, with a certificate that can be verified.
 *
 * @module spolia/takedown
 */
export {
  type CorpusState,
  certificateText,
  type OverlappingDocument,
  type TakedownCertificate,
  type TakedownStatement,
} from "./certificate.ts";
export { type TakeDownOptions, takeDown } from "./takeDown.ts";
export { type TakedownVerification, verifyTakedown } from "./verify.ts";
