// A client of the api for tests: every answer is checked against the schema of its route; undeclared members fail.
//
// A test sends requests through it and checks the rest. Its clock does not move until a test moves it.
import assert from "node:assert/strict";
import {randomBytes} from "node:crypto";
import {brotliDecompressSync, gunzipSync, zstdDecompressSync} from "node:zlib";
import type {FastifyInstance, InjectOptions} from "fastify";
import {Compile} from "typebox/compile";
import {tokenFingerprint, tokenFromRandom} from "../../src/access/account.ts";
import {ENVELOPE_SCHEMA} from "../../src/api/errors.ts";
import {buildServer} from "../../src/api/server.ts";
import {createEvidenceDesk, DESK_LIMITS, type DeskLimits} from "../../src/load/evidence/reader-queue.ts";
import type {Event} from "../../src/service/events.ts";
import type {ApiSettings} from "../../src/settings/settings.ts";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {findTokenOwner, insertToken} from "../../src/store/accounts/token.ts";
import {createFilesReader} from "../../src/store/dataset-files/files-folder.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import type {Ending} from "../sample-folder.ts";
import {workerContexts} from "../worker-stores.ts";

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undecoded bytes. */
  readonly raw: Buffer;
  /** Unpacked. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
  readonly json: any;
}

export interface Api {
  /** With several workers the first of them. */
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly events: Event[];
  /** A token of an account on the owner plan. */
  readonly token: string;
  readonly clock: {now: Date};
  /** A request with a valid token, unless `headers` have their own credentials (an empty one sends none). */
  get(path: string, headers?: Headers): Promise<Answer>;
  ask(method: string, path: string, headers?: Headers, body?: object): Promise<Answer>;
  /** A new token for the account of an address; the account is made if it does not exist. */
  createToken(plan: string, email?: string): Promise<string>;
}

export interface ApiOptions {
  readonly settings?: Partial<ApiSettings>;
  readonly now?: Date;
  /** The test expects INTERNAL answers; otherwise such an answer fails the test with its error. */
  readonly failing?: boolean;
  readonly desk?: Partial<DeskLimits>;
  /** Memory for catalogues; 32 MB when absent. */
  readonly catalogueBytes?: number;
  /** Folder of the files of datasets; none when absent. */
  readonly filesFolder?: string;
  /** TEST_WORKERS when absent. */
  readonly workers?: number;
}

export async function createApi(t: Ending, store: Store, options: ApiOptions = {}): Promise<Api> {
  const clock = {now: options.now ?? new Date("2026-07-15T12:00:00Z")};
  const events: Event[] = [];
  const settings: ApiSettings = {
    ...{
      publicUrl: null,
      trustProxy: [],
      today: null,
      unsentMemory: 256,
      country: "ru",
      modelCalls: 20,
      sdmxAgency: "RYAD",
      files: "plans" as const,
    },
    ...options.settings,
  };
  const evidence = createEvidenceDesk(store, {...DESK_LIMITS, requestMs: HANG_MS, ...options.desk});
  const emit = (event: Event): void => void events.push(event);
  t.after(() => evidence.close());
  const schemas = new Map<string, Responses | undefined>();
  const servers = workerContexts(t, store, evidence, options.workers).map((parts) => {
    const catalogues = createCatalogueCache(options.catalogueBytes ?? 2 ** 25, emit);
    const files = options.filesFolder === undefined ? {} : {files: createFilesReader(options.filesFolder)};
    const server = buildServer({...parts, ...files, catalogues, settings, now: () => clock.now, emit});
    server.addHook("onSend", async (request) => {
      schemas.set(request.id, request.routeOptions.schema?.response as Responses | undefined);
    });
    t.after(() => server.close());
    return server;
  });
  const server = servers[0]!;
  let requests = 0;

  async function createToken(plan: string, email = `${randomBytes(6).toString("hex")}@example.org`): Promise<string> {
    const token = tokenFromRandom(randomBytes(64));
    await store.accounts.write(function* (q) {
      const {id} = yield* ensureAccount(q, email, plan, clock.now.toISOString());
      yield* insertToken(q, {
        accountId: id,
        fingerprint: tokenFingerprint(token),
        name: "",
        now: clock.now.toISOString(),
      });
    });
    return token;
  }
  const token = await createToken("owner");

  async function ask(method: string, path: string, headers: Headers = {}, body?: object): Promise<Answer> {
    const hasCredentials = Object.keys(headers).some((name) => /^(authorization|x-api-key)$/i.test(name));
    const sent = hasCredentials ? headers : {authorization: `Bearer ${token}`, ...headers};
    const response = await servers[requests++ % servers.length]!.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers: sent,
      ...(body !== undefined && {payload: body}),
    });
    const failure = events.findLast((event) => event.type === "request-failed");
    if (response.statusCode === 500 && options.failing !== true)
      throw failure?.error ?? new Error("500 without an event");
    const answer = readAnswer(response.statusCode, response.headers as Answer["headers"], response.rawPayload);
    if (path.startsWith("/api")) holdToHeaders(answer, /^\/api\/v1\/odata(?:[/?]|$)/.test(path));
    holdToSchema(method, answer, schemas.get(answer.headers["x-request-id"] ?? ""));
    return answer;
  }

  return {server, store, events, token, clock, get: (path, headers) => ask("GET", path, headers), ask, createToken};
}

/** An api over the store that commands have made in the data folder. */
export async function openApi(t: Ending, dataFolder: string, options: ApiOptions = {}): Promise<Api> {
  const store = await openStore({dataFolder});
  t.after(() => store.close());
  return createApi(t, store, options);
}

/** Charges values to the token's account in the month of the clock, as answers would. */
export async function spend(api: Pick<Api, "store" | "clock">, token: string, values: number): Promise<void> {
  const now = api.clock.now.toISOString();
  const owner = await api.store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
  const day = now.slice(0, 10);
  const charge = {accountId: owner!.accountId, month: now.slice(0, 7), day, values, limit: null};
  await api.store.charges.charge(charge);
}

export type Responses = Readonly<Record<number, object>>;

/** An answer from its parts, unpacked and parsed as its headers say. */
export function readAnswer(status: number, headers: Answer["headers"], raw: Buffer): Answer {
  const text = unpack(raw, headers["content-encoding"]).toString("utf8");
  const isJson = headers["content-type"]?.startsWith("application/json") === true && text !== "";
  return {status, headers, raw, text, json: isJson ? JSON.parse(text) : undefined};
}

function unpack(raw: Buffer, coding: string | undefined): Buffer {
  if (raw.length === 0 || coding === undefined) return raw;
  if (coding === "zstd") return zstdDecompressSync(raw);
  if (coding === "br") return brotliDecompressSync(raw);
  assert.equal(coding, "gzip");
  return gunzipSync(raw);
}

const seenIds = new Set<string>();

/** The headers of every answer under /api/. */
function holdToHeaders({headers, json, status}: Answer, isOData: boolean): void {
  const id = headers["x-request-id"];
  assert.ok(id !== undefined && id.length > 8, "X-Request-Id");
  assert.ok(!seenIds.has(id), "X-Request-Id is fresh");
  seenIds.add(id);
  assert.equal(headers["access-control-allow-origin"], "*");
  for (const name of ["Authorization", "X-API-Key", "Accept-Encoding"]) assert.ok(headers["vary"]?.includes(name));
  if (json?.error !== undefined) assert.equal(json.request_id ?? json.error.innererror.request_id, id);
  assert.equal(headers["odata-version"], isOData ? "4.0" : undefined);
  if (status === 429) assert.match(headers["retry-after"] ?? "", /^[1-9]\d*$/);
  if (status === 401) assert.match(headers["www-authenticate"] ?? "", isOData ? /^Basic realm=/ : /^Bearer$/);
}

/** Throws if the body is not exactly as the route declares for the status. */
export function holdToSchema(
  method: string,
  {status, headers, raw, text, json}: Answer,
  responses: Responses | undefined,
): void {
  if (method === "HEAD" || status === 304 || status === 204) {
    assert.equal(raw.length, 0, `${method} ${status} has a body`);
    return;
  }
  if (headers["content-type"]?.startsWith("text/csv") === true) {
    assert.ok(text.endsWith("\n"));
    return;
  }
  // files, whose content other readers check
  if (/parquet|application\/(gzip|zstd)/.test(headers["content-type"] ?? "") || status === 302) return;
  // other people's schemas describe it (test/interop/sdmx.test.ts)
  if (headers["content-type"]?.includes("vnd.sdmx") === true) return;
  if (headers["odata-version"] !== undefined && isDescribedElsewhere(headers, status, responses)) return;
  const schema = responses === undefined ? ENVELOPE_SCHEMA : responses[status];
  assert.ok(schema !== undefined, `the route declares no answer with status ${status}`);
  const validator = compiled(schema);
  assert.ok(
    validator.Check(json),
    `${status}: ${JSON.stringify(validator.Errors(json).slice(0, 3))} in ${text.slice(0, 500)}`,
  );
}

/** On the OData channel: what $metadata describes instead, text and XML, and errors in the form that strict readers are given. */
function isDescribedElsewhere(headers: Answer["headers"], status: number, responses: Responses | undefined): boolean {
  const type = headers["content-type"] ?? "";
  const isPlain = type.startsWith("text/plain") || type.startsWith("application/xml");
  return (
    isPlain ||
    (status >= 400 ? type.includes("odata.metadata=") : responses === undefined || !/=minimal.*=false/.test(type))
  );
}

const validators = new Map<object, ReturnType<typeof Compile>>();

function compiled(schema: object): ReturnType<typeof Compile> {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}
