// `ryad source …`: the sources of sources.yaml with their last outcomes, the faults of the file, and recipes to put into it.
import {existsSync} from "node:fs";
import {join, resolve} from "node:path";
import {fetchClock, nextDue, scheduleText} from "../../fetch/sources/due.ts";
import {addToSources, fillRecipe, findRecipe, listRecipes} from "../../fetch/sources/recipes.ts";
import {type FetchSource, sourceKind} from "../../fetch/sources/source.ts";
import {readSourcesFile} from "../../fetch/sources/sources-file.ts";
import {sourcesPath} from "../../fetch/sources/sources-path.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Settings} from "../../settings/settings.ts";
import {type FetchAttempt, listAttempts} from "../../store/fetches/attempt.ts";
import {counted} from "../../text/counted.ts";
import {type Command, DATA_OPTION, DONE, JSON_OPTION} from "../command.ts";
import {withStore} from "../open-store.ts";
import {printRows} from "../terminal/text-table.ts";

export const sourceList: Command = {
  name: "source list",
  options: {data: DATA_OPTION, json: JSON_OPTION},
  summary: "lists the sources of sources.yaml, when they are due, and how their last run ended",
  async run(call) {
    const {sources} = readSourcesFile(sourcesPath(call.settings));
    const last = await lastAttempts(call.settings, sources);
    const now = fetchClock(call.settings.today)();
    const rows = sources.map((source) => {
      const attempt = last.get(source.id);
      return {
        id: source.id,
        kind: sourceKind(source),
        schedule: scheduleText(source),
        next: nextDue(source, now)?.toISOString() ?? null,
        last: attempt?.startedAt ?? null,
        outcome: attempt === undefined ? null : (attempt.outcome ?? "interrupted"),
        words: attempt?.words ?? null,
      };
    });
    return printRows(call, rows);
  },
};

/** The newest attempt of each source that has one; none before there is a store. */
async function lastAttempts(settings: Settings, sources: readonly FetchSource[]): Promise<Map<string, FetchAttempt>> {
  if (settings.databaseUrl === null && !existsSync(join(settings.dataFolder, "statistics.db"))) return new Map();
  return await withStore(settings, "read", async (store) => {
    const last = new Map<string, FetchAttempt>();
    for (const {id} of sources)
      for (const attempt of await store.sources.read((q) => listAttempts(q, id, 1))) last.set(id, attempt);
    return last;
  });
}

export const sourceCheck: Command = {
  name: "source check",
  options: {data: DATA_OPTION},
  summary: "reads sources.yaml and names every fault with its line and column; fetches nothing",
  async run({settings, say}) {
    const path = sourcesPath(settings);
    if (!existsSync(path))
      throw new Refusal(
        `there is no ${path}`,
        "ryad source recipes lists sources that work; ryad source add makes the file",
      );
    const {folder, sources} = readSourcesFile(path);
    const missing = sources.flatMap(({id, as, through}) =>
      [as?.descriptor, through?.ca].flatMap((file) =>
        file === undefined || existsSync(resolve(folder, file)) ? [] : [`${id}: there is no ${resolve(folder, file)}`],
      ),
    );
    if (missing.length > 0) throw new Refusal(missing.join("\n"), "paths count from the folder of sources.yaml");
    say(`${path}: ${counted(sources.length, "source")}, no faults`);
    return DONE;
  },
};

export const sourceRecipes: Command = {
  name: "source recipes",
  options: {json: JSON_OPTION},
  summary: "lists recipes: sources of publishers that are known to work, with what they rest on",
  async run(call) {
    const recipes = listRecipes();
    if (call.options["json"] === true) return printRows(call, recipes);
    for (const {name, about, rests, parameters} of recipes) {
      call.say(`${name}: ${about}`);
      for (const [parameter, meaning] of Object.entries(parameters)) call.say(`  ${parameter}: ${meaning}`);
      call.say(`  rests on: ${rests}`);
    }
    return DONE;
  },
};

export const sourceAdd: Command = {
  name: "source add",
  positionals: ["RECIPE", "[NAME=VALUE…]"],
  options: {data: DATA_OPTION},
  summary: "puts the source of a recipe into sources.yaml, with the values of its parameters",
  details: [
    "ryad source recipes lists the recipes and their parameters. The file keeps its comments; ryad fetch ID tries the new source.",
  ],
  async run({positionals, settings, say}) {
    const [name, ...values] = positionals;
    const source = fillRecipe(findRecipe(name!), values);
    const path = sourcesPath(settings);
    addToSources(path, source);
    say(`${path}: added ${source["id"]}; ryad fetch ${source["id"]} tries it`);
    return DONE;
  },
};
