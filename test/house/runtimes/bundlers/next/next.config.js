import { join } from "node:path";

/** The project around this folder has the packages. */
export default { turbopack: { root: join(import.meta.dirname, "..") }, productionBrowserSourceMaps: false };
