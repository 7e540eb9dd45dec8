// The compared programs: how each is started, and the request for a slice. None of them knows readers, quotas or vintages.
import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {existsSync} from "node:fs";
import {createInterface} from "node:readline";
import {fileURLToPath} from "node:url";
import {datasetCode, SERIES_A_DATASET} from "../warehouse.ts";
import {monthWindow, SLICES, type SliceShape} from "../warehouses.ts";
import {freePort, type WorkFolder} from "../work-folder.ts";

export type ProgramName = "express" | "postgraphile" | "datasette";

export interface Rows {
  readonly sqlite: string;
  readonly postgres: string;
}

/** A page of a dataset, its offset and months as texts. */
export interface SliceRequest {
  readonly dataset: string;
  readonly count: number;
  readonly offset: string;
  readonly start: string;
  readonly end: string;
}

export interface Program {
  readonly title: string;
  /** null: not installed. */
  start(work: WorkFolder, rows: Rows): Promise<{origin: string; pid: number} | null>;
  request(slice: SliceRequest): {readonly method: "GET" | "POST"; readonly path: string; readonly body: string};
  /** The rows of an answer. */
  rowsOf(answer: unknown): readonly PeerRow[];
}

export interface PeerRow {
  readonly series_key: string;
  readonly period: string;
  readonly value: number;
  readonly as_of: string;
}

/** Offsets have three digits. */
const LEAST_OFFSET = 100;

const inFolder = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const plainPath = (path: string, {dataset, count, offset, start, end}: SliceRequest): string =>
  `${path}?dataset=${dataset}&count=${count}&offset=${offset}&start=${start}-01&end=${end}-01`;

export const PROGRAMS: Readonly<Record<ProgramName, Program>> = {
  express: {
    title: "Express with better-sqlite3",
    start: (work, {sqlite}) => startNode(work, "express-server.js", sqlite),
    request: (slice) => ({method: "GET", path: plainPath("/slice", slice), body: ""}),
    rowsOf: (answer) => answer as PeerRow[],
  },
  postgraphile: {
    title: "PostGraphile over PostgreSQL",
    start: (work, {postgres}) => startNode(work, "postgraphile-server.js", postgres),
    request: ({dataset, count, offset, start, end}) => ({
      method: "POST",
      path: "/graphql",
      body: `{"query":"query($d:String!,$n:Int!,$o:Int!,$s:Date!,$e:Date!){slice(ofDataset:$d,pageSize:$n,pageOffset:$o,firstPeriod:$s,lastPeriod:$e){nodes{series_key:seriesKey period value as_of:asOf}}}","variables":{"d":"${dataset}","n":${count},"o":${offset},"s":"${start}-01","e":"${end}-01"}}`,
    }),
    rowsOf: (answer) => (answer as {data: {slice: {nodes: PeerRow[]}}}).data.slice.nodes,
  },
  datasette: {
    title: "Datasette over SQLite",
    start: startDatasette,
    request: (slice) => ({method: "GET", path: `${plainPath("/peers/slice.json", slice)}&_shape=array`, body: ""}),
    rowsOf: (answer) => answer as PeerRow[],
  },
};

/** A Lua function that gives the whole text of a random request for a slice of the shape. */
export function luaPeerSlices(program: Program, shape: SliceShape, datasets: number, host: string): string {
  // The texts that differ have the same length in each request, and every program names them in this order.
  const holes = {dataset: "%s", offset: "%s", start: "%s", end: "%s"};
  const {method, path, body} = program.request({...holes, count: shape.series});
  const example = program.request(exampleSlice(shape)).body.length;
  const about = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${example}\r\n`;
  const text = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n${about}\r\n${body}`;
  const windows = Array.from({length: shape.lastMonths}, (_, monthsBack) => monthWindow(shape, monthsBack));
  return `(function()
  local windows = {${windows.map(({start, end}) => `{"${start}", "${end}"}`).join(", ")}}
  return function()
    local window = windows[random(#windows)]
    return string.format(${JSON.stringify(text)}, string.format("bench_%05d", random(0, ${datasets - 1})),
      random(${LEAST_OFFSET}, ${SERIES_A_DATASET - shape.series}), window[1], window[2])
  end
end)()`;
}

export function exampleSlice(shape: SliceShape): SliceRequest {
  return {dataset: datasetCode(1), count: shape.series, offset: String(LEAST_OFFSET), ...monthWindow(shape, 0)};
}

async function startNode(work: WorkFolder, file: string, at: string): Promise<{origin: string; pid: number} | null> {
  if (!existsSync(inFolder("node_modules"))) return null;
  const env = {...process.env, NODE_ENV: "production"};
  const child = work.spawn(process.execPath, [inFolder(file), at], {env, stdio: ["ignore", "pipe", "inherit"]});
  for await (const line of createInterface(child.stdout!)) {
    if (line.startsWith("http://")) return {origin: line, pid: child.pid!};
  }
  throw new Error(`${file} ended before it listened`);
}

async function startDatasette(work: WorkFolder, {sqlite}: Rows): Promise<{origin: string; pid: number} | null> {
  const program = process.env["BENCH_DATASETTE"] ?? inFolder(".venv/bin/datasette");
  if (!existsSync(program)) return null;
  const port = await freePort();
  const settings = ["max_returned_rows", String(SLICES.large.values), "sql_time_limit_ms", "60000"];
  const words = ["serve", sqlite, "--metadata", inFolder("datasette.json"), "--port", String(port)];
  for (let at = 0; at < settings.length; at += 2) words.push("--setting", settings[at]!, settings[at + 1]!);
  const child = work.spawn(program, words, {stdio: ["ignore", "ignore", "ignore"]});
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, child);
  return {origin, pid: child.pid!};
}

async function answering(origin: string, child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  for (let tries = 0; tries < 200 && child.exitCode === null; tries++) {
    try {
      await (await fetch(`${origin}/-/versions.json`)).arrayBuffer();
      return;
    } catch {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))]);
    }
  }
  throw new Error(`there is no answer from ${origin}`);
}
