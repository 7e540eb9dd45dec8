// Common parts of generated source files: their territories, their years, and a file written in large pieces.
import {closeSync, mkdirSync, openSync, writeFileSync, writeSync} from "node:fs";
import {join} from "node:path";
import {readTerritories} from "../src/reference/reference.ts";
import type {Estimates} from "../src/statistics/history/estimates.ts";
import {dayOf, firstDay} from "../src/statistics/time/day.ts";

export const FIRST_YEAR = 2001;
export const YEARS = 25;

/** OKATO codes of 80 regions. */
export const REGIONS: readonly string[] = readTerritories()
  .filter(({code, level}) => level === "region" && /^\d{11}$/.test(code))
  .map(({code}) => code)
  .slice(0, 80);

export interface LargeFile {
  write(text: string): void;
  /** Characters so far. */
  written(): number;
  close(): void;
}

const CHUNK_LENGTH = 1 << 20;

export function createLargeFile(path: string): LargeFile {
  const file = openSync(path, "w");
  let waiting: string[] = [];
  let length = 0;
  let written = 0;
  const flush = (): void => {
    writeSync(file, waiting.join(""));
    waiting = [];
    length = 0;
  };
  return {
    write(text) {
      waiting.push(text);
      length += text.length;
      written += text.length;
      if (length >= CHUNK_LENGTH) flush();
    },
    written: () => written,
    close() {
      flush();
      closeSync(file);
    },
  };
}

// Generated histories in the shape of real ones, the same for the same seed: monthly walks with 0 to 6 decimals, 3 % of the periods
// with one to five superseded estimates.
//
// They are noise, so they need more bytes than published figures.
export const PERIODS = 300;
/** Months since year 0. */
export const FIRST_MONTH = 2001 * 12;

/** Each month is published about the 15th of the next month; all values of the years before 2020 on one day. */
export function randomHistory(random: () => number): Estimates {
  const walk = randomWalk(random);
  const rows: [period: number, day: number, value: number][] = [];
  for (let month = 0; month < PERIODS; month++) {
    const period = FIRST_MONTH + month;
    const level = walk();
    const published = Math.max(dayOf(2020, 1, 15), firstDay("M", period + 1) + 14);
    const estimates = random() < 0.03 ? 2 + Math.floor(random() * 5) : 1;
    for (let nth = 0; nth < estimates; nth++) rows.push([period, published + 31 * nth, walk.rounded(level + nth / 7)]);
  }
  return {
    count: rows.length,
    period: Int32Array.from(rows, (row) => row[0]),
    day: Int32Array.from(rows, (row) => row[1]),
    sequence: new Int32Array(rows.length),
    value: Float64Array.from(rows, (row) => row[2]),
  };
}

/** Each call gives the next level of a series; `rounded` rounds a value to the decimals of the series. */
export function randomWalk(random: () => number): (() => number) & {rounded(value: number): number} {
  const scale = 10 ** Math.floor(random() * 7);
  const rounded = (value: number): number => Math.round(value * scale) / scale;
  let level = 50 + random() * 500;
  const next = (): number => {
    level *= 0.99 + random() * 0.0205;
    return level;
  };
  return Object.assign(next, {rounded});
}

/** Mulberry32: the same numbers from the same seed on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// A generated tidy package of any size: monthly prices by kind of goods and region, five columns.

/** Writes about this number of values, rounded up to a whole kind of goods. Returns their number. */
export function writeTidyPackage(folder: string, wanted: number): number {
  mkdirSync(folder);
  nameTidyPackage(folder, "bench_tidy");
  const random = randomNumbers(62);
  const file = createLargeFile(join(folder, "observations.csv"));
  file.write("indicator;class;geo;period;value\n");
  let values = 0;
  for (let kind = 1; values < wanted; kind++) {
    for (const region of REGIONS) {
      const walk = randomWalk(random);
      for (let month = 0; month < 12 * YEARS; month++, values++) {
        const period = `${FIRST_YEAR + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        file.write(`price;${kind};${region};${period};${walk.rounded(walk())}\n`);
      }
    }
  }
  file.close();
  return values;
}

/** Changes a package to another dataset with the same values. */
export function nameTidyPackage(folder: string, dataset: string): void {
  const description = {
    provider: "showdata",
    dataset,
    name: `Benchmark ${dataset}`,
    published_at: "2026-01-19",
    freq: "M",
    units: [{code: "RUB", name: "рубль"}],
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
}

// A generated EMISS export of any size, in the format of real ones: one Obs per Series, the years of a month in a row, tabs and CR LF.
const MONTHS = "январь,февраль,март,апрель,май,июнь,июль,август,сентябрь,октябрь,ноябрь,декабрь".split(",");

/** Writes about this number of bytes, rounded up to a whole kind of goods. Returns the number of values. */
export function writeSdmxFile(path: string, bytes: number): number {
  const random = randomNumbers(61);
  const file = createLargeFile(path);
  file.write(head());
  let values = 0;
  for (let kind = 1; file.written() < bytes; kind++) {
    for (const region of REGIONS) {
      const walk = randomWalk(random);
      for (const month of MONTHS) {
        for (let year = FIRST_YEAR; year < FIRST_YEAR + YEARS; year++) {
          file.write(series(kind, region, month, year, walk.rounded(walk())));
          values++;
        }
      }
    }
  }
  file.write("</DataSet>\r\n</GenericData>\r\n");
  file.close();
  return values;
}

function head(): string {
  const schemas = "http://www.SDMX.org/resources/SDMXML/schemas/v1_0";
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<GenericData xmlns="${schemas}/message" xmlns:generic="${schemas}/generic" xmlns:structure="${schemas}/structure">`,
    "<Header><ID>-1</ID><Prepared>2026-01-19T06:00:00</Prepared></Header>",
    '<CodeLists><structure:CodeList id="s_OKATO"><structure:Name xml:lang="ru">ОКАТО</structure:Name></structure:CodeList></CodeLists>',
    '<Description Id="signObj"><Indicator id="99001" name="Средняя цена"><LastUpdate value="2026-01-19T06:00:00"/></Indicator></Description>',
    "<DataSet>\r\n",
  ].join("\r\n");
}

function series(kind: number, region: string, month: string, year: number, value: number): string {
  return `\t<generic:Series>\r
\t\t<generic:SeriesKey>\r
\t\t\t<generic:Value concept="s_OKATO" value="${region}"/>\r
\t\t\t<generic:Value concept="s_vid" value="${kind}"/>\r
\t\t</generic:SeriesKey>\r
\t\t<generic:Attributes>\r
\t\t\t<generic:Value concept="EI" value="рубль"/>\r
\t\t\t<generic:Value concept="PERIOD" value="${month}"/>\r
\t\t</generic:Attributes>\r
\t\t<generic:Obs>\r
\t\t\t<generic:Time>${year}</generic:Time>\r
\t\t\t<generic:ObsValue value="${String(value).replace(".", ",")}"/>\r
\t\t</generic:Obs>\r
\t</generic:Series>\r
`;
}
