// The rows of the peers: the latest value of each period of the measured warehouse, as two plain tables that any program can read.
//
// A peer stores no superseded estimates, so its tables are smaller than ours.
import {DatabaseSync} from "node:sqlite";
import pg from "pg";
import {dayText, firstDay} from "../../src/statistics/time/day.ts";
import {randomHistory, randomNumbers} from "../source-files.ts";
import {datasetCode, SERIES_A_DATASET} from "../warehouse.ts";

/** The columns of one dataset. */
interface DatasetRows {
  readonly code: string;
  readonly firstSeries: number;
  readonly series: number[];
  readonly period: string[];
  readonly value: number[];
  readonly asOf: string[];
}

/** @param keys of the series of a dataset, in the order of its pages */
export async function writeSqliteRows(path: string, keys: readonly (readonly string[])[]): Promise<void> {
  const database = new DatabaseSync(path);
  database.exec(`create table series (id integer primary key, dataset text not null, series_key text not null);
    create index series_of_dataset on series (dataset, id);
    create table observation (series_id integer not null, period text not null, value real not null, as_of text not null,
      primary key (series_id, period)) without rowid`);
  const addSeries = database.prepare("insert into series values (?, ?, ?)");
  const addRow = database.prepare("insert into observation values (?, ?, ?, ?)");
  for (const [dataset, datasetKeys] of keys.entries()) {
    const {code, firstSeries, series, period, value, asOf} = rowsOf(dataset);
    database.exec("begin");
    for (const [index, key] of datasetKeys.entries()) addSeries.run(firstSeries + index, code, key);
    for (const [row, id] of series.entries()) addRow.run(id, period[row]!, value[row]!, asOf[row]!);
    database.exec("commit");
  }
  database.exec("analyze");
  database.close();
}

export async function writePostgresRows(address: string, keys: readonly (readonly string[])[]): Promise<void> {
  const client = new pg.Client({connectionString: address});
  await client.connect();
  await client.query(`create table series (id integer primary key, dataset text collate "C" not null, series_key text not null);
    create index series_of_dataset on series (dataset, id);
    create table observation (series_id integer not null, period date not null, value float8 not null, as_of date not null,
      primary key (series_id, period));
    create type slice_row as (series_key text, period date, value float8, as_of date);
    create function slice(of_dataset text, page_size integer, page_offset integer, first_period date, last_period date)
      returns setof slice_row language sql stable as $$
        select page.series_key, observation.period, observation.value, observation.as_of
        from (select id, series_key from series where dataset = of_dataset order by id limit page_size offset page_offset) page
        join observation on observation.series_id = page.id
        where observation.period between first_period and last_period
        order by page.id, observation.period $$`);
  for (const [dataset, datasetKeys] of keys.entries()) {
    const {code, firstSeries, series, period, value, asOf} = rowsOf(dataset);
    await client.query(
      "insert into series select $1::int + n - 1, $2, key from unnest($3::text[]) with ordinality as of (key, n)",
      [firstSeries, code, datasetKeys],
    );
    await client.query(
      "insert into observation select * from unnest($1::int[], $2::date[], $3::float8[], $4::date[])",
      [series, period, value, asOf],
    );
  }
  await client.query("vacuum analyze");
  await client.end();
}

function rowsOf(dataset: number): DatasetRows {
  const random = randomNumbers(20260120 + dataset);
  const firstSeries = dataset * SERIES_A_DATASET + 1;
  const rows: DatasetRows = {code: datasetCode(dataset), firstSeries, series: [], period: [], value: [], asOf: []};
  for (let index = 0; index < SERIES_A_DATASET; index++) {
    const {count, period, day, value} = randomHistory(random);
    for (let row = 0; row < count; row++) {
      // the last estimate of a period is its latest
      if (row + 1 < count && period[row + 1] === period[row]) continue;
      rows.series.push(firstSeries + index);
      rows.period.push(dayText(firstDay("M", period[row]!)));
      rows.value.push(value[row]!);
      rows.asOf.push(dayText(day[row]!));
    }
  }
  return rows;
}
