/** Validates a sampling, and checks that the model supports it. */
import type { Sampling } from "../../../base/contract/resources/model.ts";
import { type FieldError, SpoliaError } from "../../../base/errors.ts";
import type { Protocol } from "./protocol.ts";

/** Greatest seed: hosts accept 31 bits. Further seeds continue from the given one. */
const SEED_MAX = 2 ** 31 - 1;

/** @throws invalid_request, model_cannot */
export function checkedSampling(sampling: Sampling | undefined, protocol: Protocol, name: string): Sampling {
  const fields = sampling === undefined ? [{ pointer: "/sampling", detail: "is required" }] : faultsOf(sampling);
  if (sampling === undefined || fields.length > 0) {
    throw new SpoliaError("invalid_request", "The sampling does not have the expected form.", { fields });
  }
  const cannot = protocol.cannot(sampling);
  if (cannot === null) return sampling;
  throw new SpoliaError("model_cannot", `${name} cannot be sampled with ${cannot}.`, {
    hint: "Leave it out of the sampling.",
  });
}

function faultsOf({ continuations, max_tokens, temperature, top_k, top_p, seed }: Sampling): FieldError[] {
  const faults: FieldError[] = [];
  const check = (name: string, isRight: boolean, detail: string) => {
    if (!isRight) faults.push({ pointer: `/sampling/${name}`, detail });
  };
  const isWhole = (value: number, min: number) => Number.isSafeInteger(value) && value >= min;
  check("continuations", isWhole(continuations, 1), "must be a whole number from 1");
  check("max_tokens", isWhole(max_tokens, 1), "must be a whole number from 1");
  check("temperature", temperature >= 0 && temperature <= 2, "must be a number from 0 to 2");
  check("top_k", top_k === undefined || isWhole(top_k, 1), "must be a whole number from 1");
  check("top_p", top_p === undefined || (top_p > 0 && top_p <= 1), "must be a number above 0, at most 1");
  check(
    "seed",
    seed === undefined || (isWhole(seed, 0) && seed <= SEED_MAX),
    `must be a whole number from 0 to ${SEED_MAX}`,
  );
  return faults;
}
