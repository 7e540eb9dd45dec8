// `npm run examples`: sends every example request of the OpenAPI document again and saves the answers for the document.
import {execFileSync} from "node:child_process";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {type ExampleAnswer, exampleKey} from "../src/api/openapi/examples.ts";
import {askExample, examplesOf, openSampleApi} from "../test/example-answers.ts";

const root = join(import.meta.dirname, "..");
const kept = join(root, "src/api/openapi/example-answers.json");

const ends: (() => unknown)[] = [];
try {
  const api = await openSampleApi({after: (end) => void ends.unshift(end as () => unknown)});
  const requests = examplesOf(api);
  const answers: Record<string, ExampleAnswer> = {};
  for (const request of requests) answers[exampleKey(request)] = await askExample(api, request);
  writeFileSync(kept, JSON.stringify(answers));
  execFileSync(join(root, "node_modules/.bin/biome"), ["format", "--write", kept], {stdio: "pipe"});
  console.log(`${requests.length} answers in ${kept}`);
} finally {
  for (const end of ends) await end();
}
