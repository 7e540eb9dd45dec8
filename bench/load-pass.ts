// One pass over source files in a process of its own: `node load-pass.ts saxes|source PATH` prints {seconds, values, sum} as JSON.
//
// saxes: the bare parser, with the minimum of code that finds the values. source: the product's own parser, with a consumer that only counts.
// Neither includes the start of the process.
import {createReadStream} from "node:fs";
import {SaxesParser} from "saxes";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import type {ObservationSink} from "../src/load/source.ts";
import {findSource} from "../src/load/sources/sources.ts";

export interface Pass {
  readonly seconds: number;
  readonly values: number;
  /** The sum of all values, to check that both passes read the same. */
  readonly sum: number;
}

const PASSES: Readonly<Record<string, (path: string) => Promise<Omit<Pass, "seconds">>>> = {
  saxes: passSaxes,
  source: passSource,
};

const [name = "", path = ""] = process.argv.slice(2);
const began = performance.now();
const found = await PASSES[name]!(path);
console.log(JSON.stringify({seconds: (performance.now() - began) / 1000, ...found}));

async function passSaxes(path: string): Promise<Omit<Pass, "seconds">> {
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

async function passSource(path: string): Promise<Omit<Pass, "seconds">> {
  const {files} = await collectSourceFiles(path);
  const source = (await findSource(files))!;
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
  await source.parse(files, {provider: null, dataset: null, publishedAt: null}, sink);
  return {values, sum};
}
