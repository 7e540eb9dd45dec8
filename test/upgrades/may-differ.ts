// The table of allowed differences from the kept answers, may-differ.tsv (README.md in this folder says how to add a row).
//
// No row can allow another value, day of publication, key or period: such a difference is always refused, except for the whole body of an
// answer that was an error and so had none. Nor may the same content have other bytes.
import {type Difference, OTHER_BYTES} from "../../tools/capture/kept-answer.ts";

export interface AllowedDifference {
  /** `before`: the change is not there yet, so the row may go unused; `landed`: it has to be used. */
  readonly state: "before" | "landed";
  /** Tells the requests by "account METHOD address". */
  readonly request: RegExp;
  readonly place: RegExp;
  /** Pattern of the new text. */
  readonly becomes: RegExp;
  /** The unparsed row. */
  readonly line: string;
}

const GUARDED: readonly string[] = ["value", "as_of", "series_key", "period"];

/** Throws on a row that is not state, request, place, becomes and why, and on a place that is guarded. */
export function parseAllowed(text: string): AllowedDifference[] {
  const lines = text.split("\n").slice(1, -1);
  return lines.map((line) => {
    const [state, request, place = "", becomes, why, ...more] = line.split("\t");
    if ((state !== "before" && state !== "landed") || !request || !place || !becomes || !why || more.length > 0) {
      throw new Error(`a row is state, request, place, becomes and why, not "${line}"`);
    }
    if (GUARDED.some((name) => new RegExp(`[ .]${name}$`).test(place))) throw new Error(`${place} may never differ`);
    return {state, request: new RegExp(request), place: placePattern(place), becomes: new RegExp(becomes), line};
  });
}

/** `*` is any place in a list, `**` any way into the body. */
function placePattern(place: string): RegExp {
  const escaped = place.replace(/[.$[\]()?+^|]/g, "\\$&");
  return new RegExp(`^${escaped.replaceAll(/\*+/g, (stars) => (stars === "*" ? "\\d+" : "(?:\\S+)"))}$`);
}

/** The differences that no row allows; rows that allowed one are added to `used`. */
export function listForbidden(
  request: string,
  differences: readonly Difference[],
  allowed: readonly AllowedDifference[],
  used: Set<AllowedDifference>,
): Difference[] {
  const wasError = differences.some(({place, was}) => place === "status" && Number(was) >= 400);
  return differences.filter((difference) => {
    if (isGuarded(difference) && !(wasError && difference.place === "body")) return true;
    const {place, is} = difference;
    const text = typeof is === "string" ? is : JSON.stringify(is ?? null);
    const row = allowed.find((one) => one.request.test(request) && one.place.test(place) && one.becomes.test(text));
    if (row !== undefined) used.add(row);
    return row === undefined;
  });
}

function isGuarded({place, was, is}: Difference): boolean {
  if (!place.includes("body")) return false;
  const name = place.split(/[ .]/).at(-1)!;
  return place === OTHER_BYTES || GUARDED.includes(name) || holdsGuarded(was) || holdsGuarded(is);
}

function holdsGuarded(branch: unknown): boolean {
  if (typeof branch !== "object" || branch === null) return false;
  return Object.entries(branch).some(([name, inner]) => GUARDED.includes(name) || holdsGuarded(inner));
}
