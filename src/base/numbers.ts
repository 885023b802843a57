/** Numbers that come out the same in every runtime. */

const SCALES = { 2: 100, 3: 1e3, 4: 1e4, 6: 1e6 } as const;

/** Six decimals unless others are asked for: more than any measure carries. */
export function rounded(value: number, decimals: keyof typeof SCALES = 6): number {
  const scale = SCALES[decimals];
  return Math.round(value * scale) / scale;
}

/** In the order of the items. */
export function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Every power of two that is a number, by doubling and halving: the exponentiation of hosts need not be exact. */
const LEAST_POWER = -1074;
const POWERS = new Float64Array(1024 - LEAST_POWER);
for (let i = -LEAST_POWER, power = 1; i < POWERS.length; i++, power *= 2) POWERS[i] = power;
for (let i = -LEAST_POWER, power = 1; i >= 0; i--, power /= 2) POWERS[i] = power;

/** 2 to a whole power; 0 or infinite beyond the range of numbers. */
export function powerOfTwo(power: number): number {
  return POWERS[power - LEAST_POWER] ?? (power < 0 ? 0 : Number.POSITIVE_INFINITY);
}
