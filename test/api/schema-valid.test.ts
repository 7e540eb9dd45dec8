// The parameters of the OpenAPI document compared with the server: requests are made from the document alone. The server must accept each
// that fits the schemas, and refuse each that does not.
//
// Refusals that no schema can express remain: a start after the end, a search without a question, a provider that is not loaded.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {tries} from "../../src/work/tries.fixture.ts";
import {openSampleApi} from "../example-answers.ts";
import type {Answer, Api} from "./client.ts";

interface Schema {
  readonly type: "string" | "integer" | "array";
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly minItems?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly allowEmptyValue?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
}

/** The token of a next page cannot be guessed, and neither can a credential. */
const UNGUESSABLE = ["$skiptoken", "api_key"];

/** A page that was found, is too large, has nothing, or refuses what no schema says. */
const OUTCOMES = [200, 400, 404, 422];

/** Refusals of one parameter because of its form. */
const OF_FORM = /int_parsing|_than_equal|string_pattern_mismatch|date_parsing|enum|missing/;

async function readOperations(api: Api): Promise<Described[]> {
  const {paths} = (await api.get("/api/openapi.json")).json;
  return Object.entries(paths).flatMap(([path, methods]) => {
    // what is sent in a body has no parameters
    const {get} = methods as {readonly get?: Described};
    if (get === undefined) return [];
    const {operationId, parameters} = get;
    const own = parameters.filter((one) => one.in !== undefined && !UNGUESSABLE.includes(one.name));
    return {path, operationId, parameters: own};
  });
}

/** Any text; an address cannot contain a zero byte or half of a surrogate pair. */
const anyText = (minLength = 0): fc.Arbitrary<string> =>
  fc.string({unit: "grapheme", minLength}).filter((text) => !text.includes("\0") && text.isWellFormed());

function valid(schema: Schema): fc.Arbitrary<string> {
  if (schema.type === "integer") return fc.bigInt(BigInt(schema.minimum!), BigInt(schema.maximum!)).map(String);
  if (schema.type === "array")
    return fc
      .array(valid(schema.items!), {minLength: schema.minItems ?? 0, maxLength: 3})
      .map((parts) => parts.join(","));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  if (schema.examples !== undefined) return fc.constantFrom(...schema.examples);
  return anyText(schema.minLength);
}

/** A parameter with a text that does not fit; null if every text fits. */
function invalid({minimum, maximum, pattern, enum: values, items}: Schema): fc.Arbitrary<string> | null {
  const text = anyText(1).filter((one) => one.trim() !== "" && !one.includes(","));
  if (items !== undefined) return invalid(items);
  if (values !== undefined) return text.filter((one) => !values.includes(one));
  if (pattern !== undefined) return text.filter((one) => !new RegExp(pattern).test(one));
  if (minimum === undefined || maximum === undefined) return null;
  const outside = [fc.bigInt({max: BigInt(minimum) - 1n}), fc.bigInt({min: BigInt(maximum) + 1n})].map((one) =>
    one.map(String),
  );
  return fc.oneof(
    ...outside,
    text.filter((one) => !/^\s*[+-]?\d+\s*$/.test(one)),
  );
}

/** One second after the previous request, because a minute allows 600. */
async function ask(api: Api, address: string): Promise<Answer> {
  api.clock.now = new Date(api.clock.now.getTime() + 1000);
  return api.get(address);
}

function addressOf(path: string, given: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  let address = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (path.includes(`{${name}}`)) address = address.replace(`{${name}}`, encodeURIComponent(value));
    else query.append(name, value);
  }
  return `${address}?${query}`;
}

/** A start after the end is refused, so one of the two is removed. */
function withoutCrossing(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const {start, end, ...rest} = given;
  return start !== undefined && end !== undefined ? {...rest, end} : given;
}

/** Either a sentence, or a number and what it is about: no schema says that one of them is needed. */
function asClaim({text, value = "98.8", q, series, period, ...rest}: Record<string, string | undefined>) {
  return !text ? {...rest, value, period, ...(series ? {series} : {q})} : {...rest, text};
}

test("a request that fits the document's schemas is accepted [openapi.tight]", async (t) => {
  const api = await openSampleApi(t);
  for (const {path, operationId, parameters} of await readOperations(api)) {
    const isOData = path.includes("/odata/");
    const always = parameters.filter((one) => one.required || one.name === "$filter" || one.name === "q");
    const requests = fc.record(Object.fromEntries(parameters.map((one) => [one.name, valid(one.schema)])), {
      requiredKeys: always.map(({name}) => name),
    });
    await fc.assert(
      fc.asyncProperty(requests, async (given) => {
        if (given["q"]?.trim() === "" || given["dataset"] === "all") return;
        const address = addressOf(path, path.endsWith("/verify") ? asClaim(given) : withoutCrossing(given));
        const {status, text, json} = await ask(api, address);
        assert.ok(
          // derived values have one order and no totals
          isOData ? status === 200 || (status === 501 && given["derive"] !== undefined) : OUTCOMES.includes(status),
          `${operationId} ${address}: ${text}`,
        );
        if (status === 422)
          for (const {type} of json.detail) assert.doesNotMatch(type, OF_FORM, `${operationId} ${address}: ${text}`);
      }),
      {numRuns: tries({few: 20, all: 60})},
    );
  }
});

test("a parameter that does not fit its schema is refused, and an empty one counts as absent where the document says so [openapi.tight]", async (t) => {
  const api = await openSampleApi(t);
  for (const {path, parameters} of await readOperations(api)) {
    const refused = path.includes("/odata/") ? [400, 406] : [422];
    const needed = {
      dataset: "gdp",
      series_key: "ycowe7zbqp9rhk93",
      concept_id: "key-rate",
      freq: "Q",
      $top: "1",
      $filter: "dataset_code eq 'gdp'",
      value: "98.8",
      derive: "change",
      release_id: "1",
    };
    for (const {name, in: position, schema, allowEmptyValue} of parameters) {
      if (position === "path") continue;
      const verified = name === "q" ? {series: "ycowe7zbqp9rhk93"} : {q: "ВВП"};
      // one of the two is needed, so the other one may be empty
      const sentence = {value: undefined, text: "ВВП вырос на 1,5 %"};
      const plain = Object.fromEntries(
        Object.entries({
          ...needed,
          ...(path.endsWith("/verify")
            ? name === "value"
              ? sentence
              : verified
            : path === "/api/v1/observations" ||
                path === "/api/v1/panel" ||
                (path === "/api/v1/derived" && name === "dataset")
              ? {series: "ycowe7zbqp9rhk93"}
              : {}),
        }).filter(([name]) => parameters.some((one) => one.name === name)),
      );
      const empty = await ask(api, addressOf(path, {...plain, [name]: ""}));
      const isTaken = ![...refused, 400].includes(empty.status);
      assert.equal(isTaken, allowEmptyValue === true, `an empty ${name} of ${path}`);
      const wrong = invalid(schema);
      if (wrong === null) continue;
      await fc.assert(
        fc.asyncProperty(wrong, async (text) => {
          const {status} = await ask(api, addressOf(path, {...plain, [name]: text}));
          assert.ok(refused.includes(status), `${name}=${text} of ${path}: ${status}`);
        }),
        {numRuns: tries({few: 7, all: 20})},
      );
    }
  }
});
