// Every value of all available EMISS files is found again through the slice; an independent reader counts them in the XML.
import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {loadPath} from "../src/load/run.ts";
import {createApi} from "./api/client.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA, temporaryStore} from "./warehouse.ts";

const FOLDERS = ["fedstat/sdmx", "fedstat/sdmx_excerpts"];

interface XmlValue {
  /** everything that identifies the series in the file, unchanged */
  readonly series: string;
  /** first day by the words of the file */
  readonly period: string;
  readonly value: number;
}

test("the slice has every value of every EMISS file, and no other [emiss.counts emiss.every-value load.idempotent]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  const {store} = await temporaryStore(t);
  const api = await createApi(t, store);
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(SHARED_DATA, folder)).map((name) => join(SHARED_DATA, folder, name)),
  );
  assert.ok(files.length >= 6);
  for (const path of files) {
    const xml = readFileSync(path, "utf8");
    const indicator = /<Indicator id="(\d+)"/.exec(xml)![1]!;
    const hints = {provider: null, dataset: null, publishedAt: xml.includes("<LastUpdate ") ? null : "2026-09-19"};
    const outcome = await loadPath(store, path, hints);
    const expected = xmlValues(xml);
    assert.equal(outcome.values, expected.length, path);
    assert.equal(outcome.series, new Set(expected.map((value) => value.series)).size, path);
    const served = await allObservations(api, `fedstat/${indicator}`);
    const bySeries = Map.groupBy(served, (row) => row.series_key);
    assert.equal(bySeries.size, outcome.series, path);
    // Series of the file and of the answer have different names, so they are paired by their values.
    const lines = (rows: readonly {period: string; value: number}[]) =>
      rows
        .map(({period, value}) => `${period} ${value}`)
        .sort()
        .join("\n");
    const answered = [...bySeries.values()].map(lines).sort();
    const inFile = [...Map.groupBy(expected, (value) => value.series).values()].map(lines).sort();
    assert.deepEqual(answered, inFile, path);
    const again = await loadPath(store, path, hints);
    assert.equal(again.changed, false, "the same bytes are nothing new");
  }
});

type Api = Awaited<ReturnType<typeof createApi>>;

async function allObservations(api: Api, dataset: string) {
  const rows: {series_key: string; period: string; value: number}[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const {json} = await api.get(`/api/v1/data?dataset=${dataset}&geo=all&limit=300&offset=${offset}`);
    rows.push(...json.observations);
    offset = json.next_offset;
  }
  return rows;
}

const MONTHS = [
  "январь",
  "февраль",
  "март",
  "апрель",
  "май",
  "июнь",
  "июль",
  "август",
  "сентябрь",
  "октябрь",
  "ноябрь",
  "декабрь",
];
const QUARTERS = ["I квартал", "II квартал", "III квартал", "IV квартал"];

/** The values of a file by regular expressions: another reader than the program's. */
function xmlValues(xml: string): XmlValue[] {
  return [...xml.matchAll(/<generic:Series>(.*?)<\/generic:Series>/gs)].map(([, body]) => {
    const words = [...body!.matchAll(/concept="([^"]*)" value="([^"]*)"/g)].map(
      ([, concept, value]) => [concept!, value!] as const,
    );
    const word = words.find(([concept]) => concept === "PERIOD")![1];
    const [frequency, month] = periodOf(word);
    const year = /<generic:Time>(\d{4})</.exec(body!)![1]!;
    const value = /ObsValue value="([^"]*)"/.exec(body!)![1]!.replace(",", ".");
    const dimensions = words.filter(([concept]) => concept !== "PERIOD").map(([concept, code]) => `${concept}=${code}`);
    return {
      series: [...dimensions, frequency].join(" "),
      period: `${year}-${String(month).padStart(2, "0")}-01`,
      value: Number(value),
    };
  });
}

function periodOf(word: string): [frequency: string, month: number] {
  if (word === "значение показателя за год" || word === "на 1 января") return ["A", 1];
  if (QUARTERS.includes(word)) return ["Q", QUARTERS.indexOf(word) * 3 + 1];
  assert.ok(MONTHS.includes(word), word);
  return ["M", MONTHS.indexOf(word) + 1];
}
