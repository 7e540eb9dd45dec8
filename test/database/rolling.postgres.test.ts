// Servers over one PostgreSQL are stopped and started one after the other, as an upgrade within one schema does it, while readers ask on.
import assert from "node:assert/strict";
import {type ChildProcess, spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {test} from "node:test";
import {until} from "../../src/work/patience.fixture.ts";
import {spawnRyad} from "../command.ts";
import {freePort, prepareHaproxy, serversUp} from "../haproxy.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const READERS = 2;
const skip = spawnSync("haproxy", ["-v"]).status === 0 ? false : "needs HAProxy";

test("servers restarted one after the other behind deploy/haproxy.cfg lose no request and charge each once [upgrade.rolling]", {
  skip,
}, async (t) => {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return t.skip(NEEDS_POSTGRES);
  const folder = await temporaryFolder(t);
  const bread = {provider: "me", dataset: "bread", name: "Bread", published_at: "2026-04-01"};
  const rows = ["price;643;2026-01;1", "price;643;2026-02;2"];
  const path = await writePackage(join(folder, "bread"), bread, "indicator;geo;period;value", rows);
  assert.equal((await warehouse.ryad("load", path)).code, 0);
  const token = await warehouse.createToken("owner");

  const ports = [await freePort(), await freePort()];
  const start = (port: number): ChildProcess => {
    const environment = {RYAD_DATABASE_URL: warehouse.databaseUrl, RYAD_DATABASE_TIMEOUT: "3600"};
    const child = spawnRyad(["serve", "--port", String(port)], environment);
    t.after(() => child.kill("SIGKILL"));
    return child;
  };
  const servers = ports.map(start);
  const port = await freePort();
  const hosts = ports.map((one) => `127.0.0.1:${one}`);
  const proxy = spawn("haproxy", prepareHaproxy(folder, port, hosts), {stdio: "ignore"});
  t.after(() => proxy.kill("SIGKILL"));
  const allUp = () =>
    until("both servers take requests", () => {
      assert.deepEqual([proxy.exitCode, proxy.signalCode], [null, null], "the proxy ended");
      return serversUp(folder).then(
        (count) => count === 2,
        () => false,
      );
    });
  const isReady = (origin: string) =>
    fetch(`${origin}/ready`).then(
      ({status}) => status === 200,
      () => false,
    );
  await until("both are ready", async () =>
    (await Promise.all(hosts.map((host) => isReady(`http://${host}`)))).every(Boolean),
  );
  await allUp();

  let isOver = false;
  const statuses: (number | string)[] = [];
  const read = async (): Promise<void> => {
    while (!isOver) {
      const headers = {"x-api-key": token};
      try {
        const answer = await fetch(`http://127.0.0.1:${port}/api/v1/data?dataset=bread&geo=country`, {headers});
        await answer.arrayBuffer();
        statuses.push(answer.status);
      } catch (error) {
        statuses.push(String((error as Error).cause ?? error));
      }
    }
  };
  const readers = Array.from({length: READERS}, read);
  for (const [index, server] of servers.entries()) {
    const before = statuses.length;
    server.kill("SIGTERM");
    assert.deepEqual(await once(server, "exit"), [0, null]);
    start(ports[index]!);
    await until("it is ready again", () => isReady(`http://${hosts[index]}`));
    await allUp();
    await until("readers have asked meanwhile", () => statuses.length >= before + 20);
  }
  isOver = true;
  await Promise.all(readers);
  // 429: the minute of the account is spent, by any server's count
  const served = statuses.filter((status) => status === 200);
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 429),
    [],
  );
  const [charged] = await warehouse.ask("select sum(used) as used from usage");
  assert.equal(charged!["used"], String(served.length * rows.length));
});
