// dataset.json of a tidy package [tidy.*] into the metadata of a release.
//
// All problems are reported together. The hints of the command complete missing fields; where both give a field, the file counts.
import {DEFAULT_COUNTRY} from "../../../country/countries.ts";
import {readNotRevised} from "../../../reference/reference.ts";
import {Refusal} from "../../../service/refusal.ts";
import {QUANTITIES} from "../../../statistics/derived/quantity.ts";
import type {Note, ReleaseMetadata} from "../../../statistics/release/release.ts";
import {daysOfSpan, parsePeriod} from "../../../statistics/time/day.ts";
import {FREQUENCIES} from "../../../statistics/time/frequency.ts";
import {addressProblem, datasetCodeProblem} from "../../metadata.ts";
import type {LoadHints} from "../../source.ts";
import {readCountry, readDeclaredWeeks, readTerritory, STAND_IN_DAY, withBuiltInNames} from "./dataset-lists.ts";
import {createEnglishNames, type EnglishNames} from "./english-names.ts";
import {type Fields, readFields} from "./fields.ts";
import type {KnownTerritories} from "./known-territories.ts";

/**
 * Metadata of the release that the text of a dataset.json describes.
 * @param territoriesOf the territories of a country that need not be listed
 * @throws Refusal that lists every problem with its path
 */
export function parseDatasetJson(
  text: string,
  hints: LoadHints,
  territoriesOf: (country: string) => KnownTerritories,
): ReleaseMetadata {
  const problems: string[] = [];
  const fields = readFields(withHints(parseJson(text), hints), "", KEYS, problems);
  const country = readCountry(fields);
  const known = territoriesOf(country);
  const options = readOptions(fields);
  const english = createEnglishNames();
  const own = readMetadata(fields, known, english);
  const territories = options.partial ? withBuiltInNames(own.territories, known) : own.territories;
  const names = english.finish();
  const metadata = {
    ...{...own, territories, ...options, ...(country === DEFAULT_COUNTRY.code ? {} : {country})},
    ...(names !== undefined && {english: names}),
  };
  if (problems.length === 0) return metadata;
  const shown = problems.slice(0, MAX_PROBLEMS_SHOWN).map((problem) => `  ${problem}`);
  if (problems.length > shown.length) shown.push(`  … and ${problems.length - shown.length} more`);
  throw new Refusal(`dataset.json can't be used:\n${shown.join("\n")}`, "nothing was loaded; correct the file");
}

const MAX_PROBLEMS_SHOWN = 100;
const PERIOD_FORMS = "must be YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD";

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(
      `dataset.json is not JSON: ${(error as Error).message}`,
      "correct the file: names and texts are in double quotes, and no comma follows the last member",
    );
  }
}

function withHints(value: unknown, {provider, dataset, publishedAt}: LoadHints): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const given = value as Readonly<Record<string, unknown>>;
  const said = {...given};
  for (const [key, hint] of Object.entries({provider, dataset, published_at: publishedAt})) {
    const own = given[key] ?? null;
    if (own === null || (typeof own === "string" && own.trim() === "")) said[key] = hint ?? own;
  }
  return said;
}

const KEYS = [
  ..."provider dataset name name_en country freq revised archival partial licence published_at next_release".split(" "),
  ..."source_file source_url indicators classes units geo methodology notes related continuity weeks".split(" "),
];

function readMetadata(fields: Fields, known: KnownTerritories, english: EnglishNames): ReleaseMetadata {
  const provider = readDatasetCode(fields, "provider");
  const dataset = readDatasetCode(fields, "dataset");
  const publishedAt = fields.day("published_at");
  return {
    provider,
    dataset,
    name: english.read(fields, "name_en", fields.text("name")),
    publishedAt: publishedAt ?? STAND_IN_DAY,
    frequency: fields.choiceOrNull("freq", FREQUENCIES),
    revised: fields.flag("revised", !readNotRevised().has(`${provider}/${dataset}`)),
    archival: fields.flag("archival", false),
    nextRelease: fields.dayOrNull("next_release"),
    sourceFile: fields.textOrNull("source_file"),
    sourceUrl: readUrl(fields, "source_url"),
    indicators: readCoded(
      fields,
      "indicators",
      ["code", "label", "label_en", "concept", "description", "synonyms", "quantity"],
      (indicator) => {
        const code = indicator.code("code");
        return {
          code,
          label: english.read(indicator, "label_en", indicator.text("label")),
          concept: indicator.codeOrNull("concept") ?? `${provider}-${dataset}-${code}`,
          description: indicator.textOrNull("description"),
          synonyms: indicator.texts("synonyms"),
          quantity: indicator.choiceOrNull("quantity", QUANTITIES),
        };
      },
    ),
    classes: readCoded(fields, "classes", ["code", "name", "name_en", "note"], (one) => ({
      code: one.code("code"),
      name: english.read(one, "name_en", one.text("name")),
      note: one.textOrNull("note"),
    })),
    units: readCoded(fields, "units", ["code", "name", "name_en", "okei", "mult"], (unit) => ({
      code: unit.code("code"),
      name: english.read(unit, "name_en", unit.text("name")),
      okei: unit.codeOrNull("okei"),
      mult: unit.number("mult", 1, {holds: (mult) => mult > 0 && Number.isFinite(mult), words: "a number above 0"}),
    })),
    territories: readCoded(fields, "geo", ["code", "name", "name_en", "level", "canonical", "parent"], (one) =>
      readTerritory(one, known, english),
    ),
    methodology: fields.object("methodology", ["coverage", "exclusions", "classifier", "text"], (part) => ({
      coverage: part.textOrNull("coverage"),
      exclusions: part.textOrNull("exclusions"),
      classifier: part.textOrNull("classifier"),
      text: part.textOrNull("text"),
    })),
    notes: fields.list("notes", ["text", "class", "from", "to"], readNote),
    related: fields.list("related", ["provider", "dataset", "relation", "splice", "note"], (relation) => ({
      provider: readDatasetCode(relation, "provider"),
      dataset: readDatasetCode(relation, "dataset"),
      relation: readRelation(relation),
      splice: relation.flag("splice", false),
      note: relation.textOrNull("note"),
    })),
    continuity: fields.list("continuity", ["from", "to", "period", "note"], readContinuity),
    weeks: readDeclaredWeeks(fields),
  };
}

/** A list whose elements have codes. A repeated code is a problem: its name would be ambiguous. */
function readCoded<T extends {readonly code: string}>(
  fields: Fields,
  key: string,
  keys: readonly string[],
  read: (element: Fields) => T,
) {
  const list = fields.list(key, keys, read);
  const seen = new Map<string, number>();
  for (const [index, {code}] of (list ?? []).entries()) {
    const before = seen.get(code);
    if (before !== undefined && code !== "")
      fields.refuse(`${key}[${index}].code`, `${JSON.stringify(code)} is in ${key}[${before}] already`);
    seen.set(code, before ?? index);
  }
  return list;
}

/** Codes of providers and datasets are parts of addresses; "all" means "no filter" in filters. */
function readDatasetCode(fields: Fields, key: string): string {
  const code = fields.text(key);
  const problem = code === "" ? null : datasetCodeProblem(code);
  if (problem !== null) fields.refuse(key, problem);
  return code;
}

function readUrl(fields: Fields, key: string): string | null {
  const url = fields.textOrNull(key);
  const problem = url === null ? null : addressProblem(url);
  if (problem !== null) fields.refuse(key, problem);
  return url;
}

/** Optional fields; if a package leaves them out, the metadata do not have them. */
function readOptions(fields: Fields): Pick<ReleaseMetadata, "partial" | "licence"> {
  const licence = fields.textOrNull("licence");
  const partial = fields.flag("partial", false);
  // `false` is kept only if the package says so: a package without the field may be a part.
  const isSaid = fields.flag("partial", true) === partial;
  return {...(isSaid && {partial}), ...(licence !== null && {licence})};
}

function readRelation(fields: Fields): "era" | "neighbour" {
  const relation = fields.choiceOrNull("relation", ["era", "neighbour"]);
  if (!fields.has("relation")) fields.refuse("relation", "is missing; era or neighbour");
  return relation ?? "era";
}

/** With `from` the note is about an event: from that period to the period `to`, or of that period alone. */
function readNote(fields: Fields): Note {
  const note = {text: fields.text("text"), classification: fields.codeOrNull("class")};
  const from = readPeriod(fields, "from");
  const to = readPeriod(fields, "to");
  if (to !== null && !fields.has("from")) fields.refuse("to", "needs `from`, the first period of the event");
  if (from === null) return note;
  const {first, last} = daysOfSpan([from, to ?? from]);
  if (last < first) fields.refuse("to", `ends before ${from}`);
  return {...note, span: [from, to ?? from]};
}

/** null: missing, or noted as a problem. */
function readPeriod(fields: Fields, key: string): string | null {
  const period = fields.textOrNull(key);
  if (period === null || parsePeriod(period) !== null) return period;
  fields.refuse(key, PERIOD_FORMS);
  return null;
}

function readContinuity(fields: Fields) {
  const [from, to, period] = [fields.code("from"), fields.code("to"), fields.text("period")];
  if (period !== "" && parsePeriod(period) === null) fields.refuse("period", PERIOD_FORMS);
  if (from !== "" && from === to) fields.refuse("to", "must be another class than from");
  return {from, to, period, note: fields.textOrNull("note")};
}
