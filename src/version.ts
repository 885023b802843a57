/** Name and version of the engine, as results carry them; a test holds it equal to package.json. */
export const ENGINE_VERSION = "spolia 0.2.0";

/** Name and version of what deflates, as results carry them. package.json asks for exactly this version, since others may give other bytes. */
export const DEFLATE_VERSION = "fflate 0.8.3";
