// Types generated from the live document, and a client on them that runs every route.
import assert from "node:assert/strict";
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {useEveryRoute} from "./client.ts";
import {startLive} from "./live.ts";
import {run} from "./tools.ts";

const GENERATED = join(import.meta.dirname, "generated");
/** Its sample compiles too. */
const DOCUMENTED = join(import.meta.dirname, "../../docs/clients.md");

test("a client with generated types compiles, its faults are rejected, and it runs every route of the live server [openapi.document]", async (t) => {
  const live = await startLive(t);
  await mkdir(GENERATED, {recursive: true});
  const generated = await run("openapi-typescript", [live.file, "--output", join(GENERATED, "api.ts")]);
  assert.equal(generated.code, 0, generated.stderr);
  const [, sample = ""] = /```ts\n(.*?)```/s.exec(await readFile(DOCUMENTED, "utf8"))!;
  await writeFile(join(GENERATED, "documented.ts"), sample);
  const compiled = await run("tsc", ["--noEmit", "--project", "tsconfig.json"]);
  assert.equal(compiled.stdout, "");
  assert.equal(compiled.code, 0, compiled.stderr);

  const asked: string[] = [];
  const statuses: number[] = [];
  const findings = await useEveryRoute(live.origin, live.token, async (request) => {
    const response = await fetch(request);
    asked.push(new URL((request as Request).url).pathname);
    statuses.push(response.status);
    return response;
  });
  const routes = Object.keys(live.document.paths);
  const unasked = routes.filter((route) => {
    const form = new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    return !asked.some((path) => form.test(path));
  });
  assert.deepEqual(unasked, []);
  assert.deepEqual(statuses.toSorted().slice(-3), [200, 404, 404], "two requests are refused, and on purpose");
  assert.equal(findings.refusal, "NOT_FOUND");
  assert.deepEqual(findings.territories.toSorted(), ["г. Москва", "г. Санкт-Петербург"]);
  assert.ok(findings.datasets >= 8);
  assert.equal(findings.growth.get("2017-01-01"), 101.5);
  assert.ok(findings.revisedBy.length >= 2);
});
