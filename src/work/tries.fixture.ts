// How many tries a test makes. `npm test` makes few, always the first ones of the same order; `npm run trust` makes all of them.
//
// It is for what is tried again and again: random requests, moments of a kill, questions over random data. A rule that one try
// shows needs no second number.

/** @param all with RYAD_TEST_TRIES=all, as trust/suites.ts sets it */
export function tries({few, all}: {readonly few: number; readonly all: number}): number {
  return process.env["RYAD_TEST_TRIES"] === "all" ? all : few;
}
