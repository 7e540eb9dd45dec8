// Days of publication that a person is offered.
import assert from "node:assert/strict";
import {utimesSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {dayText} from "../../statistics/time/day.ts";
import {readBytes} from "../input/decoded-text.ts";
import {test as publisherTest} from "../input/publisher-test.fixture.ts";
import {needs, sharedFile} from "../input/shared-file.fixture.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";
import {proposedDay, savedDay} from "./proposed-day.ts";

const core = (modified: string) =>
  `<cp:coreProperties xmlns:cp="c" xmlns:dcterms="d"><dc:creator>A. Person</dc:creator>${modified}</cp:coreProperties>`;
const workbook = (modified: string) => xlsxOf([{name: "1", rows: [["a", 1]]}], {"docProps/core.xml": core(modified)});

test("a day of publication is offered from the name of the file, else from the properties of a workbook, else from the disk, and says which [load.undated]", async (t) => {
  const folder = await temporaryFolder(t);
  const disk = "2026-03-05 its day on this disk, which may be that of a download";
  const of = async (name: string, bytes: Uint8Array | string, changed = "2026-03-05T23:59:59Z") => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    utimesSync(path, 0, new Date(changed));
    const found = await proposedDay(path);
    return found === null ? null : `${found.day} ${found.because}`;
  };
  const saved = workbook('<dcterms:modified xsi:type="dcterms:W3CDTF">2024-02-29T08:00:00Z</dcterms:modified>');
  assert.equal(await of("oil_2023-02-28.xlsx", saved), "2023-02-28 the name of the file");
  assert.equal(await of("oil 20230228.csv", "a,b"), "2023-02-28 the name of the file");
  assert.equal(await of("oil_2023-02-29.xlsx", saved), "2024-02-29 the workbook was last saved on it", "no such day");
  assert.equal(await of("oil_120230228.csv", "a,b"), disk, "a longer number");
  assert.equal(await of("oil.xlsx", workbook("<dcterms:modified>soon</dcterms:modified>")), disk);
  assert.equal(await of("cut.xlsx", saved.subarray(0, 300)), disk);
  assert.equal(await of("oil.csv", "a,b", "2199-03-05T10:00:00Z"), null, "a day to come");
});

const XLS = "rosstat_files/misc/kadry_VO.xls";

publisherTest("a workbook of Excel 97 says when it was saved [load.undated]", {skip: needs(XLS)}, async () => {
  assert.equal(dayText((await savedDay("kadry_VO.xls", await readBytes(sharedFile(XLS))))!), "2025-04-08");
});
