// What a publisher declares about a table in a `datapackage.json` (Frictionless) beside it, or one folder up.
//
// Only a package that lists the file among its resources counts. Its answers are proposals, each shown with its source: a package is often
// older than its table.
import {existsSync, readFileSync, statSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {folded} from "../../country/plain-text.ts";
import {parseDay, type StatedDay} from "../../statistics/time/day.ts";

export interface DeclaredTable {
  /** The title of the package, with the name of the table if the package has several; null: none. */
  readonly title: string | null;
  /** The name of the package, for a code; null: none. */
  readonly name: string | null;
  /** Texts about the whole table, those of its own first. */
  readonly texts: readonly string[];
  /** Texts about a column, by its header. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** The newest day that the package states of itself; null: none. */
  readonly day: StatedDay | null;
  /** Licence and source, as notes of the dataset. */
  readonly notes: readonly string[];
}

export const DATA_PACKAGE = "datapackage.json";
const MOST_BYTES = 2 ** 22;

/** null: no package lists the file, or it can't be read. */
export function declaredTable(path: string): DeclaredTable | null {
  const own = dirname(resolve(path));
  for (const folder of new Set([own, dirname(own)])) {
    const content = readPackage(join(folder, DATA_PACKAGE));
    const resources = listOf(content?.["resources"]);
    const one = resources.find((resource) =>
      [resource["path"]].flat().some((part) => typeof part === "string" && resolve(folder, part) === resolve(path)),
    );
    if (content !== null && one !== undefined) return tableOf(content, one, resources.length);
  }
  return null;
}

type Content = Readonly<Record<string, unknown>>;

function readPackage(path: string): Content | null {
  if (!existsSync(path) || statSync(path).size > MOST_BYTES) return null;
  try {
    return listOf([JSON.parse(readFileSync(path, "utf8"))])[0] ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function tableOf(content: Content, resource: Content, tables: number): DeclaredTable {
  const of = (one: Content, ...names: readonly string[]) => names.flatMap((name) => textOf(one[name]) ?? []);
  const [title = null] = of(content, "title");
  const [name] = of(resource, "title", "name");
  const schema = listOf([resource["schema"]])[0] ?? {};
  return {
    title: title !== null && tables > 1 && name !== undefined ? `${title}: ${name}` : title,
    name: textOf(content["name"]),
    texts: [...of(resource, "description", "title"), ...of(content, "title", "description")],
    fields: new Map(
      listOf(schema["fields"]).map((field) => [textOf(field["name"]) ?? "", of(field, "description", "title")]),
    ),
    day: newestDay([resource, content]),
    notes: [...notesOf("Licence", content["licenses"]), ...notesOf("Source", content["sources"])],
  };
}

/** A version is a day if it is written as one. */
const DAY_FIELDS = ["last_updated", "lastUpdated", "modified", "last_modified", "updated", "created", "version"];

function newestDay(parts: readonly Content[]): StatedDay | null {
  const texts = parts.flatMap((part) => DAY_FIELDS.map((name) => textOf(part[name]) ?? ""));
  const days = texts.flatMap((text) => parseDay(/^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0] ?? "") ?? []);
  return days.length === 0 ? null : (Math.max(...days) as (typeof days)[number]);
}

function notesOf(what: string, value: unknown): string[] {
  return listOf(value).flatMap((one) => {
    const words = [textOf(one["title"]) ?? textOf(one["name"]), textOf(one["path"])].filter((text) => text !== null);
    return words.length === 0 ? [] : [`${what}: ${words.join(", ")} (${DATA_PACKAGE})`];
  });
}

function textOf(value: unknown): string | null {
  const text = typeof value === "string" ? folded(value) : "";
  return text === "" ? null : text;
}

function listOf(value: unknown): Content[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];
}
