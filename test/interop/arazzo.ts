// Requests as an Arazzo description (OpenAPI Initiative, 1.0.1): one step each, none depending on another.
import type {Json} from "./live.ts";
import type {LiveRequest} from "./requests.ts";

/** `source`: the file of the document, beside that of the description. */
export function arazzo(source: string, document: Json, requests: readonly LiveRequest[]): object {
  return {
    arazzo: "1.0.1",
    info: {title: "Every route of Ryad", version: "1"},
    sourceDescriptions: [{name: "ryad", type: "openapi", url: source}],
    workflows: requests.map((request, number) => ({
      workflowId: `request-${number}`,
      inputs: {type: "object", properties: {token: {type: "string", format: "password"}}},
      steps: [
        {
          stepId: `${request.operationId}-${number}`,
          operationId: request.operationId,
          parameters: [...credentials(request), ...parametersOf(document, request)],
          successCriteria: [{condition: `$statusCode == ${request.status}`}],
        },
      ],
    })),
  };
}

function credentials({token}: LiveRequest): object[] {
  if (token === "none") return [];
  return [{in: "header", name: "X-API-Key", value: token === "good" ? "$inputs.token" : token}];
}

function parametersOf(document: Json, {operationId, address}: LiveRequest): object[] {
  const url = new URL(address, "http://host");
  const template = Object.keys(document.paths).find((path) => document.paths[path].get?.operationId === operationId)!;
  const parts = url.pathname.split("/");
  const inPath = template
    .split("/")
    .flatMap((part, place) =>
      part.startsWith("{") ? [{in: "path", name: part.slice(1, -1), value: parts[place]}] : [],
    );
  return [...inPath, ...[...url.searchParams].map(([name, value]) => ({in: "query", name, value}))];
}
