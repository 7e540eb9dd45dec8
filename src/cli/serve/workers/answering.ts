// The work of a worker of `ryad serve`: answers requests on the connections that its parent hands over. It reads statistics itself; the accounts and all
// counts of the service are the parent's, asked over the call line.
//
// Its process is worker.ts, which handles signals first.

import {Socket} from "node:net";
import type {WorkerMetrics} from "../../../api/metrics/metrics.ts";
import {buildServer} from "../../../api/server.ts";
import type {Emit} from "../../../service/events.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {Settings} from "../../../settings/settings.ts";
import {openMail} from "../../../site/mail/mail.ts";
import {createFilesReader, filesFolderOf} from "../../../store/dataset-files/files-folder.ts";
import {openStatistics} from "../../../store/engines/sqlite/open.ts";
import {openStore} from "../../../store/open.ts";
import {createDatasetOverview} from "../../../store/overview/dataset-overview.ts";
import {createSearch} from "../../../store/search/search.ts";
import {createCatalogueCache} from "../../../store/series/catalogue-cache.ts";
import {type AccountService, createAccountService, type ServedStore, servedStore} from "../../../store/served-store.ts";
import {shareOf} from "../../../work/service-limits.ts";
import {servedLocation} from "../../open-store.ts";
import {watchConnections} from "../graceful-stop.ts";
import {createLog, type Log} from "../log.ts";
import {openPages} from "../open-pages.ts";
import {watchDamage} from "../upkeep.ts";
import {remoteAccountService, workerEvidence} from "./account-calls.ts";
import {type Channel, openCallLine} from "./call-line.ts";
import {type FromWorker, LINE_DESCRIPTOR, PROGRAM_VERSION, type ToWorker, type WorkerStart} from "./messages.ts";
import {collectSeldom} from "./resources.ts";

function tell(message: FromWorker): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}

/** Serves until the parent ends it; tells the parent that it is ready, or the reason why it cannot serve. */
export async function answerRequests(given: WorkerStart): Promise<void> {
  try {
    await serve(given);
    await tell({type: "ready"});
  } catch (error) {
    const hint = error instanceof Refusal ? error.hint : null;
    await tell({type: "refused", message: (error as Error).message, hint});
    process.exit(1);
  }
}

async function serve(given: WorkerStart): Promise<void> {
  const {number, workers, address, settings, parsers} = given;
  if (given.version !== PROGRAM_VERSION) {
    throw new Refusal(
      `version ${PROGRAM_VERSION} is installed, and the service that runs is ${given.version}`,
      "stop the service and start it",
    );
  }
  collectSeldom();
  const line = openCallLine(new Socket({fd: LINE_DESCRIPTOR, readable: true, writable: true}));
  setInterval(() => line.notify("alive"), given.beatMs);
  const log = createLog(settings.log, () => new Date(), number);
  const metrics = settings.metricsPort === null ? null : await openMetrics();
  log.join(metrics?.count ?? null);
  const emit = watchDamage(log.emit, () => line.notify("damage"));
  const store = await openServed(settings, workers, line, emit);
  const mail = openMail(settings, null);
  const evidence = workerEvidence(line, parsers);
  let isStopping = false;
  const catalogues = createCatalogueCache(
    shareOf("megabytes of catalogues in memory", workers, settings.catalogueMemory) * 2 ** 20,
    emit,
  );
  const {search} = store;
  const files = createFilesReader(filesFolderOf(settings.dataFolder));
  const shared = {store, settings, emit, evidence, catalogues, workers, files, isStopping: () => isStopping};
  const pages = await openPages(shared, mail, () => address);
  const server = buildServer({...shared, pages});
  server.addHook("onClose", async () => mail.close());
  const connections = watchConnections(server.server);
  await server.ready();
  const endRefreshing = search.keepFresh();

  process.on("message", (message: ToWorker, socket?: Socket) => {
    if (message.type === "connection") {
      // null: the client has left on the way
      if (socket) take(socket);
      line.notify("taken");
    } else if (message.type === "call-last") {
      isStopping = message.isStopping;
      connections.callLast();
    } else if (message.type === "end") {
      void end(message.idleMs, message.withinMs);
    } else if (message.type === "ask-metrics") {
      void snapshot(metrics).then((read) => tell({type: "metrics", number: message.number, metrics: read}));
    }
  });

  function take(socket: Socket): void {
    // as sockets of an HTTP server are: a client may close its own side and still read
    socket.allowHalfOpen = true;
    socket.once("close", () => line.notify("closed"));
    server.server.emit("connection", socket);
  }

  async function end(idleMs: number, withinMs: number): Promise<void> {
    await connections.untilEmpty(idleMs);
    const cut = await connections.stop(withinMs);
    endRefreshing();
    await server.close();
    await endLog(log, cut, metrics);
    process.exit(0);
  }
}

/** Most services have none, and their start does not wait for the code. */
async function openMetrics(): Promise<WorkerMetrics> {
  return (await import("../../../api/metrics/metrics.ts")).createWorkerMetrics();
}

async function endLog(log: Log, cut: number, metrics: WorkerMetrics | null): Promise<void> {
  await log.flush();
  await tell({type: "ended", cut, metrics: await snapshot(metrics)});
}

async function snapshot(metrics: WorkerMetrics | null): Promise<readonly object[]> {
  return metrics === null ? [] : metrics.read();
}

/** In a data folder the parent has the account service; in a database the rows are, so only the counts in memory are the parent's. */
async function openServed(settings: Settings, workers: number, line: Channel, emit: Emit): Promise<ServedStore> {
  const remote = remoteAccountService(line);
  const searchTerms = {
    maxBytes: shareOf("megabytes of the search index in memory", workers, settings.searchMemory) * 2 ** 20,
    onLeftOut: (error: Error) => emit({type: "store-failed", error}),
  };
  if (settings.databaseUrl === null) {
    const statistics = await openStatistics(settings.dataFolder);
    const search = createSearch(statistics, searchTerms);
    return {...remote, statistics, search, overview: createDatasetOverview(statistics)};
  }
  const connections = shareOf("connections to the database", workers, settings.databaseConnections);
  const store = await openStore(servedLocation({...settings, databaseConnections: connections}), {
    onReplica: (error) => emit(error === null ? {type: "replica-returned"} : {type: "replica-left", error}),
  });
  const accountService: AccountService = createAccountService(store, emit, remote.addresses);
  return servedStore(store, accountService, searchTerms);
}
