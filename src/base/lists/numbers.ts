/** Arithmetic with the same results in every runtime. */

const SCALES = { 2: 100, 3: 1e3, 4: 1e4, 6: 1e6 } as const;

/** Rounds to six decimals by default: more than the precision of any measure. */
export function rounded(value: number, decimals: keyof typeof SCALES = 6): number {
  const scale = SCALES[decimals];
  return Math.round(value * scale) / scale;
}

/** Adds in the order of the items. */
export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** The greatest of what the items have, and at least 0. */
export function greatest<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((most, item) => Math.max(most, of(item)), 0);
}

/** Every power of two that a double can hold, by doubling and halving: a host's exponentiation need not be exact. */
const LEAST_POWER = -1074;
const POWERS = new Float64Array(1024 - LEAST_POWER);
for (let i = -LEAST_POWER, power = 1; i < POWERS.length; i++, power *= 2) POWERS[i] = power;
for (let i = -LEAST_POWER, power = 1; i >= 0; i--, power /= 2) POWERS[i] = power;

/** 2 to a whole power; 0 or infinite beyond the range of doubles. */
export function powerOfTwo(power: number): number {
  return POWERS[power - LEAST_POWER] ?? (power < 0 ? 0 : Number.POSITIVE_INFINITY);
}
