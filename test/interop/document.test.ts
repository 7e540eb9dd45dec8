// The document checked by three tools, each of which first has to find a planted fault.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {Validator} from "@seriousme/openapi-schema-validator";
import {type Live, startLive} from "./live.ts";
import {run} from "./tools.ts";

/** The findings of a checker about a document, a line each. */
type Checker = (live: Live, file: string) => Promise<string[]>;

const checkers: Readonly<Record<string, Checker>> = {
  "redocly lint (recommended-strict)": async ({folder}, file) => {
    const config = join(folder, "redocly.yaml");
    await writeFile(config, "extends: [recommended-strict]\ntelemetry: off\n");
    const {stdout, stderr} = await run("redocly", ["lint", file, "--config", config, "--format", "json"], folder);
    const from = stdout.indexOf("{");
    assert.notEqual(from, -1, stderr);
    const {problems} = JSON.parse(stdout.slice(from)) as {problems: {ruleId: string; message: string}[]};
    return problems.map(({ruleId, message}) => `${ruleId}: ${message}`);
  },
  "spectral (spectral:oas)": async ({folder}, file) => {
    const rules = join(folder, "spectral.yaml");
    await writeFile(rules, 'extends: ["spectral:oas"]\n');
    const {stdout, stderr} = await run("spectral", ["lint", file, "--ruleset", rules, "--format", "json", "--quiet"]);
    const from = stdout.indexOf("[");
    assert.notEqual(from, -1, stderr);
    const found = JSON.parse(stdout.slice(from)) as {code: string; message: string; path: string[]}[];
    return found.map(({code, message, path}) => `${code}: ${message} (${path.join(".")})`);
  },
  "@seriousme/openapi-schema-validator": async (_live, file) => {
    const {valid, errors} = await new Validator().validate(file);
    return valid ? [] : [JSON.stringify(errors)];
  },
};

test("redocly, Spectral and the schema validator find no faults in the document, and find planted ones [openapi.document]", async (t) => {
  const live = await startLive(t);
  const faults = {
    "a parameter without a place": (document: Live["document"]) => {
      delete document.paths["/api/v1/data"].get.parameters[0].in;
    },
    "an example that breaks its schema": (document: Live["document"]) => {
      const {examples} = document.paths["/api/v1/data"].get.responses[200].content["application/json"];
      examples.months.value.series_count = "one";
    },
    "two operations of one name": (document: Live["document"]) => {
      document.paths["/api/v1/updates"].get.operationId = "getSlice";
    },
  };
  const files = new Map<string, string>();
  for (const [name, damage] of Object.entries(faults))
    files.set(name, await live.damaged(name.replaceAll(" ", "-"), damage));
  for (const [checker, find] of Object.entries(checkers)) {
    await t.test(checker, async () => {
      assert.deepEqual(await find(live, live.file), []);
      const found: string[] = [];
      for (const [name, file] of files) if ((await find(live, file)).length > 0) found.push(name);
      const bySchema = ["a parameter without a place"];
      assert.deepEqual(found, checker.startsWith("@seriousme") ? bySchema : Object.keys(faults));
    });
  }
});
