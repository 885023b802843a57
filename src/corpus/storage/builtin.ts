/** Node's built-in modules for what cannot be done without them. */
import { type Builtins, builtinIfAny } from "../../base/bytes/builtin.ts";
import { SpoliaError } from "../../base/errors.ts";

const NO_FILE_SYSTEM = {
  message: "This runtime has no file system.",
  hint: "Hand documents to buildCorpus yourself, and open corpora through a storage of your own.",
};

/**
 * @param lacking message and hint of the error where the module is missing
 * @throws unsupported_runtime where there is no such module, as in a browser
 */
export function builtin<Name extends keyof Builtins>(name: Name, lacking = NO_FILE_SYSTEM): Builtins[Name] {
  const found = builtinIfAny(name);
  if (found !== undefined) return found;
  throw new SpoliaError("unsupported_runtime", lacking.message, { hint: lacking.hint });
}
