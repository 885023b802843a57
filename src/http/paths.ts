/** Paths that are named in more than one place. */
export const API_ROOT = "/api/v1";
export const OPENAPI_PATH = `${API_ROOT}/openapi.json`;
