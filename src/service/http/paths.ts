/** Paths that are used in more than one place. */
export const API_ROOT = "/api/v1";
export const OPENAPI_PATH = `${API_ROOT}/openapi.json`;

/** Paths for the next steps after an analysis. */
export function nextSteps(basePath: string) {
  return {
    register_content: `${basePath}${API_ROOT}/content/register`,
    setup_monitoring: `${basePath}${API_ROOT}/monitors/create`,
  };
}
