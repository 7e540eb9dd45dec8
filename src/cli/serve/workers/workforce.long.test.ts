// Workers that hang, and workers of another version.
import assert from "node:assert/strict";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {createEvidenceDesk} from "../../../load/evidence/reader-queue.ts";
import type {Event} from "../../../service/events.ts";
import {readSettings} from "../../../settings/settings.ts";
import {openStore} from "../../../store/open.ts";
import {createAccountService} from "../../../store/served-store.ts";
import {until} from "../../../work/patience.fixture.ts";
import {accountProcedures} from "./account-calls.ts";
import {PROGRAM_VERSION} from "./messages.ts";
import {createWorkforce, type Workforce} from "./workforce.ts";

const skip = process.platform === "win32" ? "needs POSIX signals" : false;

async function oneWorker(t: TestContext, version: string): Promise<{workforce: Workforce; events: Event[]}> {
  const dataFolder = await mkdtemp(join(tmpdir(), "ryad-workforce-"));
  const store = await openStore({dataFolder});
  const evidence = createEvidenceDesk(store);
  t.after(async () => {
    await evidence.close();
    await store.close();
    await rm(dataFolder, {recursive: true});
  });
  const events: Event[] = [];
  const emit = (event: Event): void => void events.push(event);
  const settings = {...readSettings({}), dataFolder, log: "none"} as const;
  const workforce = createWorkforce({
    start: {workers: 1, address: "http://127.0.0.1", settings, parsers: evidence.parsers, version},
    handlers: accountProcedures(
      createAccountService(store, () => {}),
      evidence,
      assert.fail,
    ),
    onDamage: () => {},
    emit,
    beatMs: 50,
  });
  return {workforce, events};
}

test("a worker that does not turn its event loop is killed and replaced, also if a signal has stopped it [serve.worker-hung]", {
  skip,
}, async (t) => {
  const {workforce, events} = await oneWorker(t, PROGRAM_VERSION);
  await workforce.begin();
  const pids = (): number[] => events.flatMap((event) => (event.type === "worker-started" ? [event.pid] : []));
  const [hung] = pids();
  process.kill(hung!, "SIGSTOP");
  await until("there is another worker", () => pids().length === 2);
  assert.throws(() => process.kill(hung!, 0));
  assert.deepEqual(
    events.find(({type}) => type === "worker-lost"),
    {type: "worker-lost", worker: 1, pid: hung, by: "hung"},
  );
  assert.equal(await workforce.end(5000), 0);
});

test("a worker of another version than its parent refuses to serve, and says that the service has to be started again [serve.workers-version]", async (t) => {
  const {workforce} = await oneWorker(t, "0.0.1");
  await assert.rejects(workforce.begin(), {
    message: `version ${PROGRAM_VERSION} is installed, and the service that runs is 0.0.1`,
    hint: "stop the service and start it",
  });
});
