/** `spolia/encoders`: what turns texts into vectors that are near each other where texts say the same? */
export type { EncodeOptions, Encoder, EncoderIdentity } from "../../base/contract/resources/encoder.ts";
export { type EncoderFolder, filesOf, type ReadEncoderFile, readFolder } from "./folder.ts";
export { type HttpEncoderOptions, httpEncoder } from "./http.ts";
export { type InstallOptions, installEncoder } from "./install.ts";
export { KNOWN_ENCODERS, type KnownEncoder } from "./known.ts";
export { type OnnxPeers, onnxEncoder } from "./onnx.ts";
