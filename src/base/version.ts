/** Name and version of the engine, as results carry them; a test compares it with package.json. */
export const ENGINE_VERSION = "spolia 0.2.0";

/**
 * Name and version of the deflate library, as results carry them. package.json requires exactly this version, since
 * others may give different bytes.
 */
export const DEFLATE_VERSION = "fflate 0.8.3";
