// What is kept of an answer to compare it with a later one: status, the headers that are part of the interface, the unpacked body.
//
// Identifiers of requests are random, so one mark takes their place. Everything else that is kept has to be the same again.

export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Unpacked text. */
  readonly body: string;
}

type Headers = Readonly<Record<string, string | readonly string[] | number | undefined>>;

const KEPT_HEADERS = /^(?:etag|cache-control|content-type|link|retry-after|preference-applied|odata-version|x-.*)$/;
const RANDOM_HEADERS: readonly string[] = ["x-request-id"];

/**
 * @param masked names of further headers of which only their presence is kept
 * @param more names of headers that are kept too
 */
export function keepAnswer(
  status: number,
  headers: Headers,
  body: string,
  masked: readonly string[] = [],
  more: readonly string[] = [],
): KeptAnswer {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(headers).sort()) {
    if (headers[name] === undefined || !(KEPT_HEADERS.test(name) || more.includes(name))) continue;
    kept[name] = RANDOM_HEADERS.includes(name) || masked.includes(name) ? "*" : String(headers[name]);
  }
  return {status, headers: kept, body: body.replace(/"request_id":"[^"]*"/g, '"request_id":"*"')};
}

/** The body as its type says: a value of JSON, the rows of a CSV by their columns, the lines of any other text. */
export function readBody({headers, body}: KeptAnswer): unknown {
  const type = headers["content-type"] ?? "";
  if (body === "") return "";
  if (type.startsWith("application/json")) return JSON.parse(body);
  if (type.startsWith("text/csv")) return readRows(body);
  return body.split("\n");
}

function readRows(text: string): Record<string, string>[] {
  const [header = [], ...rows] = text.replace("\uFEFF", "").trimEnd().split("\n").map(readCells);
  return rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [header[at] ?? `column ${at + 1}`, cell])));
}

/** A quoted cell loses its quotes; a line break within one makes two rows of it, which compare as well. */
function readCells(line: string): string[] {
  return (line.match(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g) ?? []).map((cell) => cell.replace(/;$/, ""));
}
