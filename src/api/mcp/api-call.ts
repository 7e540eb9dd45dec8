// A question of a tool to the API, as any client would ask it: tools have no other way to the data, so a model gets what everybody gets, at the
// same price and under the same limits.
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
  /** What the answer gives and charges; to HEAD, what a GET of the address would. */
  readonly values: number;
  /** Series of the whole selection; null: the route does not say. */
  readonly seriesTotal: number | null;
}

export type CallMethod = "GET" | "HEAD";

/** @param address from /api/v1/ on, with its query */
export type ApiCall = (address: string, method: CallMethod) => Promise<ApiAnswer>;

/** The headers of an answer in which the API says how much it has [price.*]. */
export function answerSize(header: (name: string) => string | null): Pick<ApiAnswer, "values" | "seriesTotal"> {
  const total = header("x-series-total");
  return {values: Number(header("x-values") ?? 0), seriesTotal: total === null ? null : Number(total)};
}

/** What a model is told in place of an answer. */
export class ToolRefusal extends Error {}

/** The values of a parameter: null and undefined leave it out, a list repeats it. */
export type CallParameters = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

export function apiAddress(path: string, parameters: CallParameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined || value === "") continue;
    for (const one of typeof value === "object" ? value : [value]) query.append(name, String(one));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The body of the answer. Throws ToolRefusal with the words of the API. */
export async function ask<T>(call: ApiCall, path: string, parameters?: CallParameters): Promise<T> {
  const {status, body} = await call(apiAddress(path, parameters), "GET");
  if (status === 200) return body as T;
  throw new ToolRefusal(refusalText(status, body));
}

interface RefusalBody {
  readonly error?: {readonly message: string; readonly hint: string | null};
  readonly detail?: readonly {readonly loc: readonly string[]; readonly msg: string}[];
}

/** What the answer would give, for nothing. Throws as `ask` does. */
export async function askPrice(call: ApiCall, path: string, parameters: CallParameters): Promise<ApiAnswer> {
  const priced = await call(apiAddress(path, parameters), "HEAD");
  // An answer to HEAD has no words.
  if (priced.status !== 200) await ask(call, path, parameters);
  return priced;
}

function refusalText(status: number, body: unknown): string {
  const {error, detail} = (body ?? {}) as RefusalBody;
  if (error !== undefined) return [error.message, error.hint].filter((part) => part).join("; ");
  if (detail !== undefined) return detail.map(({loc, msg}) => `${loc.at(-1)}: ${msg}`).join("; ");
  return `the API answered ${status}`;
}
