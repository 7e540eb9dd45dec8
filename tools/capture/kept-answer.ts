// The parts of an answer that are kept to compare it with a later one: status, the headers of the interface, the unpacked body.
//
// Random identifiers of requests are replaced by one mark. Everything else must be equal. Differences have a place: "status", "header etag",
// "body items.3.value"; bodies with the same content in different bytes differ in the place "bytes of the body". An error instead of an
// answer, or an answer instead of an error, is one difference of the whole body.

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
function readBody({headers, body}: KeptAnswer): unknown {
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

/** The place of a difference between bodies with the same content. */
const OTHER_BYTES = "bytes of the body";

export interface Difference {
  readonly at: string;
  /** undefined: absent before */
  readonly was: unknown;
  /** undefined: absent now */
  readonly is: unknown;
}

export function listDifferences(was: KeptAnswer, is: KeptAnswer): Difference[] {
  const differences: Difference[] = [];
  if (was.status !== is.status) differences.push({at: "status", was: was.status, is: is.status});
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    const [before, now] = [was.headers[name], is.headers[name]];
    if (before !== now) differences.push({at: `header ${name}`, was: before, is: now});
  }
  if (was.body === is.body) return differences;
  const [before, now] = [readBody(was), readBody(is)];
  if (was.status < 400 !== is.status < 400) return [...differences, {at: "body", was: before, is: now}];
  const inBodies = [...differencesWithin("body", before, now)];
  if (inBodies.length === 0) return [...differences, {at: OTHER_BYTES, was: was.body, is: is.body}];
  return [...differences, ...inBodies];
}

function* differencesWithin(at: string, was: unknown, is: unknown): Generator<Difference> {
  if (Object.is(was, is)) return;
  if (!isBranch(was) || !isBranch(is) || Array.isArray(was) !== Array.isArray(is)) {
    yield {at, was, is};
    return;
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    yield* differencesWithin(at === "body" ? `body ${name}` : `${at}.${name}`, was[name], is[name]);
  }
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** One line for a person; long values are cut. */
export function differenceText({at, was, is}: Difference): string {
  const short = (value: unknown): string => {
    const text = value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
    return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
  };
  return `${at}: was ${short(was)}, is ${short(is)}`;
}
