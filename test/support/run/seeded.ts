/**
 * Properties draw the same values in each run of `npm test`, so that no verdict is a matter of chance. The slow tests
 * draw new ones, and fast-check names the seed of what fails: `SPOLIA_PROPERTY_SEED` draws these again.
 */
import fc from "fast-check";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The seed of all properties; null: a new one each time. */
    propertySeed: number | null;
  }
}

const seed = inject("propertySeed");
if (seed !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
