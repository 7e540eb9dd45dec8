// A server from its lock to its last answer. SIGTERM, SIGINT and SIGHUP stop it gracefully.

import {createServer} from "node:net";
import type {MetricsContext} from "../../api/metrics/metrics.ts";
import {buildServer} from "../../api/server.ts";
import {fetchClock} from "../../fetch/sources/due.ts";
import {sourcesPath} from "../../fetch/sources/sources-path.ts";
import {createEvidenceDesk} from "../../load/evidence/reader-queue.ts";
import type {Emit} from "../../service/events.ts";
import {SETTINGS} from "../../settings/setting-rows.ts";
import type {Settings} from "../../settings/settings.ts";
import {openMail} from "../../site/mail/mail.ts";
import {mailBaseOf} from "../../site/visit/context.ts";
import {todayOf} from "../../statistics/time/day.ts";
import {createFilesReader, filesFolderOf} from "../../store/dataset-files/files-folder.ts";
import {openStore, type Store} from "../../store/open.ts";
import {createCatalogueCache} from "../../store/series/catalogue-cache.ts";
import {createAccountService, servedStore} from "../../store/served-store.ts";
import type {Call} from "../command.ts";
import {holdServeLock, servedLocation} from "../open-store.ts";
import {storeEnvironment} from "./child-command.ts";
import {keepWritingFiles} from "./file-writing.ts";
import {closeWhenQuiet, watchConnections} from "./graceful-stop.ts";
import {listen} from "./listening.ts";
import {createLog, type Log} from "./log.ts";
import {openPages} from "./open-pages.ts";
import {startTelling} from "./telling.ts";
import {createDamageLook, sweepHourly, watchDamage} from "./upkeep.ts";
import {accountProcedures} from "./workers/account-calls.ts";
import {PROGRAM_VERSION} from "./workers/messages.ts";
import {collectSeldom, workersOf} from "./workers/resources.ts";
import {createWorkforce} from "./workers/workforce.ts";

/** Time for answers in flight after a signal. */
const STOP_MILLISECONDS = 9500;
/** The process ends within ten seconds of a signal, even if something is still open; acknowledged data are on the disk. */
const END_MILLISECONDS = 9900;
const LEFTOVER_MILLISECONDS = 500;
/** To a database whose accounts the workers read and write themselves. */
const PARENT_CONNECTIONS = 2;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Serves the store of the settings until a signal comes.
 * @throws Refusal if another server holds the folder, or an address is in use
 */
export async function serveUntilSignal(call: Call, effects: ServeEffects): Promise<void> {
  const {settings} = call;
  const workers = workersOf(settings);
  const signal = watchSignals(workers > 1);
  const lock = settings.databaseUrl === null ? holdServeLock(settings.dataFolder) : null;
  const log = createLog(settings.log, () => new Date());
  try {
    const location = servedLocation(workers === 1 ? settings : {...settings, databaseConnections: PARENT_CONNECTIONS});
    const store = await openStore(location, {
      onClosed: (files) => log.emit({type: "files-closed", files}),
      onReplica: (error) => log.emit(error === null ? {type: "replica-returned"} : {type: "replica-left", error}),
    });
    try {
      if (workers === 1) await serveStore(call, store, log, signal.first, effects);
      else await serveByWorkers(call, store, log, signal, workers);
    } finally {
      await store.close();
    }
  } finally {
    lock?.release();
    await log.flush();
    // Ends the process even if something still keeps it alive.
    setTimeout(() => process.exit(), LEFTOVER_MILLISECONDS).unref();
  }
}

export interface ServeEffects {
  /** Called with the store and the address once requests are answered. */
  readonly whenReady?: (store: Store, address: string) => Promise<void>;
  /** Gets a line for each letter if no mail server is set: for the terminal of a sample, because it has a link that signs in. */
  readonly showLetters?: ((line: string) => void) | null;
}

async function serveStore(
  {settings, say, note}: Call,
  store: Store,
  log: Log,
  signal: Promise<string>,
  {whenReady, showLetters = null}: ServeEffects,
): Promise<void> {
  const metrics = await openMetrics(settings, store, log, undefined);
  const sweeping = sweepHourly(store, settings, metrics.emit);
  let fetching: Awaited<ReturnType<typeof fetchIfWanted>> = null;
  let writing: ReturnType<typeof keepWritingFiles> = null;
  collectSeldom();
  try {
    const emit = watchDamage(metrics.emit, createDamageLook(store, metrics.emit));
    const served = servedStore(store, createAccountService(store, emit), {
      maxBytes: settings.searchMemory * 2 ** 20,
      onLeftOut: (error) => emit({type: "store-failed", error}),
    });
    const {search} = served;
    let ownAddress = "";
    const mail = openMail(settings, showLetters);
    const evidence = createEvidenceDesk(store);
    let isStopping = false;
    const catalogues = createCatalogueCache(settings.catalogueMemory * 2 ** 20, emit);
    const files = createFilesReader(filesFolderOf(settings.dataFolder));
    const shared = {store: served, settings, emit, evidence, catalogues, files, isStopping: () => isStopping};
    const pages = await openPages(shared, mail, () => ownAddress);
    const server = buildServer({...shared, pages});
    server.addHook("onClose", async () => mail.close());
    server.addHook("onClose", () => evidence.close());
    const connections = watchConnections(server.server);
    const address = await listen(server.server, settings, portSetting(), (listenAddress) =>
      server.listen(listenAddress),
    );
    ownAddress = address;
    if (mail.way === "smtp" && settings.publicUrl === null) {
      note(`RYAD_PUBLIC_URL is not set: links in mail lead to ${mailBaseOf(null, address)}`);
    }
    if (metrics.address !== null) say(`metrics at ${metrics.address}`);
    say(`listening on ${address}`);
    emit({type: "server-started", address, store: store.statistics.name});
    fetching = await fetchIfWanted(settings, store, metrics.emit);
    writing = keepWritingFiles(store, settings, metrics.emit);
    const endRefreshing = search.keepFresh();
    const {overview} = served;
    const telling = startTelling({store, settings, mail, emit, overview, ownAddress: () => address});
    await whenReady?.(store, address);
    const reason = await signal;
    isStopping = true;
    fetching?.stop();
    const closed = Promise.all([telling.close(), writing?.close()]);
    emit({type: "server-stopping", reason});
    const cut = await connections.stop(STOP_MILLISECONDS);
    endRefreshing();
    await closed;
    await server.close();
    emit({type: "server-stopped", cut});
  } finally {
    clearInterval(sweeping);
    fetching?.stop();
    await writing?.close();
    metrics.close();
  }
}

/** null: this server fetches nothing. */
async function fetchIfWanted(settings: Settings, store: Store, emit: Emit) {
  if (!settings.fetch) return null;
  const {keepFetching} = await import("./scheduler.ts");
  const context = {store, path: sourcesPath(settings), now: fetchClock(settings.today), emit};
  return keepFetching(context, {...storeEnvironment(settings), RYAD_SOURCES: context.path});
}

/** After `npm start` an option needs "--" before it. */
function portSetting(): string {
  return process.env["npm_lifecycle_event"] === "start" ? "npm start -- --port N" : "--port";
}

interface Signals {
  /** The first signal that asks for the end; later ones change nothing. */
  readonly first: Promise<string>;
  /** Called at SIGHUP where it does not ask for the end. */
  onHangUp: () => void;
}

/** @param hasWorkers SIGHUP replaces them, unless the service runs in a terminal, which sends it when it closes */
function watchSignals(hasWorkers: boolean): Signals {
  const {promise: first, resolve} = Promise.withResolvers<string>();
  const signals: Signals = {first, onHangUp: () => {}};
  const end = (name: string): void => {
    resolve(name);
    setTimeout(() => process.exit(), END_MILLISECONDS).unref();
  };
  const isInTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
  for (const name of SIGNALS) {
    const first = process.listeners(name);
    if (name === "SIGHUP" && hasWorkers && !isInTerminal) process.on(name, () => signals.onHangUp());
    else process.on(name, () => end(name));
    // Those of bin/first-signals.js, and only now: a signal that has no listener for a moment is lost.
    for (const listener of first) process.off(name, listener as NodeJS.SignalsListener);
  }
  return signals;
}

/** The parent of workers: it has the port, the accounts and every count of the service, and answers no request itself. */
async function serveByWorkers(
  {settings, say, note}: Call,
  store: Store,
  log: Log,
  signal: Signals,
  workers: number,
): Promise<void> {
  let readWorkers: NonNullable<MetricsContext["readWorkers"]> = async () => [];
  const metrics = await openMetrics(settings, store, log, () => readWorkers());
  const {emit} = metrics;
  const sweeping = sweepHourly(store, settings, emit);
  let fetching: Awaited<ReturnType<typeof fetchIfWanted>> = null;
  let writing: ReturnType<typeof keepWritingFiles> = null;
  const evidence = createEvidenceDesk(store);
  const accountService = createAccountService(store, emit);
  const mail = openMail(settings, null);
  const server = createServer({allowHalfOpen: true, pauseOnConnect: true, noDelay: true});
  try {
    const address = await listen(server, settings, portSetting());
    const workforce = createWorkforce({
      start: {workers, address, settings, parsers: evidence.parsers, version: PROGRAM_VERSION},
      handlers: accountProcedures(accountService, evidence, (error) => emit({type: "store-failed", error})),
      onDamage: createDamageLook(store, emit),
      emit,
    });
    readWorkers = workforce.readMetrics;
    server.on("connection", workforce.give);
    if ((await Promise.race([signal.first, workforce.begin()])) !== undefined) return await workforce.kill();
    signal.onHangUp = () => void workforce.replaceAll();
    if (settings.smtpUrl !== null && settings.publicUrl === null)
      note(`RYAD_PUBLIC_URL is not set: links in mail lead to ${mailBaseOf(null, address)}`);
    if (metrics.address !== null) say(`metrics at ${metrics.address}`);
    say(`listening on ${address}`);
    emit({type: "server-started", address, store: store.statistics.name});
    fetching = await fetchIfWanted(settings, store, emit);
    writing = keepWritingFiles(store, settings, emit);
    const telling = startTelling({store, settings, mail, emit, ownAddress: () => address});
    const reason = await Promise.race([signal.first, workforce.failed]);
    fetching?.stop();
    const begun = performance.now();
    const closed = Promise.all([telling.close(), writing?.close()]);
    emit({type: "server-stopping", reason});
    workforce.callLast();
    await closeWhenQuiet(server);
    const cut = await workforce.end(Math.max(0, STOP_MILLISECONDS - (performance.now() - begun)));
    await closed;
    emit({type: "server-stopped", cut});
  } finally {
    server.close();
    fetching?.stop();
    await writing?.close();
    mail.close();
    clearInterval(sweeping);
    await evidence.close();
    await accountService.admission.close();
    metrics.close();
  }
}

/** The address for Prometheus, open while its port is set and the service runs. */
interface MetricsDoor {
  /** Where Prometheus reads; null when metrics are off. */
  readonly address: string | null;
  /** For the log and the metrics. */
  readonly emit: Emit;
  /** Cuts a scrape that is in progress. */
  close(): void;
}

/** @throws Refusal if the address is in use */
async function openMetrics(
  settings: Settings,
  store: Store,
  log: Log,
  readWorkers: MetricsContext["readWorkers"],
): Promise<MetricsDoor> {
  const {metricsPort: port, metricsHost: host} = settings;
  if (port === null) {
    log.join(null);
    return {address: null, emit: log.emit, close: () => {}};
  }
  const {buildMetricsServer, createMetrics, METRICS_PATH} = await import("../../api/metrics/metrics.ts");
  const metrics = createMetrics({
    store,
    today: () => todayOf(settings.today, new Date()),
    startedAt: new Date(),
    emit: log.emit,
    ...(readWorkers && {readWorkers}),
  });
  log.join(metrics.count);
  const server = buildMetricsServer(metrics.scrape, log.emit);
  const address = await listen(server, {host, port}, SETTINGS.metricsPort.environment);
  return {
    address: address + METRICS_PATH,
    emit: log.emit,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
