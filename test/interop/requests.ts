// Requests to a live server: every example of the document, and for each dataset of the sample a page, a series and its evidence.
import type {Json, Live} from "./live.ts";

export interface LiveRequest {
  readonly operationId: string;
  /** Path and query. */
  readonly address: string;
  readonly status: number;
  /** Whether a good token, none or an unknown one is sent. */
  readonly token: "good" | "none" | "unknown";
}

export async function listRequests(live: Live): Promise<LiveRequest[]> {
  const requests: LiveRequest[] = [];
  for (const {path, status, token} of listExamples(live.document)) {
    if (token !== null && !path.includes("%zz")) requests.push(ask(live, path, status, token));
  }
  const {items} = (await (await live.get("/api/v1/reference/datasets")).json()) as {items: Json[]};
  for (const {provider_code, code} of items) {
    const page = `/api/v1/data?dataset=${provider_code}/${encodeURIComponent(code)}&geo=all&limit=2`;
    const {series} = (await (await live.get(page)).json()) as {series: Json[]};
    const key = series[0].series_key;
    requests.push(
      ...[page, `${page}&labels=1&offset=1`, `${page}&format=csv&labels=1&bom=1`].map((path) => ask(live, path)),
      ask(live, `/api/v1/reference/codes?dataset=${provider_code}/${encodeURIComponent(code)}`),
      ask(live, `/api/v1/series/${key}/observations?limit=3`),
      ask(live, `/api/v1/series/${key}/evidence`),
    );
  }
  return requests;
}

function ask(live: Live, address: string, status = 200, token: LiveRequest["token"] = "good"): LiveRequest {
  const path = address.split("?")[0]!;
  const template = Object.keys(live.document.paths).find((one) =>
    new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
  );
  if (template === undefined) throw new Error(`${path} is not in the document`);
  return {operationId: live.document.paths[template].get.operationId, address, status, token};
}

/** By the circumstances that the document prints behind the address; other examples need an account of their own. */
const TOKENS: Readonly<Record<string, LiveRequest["token"]>> = {
  "": "good",
  ", without a token": "none",
  ", with an unknown token": "unknown",
};

/** Every example of the document, by its printed request. */
function listExamples(document: Json): {path: string; status: number; token: LiveRequest["token"] | null}[] {
  const answers: [status: string, answer: Json][] = Object.values<Json>(document.paths).flatMap(({get}) =>
    Object.entries<Json>(get?.responses ?? {}).map(([status, answer]): [string, Json] => [status, answer]),
  );
  const printed = answers.flatMap(([status, answer]) => {
    const shared = answer.$ref === undefined ? answer : document.components.responses[answer.$ref.split("/").at(-1)];
    return Object.values<Json>(shared.content ?? {}).flatMap(({examples}) =>
      Object.values<Json>(examples ?? {}).map(({description}) => `${status} ${description}`),
    );
  });
  return [...new Set(printed)].map((line) => {
    const [, status, path, circumstances] = /^(\d+) `GET (\S+)`(.*)$/.exec(line)!;
    return {path: path!, status: Number(status), token: TOKENS[circumstances!] ?? null};
  });
}
