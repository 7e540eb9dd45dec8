// One pass over source files in a process of its own: `node load-pass.ts saxes|source|sheetjs PATH` prints a Pass as JSON.
//
// saxes: the bare parser, with the minimum of code that finds the values. source: the product's own parser, with a consumer that only counts.
// sheetjs: a library that reads a workbook into its cells; the values are the cells with a number. None includes the start of the process.
import {createReadStream} from "node:fs";
import {readFile} from "node:fs/promises";
import {SaxesParser} from "saxes";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import type {ObservationSink} from "../src/load/source.ts";
import {findParser} from "../src/load/sources/sources.ts";

export interface Pass {
  readonly seconds: number;
  /** Of all its threads. */
  readonly processorSeconds: number;
  readonly values: number;
  /** The sum of all values, to check that both passes read the same. */
  readonly sum: number;
}

type Found = Pick<Pass, "values" | "sum">;

const PASSES: Readonly<Record<string, (path: string) => Promise<Found>>> = {
  saxes: passSaxes,
  source: passSource,
  sheetjs: passSheetJs,
};

const [name = "", path = ""] = process.argv.slice(2);
const began = performance.now();
const used = process.cpuUsage();
const found = await PASSES[name]!(path);
const {user, system} = process.cpuUsage(used);
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({seconds, processorSeconds: (user + system) / 1e6, ...found} satisfies Pass));

async function passSaxes(path: string): Promise<Found> {
  const parser = new SaxesParser({xmlns: false, position: false});
  let values = 0;
  let sum = 0;
  parser.on("opentag", (tag) => {
    if (tag.name !== "generic:ObsValue") return;
    values++;
    sum += Number(tag.attributes["value"]!.replace(",", "."));
  });
  parser.on("error", (error) => {
    throw error;
  });
  for await (const text of createReadStream(path, {encoding: "utf8", highWaterMark: 256 * 1024})) parser.write(text);
  parser.close();
  return {values, sum};
}

async function passSource(path: string): Promise<Found> {
  const {files} = await collectSourceFiles(path);
  const parser = (await findParser(files))!;
  let values = 0;
  let sum = 0;
  let series = 0;
  const sink: ObservationSink = {
    series: () => series++,
    observe(_series, _period, value) {
      values++;
      sum += value;
    },
    refuse({reason}) {
      throw new Error(`the made-up file can't be read: ${reason}`);
    },
  };
  await parser.parse(files, {provider: null, dataset: null, publishedAt: null}, sink);
  return {values, sum};
}

async function passSheetJs(path: string): Promise<Found> {
  const {read} = await import("@e965/xlsx");
  const {Sheets} = read(await readFile(path), {dense: true});
  const cells = Object.values(Sheets).flatMap(({["!data"]: rows}) => rows ?? []);
  const numbers = cells.flatMap((row) => row.flatMap((cell) => (cell?.t === "n" ? [cell.v as number] : [])));
  return {values: numbers.length, sum: numbers.reduce((sum, number) => sum + number, 0)};
}
