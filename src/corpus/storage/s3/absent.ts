/** Stands for `s3.ts` in `spolia/worker`, a file that imports nothing: requests are signed by another package. */
import { SpoliaError } from "../../../base/errors.ts";

export function openS3Storage(): never {
  throw new SpoliaError("unsupported_runtime", "spolia/worker does not open addresses of object storage.", {
    hint: "Pass openCorpus a storage: openS3Storage of spolia/storage.",
  });
}
