import assert from "node:assert/strict";
import {Buffer} from "node:buffer";
import {mainTopic} from "../../country/ru/listed-words.ts";
import {dayText} from "../../statistics/time/day.ts";
import {test} from "../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, sharedFile} from "../input/shared-file.fixture.ts";
import type {SourceFile} from "../source.ts";
import {agencyList, indicatorTree, openDataList} from "../sources/fedstat/emiss-lists.ts";
import {findListingSource} from "./load-listing.ts";

const TREE = "fedstat/catalog/fedstatAPIr_indicators.csv";
const AGENCIES = "fedstat/catalog/indlist_2023.csv";
const OPEN_DATA = "fedstat/catalog/opendata_list_2021-01.json";
const HINTS = {...PLAIN_HINTS, publishedAt: "2023-06-01"};

const TREE_HEADER =
  "name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update";
const AGENCY_HEADER = "id\turl\tname\torgid\torgname\r\n";

function fixture(name: string, text: string): SourceFile {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

test("the real tree: 7888 indicators, 311 of them excluded, day 2021-12-27; several places of one number are one entry; names without their marks (FIX-fedstat-29, FIX-fedstat-30) [load.listing]", {
  skip: needs(TREE),
}, async () => {
  const file = sharedFile(TREE);
  assert.equal(await findListingSource([file]), indicatorTree);
  const {publishedAt, entries} = await indicatorTree.parse(file, PLAIN_HINTS);
  assert.equal(dayText(publishedAt), "2021-12-27");
  assert.equal(entries.length, 7888);
  assert.equal(entries.filter(({excluded}) => excluded).length, 311);
  const prices = entries.find(({code}) => code === "31074")!;
  assert.equal(prices.name, "Индексы потребительских цен на товары и услуги");
  assert.equal(prices.agency, "Федеральная служба государственной статистики");
  assert.equal(prices.topics!.length, 5);
  assert.deepEqual(mainTopic(prices.topics!), [
    "Цены и тарифы",
    "Индексы потребительских цен (тарифов) на товары и услуги",
  ]);
  assert.equal(entries.find(({code}) => code === "33459")!.topics!.length, 12);
  const excluded = entries.find(({code}) => code === "58310")!;
  assert.equal(excluded.excluded, true);
  assert.equal(excluded.name, "Время ожидания в регистрирующем органе (в очереди в офисе приема-выдачи)");
  await assert.rejects(indicatorTree.parse(file, HINTS), /has the day 2021-12-27/);
});

test("the real list of agencies: 6145 indicators of 65 agencies, four fields under a header of five, one name over eight lines (FIX-fedstat-25, FIX-fedstat-26) [load.listing]", {
  skip: needs(AGENCIES),
}, async () => {
  const file = sharedFile(AGENCIES);
  assert.equal(await findListingSource([file]), agencyList);
  await assert.rejects(agencyList.parse(file, PLAIN_HINTS), /does not give its day/);
  const {publishedAt, entries} = await agencyList.parse(file, HINTS);
  assert.equal(dayText(publishedAt), "2023-06-01");
  assert.equal(entries.length, 6145);
  assert.equal(new Set(entries.map(({agency}) => agency)).size, 65);
  const coal = entries.find(({code}) => code === "42619")!;
  assert.deepEqual(coal, {
    code: "42619",
    name: "Количество добытого угля на шахтах",
    agency: "Министерство энергетики Российской Федерации",
    topics: null,
    excluded: null,
  });
  const market = entries.find(({code}) => code === "41038")!;
  assert.equal(market.agency, "Центральный банк");
  assert.match(
    market.name!,
    /^Показатели рынка межбанковских кредитов: Среднемесячные .* \(MIACRUSD, MIACR-IGUSD, MIACR-BUSD\)\.$/,
  );
});

test("the real register of open data: 6768 indicators by numbers in words; the taxpayer number before them is not an agency (FIX-fedstat-27, FIX-fedstat-28) [load.listing]", {
  skip: needs(OPEN_DATA),
}, async () => {
  const file = sharedFile(OPEN_DATA);
  assert.equal(await findListingSource([file]), openDataList);
  const {publishedAt, entries} = await openDataList.parse(file, PLAIN_HINTS);
  assert.equal(dayText(publishedAt), "2020-10-16");
  assert.equal(entries.length, 6768);
  assert.equal(entries.find(({code}) => code === "42619")!.name, "Количество добытого угля на шахтах");
  assert.ok(entries.every(({agency}) => agency === null));
  await assert.rejects(openDataList.parse(file, {...PLAIN_HINTS, publishedAt: "2020-10-15"}), /newer than --published/);
});

test("a catalogue that is cut off or damaged is refused with its line, and nothing of it is loaded [load.listing]", async () => {
  const cutTree = fixture("t.csv", `${TREE_HEADER}\nИмя,https://fedstat.ru/indicator/1,0,1. Росс`);
  await assert.rejects(indicatorTree.parse(cutTree, PLAIN_HINTS), /t\.csv, line 2/);
  const noRows = fixture("t.csv", `${TREE_HEADER}\n`);
  await assert.rejects(indicatorTree.parse(noRows, PLAIN_HINTS), /lists no indicator/);
  const cutList = fixture("a.csv", `${AGENCY_HEADER}1\tИмя\t1\tРосс`);
  await assert.rejects(agencyList.parse(cutList, HINTS), /ends within a line/);
  const damaged = fixture("a.csv", `${AGENCY_HEADER}1\tИмя\t1\tРосстат\r\n2\tДругое\r\n`);
  await assert.rejects(agencyList.parse(damaged, HINTS), /a\.csv, line 3/);
  const cutJson = fixture("o.json", '[{"identifier": "1-onea');
  await assert.rejects(openDataList.parse(cutJson, PLAIN_HINTS), /is not JSON/);
  const noNumber = fixture("o.json", '[\n{"identifier": "1-ten", "title": "t", "link": "/data-2020-01-01-x"}]');
  await assert.rejects(openDataList.parse(noNumber, PLAIN_HINTS), /o\.json, line 2/);
});

test("two equal entries of one number are one, and contradicting ones are refused; an empty agency is no agency [load.listing]", async () => {
  const same = fixture("a.csv", `${AGENCY_HEADER}7\tИмя\t\t\r\n7\tИмя\t\t\r\n`);
  const {entries} = await agencyList.parse(same, HINTS);
  assert.deepEqual(entries, [{code: "7", name: "Имя", agency: null, topics: null, excluded: null}]);
  const other = fixture("a.csv", `${AGENCY_HEADER}7\tИмя\t1\tРосстат\r\n7\tИмя\t2\tБанк\r\n`);
  await assert.rejects(agencyList.parse(other, HINTS), /indicator 7 twice.*agency is "Росстат", then "Банк"/);
});

test("a web page with the name of a catalogue is refused with a clear message, and other files are not recognised as a catalogue [load.listing]", async () => {
  const page = "<!DOCTYPE html><html></html>";
  for (const name of ["indlist_2024.csv", "opendata_list.json"])
    await assert.rejects(findListingSource([fixture(name, page)]), /is a web page, not a catalogue/);
  assert.equal(await findListingSource([fixture("x.csv", "a,b\n1,2\n")]), null);
  assert.equal(await findListingSource([fixture("x.csv", AGENCY_HEADER), fixture("y.csv", AGENCY_HEADER)]), null);
});
