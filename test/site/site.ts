// The site for tests: api and pages on one server, over a store of the test or over the samples.
import type {TestContext} from "node:test";
import type {FastifyInstance, InjectOptions} from "fastify";
import {buildServer} from "../../src/api/server.ts";
import {createEvidenceDesk, DESK_LIMITS} from "../../src/load/evidence/reader-queue.ts";
import type {Event} from "../../src/service/events.ts";
import type {OperatorDesk} from "../../src/service/operator-desk.ts";
import type {TableLoader} from "../../src/service/table-loader.ts";
import {readSettings, type Settings} from "../../src/settings/settings.ts";
import type {Letter, Mail} from "../../src/site/mail/mail.ts";
import {createSite} from "../../src/site/site.ts";
import {createFilesReader} from "../../src/store/dataset-files/files-folder.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {HANG_MS} from "../../src/work/patience.fixture.ts";
import {type Ending, makeSampleFolder} from "../sample-folder.ts";
import {temporaryStore} from "../warehouse.ts";
import {workerContexts} from "../worker-stores.ts";

export interface Got {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Set-Cookie headers, as they came. */
  readonly cookies: readonly string[];
  readonly text: string;
  readonly rawPayload: Buffer;
}

export interface TestSite {
  /** With several workers the first of them. */
  readonly server: FastifyInstance;
  readonly store: Store;
  readonly events: Event[];
  /** The sent letters, unless the test has its own mail. */
  readonly letters: Letter[];
  readonly clock: {now: Date};
  ask(method: string, path: string, headers?: Readonly<Record<string, string>>, body?: string): Promise<Got>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Got>;
}

export interface SiteOptions {
  readonly settings?: Partial<Settings>;
  readonly now?: Date;
  readonly store?: Store;
  readonly mail?: Mail;
  readonly tables?: TableLoader;
  readonly desk?: OperatorDesk;
  /** Folder of the files of datasets; none when absent. */
  readonly filesFolder?: string;
  /** Memory for catalogues; 32 MB when absent. */
  readonly catalogueBytes?: number;
}

/** The address that the server reports as its own. */
export const OWN_ADDRESS = "http://127.0.0.1:8080";

export async function openSite(t: TestContext, options: SiteOptions = {}): Promise<TestSite> {
  const store = options.store ?? (await temporaryStore(t)).store;
  const clock = {now: options.now ?? new Date("2026-07-15T12:00:00Z")};
  const events: Event[] = [];
  const settings = {...readSettings({}), ...options.settings};
  const emit = (event: Event): void => void events.push(event);
  const evidence = createEvidenceDesk(store, {...DESK_LIMITS, requestMs: HANG_MS});
  const letters: Letter[] = [];
  const mail = options.mail ?? {way: "outbox", send: async (letter) => void letters.push(letter), close: () => {}};
  t.after(() => evidence.close());
  const servers = workerContexts(t, store, evidence).map((own) => {
    const catalogues = createCatalogueCache(options.catalogueBytes ?? 2 ** 25, emit);
    const files = options.filesFolder === undefined ? {} : {files: createFilesReader(options.filesFolder)};
    const parts = {...own, ...files, catalogues, settings, now: () => clock.now, emit};
    const server = buildServer({
      ...parts,
      pages: createSite({
        ...{...parts, mail, ownAddress: () => OWN_ADDRESS},
        ...{tables: options.tables ?? null, desk: options.desk ?? null},
      }),
    });
    t.after(() => server.close());
    return server;
  });
  const server = servers[0]!;
  let requests = 0;

  async function ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Got> {
    const answer = await servers[requests++ % servers.length]!.inject({
      method: method as NonNullable<InjectOptions["method"]>,
      url: path,
      headers: {...headers},
      ...(body === undefined ? {} : {payload: body}),
    });
    const cookies = answer.headers["set-cookie"] ?? [];
    return {
      status: answer.statusCode,
      headers: answer.headers as Got["headers"],
      cookies: Array.isArray(cookies) ? cookies : [cookies],
      text: withPlainBlanks(answer.payload, String(answer.headers["content-type"])),
      rawPayload: answer.rawPayload,
    };
  }
  return {server, store, events, letters, clock, ask, get: (path, headers) => ask("GET", path, headers)};
}

/** Replaces no-break blanks, which tests need not know. */
function withPlainBlanks(text: string, type: string): string {
  return /html|atom/.test(type) ? text.replaceAll("\u00a0", " ") : text;
}

/** A store of the sample warehouse, as `npm start` makes it. */
export async function openSampleStore(ending: Ending): Promise<Store> {
  const store = await openStore({dataFolder: await makeSampleFolder(ending)});
  ending.after(() => store.close());
  return store;
}
