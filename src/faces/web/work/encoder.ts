/** The encoder of the reader's own weights. A worker that was ended with a call opens it anew, from the same files. */
import type { Encoder, EncoderIdentity } from "../../../base/contract/resources/encoder.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { identityOf } from "../../../core/vectors/checked.ts";
import { ENCODER_FILE, type ReadEncoderFile } from "../../../models/encoders/folder.ts";
import { kernelEncoder } from "../../../models/encoders/kernel/kernel.ts";
import type { EncoderFiles, GivenFile } from "../messages.ts";

let opened: { number: number; encoder: Promise<Encoder> } | undefined;

/** @throws invalid_request, unsupported_runtime: the files are no encoder that runs here */
export async function openEncoder(chosen: EncoderFiles): Promise<EncoderIdentity> {
  return identityOf(await encoderOf(chosen));
}

export function encoderOf({ number, files }: EncoderFiles): Promise<Encoder> {
  if (opened?.number !== number) opened = { number, encoder: kernelEncoder(readingOf(files)) };
  return opened.encoder;
}

/** The files beside the one that describes them, however far below the folder that was chosen. */
function readingOf(files: readonly GivenFile[]): ReadEncoderFile {
  const described = files.filter(({ path }) => path.split("/").at(-1) === ENCODER_FILE);
  if (described.length > 1)
    throw new SpoliaError("invalid_request", `The folder holds ${described.length} encoders.`, {
      hint: "Choose the folder of one of them.",
    });
  const folder = described[0]?.path.slice(0, -ENCODER_FILE.length) ?? "";
  return async (name) => {
    const found = files.find(({ path }) => path === folder + name);
    if (found === undefined) throw new Error(`no file ${name}`);
    return new Uint8Array(await found.file.arrayBuffer());
  };
}
