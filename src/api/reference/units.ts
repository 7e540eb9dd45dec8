// GET /api/v1/reference/units: the units of all series, over all datasets. One quantity may have several codes.
//
// If several packages describe a code, the newest release counts; a unit that no package describes has only a code.
import {Type} from "typebox";
import {listUnits} from "../../store/datasets/reference-lists.ts";
import {closedObject, count, nullable, text} from "../http/field-schemas.ts";
import {referenceList} from "./route.ts";

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
  *readRows(q) {
    return (yield* listUnits(q)).map((unit) => ({
      code: unit.code,
      name: unit.name ?? unit.code,
      okei: unit.okei,
      mult: unit.mult,
      series_count: unit.seriesCount,
      dataset_count: unit.datasetCount,
    }));
  },
});
