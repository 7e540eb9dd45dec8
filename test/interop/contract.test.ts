// Live answers compared with the document by two independent tools: redocly respect runs an Arazzo file, Prism is a proxy in between.
//
// Each first proves that it notices faults: a planted fault in the document makes it reject a right answer.
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {createServer} from "node:net";
import {basename, join} from "node:path";
import {type TestContext, test} from "node:test";
import {arazzo} from "./arazzo.ts";
import {type Json, type Live, startLive} from "./live.ts";
import {type LiveRequest, listRequests} from "./requests.ts";
import {run, start} from "./tools.ts";

const FAULTS: Readonly<Record<string, (document: Json) => void>> = {
  "a value that would have to be text": ({components}) => {
    components.schemas.SliceObservation.properties.value.type = "string";
  },
  "a member that is not declared": ({components}) => {
    delete components.schemas.DatasetBlock.properties.lag_months;
  },
  "a null that is not allowed": ({components}) => {
    components.schemas.Series.properties.continues_as.type = "string";
  },
};

test("redocly respect finds no answer that differs from the document, and finds planted faults [openapi.document]", async (t) => {
  const live = await startLive(t);
  const requests = await listRequests(live);
  assert.deepEqual(await respect(live, live.file, requests), []);
  for (const [name, damage] of Object.entries(FAULTS)) {
    await t.test(name, async () => {
      const file = await live.damaged(name.replaceAll(" ", "-"), damage);
      assert.notEqual((await respect(live, file, requests)).length, 0);
    });
  }
});

test("Prism's proxy finds no answer that differs from the document, and finds planted faults [openapi.document]", async (t) => {
  const live = await startLive(t);
  // Prism reads a 501 as a missing route, and answers in its place.
  const requests = (await listRequests(live)).filter(({status}) => status !== 501);
  const proxy = await startPrism(t, live, live.file);
  const refusable: string[] = [];
  for (const request of requests) {
    const {status, violations} = await askThrough(proxy, live, request);
    assert.equal(status, request.status, request.address);
    assert.deepEqual(
      violations.filter(({location}) => location[0] === "response"),
      [],
      request.address,
    );
    if (status === 200 || status === 404) assert.deepEqual(violations, [], request.address);
    else if (violations.length > 0) refusable.push(request.address);
  }
  assert.ok(refusable.length >= 5, "what the document forbids, Prism sees in the request too");
  for (const [name, damage] of Object.entries(FAULTS)) {
    await t.test(name, async (inner) => {
      const damaged = await startPrism(inner, live, await live.damaged(`prism-${name.replaceAll(" ", "-")}`, damage));
      const answers = await Promise.all(requests.slice(0, 8).map((request) => askThrough(damaged, live, request)));
      assert.ok(answers.some(({violations}) => violations.some(({location}) => location[0] === "response")));
    });
  }
});

/** The checks that failed, a line each. */
async function respect(live: Live, document: string, requests: readonly LiveRequest[]): Promise<string[]> {
  const steps = join(live.folder, `${basename(document, ".json")}.arazzo.json`);
  const report = `${steps}.report.json`;
  await writeFile(steps, JSON.stringify(arazzo(basename(document), live.document, requests)));
  const {stdout, stderr} = await run(
    "redocly",
    ["respect", steps, "--server", `ryad=${live.origin}`, "--input", `token=${live.token}`, "--json-output", report],
    live.folder,
  );
  const {files} = JSON.parse(await readText(report, `${stdout}${stderr}`));
  const executed = Object.values<Json>(files).flatMap(({executedWorkflows}) => executedWorkflows);
  const done = executed.flatMap(({executedSteps}) => executedSteps);
  assert.equal(done.length, requests.length, "every step was taken");
  return done.flatMap(({request, checks}) =>
    checks.filter(({passed}: Json) => !passed).map((check: Json) => `${request?.url}: ${check.name}: ${check.message}`),
  );
}

async function readText(path: string, otherwise: string): Promise<string> {
  return readFile(path, "utf8").catch(() => {
    throw new Error(`no report: ${otherwise}`);
  });
}

/** The address of a Prism proxy before the live server. */
async function startPrism(t: TestContext, live: Live, document: string): Promise<string> {
  const port = await freePort();
  const child = start("prism", ["proxy", document, live.origin, "--port", String(port), "--verboseLevel", "info"]);
  t.after(() => child.kill("SIGKILL"));
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const listen = (piece: Buffer): void => {
      said += piece.toString("utf8");
      if (/Prism is listening/i.test(said)) resolve();
    };
    child.stdout!.on("data", listen);
    child.stderr!.on("data", listen);
    child.once("exit", () => reject(new Error(`prism ended: ${said}`)));
  });
  return `http://127.0.0.1:${port}`;
}

interface Violation {
  readonly location: readonly string[];
  readonly message: string;
}

async function askThrough(proxy: string, live: Live, {address, token}: LiveRequest) {
  const keys = {good: live.token, unknown: "unknown"} as const;
  const headers: Record<string, string> = token === "none" ? {} : {"X-API-Key": keys[token]};
  const response = await fetch(`${proxy}${address}`, {headers});
  await response.arrayBuffer();
  const violations = JSON.parse(response.headers.get("sl-violations") ?? "[]") as Violation[];
  return {status: response.status, violations};
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const {port} = server.address() as {port: number};
  await new Promise((resolve) => server.close(resolve));
  return port;
}
