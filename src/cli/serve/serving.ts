// A server from its lock to its last answer. SIGTERM, SIGINT and SIGHUP stop it gracefully.

import {buildMetricsServer, createMetrics, METRICS_PATH} from "../../api/metrics/metrics.ts";
import {buildServer} from "../../api/server.ts";
import type {Emit} from "../../events.ts";
import {createEvidenceDesk} from "../../load/evidence/reader-queue.ts";
import {SETTINGS, type Settings} from "../../settings.ts";
import {mailBaseOf} from "../../site/frame/parts.ts";
import {createSite} from "../../site/frame/site.ts";
import {openMail} from "../../site/mail/mail.ts";
import {todayOf} from "../../statistics/time/day.ts";
import {openStore, type Store} from "../../store/open.ts";
import {CATALOGUE_BYTES, createCatalogueCache} from "../../store/series/catalogue.ts";
import {searchOf} from "../../store/series/search-index.ts";
import {servedStore} from "../../store/served-store.ts";
import type {Call} from "../command.ts";
import {servedPlace} from "../open-store.ts";
import {watchDamage} from "./damage-watch.ts";
import {watchConnections} from "./graceful-stop.ts";
import {listen} from "./listening.ts";
import {createLog} from "./log.ts";
import {holdServeLock} from "./serve-lock.ts";
import {sweepHourly} from "./sweeping.ts";

/** Time for answers in flight after a signal. */
const STOP_MILLISECONDS = 9500;
/** The process ends within ten seconds of a signal, even if something is still open; acknowledged data are on the disk. */
const END_MILLISECONDS = 9900;
const LEFTOVER_MILLISECONDS = 500;
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * Serves the store of the settings until a signal comes.
 * @throws Refusal if another server holds the folder, or an address is in use
 */
export async function serveUntilSignal(call: Call, effects: ServeEffects): Promise<void> {
  const {settings} = call;
  const signal = nextSignal();
  const lock = settings.databaseUrl === null ? holdServeLock(settings.dataFolder) : null;
  const log = createLog(settings.log, () => new Date());
  // The metrics join it when there is a store that they can read.
  const told = {emit: log.emit};
  try {
    const store = await openStore(servedPlace(settings), {
      onClosed: (files) => log.emit({type: "files-closed", files}),
      onReplica: (error) => told.emit(error === null ? {type: "replica-returned"} : {type: "replica-left", error}),
    });
    try {
      await serveStore(call, store, told, signal, effects);
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
  told: {emit: Emit},
  signal: Promise<string>,
  {whenReady, showLetters = null}: ServeEffects,
): Promise<void> {
  const metrics = await openMetrics(settings, store, told.emit);
  told.emit = metrics.emit;
  const sweeping = sweepHourly(store, settings, metrics.emit);
  try {
    const emit = watchDamage(store, metrics.emit);
    let ownAddress = "";
    const mail = openMail(settings, showLetters);
    const evidence = createEvidenceDesk(store);
    let isStopping = false;
    const catalogues = createCatalogueCache(CATALOGUE_BYTES, emit);
    const shared = {store: servedStore(store), settings, emit, evidence, catalogues, isStopping: () => isStopping};
    const pages = createSite({...shared, now: () => new Date(), mail, ownAddress: () => ownAddress});
    const server = buildServer({...shared, pages});
    server.addHook("onClose", async () => mail.close());
    server.addHook("onClose", () => evidence.close());
    const connections = watchConnections(server.server);
    const address = await listen(server.server, settings, portSetting(), (place) => server.listen(place));
    ownAddress = address;
    if (mail.way === "smtp" && settings.publicUrl === null) {
      note(`RYAD_PUBLIC_URL is not set: links in mail lead to ${mailBaseOf(null, address)}`);
    }
    if (metrics.address !== null) say(`metrics at ${metrics.address}`);
    say(`listening on ${address}`);
    emit({type: "server-started", address, store: store.statistics.name});
    // So that the first search need not wait; if this fails, the next search or probe of /ready tries again.
    searchOf(store.statistics)
      .refresh()
      .catch((error: Error) => emit({type: "store-failed", error}));
    await whenReady?.(store, address);
    const reason = await signal;
    isStopping = true;
    emit({type: "server-stopping", reason});
    const cut = await connections.stop(STOP_MILLISECONDS);
    await server.close();
    emit({type: "server-stopped", cut});
  } finally {
    clearInterval(sweeping);
    metrics.close();
  }
}

/** After `npm start` an option needs "--" before it. */
function portSetting(): string {
  return process.env["npm_lifecycle_event"] === "start" ? "npm start -- --port N" : "--port";
}

/** The first signal that asks for the end; later ones change nothing. */
function nextSignal(): Promise<string> {
  return new Promise((resolve) => {
    const end = (name: string): void => {
      resolve(name);
      setTimeout(() => process.exit(), END_MILLISECONDS).unref();
    };
    for (const name of SIGNALS) process.on(name, () => end(name));
  });
}

/** The address for Prometheus, open while its port is set and the service runs. */
interface MetricsDoor {
  /** Where Prometheus reads; null when metrics are off. */
  readonly address: string | null;
  /** Passes an event to the given `emit`, and to the metrics. */
  readonly emit: Emit;
  /** Cuts a scrape that is in progress. */
  close(): void;
}

/**
 * @param emit already receives events: the log
 * @throws Refusal if the address is in use
 */
async function openMetrics(settings: Settings, store: Store, emit: Emit): Promise<MetricsDoor> {
  const {metricsPort: port, metricsHost: host} = settings;
  if (port === null) return {address: null, emit, close: () => {}};
  const metrics = createMetrics({
    store,
    today: () => todayOf(settings.today, new Date()),
    startedAt: new Date(),
    emit: (event) => tell(event),
  });
  const tell: Emit = (event) => {
    emit(event);
    metrics.count(event);
  };
  const server = buildMetricsServer(metrics.scrape, tell);
  const address = await listen(server, {host, port}, SETTINGS.metricsPort.environment);
  return {
    address: address + METRICS_PATH,
    emit: tell,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
