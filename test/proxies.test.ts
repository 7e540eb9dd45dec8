// The proxies of deploy/ as they are, but for addresses: each is started in front of a server that has no RYAD_PUBLIC_URL.
import assert from "node:assert/strict";
import {spawn, spawnSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {type IncomingHttpHeaders, request} from "node:http";
import {join} from "node:path";
import {test} from "node:test";
import {gunzipSync} from "node:zlib";
import {until} from "../src/work/patience.fixture.ts";
import {createToken, serve} from "./command.ts";
import {freePort, prepareHaproxy} from "./haproxy.ts";
import {copySampleTo} from "./sample-folder.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const runs = (program: string, word: string): boolean => spawnSync(program, [word]).status === 0;
/** Each writes its settings into a folder and gives the call that starts it. `servers` are addresses; the second is of none. */
const PROXIES = [
  {name: "HAProxy", program: "haproxy", version: "-v", settings: "haproxy.cfg", prepare: prepareHaproxy},
  {name: "nginx", program: "nginx", version: "-v", settings: "nginx.conf", prepare: prepareNginx},
] as const;

for (const {name, program, version, settings, prepare} of PROXIES) {
  const skip = process.platform === "linux" && runs(program, version) ? false : `needs ${name} on Linux`;
  test(`behind deploy/${settings} host, scheme and address are the reader's and not what he claims, and ETags and codings pass [deploy.proxies]`, {
    skip,
  }, async (t) => {
    const dataFolder = await temporaryFolder(t);
    await copySampleTo(dataFolder);
    const token = await createToken(dataFolder, "owner");
    const server = await serve(t, dataFolder, {RYAD_TRUST_PROXY: "127.0.0.1"});
    const port = await freePort();
    const folder = await temporaryFolder(t);
    const child = spawn(
      program,
      prepare(folder, port, [new URL(server.origin).host, `127.0.0.1:${await freePort()}`]),
      {
        stdio: "ignore",
      },
    );
    t.after(() => child.kill("SIGTERM"));
    const ask = (path: string, headers: Record<string, string> = {}, localAddress = "127.0.0.1") =>
      get(port, path, {"x-api-key": token, ...headers}, localAddress);
    await until(`${name} answers`, () => {
      assert.deepEqual([child.exitCode, child.signalCode], [null, null], `${name} ended at its start`);
      return ask("/health").then(
        ({status}) => status === 200,
        () => false,
      );
    });

    const claims = {
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Port": "666",
      "X-Forwarded-Proto": "https",
      Forwarded: "host=evil.example;proto=https",
      Host: "stats.example:8443",
    };
    const root = await ask("/api/v1/odata/", claims);
    assert.equal(
      JSON.parse(root.body.toString())["@odata.context"],
      "http://stats.example:8443/api/v1/odata/$metadata",
    );
    for (const path of [
      "/sitemap.xml",
      "/updates.atom",
      "/opensearch.xml",
      "/",
      "/api/v1/data?dataset=gdp&geo=all&limit=1",
    ]) {
      const {status, headers, body} = await ask(path, claims);
      assert.equal(status, 200, path);
      assert.doesNotMatch(JSON.stringify(headers) + body.toString(), /evil\.example|:666\b|https:\/\/stats/, path);
    }

    const slice = "/api/v1/data?dataset=gdp&geo=country&limit=5";
    const packed = await ask(slice, {"accept-encoding": "gzip"});
    assert.equal(packed.headers["content-encoding"], "gzip");
    const plain = await ask(slice, {"accept-encoding": "identity"});
    assert.deepEqual(gunzipSync(packed.body), plain.body);
    const direct = await server.get(slice, token);
    for (const {headers} of [packed, plain]) assert.equal(headers.etag, direct.headers.get("etag"));
    const again = await ask(slice, {"if-none-match": packed.headers.etag ?? ""});
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, packed.headers.etag]);

    const key = (JSON.parse(plain.body.toString()) as {series: {series_key: string}[]}).series[0]!.series_key;
    const statuses = new Map<number, number>();
    for (let turn = 0; turn < 31; turn++) {
      const {status} = await ask(`/series/${key}.csv`, {"X-Forwarded-For": `198.51.100.${turn}`}, "127.0.0.2");
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(
      [...statuses],
      [
        [200, 30],
        [429, 1],
      ],
    );
    assert.equal((await ask(`/series/${key}.csv`, {}, "127.0.0.3")).status, 200);
  });
}

/** As an operator's nginx includes it. A server that does not answer costs nginx a request, so both addresses are of the one that does. */
function prepareNginx(folder: string, port: number, servers: readonly string[]): string[] {
  const shipped = readFileSync(join(PROJECT, "deploy/nginx.conf"), "utf8");
  const moved = shipped
    .replace("listen 8080", `listen 127.0.0.1:${port}`)
    .replace("127.0.0.1:8081", servers[0]!)
    .replace("127.0.0.1:8082", servers[0]!);
  mkdirSync(join(folder, "temporary"));
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/temporary;`)
    .join(" ");
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {} http {access_log off; ${folders}\n${moved}}`,
  );
  return ["-p", folder, "-c", path, "-e", join(folder, "error.log")];
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Unlike fetch it sends any Host, from any address of this machine. */
function get(port: number, path: string, headers: Record<string, string>, localAddress: string): Promise<Answered> {
  return new Promise((resolve, reject) => {
    request({host: "127.0.0.1", port, path, headers, localAddress, agent: false}, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks)}),
      );
    })
      .on("error", reject)
      .end();
  });
}
