// Previews of files that say all about themselves but the meaning of their dates.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import * as files from "../sources/formats/coded-files.fixture.ts";

function monthEnds(): string {
  const json = JSON.parse(files.jsonStat(2, "2025-05-01"));
  json.dimension.time.category = {index: ["2025-01-31", "2025-02-28"]};
  return JSON.stringify(json);
}

test("a descriptor with dates alone is previewed with the coded file that it is for, and with no other file [described.proposal]", async (t) => {
  const folder = await temporaryFolder(t);
  const at = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  const file = await at("a.json", monthEnds());
  const month = await at("month.json", '{"dates": "in month"}');
  const shown = await ryad(["describe", file, "--descriptor", month]);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(shown.stdout, /M 2025-01-01/);
  assert.match(shown.stdout, /^\{\n {2}"dates": "in month"\n\}$/m);
  const table = await at("a.csv", "Регион;2024\nБелгородская область;1,5\n");
  const refused = await ryad(["describe", table, "--descriptor", month]);
  assert.match(refused.stderr, /a\.csv is no coded file, and its descriptor describes no tables/);
});

test("a file that needs no descriptor is refused with the name of its parser [described.proposal]", async (t) => {
  const path = join(await temporaryFolder(t), "a.px");
  await writeFile(path, files.pcAxis(2, "2025-05-01"));
  const {stderr, code} = await ryad(["describe", path]);
  assert.notEqual(code, 0);
  assert.match(stderr, /a\.px needs no descriptor: the parser pc-axis reads it\nload it: ryad load /);
});
