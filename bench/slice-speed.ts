// Answers per second, and their spread in time, compared with nginx and the same bytes: plain, gzip, repeated, unchanged.
import type {StoreLocation} from "../src/store/open.ts";
import {type Compared, compareWithNginx} from "./beside-nginx.ts";
import type {GoalName} from "./goals.ts";
import {makeReaders} from "./readers.ts";
import {type MeasuredServer, withServer} from "./server.ts";
import type {Bench, Subject} from "./subject.ts";
import type {Warehouse} from "./warehouses.ts";
import {luaSame, luaSlices, SLICES, type SliceShape, slicePath} from "./warehouses.ts";

const GZIP_HEADER = "Accept-Encoding: gzip\r\n";

export const slices: Subject = {
  name: "slices",
  needs: ["nginx", "wrk"],
  run: (bench) =>
    overWarehouse(bench, async (warehouse, server) => {
      const compare = async (goal: GoalName, shape: SliceShape, plan: "free" | "business" = "free") => {
        const {body} = await askOnce(warehouse.folder, server, shape);
        const comparison = {values: shape.values, charged: shape.values, bytes: body, plan, nginx: "best"} as const;
        const luaRequest = luaSlices(shape, warehouse.datasets);
        const compared = await compareWithNginx(bench, server, warehouse.folder, {luaRequest, ...comparison});
        tell(bench, server, goal, compared);
        return compared;
      };
      const large = await compare("slice-60000", SLICES.large);
      bench.report("slice-60000-tail", large.tail, {ours: large.figures["p99"]! / large.figures["p50"]!});
      await compare("slice-6000", SLICES.middle);
      await compare("slice-50", SLICES.small);
      await compare("slice-50-business", SLICES.small, "business");
    }),
};

export const gzip: Subject = {
  name: "gzip",
  needs: ["nginx", "wrk"],
  run: (bench) =>
    overWarehouse(bench, async (warehouse, server) => {
      const {values} = SLICES.large;
      const {body} = await askOnce(warehouse.folder, server, SLICES.large);
      const luaRequest = luaSlices(SLICES.large, warehouse.datasets, [GZIP_HEADER]);
      const comparison = {luaRequest, values, charged: values, bytes: body, nginx: "gzip"} as const;
      tell(bench, server, "gzip-60000", await compareWithNginx(bench, server, warehouse.folder, comparison));
    }),
};

export const repeat: Subject = {
  name: "repeat",
  needs: ["nginx", "wrk"],
  run: (bench) =>
    overWarehouse(bench, async (warehouse, server) => {
      const large = await askOnce(warehouse.folder, server, SLICES.large);
      const again = {
        values: SLICES.large.values,
        charged: SLICES.large.values,
        bytes: large.body,
        nginx: "best",
      } as const;
      const luaAgain = luaSame(large.path, "");
      tell(
        bench,
        server,
        "repeat-60000",
        await compareWithNginx(bench, server, warehouse.folder, {luaRequest: luaAgain, ...again}),
      );
      const small = await askOnce(warehouse.folder, server, SLICES.small);
      const held = {values: SLICES.small.values, charged: 0, bytes: small.body, nginx: "best"} as const;
      const luaHeld = luaSame(small.path, `If-None-Match: ${small.etag}\r\n`);
      tell(
        bench,
        server,
        "unchanged-50",
        await compareWithNginx(bench, server, warehouse.folder, {luaRequest: luaHeld, ...held}),
      );
    }),
};

function tell(bench: Bench, server: MeasuredServer, goal: GoalName, {ratio, figures, remarks}: Compared): void {
  const memory = server.memory();
  const all = {...figures, ...(memory !== null && {memoryUntilNow: memory.peak})};
  if (remarks.length === 0) bench.report(goal, ratio, all);
  else bench.report(goal, null, {ratio, ...all}, remarks);
}

async function overWarehouse(
  bench: Bench,
  use: (warehouse: Warehouse, server: MeasuredServer) => Promise<void>,
): Promise<void> {
  const warehouse = await bench.warehouses.at(bench.scale.series);
  await withServer(bench, warehouse.folder, {}, (server) => use(warehouse, server));
}

/** One slice of the shape, plain, with its tag and the headers that do not belong to its connection. */
export async function askOnce(
  store: string | StoreLocation,
  server: MeasuredServer,
  shape: SliceShape,
): Promise<{path: string; etag: string; headers: string[]; body: Uint8Array}> {
  const path = slicePath(shape, 1, 100, 0);
  const {tokens} = await makeReaders(store, {requests: 1, values: shape.values});
  const headers = {"X-API-Key": tokens[0]!, "Accept-Encoding": "identity"};
  const answer = await fetch(server.origin + path, {headers});
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  const given = [...answer.headers].filter(([name]) => !["connection", "date", "keep-alive"].includes(name)).flat();
  return {path, etag: answer.headers.get("etag")!, headers: given, body: new Uint8Array(await answer.arrayBuffer())};
}
