// Files that were cut off at random places, of each format that loads: none is published with a value that the whole file lacks at that
// place, and none with fewer series than the release before.
//
// RYAD_CUTS is the number of places for each format, RYAD_CUTS_SEED chooses them; both are printed. Large publishers' files are cut only where
// RYAD_CUTS is given: each of their loads takes seconds. Files that are damaged in other ways: `npm run trust`.
import assert from "node:assert/strict";
import type {TestContext} from "node:test";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import type {CutFormat} from "../trust/loads/format.ts";
import {FORMATS} from "../trust/loads/formats.ts";
import {isAtHand, PUBLISHERS, publishersFormat} from "../trust/loads/publishers.ts";
import {openTrial, type Verdict} from "../trust/loads/trial.ts";
import {numbersFrom} from "../trust/subject.ts";

const GIVEN_CUTS = process.env["RYAD_CUTS"];
const CUTS = Number(GIVEN_CUTS ?? 8);
const SEED = Number(process.env["RYAD_CUTS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

for (const format of FORMATS) {
  test(`a file that was cut off is published without a false value and without the loss of a series: ${format.name} [load.cut-files]`, (t) =>
    cutAtRandom(t, format, CUTS));
}

for (const file of PUBLISHERS) {
  if (file.large && GIVEN_CUTS === undefined) continue;
  test(
    `a publisher's file that was cut off is published without a false value and without the loss of a series: ${file.name} [load.cut-files]`,
    {
      skip: isAtHand(file) ? false : `needs ../shared/data/${file.name}`,
    },
    (t) => cutAtRandom(t, publishersFormat(file), Math.ceil(CUTS / 4)),
  );
}

async function cutAtRandom(t: TestContext, format: CutFormat, cuts: number): Promise<void> {
  const random = numbersFrom(SEED);
  const {bytes, judge} = await openTrial(t, format);
  const tally: Record<Verdict, number> = {refused: 0, held: 0, same: 0, part: 0};
  for (let count = 0; count < cuts; count++) {
    let at = 1 + Math.floor(random() * (bytes.length - 1));
    // Where a line ends there is nothing to see: every fourth cut goes there.
    if (format.open && count % 4 === 0) at = bytes.indexOf(10, at) + 1;
    for (const {verdict, wrong} of await judge(bytes.subarray(0, at), format.open)) {
      tally[verdict]++;
      assert.equal(wrong, null, `${format.name}, cut at ${at} of ${bytes.length}`);
    }
  }
  t.diagnostic(`${format.name}: ${cuts} places, seed ${SEED}: ${JSON.stringify(tally)}`);
}
