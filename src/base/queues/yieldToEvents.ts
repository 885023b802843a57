/** Long work between whose steps timers and signals are heard: promises that are settled alone never let them. */

/** @returns is told of the units of work that were done, and waits a moment after each `unitsMax` of them */
export function breathing(unitsMax: number): (units: number) => Promise<void> {
  let left = unitsMax;
  return async (units) => {
    left -= units;
    if (left > 0) return;
    left = unitsMax;
    await new Promise((resolve) => setTimeout(resolve));
  };
}
