// The examples of the OpenAPI document: each request is sent again, and the document has only these.
import assert from "node:assert/strict";
import {test} from "node:test";
import {readAnswer, requestText} from "../src/api/openapi/examples.ts";
import {askExample, examplesOf, openSampleApi} from "./example-answers.ts";

interface PrintedExample {
  readonly description: string;
  readonly value: unknown;
}

/** Every example under the answers of the document, by the place and name that it is printed at. */
function printedExamples(document: OpenApi): Map<string, PrintedExample> {
  const printed = new Map<string, PrintedExample>();
  const collect = (operation: string, answers: readonly object[]): void => {
    for (const answer of answers) {
      for (const content of Object.values((answer as Answer).content ?? {})) {
        for (const [name, example] of Object.entries(content.examples ?? {}))
          printed.set(`${operation}/${name}`, example);
      }
    }
  };
  for (const {get, post} of Object.values(document.paths)) {
    const {operationId, responses} = (get ?? post)!;
    collect(operationId, Object.values(responses));
  }
  for (const [name, answer] of Object.entries(document.components.responses)) collect(name, [answer]);
  return printed;
}

interface Answer {
  readonly content?: Readonly<Record<string, {readonly examples?: Readonly<Record<string, PrintedExample>>}>>;
}
interface PrintedOperation {
  readonly operationId: string;
  readonly responses: Record<string, object>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, {readonly get?: PrintedOperation; readonly post?: PrintedOperation}>>;
  readonly components: {readonly responses: Readonly<Record<string, object>>};
}

test("each example request gives the answer in the document (npm run examples records them again) [openapi.document]", async (t) => {
  const api = await openSampleApi(t);
  const requests = examplesOf(api);
  const printed = printedExamples((await api.get("/api/openapi.json")).json);
  assert.deepEqual(
    [...printed.keys()].sort(),
    requests.map(({operation, name}) => `${operation}/${name}`).sort(),
    "what is printed are the requests that are asked",
  );
  for (const request of requests) {
    const {operation, name, path} = request;
    await t.test(`${operation}/${name}: ${path}`, async () => {
      const example = printed.get(`${operation}/${name}`);
      assert.equal(example?.description, requestText(request));
      assert.ok(example.description.includes(path), "the request is printed with its answer");
      const answer = await askExample(api, request);
      assert.deepEqual(answer, readAnswer(request));
      assert.deepEqual(answer.body, example.value);
    });
  }
});
