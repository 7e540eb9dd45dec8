// fetch for tests of whole processes: every answer is checked against the schema of its route; undeclared members fail.
//
// The schema is that of the route with the same address in the same program, built in this process.
import {rmSync} from "node:fs";
import {mkdtemp} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {InjectOptions} from "fastify";
import {buildServer} from "../src/api/server.ts";
import {createEvidenceDesk} from "../src/load/evidence/reader-queue.ts";
import {openStore} from "../src/store/open.ts";
import {createCatalogueCache} from "../src/store/series/catalogue-cache.ts";
import {createAccountService, servedStore} from "../src/store/served-store.ts";
import {type Answer, holdToSchema, type Responses} from "./api/client.ts";

/** Like fetch; throws if the answer is not exactly as its route declares. The body is not read yet. */
export async function heldFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, init);
  const raw = Buffer.from(await response.clone().arrayBuffer());
  const text = raw.toString("utf8");
  const headers: Answer["headers"] = Object.fromEntries(response.headers);
  const isJson = headers["content-type"]?.startsWith("application/json") === true && text !== "";
  const answer = {status: response.status, headers, raw, text, json: isJson ? JSON.parse(text) : undefined};
  const method = init.method ?? "GET";
  holdToSchema(method, answer, await responsesAt(method, new URL(url).pathname));
  return response;
}

let finder: Promise<(method: string, path: string) => Promise<Responses | undefined>> | null = null;

async function responsesAt(method: string, path: string): Promise<Responses | undefined> {
  finder ??= createFinder();
  return (await finder)(method, path);
}

async function createFinder() {
  const folder = await mkdtemp(join(tmpdir(), "ryad-test-routes-"));
  const store = await openStore({dataFolder: folder});
  const settings = {
    publicUrl: null,
    trustProxy: [],
    today: null,
    unsentMemory: 256,
    country: "ru",
    modelCalls: 20,
    sdmxAgency: "RYAD",
    files: "plans" as const,
  };
  const catalogues = createCatalogueCache(2 ** 25, () => {});
  const context = {
    store: servedStore(
      store,
      createAccountService(store, () => {}),
    ),
    catalogues,
    settings,
    now: () => new Date(),
    emit: () => {},
  };
  const server = buildServer({...context, evidence: createEvidenceDesk(store)});
  let found: Responses | undefined;
  server.addHook("onSend", async (request) => {
    found = request.routeOptions.schema?.response as Responses | undefined;
  });
  process.once("exit", () => rmSync(folder, {recursive: true, force: true}));
  return async (method: string, path: string) => {
    found = undefined;
    await server.inject({method: method as NonNullable<InjectOptions["method"]>, url: path});
    return found;
  };
}
