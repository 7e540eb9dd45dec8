// GET /api/v1/reference/codes and /units: the classes of one dataset, each with the last period of its series; the units of all datasets.
//
// There is no list of classes over all datasets: a classifier belongs to its dataset. One may have a million classes, so they are read in
// parts. One quantity may have several codes of units. If several packages describe a unit, the newest release counts; a unit that no package
// describes has only a code.
import {type Static, Type} from "typebox";
import {namesIn} from "../../country/names.ts";
import {summariseClasses} from "../../statistics/catalogue/class-summary.ts";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {readEnglishUnits} from "../../store/datasets/english-names.ts";
import {listUnits} from "../../store/datasets/reference-lists.ts";
import {onlyDataset, splitDatasetCode} from "../dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {closedObject, count, dayField, nullable, text, yesNo} from "../http/field-schemas.ts";
import {DATASET} from "../http/parameters.ts";
import {readNames} from "../language/catalogue-names.ts";
import {longReferenceList, ROWS_BETWEEN_RESTS, referenceList} from "./route.ts";

const CLASS_ROW = closedObject({
  class: text("class code, as the slice takes it"),
  name: text("name of the class; empty if the package has none"),
  last_period: dayField("last period with a value, over all series of the class"),
  stalled: yesNo("every series of the class is stalled"),
  series_count: count("series of the class"),
});

export const CODES = longReferenceList({
  name: "codes",
  operation: {
    operationId: "listCodes",
    summary: "Class codes of one dataset",
    description:
      "The product or section codes of one dataset, each with its name and the last period of its series. There is no list over all datasets: a classifier belongs to its dataset. A dataset without classes has none.",
    answers: {400: "`DATASET_REQUIRED`: `dataset` is missing.", 404: "`NOT_FOUND`: there is no such dataset."},
    answer: "CodeList",
    item: "CodeRow",
    required: ["dataset"],
    examples: [
      {
        name: "kinds",
        summary: "The classes of consumer prices",
        path: "/api/v1/reference/codes?dataset=cpi_monthly",
      },
      {name: "csv", summary: "The same as CSV", path: "/api/v1/reference/codes?dataset=cpi_monthly&format=csv"},
      {name: "noDataset", summary: "No dataset named", status: 400, path: "/api/v1/reference/codes"},
      {
        name: "unknownDataset",
        summary: "A dataset that is not loaded",
        status: 404,
        path: "/api/v1/reference/codes?dataset=fedstat/00000",
      },
    ],
  },
  row: CLASS_ROW,
  parameters: {
    // Required, but not in the schema: its absence has its own error code.
    dataset: Type.Optional(DATASET),
  },
  *readPart(q, given, {catalogues, language}, from) {
    if (given.dataset === undefined) throw new ApiError("DATASET_REQUIRED", "class codes belong to one dataset");
    if (given.dataset === "all") {
      const msg = "Value error, class codes belong to one dataset: `all` is not accepted";
      throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
    }
    const code = splitDatasetCode(given.dataset);
    const dataset = onlyDataset(yield* findDatasets(q, code), code);
    const catalogue = yield* catalogues.readClassesAt(q, dataset, from, from + CLASSES_AT_ONCE);
    const {length} = catalogue.classification.codes;
    const to = Math.min(from + CLASSES_AT_ONCE, length);
    const summaries = yield* summariseClasses(catalogue, from, to);
    const classNames = yield* catalogues.openNames(q, dataset, catalogue, "some");
    const indexes = summaries.map(({index}) => index);
    yield* classNames.keep(q, indexes);
    const names = yield* readNames(q, catalogues, dataset, language);
    const rows: Static<typeof CLASS_ROW>[] = [];
    for (const one of summaries) {
      rows.push({
        class: one.code,
        name: names.of(classNames.at(one.index) ?? ""),
        last_period: dayText(one.lastPeriod),
        stalled: one.isStalled,
        series_count: one.seriesCount,
      });
      if (rows.length % ROWS_BETWEEN_RESTS === 0) yield;
    }
    return {rows, next: to < length ? to : null, state: dataset.changedBy};
  },
});

/** Classes of one part: those of one or two blocks of a dataset with a class for each series. */
const CLASSES_AT_ONCE = 4000;

const UNIT_ROW = closedObject({
  code: text("unit code, as in the series"),
  name: text("name of the unit; its code if no package names it"),
  okei: nullable(Type.String(), "code in the classifier of units of measurement (OKEI)"),
  mult: nullable(
    Type.Number({exclusiveMinimum: 0}),
    "how many of the plain unit one of these is: 1000 for thousands; null if no package says it",
  ),
  series_count: count("series in this unit"),
  dataset_count: count("datasets that have such a series"),
});

export const UNITS = referenceList({
  name: "units",
  operation: {
    operationId: "listUnits",
    summary: "Units",
    description:
      "Unit codes with names, OKEI codes and multipliers, and how many series and datasets use them. One quantity may have several codes.",
    answer: "UnitList",
    item: "UnitRow",
    examples: [
      {name: "all", summary: "Every unit", path: "/api/v1/reference/units"},
      {name: "csv", summary: "The same as CSV", path: "/api/v1/reference/units?format=csv"},
    ],
  },
  row: UNIT_ROW,
  parameters: {},
  *readRows(q, _given, {language}) {
    const own = language !== "en" ? new Map<string, string>() : yield* readEnglishUnits(q);
    const names = namesIn(language, own);
    return (yield* listUnits(q)).map((unit) => ({
      code: unit.code,
      name: names.unit(unit.name ?? unit.code),
      okei: unit.okei,
      mult: unit.mult,
      series_count: unit.seriesCount,
      dataset_count: unit.datasetCount,
    }));
  },
});
