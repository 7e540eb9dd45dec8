// The parts of an answer that are kept to compare it with a later one: status, the headers of the interface, the unpacked body.
//
// Random identifiers of requests are replaced by one mark. Everything else must be equal.

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
 * @param masked names of further headers of which only the presence is kept
 * @param more names of further headers to keep
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

/** The body by its type: a value of JSON, the rows of a CSV by their columns, the lines of any other text. */
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

/** A quoted cell loses its quotes; a line break in a cell splits its row, which does not disturb the comparison. */
function readCells(line: string): string[] {
  return (line.match(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g) ?? []).map((cell) => cell.replace(/;$/, ""));
}
