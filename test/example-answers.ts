// Sends the example requests of the OpenAPI document to a server over the sample warehouse.
//
// Values that differ from run to run (identifiers of requests and load runs, moments and days of loading) are replaced by fixed ones, so
// that everything else can be compared unchanged.
import {type ExampleAnswer, type ExampleRequest, requestsOf} from "../src/api/openapi/examples.ts";
import {SHARED_ANSWERS} from "../src/api/openapi/shared-words.ts";
import {openStore} from "../src/store/open.ts";
import {type Api, type ApiOptions, createApi, type Headers, spend} from "./api/client.ts";
import {type Ending, makeSampleFolder} from "./sample-folder.ts";

/** An api over a folder of the sample warehouse, one of its own if none is given. */
export async function openSampleApi(ending: Ending, options: ApiOptions = {}, folder?: string): Promise<Api> {
  const store = await openStore({dataFolder: folder ?? (await makeSampleFolder(ending))});
  ending.after(() => store.close());
  return createApi(ending, store, options);
}

/** Every example of the document that this api serves. */
export function examplesOf(api: Api): ExampleRequest[] {
  const ofRoutes = api.server.describedRoutes.map(({operation: {operationId: operation, examples}}) => ({
    operation,
    examples,
  }));
  return [...ofRoutes, ...Object.values(SHARED_ANSWERS)].flatMap(requestsOf);
}

/** The last of the answers to a request, as the document prints it. Throws when it has another status than the example says. */
export async function askExample(api: Api, request: ExampleRequest): Promise<ExampleAnswer> {
  const headers = await credentials(api, request.token);
  const send = () => api.ask(request.body === undefined ? "GET" : "POST", request.path, headers, request.body);
  let answer = await send();
  for (let query = 1; query < (request.times ?? 1); query++) answer = await send();
  const {status, text, json} = answer;
  if (status !== (request.status ?? 200))
    throw new Error(`${request.path}: ${status} instead of ${request.status ?? 200}: ${text.slice(0, 300)}`);
  const type = answer.headers["content-type"]?.split(";")[0] ?? "";
  return {type, body: json === undefined ? text : withoutChance(json)};
}

async function credentials(api: Api, token: ExampleRequest["token"]): Promise<Headers> {
  if (token === "none") return {authorization: ""};
  if (token === "unknown") return {"x-api-key": "unknown"};
  if (token === undefined) return {"x-api-key": api.token};
  const fresh = await api.createToken("free");
  if (token === "spent") await spend(api, fresh, 1_000_000);
  return {"x-api-key": fresh};
}

/** Member → its fixed value. */
const STANDING_FOR: Readonly<Record<string, string>> = {
  request_id: "0198c0de-5eed-4a11-b0b0-5a3d1e0f7c42",
  load_run: "V1StGXR8Z5jdHi6BmyT0PQ",
  version: "V1StGXR8Z5jdHi6BmyT0PQ",
  changed_by: "V1StGXR8Z5jdHi6BmyT0PQ",
  changed_at: "2026-07-15T12:00:00.000Z",
  proof: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9",
  loaded_at: "2026-07-15T12:00:00.000Z",
  day: "2026-07-15",
  at: "2026-07-15T12:00:00.000Z",
  cursor: "WzAsNTYsImY0NGRkNmU4NjI2YSJd",
};

/** Members that are a moment of loading in some answers, and a day of publication in others. */
const MOMENTS: readonly string[] = ["updated"];

function withoutChance(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) =>
    typeof value === "string" && !isFormatVersion(name, value)
      ? (STANDING_FOR[name] ?? standingForMoment(name, value))
      : value,
  );
}

function standingForMoment(name: string, value: string): string {
  if (name === "id" && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return STANDING_FOR["load_run"]!;
  return MOMENTS.includes(name) && value.includes("T") ? STANDING_FOR["at"]! : value;
}

/** That of JSON-stat is of its format; a plan's is by chance. */
function isFormatVersion(name: string, value: string): boolean {
  return name === "version" && /^\d+\.\d+$/.test(value);
}
