/** How much of a test `npm test` does, where `npm run test:slow`, which runs every test that asks here, does all. */

/** The first in `npm test`, the second in `npm run test:slow`: a number, a list of cases, or whether a test is there at all. */
export function fewOrAll<Scale>(few: Scale, all: Scale): Scale {
  return process.env["MODE"] === "slow" ? all : few;
}
