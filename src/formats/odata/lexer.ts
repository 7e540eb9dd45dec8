// The words of an OData expression: literals, names and signs, each with its place and whether a blank precedes it.
//
// A minus is always a sign here, never an operator: the protocol subtracts with `sub`. Blanks are spaces and tabs alone.
import {parseCalendarDay} from "../../statistics/time/day.ts";
import type {Value, ValueType} from "./expression.ts";
import {bad, quoted, unsupported} from "./fault.ts";

export type Token = BareToken & {readonly at: number; readonly blank: boolean};
type BareToken =
  | {readonly kind: "literal"; readonly type: ValueType; readonly value: Value}
  | {readonly kind: "word" | "alias" | "sign" | "end"; readonly text: string};

/** Longer expressions are refused: a request line has the same limit. */
const MAX_EXPRESSION_LENGTH = 16_384;

/** Throws ODataFault at a character that cannot begin a token. */
export function readTokens(text: string): Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH) throw bad(`an expression has at most ${MAX_EXPRESSION_LENGTH} characters`);
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    const from = at;
    while (text[at] === " " || text[at] === "\t") at++;
    const blank = at > from;
    if (at === text.length) return [...tokens, {kind: "end", text: "", at, blank}];
    const {token, end} = readToken(text, at, blank);
    tokens.push(token);
    at = end;
  }
}

const PATTERNS = {
  string: /'(?:[^']|'')*'/y,
  moment: /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?(?:Z|[+-]\d\d:\d\d)/iy,
  guid: /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/iy,
  day: /-?\d{4,}-\d\d-\d\d/y,
  time: /\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?/y,
  number: /[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?[dfml]?/iy,
  infinity: /-?INF|NaN/y,
  word: /\$?[\p{L}_][\p{L}\p{Nd}_.]*/uy,
  alias: /@[\p{L}_][\p{L}\p{Nd}_]*/uy,
  sign: /[(),/\-*=:]/y,
} as const;

type TokenKind = keyof typeof PATTERNS;

/** The kinds that a token may have by its first character, in the order in which they are tried. */
function kindsAt(first: string): readonly TokenKind[] {
  if (first === "'") return ["string"];
  if (first === "@") return ["alias"];
  if (/[(),/*=:]/.test(first)) return ["sign"];
  if (/[\d+-]/.test(first)) return ["moment", "guid", "day", "time", "number", "infinity", "sign"];
  return ["guid", "infinity", "word"];
}

/** A literal or name must not be followed directly by one of these. */
const GOES_ON = /[\p{L}\p{Nd}_.'@:]/uy;

function readToken(text: string, at: number, blank: boolean): {token: Token; end: number} {
  for (const name of kindsAt(text[at]!)) {
    const pattern = PATTERNS[name];
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) continue;
    const end = at + found.length;
    if (name === "word" && text[end] === "'") throw prefixed(found);
    if (name === "infinity" && /[\p{L}\p{Nd}_.]/u.test(text[end] ?? "")) continue;
    GOES_ON.lastIndex = end;
    const isRange = name === "word" && text[end] === ":";
    if (name !== "sign" && !isRange && GOES_ON.test(text)) {
      if (name === "number" || name === "day" || name === "time") continue;
      throw bad(`at place ${at + 1} the expression has ${quoted(text.slice(at, end + 1))}, which cannot be read`);
    }
    return {token: {...tokenOf(name, found), at, blank}, end};
  }
  if (text[at] === "'") throw bad(`the text that begins at place ${at + 1} has no closing quote`);
  throw bad(`at place ${at + 1} the expression has ${quoted(text.slice(at, at + 20))}, which cannot be read`);
}

function tokenOf(name: TokenKind, text: string): BareToken {
  switch (name) {
    case "string":
      return {kind: "literal", type: "string", value: text.slice(1, -1).replaceAll("''", "'")};
    case "moment":
      return {kind: "literal", type: "moment", value: readMoment(text)};
    case "day": {
      const day = parseCalendarDay(text);
      if (day === null) throw bad(`${quoted(text)} is not a day of the years 0001 to 9999`);
      return {kind: "literal", type: "day", value: day};
    }
    case "number":
      return readNumber(text);
    case "infinity":
      return {kind: "literal", type: "double", value: Number(text.replace("INF", "Infinity"))};
    case "guid":
    case "time":
      throw unsupported(`${quoted(text)}: no property of this service has such a type`);
    case "word":
    case "alias":
    case "sign":
      return {kind: name, text};
  }
}

/** A letter after a number names its type for other services. Here it only means that 5d is not an integer. */
function readNumber(text: string): BareToken {
  const value = Number(text.replace(/[dfml]$/i, ""));
  return {kind: "literal", type: /^[+-]?\d+l?$/i.test(text) ? "integer" : "double", value};
}

const DAY_SECONDS = 86_400;

/** Days since 1970-01-01 with the fraction of the day, in UTC. */
function readMoment(text: string): number {
  const parts = /^(.{10})T(\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?(?:Z|([+-])(\d\d):(\d\d))$/i.exec(text)!;
  const [, date = "", hours, minutes, seconds = "0", sign, zoneHours = "0", zoneMinutes = "0"] = parts;
  const day = parseCalendarDay(date);
  const inRange = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (day === null || !inRange || Number(zoneHours) > 14 || Number(zoneMinutes) > 59) {
    throw bad(`${quoted(text)} is not a date and time of the years 0001 to 9999`);
  }
  const zone = (sign === "-" ? -1 : 1) * (Number(zoneHours) * 3600 + Number(zoneMinutes) * 60);
  return day + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) - zone) / DAY_SECONDS;
}

function prefixed(prefix: string): Error {
  if (/^(?:duration|binary|geography|geometry)$/i.test(prefix)) {
    return unsupported(`${prefix}'…': no property of this service has such a type`);
  }
  return bad(
    `${prefix}'…' is not a literal of OData 4`,
    "a text is 'text', a date 2024-01-31, a number 1.5, without a word before it",
  );
}
