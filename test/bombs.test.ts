// Small files that would take the memory or the time of a reader: each is refused, held or loaded in 512 MB, and comes to an end.
import assert from "node:assert/strict";
import {test} from "node:test";
import {defuse, MOST_BYTES} from "../trust/loads/bomb-run.ts";
import {BOMBS} from "../trust/loads/bombs.ts";
import {temporaryFolder} from "./warehouse.ts";

for (const bomb of BOMBS) {
  test(`a bomb comes to an end in 512 MB: ${bomb.name} [load.bombs]`, async (t) => {
    const told = await defuse(bomb, await temporaryFolder(t));
    assert.ok(told !== null, "it has no end");
    assert.doesNotMatch(told.verdict, /^failed/);
    assert.ok(told.peakBytes < MOST_BYTES, `${Math.round(told.peakBytes / 2 ** 20)} MB`);
    t.diagnostic(`${told.verdict}, ${Math.round(told.peakBytes / 2 ** 20)} MB`);
  });
}
