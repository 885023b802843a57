/** How much of a test `npm test` does, where `npm run test:slow`, which runs every test that asks here, does all. */

/** The first number in `npm test`, the second in `npm run test:slow`. */
export function fewOrAll(few: number, all: number): number {
  return process.env["MODE"] === "slow" ? all : few;
}
