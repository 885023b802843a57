/** Name and version of the engine, as results carry them; a test holds it equal to package.json. */
export const ENGINE_VERSION = "spolia 0.2.0";
