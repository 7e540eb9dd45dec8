// A service for tests of ryad pull: a store with files of its datasets, behind a proxy that may do wrong, over HTTP.
//
// Files are written when the test says so, and the clock of the service moves when a test moves it.
import {once} from "node:events";
import {createServer, type IncomingMessage, type ServerResponse} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import {filesFolderOf} from "../src/store/dataset-files/files-folder.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {type Api, type ApiOptions, createApi} from "./api/client.ts";
import type {Ending} from "./sample-folder.ts";
import {temporaryFolder} from "./warehouse.ts";
import {writeFilesOf} from "./written-files.ts";

/** An answer of the service as the proxy has it. */
export interface Passing {
  readonly path: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface PulledSource {
  readonly api: Api;
  readonly store: Store;
  readonly origin: string;
  /** The requests that came, in their order. */
  readonly requests: {readonly path: string; readonly range: string | undefined}[];
  /** Changes an answer before it is sent. @returns how many bytes of it are sent before the connection breaks; null: all */
  spoil: (passing: Passing) => number | null;
  /** Bytes that are sent at once, with a rest of some milliseconds between them; null: all. */
  slowly: number | null;
  writeFiles(): Promise<void>;
}

/** @param store null: a new one in a folder */
export async function openSource(t: Ending, options: ApiOptions = {}, store?: Store): Promise<PulledSource> {
  const folder = join(await temporaryFolder(t), "source");
  const opened = store ?? (await openStore({dataFolder: folder}));
  if (store === undefined) t.after(() => opened.close());
  const api = await createApi(t, opened, {...options, filesFolder: filesFolderOf(folder)});
  const proxy = createServer((request, response) => void pass(request, response)).listen(0, "127.0.0.1");
  t.after(() => void proxy.close());
  await once(proxy, "listening");
  const source: PulledSource = {
    ...{api, store: opened, requests: [], spoil: () => null, slowly: null},
    origin: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async writeFiles() {
      await writeFilesOf(opened, folder);
    },
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const {url = "", headers} = request;
    source.requests.push({path: url, range: headers.range});
    const {authorization = "", range, "if-range": ifRange} = headers;
    const part = range === undefined ? {} : {range, "if-range": String(ifRange)};
    const answer = await api.server.inject({url, headers: {authorization, ...part}});
    const given = Object.entries(answer.headers).filter(([name]) => !/^(connection|transfer-encoding)$/.test(name));
    const passing: Passing = {
      ...{path: url, status: answer.statusCode, body: answer.rawPayload},
      headers: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    };
    const most = source.spoil(passing);
    response.writeHead(passing.status, passing.headers);
    if (most === null && source.slowly !== null) {
      for (let at = 0; at < passing.body.length; at += source.slowly) {
        response.write(passing.body.subarray(at, at + source.slowly));
        await wait(5);
      }
      return void response.end();
    }
    if (most === null) return void response.end(passing.body);
    response.write(passing.body.subarray(0, most), () => response.destroy());
  }
  return source;
}

/** Whether it is the address of the file with everything. */
export function isFile(path: string): boolean {
  return path.endsWith("/everything.ndjson.gz");
}
