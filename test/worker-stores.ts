// The stores of several workers in the process of a test: RYAD_TEST_WORKERS=4 sends the requests of a test to four servers by turns.
//
// They ask one keeper over lines of JSON, as workers of `ryad serve` do. Only the processes are missing, and connections of their own to the
// statistics: so a test's clock counts for all, and so does what a test does to its store. Commands that a test starts take the same number (command.ts).

import {duplexPair} from "node:stream";
import {accountProcedures, remoteAccountService, workerEvidence} from "../src/cli/serve/workers/account-calls.ts";
import {answerCalls, openCallLine} from "../src/cli/serve/workers/call-line.ts";
import type {EvidenceReader} from "../src/service/evidence.ts";
import type {Store} from "../src/store/open.ts";
import {createDatasetOverview} from "../src/store/overview/dataset-overview.ts";
import {createSearch} from "../src/store/search/search.ts";
import {createAccountService, type ServedStore, servedStore} from "../src/store/served-store.ts";
import type {Ending} from "./sample-folder.ts";

export const TEST_WORKERS = Number(process.env["RYAD_TEST_WORKERS"] ?? "1");

/** For tests of what each worker has by itself. */
export const ONE_WORKER = {skip: TEST_WORKERS > 1 && "each worker has caches, a queue and unsent bytes of its own"};

export interface WorkerContext {
  readonly store: ServedStore;
  readonly evidence: EvidenceReader;
  readonly workers: number;
}

/** What each of the servers of a test is built over; one, over the store itself, unless several workers are asked for. */
export function workerContexts(
  t: Ending,
  store: Store,
  evidence: EvidenceReader,
  workers = TEST_WORKERS,
): readonly WorkerContext[] {
  if (workers === 1)
    return [
      {
        store: servedStore(
          store,
          createAccountService(store, () => {}),
        ),
        evidence,
        workers: 1,
      },
    ];
  const accountService = createAccountService(store, () => {});
  const handlers = accountProcedures(accountService, evidence, (error) => {
    throw error;
  });
  return Array.from({length: workers}, () => {
    const [parent, worker] = duplexPair();
    answerCalls(parent, handlers, {});
    const line = openCallLine(worker);
    t.after(() => worker.destroy());
    const plain = remoteAccountService(line);
    // a test stops the service by stopping a server
    const query = {...plain, admission: {...plain.admission, close: accountService.admission.close}};
    const {statistics} = store;
    const served =
      statistics.name === "sqlite"
        ? {...query, statistics, search: createSearch(statistics), overview: createDatasetOverview(statistics)}
        : servedStore(
            store,
            createAccountService(store, () => {}, query.addresses),
          );
    return {store: served, evidence: workerEvidence(line, evidence.parsers), workers};
  });
}
