// All available workbooks of Rosstat: each loads whole, with no refused cell and no two values for one period.
import assert from "node:assert/strict";
import {readdirSync} from "node:fs";
import {join} from "node:path";
import {createObservationBuffer} from "../src/load/buffer/observation-buffer.ts";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import {findParser} from "../src/load/sources/sources.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA} from "./warehouse.ts";

const FOLDERS = ["regional_806_2016-01", "regions_of_russia", "industry", "misc", "gdp_annual_2015", "cpi_weekly"];
/** These do not say when they were published. */
const SILENT = /^regional|^regions|gos_fin/;

test("every workbook loads whole: no refused cell, no two values for one period [described.files]", {
  skip: NEEDS_SHARED_DATA,
}, async () => {
  let count = 0;
  for (const folder of FOLDERS) {
    for (const name of readdirSync(join(SHARED_DATA, "rosstat_files", folder))) {
      const {files} = await collectSourceFiles(join(SHARED_DATA, "rosstat_files", folder, name));
      const parser = await findParser(files);
      assert.equal(parser?.name, "rosstat_files", name);
      const buffer = createObservationBuffer({memoryLimit: 2 ** 26});
      try {
        const publishedAt = SILENT.test(`${folder}/${name}`.replace("misc/", "")) ? "2019-12-20" : null;
        await parser!.parse(files, {provider: null, dataset: null, publishedAt}, buffer.sink);
        const waiting = buffer.finish();
        assert.deepEqual(waiting.unreadable, [], name);
        count += waiting.count;
        waiting.discard();
      } finally {
        buffer.discard();
      }
    }
  }
  assert.ok(count > 600_000, `${count} values`);
});
