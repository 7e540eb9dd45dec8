// A folder of files that do not say when they were published.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {askForDays} from "../src/cli/commands/loading/undated-files.ts";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {readSettings} from "../src/settings/settings.ts";
import {ryad} from "./command.ts";
import {temporaryFolder} from "./warehouse.ts";

async function folderOf(t: TestContext): Promise<{folder: string; files: string; data: Record<string, string>}> {
  const folder = await temporaryFolder(t);
  const files = join(folder, "in");
  mkdirSync(files);
  const message = (indicator: string, lastUpdate: string | null) =>
    emissMessage({
      indicator,
      lastUpdate,
      codeLists: {s_OKATO: {"643": "Российская Федерация"}},
      series: [{key: {s_OKATO: "643"}}],
    });
  writeFileSync(join(files, "a_2024-03-01.xml"), message("99001", null));
  writeFileSync(join(files, "b.xml"), message("99002", "2024-04-05T00:00:00"));
  writeFileSync(join(files, "c_2024-05-01.xml"), message("99003", null));
  return {folder, files, data: {RYAD_DATA: join(folder, "data")}};
}

test("of a folder each file is judged alone, and missing days of publication are asked once for all, with a day for each [load.undated]", async (t) => {
  const {files, data} = await folderOf(t);
  const {code, stdout, stderr} = await ryad(["load", files], data);
  assert.equal(code, 1);
  assert.match(stdout, /fedstat\/99002 of 2024-04-05: 1 new value, 0 revised; 2 refused\n$/);
  assert.deepEqual(stderr.trim().split("\n"), [
    "2 files do not say when published",
    "give the day of all with --published YYYY-MM-DD, or of each:",
    `  ryad load ${files}/a_2024-03-01.xml --published 2024-03-01   # the name of the file`,
    `  ryad load ${files}/c_2024-05-01.xml --published 2024-05-01   # the name of the file`,
  ]);
});

test("a person takes the days, gives one for all, or none; another word is asked again [load.undated]", async (t) => {
  const {files} = await folderOf(t);
  const paths = [join(files, "a_2024-03-01.xml"), join(files, "c_2024-05-01.xml")];
  const call = {
    positionals: [],
    options: {},
    settings: readSettings({}),
    environment: {},
    say: () => {},
    note: () => {},
  };
  const days = async (...answers: (string | null)[]) => {
    const given = await askForDays(call, paths, {ask: async () => answers.shift() ?? null, close: () => {}});
    return [...given.values()];
  };
  assert.deepEqual(await days("y"), ["2024-03-01", "2024-05-01"]);
  assert.deepEqual(await days("2024-02-30", "perhaps", "2024-06-01"), ["2024-06-01", "2024-06-01"]);
  assert.deepEqual([await days(""), await days("n"), await days(null)], [[], [], []]);
});
