// Recipes: sources that are known to work, with what they rest on, ready to be put into an operator's sources.yaml.
//
// A recipe is a file of reference/recipes. A text in it has its parameters as <name>, and the operator gives their values. The file that a
// recipe is added to keeps its comments and its order.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import {dirname, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import {isMap, isSeq, parse, parseDocument} from "yaml";
import {Refusal} from "../../service/refusal.ts";
import {giveToOwnerOf} from "../../store/files/file-owner.ts";
import {findNearName} from "../../text/near-name.ts";
import {parseSources} from "./sources-file.ts";

const FOLDER = fileURLToPath(new URL("../../../reference/recipes/", import.meta.url));

export interface SourceRecipe {
  readonly name: string;
  readonly about: string;
  /** A file at hand, or public documentation; and what nobody has tried yet. */
  readonly rests: string;
  /** Name → its meaning, with a default behind "=" if there is one. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The block of the source, with <parameters> in its texts. */
  readonly source: Readonly<Record<string, unknown>>;
}

/** All recipes, by name. */
export function listRecipes(): SourceRecipe[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yaml"));
  return names.sort().map((file) => {
    const {about, rests, parameters, source} = parse(readFileSync(FOLDER + file, "utf8")) as Omit<SourceRecipe, "name">;
    return {name: file.slice(0, -".yaml".length), about, rests, parameters: parameters ?? {}, source};
  });
}

/** @throws Refusal if there is none of that name */
export function findRecipe(name: string): SourceRecipe {
  const recipes = listRecipes();
  const found = recipes.find((recipe) => recipe.name === name);
  if (found !== undefined) return found;
  const near = findNearName(
    name,
    recipes.map((recipe) => recipe.name),
  );
  throw new Refusal(
    `there is no recipe ${name}`,
    near === null ? "ryad source recipes lists them" : `did you mean ${near}?`,
  );
}

/**
 * The source of a recipe with the values of its parameters.
 * @param values "name=value" words. @throws Refusal for an unknown parameter, and for one without a value
 */
export function fillRecipe(
  {name, parameters, source}: SourceRecipe,
  values: readonly string[],
): Record<string, unknown> {
  const given = new Map(values.map((word) => [word.split("=")[0]!, word.slice(word.indexOf("=") + 1)]));
  const names = Object.keys(parameters);
  const unknown = [...given.keys()].find((one) => !names.includes(one));
  if (unknown !== undefined)
    throw new Refusal(
      `the recipe ${name} has no parameter ${unknown}`,
      names.length === 0 ? null : `it has ${names.join(", ")}`,
    );
  for (const [parameter, meaning] of Object.entries(parameters)) {
    const fallback = /=\s*(\S.*)$/.exec(meaning)?.[1];
    if (!given.has(parameter) && fallback !== undefined) given.set(parameter, fallback);
    if ((given.get(parameter) ?? "") === "")
      throw new Refusal(`the recipe ${name} needs ${parameter}: ${meaning}`, `ryad source add ${name} ${parameter}=…`);
  }
  const text = JSON.stringify(source).replace(/<([a-z]+)>/g, (whole, parameter: string) =>
    given.has(parameter) ? JSON.stringify(given.get(parameter)).slice(1, -1) : whole,
  );
  const filled = JSON.parse(text) as Record<string, unknown>;
  return {...filled, id: String(filled["id"]).toLowerCase()};
}

/**
 * Puts a source at the end of the file, which is made if there is none.
 * @throws Refusal if the file has faults, or has a source with this id; then it is not changed
 */
export function addToSources(path: string, source: Readonly<Record<string, unknown>>): void {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "sources:\n";
  parseSources(text, path);
  const document = parseDocument(text);
  if (!isMap(document.contents)) document.contents = document.createNode({}) as never;
  const list = document.get("sources", true);
  if (isSeq(list)) list.add(document.createNode(source));
  else document.set("sources", [source]);
  const written = document.toString({lineWidth: 0});
  parseSources(written, path);
  mkdirSync(dirname(path), {recursive: true});
  // The server, which reads it, is seldom the user who writes it.
  const isNew = !existsSync(path);
  writeFileSync(`${path}.new`, written, {mode: 0o600});
  if (!isNew) chmodSync(`${path}.new`, statSync(path).mode);
  giveToOwnerOf(isNew ? dirname(resolve(path)) : path, `${path}.new`);
  renameSync(`${path}.new`, path);
}
