// sdmx-dl, the reader of SDMX in Java, against the live service behind TLS.
//
// Its library lies where Maven keeps it: `mvn dependency:get -Dartifact=com.github.nbbrd.sdmx-dl:sdmx-dl-standalone:3.0.0-beta.18`.
import assert from "node:assert/strict";
import {execFile, execFileSync, spawnSync} from "node:child_process";
import {once} from "node:events";
import {existsSync} from "node:fs";
import {request} from "node:http";
import {createServer} from "node:https";
import type {AddressInfo} from "node:net";
import {homedir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {promisify} from "node:util";
import {makeAuthority} from "../fetch/false-publisher.ts";
import {type Live, startLive} from "./live.ts";
import {datasetOf, valuesOfSlice} from "./slice-csv.ts";

const VERSION = "3.0.0-beta.18";
const FOLDER = join(homedir(), ".m2/repository/com/github/nbbrd/sdmx-dl/sdmx-dl-standalone", VERSION);
const LIBRARY = join(FOLDER, `sdmx-dl-standalone-${VERSION}.jar`);
const runs = (program: string, word: string): boolean => spawnSync(program, [word]).status === 0;
const canRun = existsSync(LIBRARY) && runs("javac", "--version") && runs("openssl", "version");
const skip = !canRun && `needs sdmx-dl-standalone ${VERSION} in Maven's folder, a JDK and openssl`;

/** The service behind TLS, as sdmx-dl sends a password; gives the flags with which Java trusts it. */
async function putBehindTls(t: TestContext, live: Live): Promise<{origin: string; flags: readonly string[]}> {
  const {ca, server: keys} = makeAuthority(t)!;
  const server = createServer(keys, (asked, reply) => {
    const {method, headers, url} = asked;
    const passed = request(live.origin + url, {method: method!, headers}, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  const store = join(live.folder, "trust.p12");
  const imported = [
    "-importcert",
    "-noprompt",
    "-alias",
    "ca",
    "-file",
    ca,
    "-keystore",
    store,
    "-storepass",
    "trusted",
  ];
  execFileSync("keytool", imported, {stdio: "ignore"});
  const flags = [`-Djavax.net.ssl.trustStore=${store}`, "-Djavax.net.ssl.trustStorePassword=trusted"];
  return {origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, flags};
}

test("sdmx-dl lists flows, reads structures, codes and keys, and every value of every flow as the CSV slice has them [sdmx.clients]", {
  skip,
}, async (t) => {
  const live = await startLive(t);
  const {origin, flags} = await putBehindTls(t, live);
  const words = [...flags, "-cp", LIBRARY, join(import.meta.dirname, "ReadBySdmxDl.java"), origin, live.token];
  const {stdout} = await promisify(execFile)("java", words, {maxBuffer: 1 << 28});
  const told = stdout.split("\n").map((line) => line.split(" "));
  const of = (kind: string): string[][] => told.filter(([one]) => one === kind).map(([, ...rest]) => rest);
  const flows = of("flow").map(([flow]) => flow!);
  assert.equal(flows.length, 12);
  assert.deepEqual(of("dimensions"), [["FREQ,INDICATOR,TRANSFORMATION,UNIT,GEO"]]);
  assert.deepEqual(of("codes"), [["_643"]]);
  assert.deepEqual(of("keys"), [["A.gdp.level.billion_rubles._643,A.gdp.pct_yoy.percent._643"]]);
  for (const flow of flows) {
    const own = of("value").filter(([one]) => one === flow);
    // its periods are an instant and a span: 2012-01-01T00:00:00/P1Y
    const lines = own.map(([, series, period, value]) => `${series} ${period!.slice(0, 10)} ${Number(value)}`);
    assert.deepEqual(lines.sort(), await valuesOfSlice(live, datasetOf(flow)), flow);
    assert.ok(lines.length > 0, flow);
  }
});
