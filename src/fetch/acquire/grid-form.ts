// The fields of a form that a page's script lists as an object of filters, as EMISS has it: `new FGrid({filters: {…}, left_columns: […], …})`.
//
// Every value of every filter is selected unless the source names some. The form of the fields is that of the public clients of fedstat.ru;
// the script is not run: its literal is read as JSON after its words and strings are quoted.
import {FetchProblem} from "../fetch-problem.ts";

/** Fields in their order; a name may come more than once. */
export type FormFields = readonly (readonly [string, string])[];

interface Grid {
  readonly id?: number | string;
  readonly title?: string;
  readonly filters?: Readonly<Record<string, {readonly values?: Readonly<Record<string, unknown>>}>>;
  readonly left_columns?: readonly (number | string)[];
  readonly top_columns?: readonly (number | string)[];
  readonly groups?: readonly (number | string)[];
  readonly filterObjectIds?: readonly (number | string)[];
}

/**
 * The fields of the form with all values selected.
 * @param name of the script's object. @param only values by filter; absent: all. @throws FetchProblem if the page has no such object
 */
export function gridFields(
  html: string,
  name: string,
  only: Readonly<Record<string, readonly (string | number)[]>> = {},
): FormFields {
  const grid = readGrid(html, name);
  const filters = Object.entries(grid?.filters ?? {});
  if (grid === null || filters.length === 0)
    throw new FetchProblem("refused", `the page has no ${name} with filters: its layout is another one`, {
      hint: "look at the page; if it works in a browser, this program has to learn its new layout",
    });
  const top = new Set((grid.top_columns ?? []).map(String));
  const selected = filters.flatMap(([filter, {values = {}}]) => {
    const wanted = only[filter]?.map(String) ?? Object.keys(values);
    const unknown = wanted.filter((value) => !(value in values));
    if (unknown.length > 0)
      throw new FetchProblem("refused", `the filter ${filter} of the page has no value ${unknown.join(", ")}`, {
        hint: "correct `only` of the source",
      });
    return wanted.map((value) => ["selectedFilterIds", `${filter}_${value}`] as const);
  });
  const placed = filters
    .filter(([filter]) => filter !== "0")
    .map(([filter]) => [top.has(filter) ? "columnObjectIds" : "lineObjectIds", filter] as const);
  return [["title", grid.title ?? ""], ["id", String(grid.id ?? "")], ...placed, ...selected, ["filterObjectIds", "0"]];
}

function readGrid(html: string, name: string): Grid | null {
  const start = html.indexOf(`new ${name}(`);
  if (start < 0) return null;
  const literal = literalAt(html, html.indexOf("{", start));
  try {
    return literal === null ? null : (JSON.parse(literal) as Grid);
  } catch {
    return null;
  }
}

/** A string, a word that is a name, a comma before an end, or a bracket. */
const TOKEN = /'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|\$\([^)]*\)|([A-Za-z_$][\w$]*|\d+)(\s*:)|,(?=\s*[}\]])|([{}])/g;

/** The object literal that begins there, as JSON; a call in it is null. */
function literalAt(script: string, start: number): string | null {
  if (start < 0) return null;
  TOKEN.lastIndex = start;
  let [json, from, depth] = ["", start, 0];
  for (let match = TOKEN.exec(script); match !== null; match = TOKEN.exec(script)) {
    const [all, single, double, word, colon, bracket] = match;
    json += script.slice(from, match.index);
    from = match.index + all.length;
    if (bracket !== undefined) {
      json += bracket;
      depth += bracket === "{" ? 1 : -1;
      if (depth === 0) return json;
    } else if (word !== undefined) json += `"${word}"${colon}`;
    else if (single !== undefined || double !== undefined) json += quoted((single ?? double)!);
    else if (all.startsWith("$")) json += "null";
  }
  return null;
}

/** JSON knows no \' and no \x41. */
function quoted(text: string): string {
  const plain = text.replace(/\\(?:x([0-9a-f]{2})|(['/]))/gi, (_, code?: string, sign?: string) =>
    code === undefined ? sign! : `\\u00${code}`,
  );
  return `"${plain.replace(/(?<!\\)"/g, '\\"').replace(/[\n\t\r]/g, " ")}"`;
}
