// The tidy package [tidy.*]: dataset.json with the metadata, observations.csv with the values.
//
// The format for anyone's data. Strict: an unreadable cell is refused with its place, never guessed.
import {isUtf8} from "node:buffer";
import {countryOf, DEFAULT_COUNTRY, listedTerritories} from "../../../country/countries.ts";
import {readPriceWeeks} from "../../../reference/reference.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {Territory} from "../../../statistics/territory.ts";
import {readBytes} from "../../input/decoded-text.ts";
import {type Ending, worstEnding} from "../../input/ending.ts";
import {limitJson} from "../../input/json-node.ts";
import type {ParserCode, SourceFile} from "../../source.ts";
import {parseDatasetJson} from "./dataset-json.ts";
import {knownIn} from "./known-territories.ts";
import {readObservations} from "./observation-file.ts";
import {createRowPeriod, createWeekCalendar} from "./row-period.ts";
import {createRowSeries} from "./row-series.ts";

export const tidy: ParserCode = {
  async recognises(files) {
    return files.some(({name}) => name === DESCRIPTION);
  },
  async parse(files, hints, sink) {
    const territoriesOf = (country: string) => knownIn(country, countryOf(country));
    const description = await readText(files.find(({name}) => name === DESCRIPTION)!);
    const metadata = parseDatasetJson(description, hints, territoriesOf);
    const known = territoriesOf(metadata.country ?? DEFAULT_COUNTRY.code);
    const territories = new Map([
      ...known.builtIn,
      ...(metadata.territories ?? []).map((one): [string, Territory] => [one.code, one]),
    ]);
    const calendar = createWeekCalendar(readPriceWeeks(), metadata.weeks);
    const period = createRowPeriod(calendar);
    const rules = {frequency: metadata.frequency, unit: () => soleUnit(metadata), territories, known};
    const series = createRowSeries(rules, sink);
    const tables = observationFiles(files);
    for (const file of files) if (file.name !== DESCRIPTION && !tables.includes(file)) sink.ignore?.("file", file.name);
    let rows = 0;
    const endings: Ending[] = [];
    for (const file of tables) {
      const read = await readObservations(file, series, period, sink);
      rows += read.rows;
      endings.push(read.ending);
    }
    // A header without rows, with lists in dataset.json, is a release of metadata [load.check-empty].
    if (rows === 0) sink.noteNamesOnly?.();
    const own = listedTerritories(countryOf(known.country), series.builtIn());
    const labelled = [...(own ?? []), ...series.labelled()];
    const named = labelled.length === 0 ? metadata.territories : [...(metadata.territories ?? []), ...labelled];
    return {metadata: {...metadata, territories: named, weeks: calendar.weeks()}, ending: worstEnding(endings)};
  },
};

const DESCRIPTION = "dataset.json";
const MAX_DESCRIPTION_BYTES = 64 * 2 ** 20;

/** observations.csv, or the files in observations/. */
function observationFiles(files: readonly SourceFile[]): SourceFile[] {
  const found = files.filter(({name}) => name === "observations.csv" || name.startsWith("observations/"));
  const other = found.find(({name}) => !/\.(csv|tsv|txt)$/i.test(name));
  if (other)
    throw new Refusal(
      `${other.name} is not a .csv file`,
      "the folder observations/ may contain only files with values",
    );
  if (found.length === 0)
    throw new Refusal("the package has neither observations.csv nor observations/", "put the values there");
  return found;
}

/** Without a column of units the only element of `units` is used [tidy.unit-single]. */
function soleUnit({units}: ReleaseMetadata): string | null {
  if (units !== null && units.length > 1) {
    throw new Refusal(
      `there is no column unit, and dataset.json lists ${units.length} units`,
      "add the column, so that every row has its unit",
    );
  }
  return units?.[0]?.code ?? null;
}

async function readText(file: SourceFile): Promise<string> {
  if (file.size > MAX_DESCRIPTION_BYTES)
    throw new Refusal(`${file.name} is larger than ${MAX_DESCRIPTION_BYTES} bytes`);
  const bytes = await readBytes(file);
  if (!isUtf8(bytes)) throw new Refusal(`${file.name} is not text in UTF-8`, "save it as UTF-8");
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  limitJson(file.name, text);
  return text;
}
