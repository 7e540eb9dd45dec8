// Data as SDMX-JSON 1.0: codes and periods are indexes in lists, which stand behind the data and are known only then.
import {dayText} from "../../statistics/time/day.ts";
import {
  type DataHead,
  type DataSeries,
  type DataWriter,
  hasAttributes,
  hasObservations,
  ROWS_AT_ONCE,
  valueIn,
} from "./data.ts";
import {CONCEPT_NAMES, type ConceptId, maintainableUrn} from "./structure.ts";

/** The values of a component, by their indexes. */
type ComponentList = Map<string, number>;

function indexIn(list: ComponentList, value: string): number {
  const known = list.get(value) ?? list.size;
  if (known === list.size) list.set(value, known);
  return known;
}

interface MessageLists {
  readonly keys: readonly ComponentList[];
  readonly times: ComponentList;
  readonly days: ComponentList;
  readonly series: ComponentList;
}

/** @param nameOf the name of a code of a dimension */
export function jsonWriter(nameOf: (dimension: string, id: string) => string): DataWriter {
  return function* writeJson(head, groups) {
    const {dimensions, id, prepared, agency} = head;
    const lists: MessageLists = {
      ...{keys: dimensions.map(() => new Map()), times: new Map(), days: new Map(), series: new Map()},
    };
    const urn = maintainableUrn("datastructure.DataStructure", agency, head.structure);
    const link = {rel: "DataStructure", urn};
    const schema = "https://json.sdmx.org/1.0/sdmx-json-data-schema.json";
    yield `{"meta":${JSON.stringify({schema, id, prepared, test: false, sender: {id: agency}})},"data":{"dataSets":[`;
    for (const [at, {action, validFrom, validTo, series: listed}] of groups.entries()) {
      const span = {...(validFrom !== null && {validFrom}), ...(validTo !== null && {validTo})};
      yield `${at > 0 ? "," : ""}${JSON.stringify({action, ...span, links: [link]}).slice(0, -1)},"series":{`;
      let isFirst = true;
      for (const one of listed) {
        if (!isFirst) yield ",";
        yield* writeSeries(head, one, lists);
        isFirst = false;
      }
      yield "}}";
    }
    yield `],"structure":{"name":${JSON.stringify(head.flow)},"dimensions":{"series":[`;
    for (const [at, name] of dimensions.entries()) {
      if (at > 0) yield ",";
      yield* component(name as ConceptId, lists.keys[at]!, {keyPosition: at}, (code) => nameOf(name, code));
    }
    yield '],"observation":[';
    yield* component("TIME_PERIOD", lists.times, {roles: ["TIME_PERIOD"], keyPosition: dimensions.length});
    yield ']},"attributes":{"series":[';
    if (hasAttributes(head)) yield* component("SERIES_ID", lists.series, {relationship: {dimensions}});
    yield '],"observation":[';
    if (hasAttributes(head)) yield* component("AS_OF", lists.days, {relationship: {primaryMeasure: "OBS_VALUE"}});
    yield "]}}}}";
  };
}

function* writeSeries(head: DataHead, one: DataSeries, {keys, times, days, series}: MessageLists): Generator<string> {
  const attributed = hasAttributes(head);
  const key = one.key.map((code, at) => indexIn(keys[at]!, code)).join(":");
  const attributes = attributed ? `"attributes":[${indexIn(series, one.seriesId)}]` : "";
  if (!hasObservations(head)) {
    yield `"${key}":{${attributes}}`;
    return;
  }
  let text = `"${key}":{${attributed ? `${attributes},` : ""}"observations":{`;
  const {columns, periods} = one;
  for (let row = 0; row < columns.count; row++) {
    const value = valueIn(columns, row);
    const day = attributed && value !== null ? `,${indexIn(days, dayText(columns.asOf[row]!))}` : "";
    text += `${row > 0 ? "," : ""}"${indexIn(times, periods.textOf(columns.period[row]!))}":[${value}${day}]`;
    if (row % ROWS_AT_ONCE !== ROWS_AT_ONCE - 1) continue;
    yield text;
    text = "";
  }
  yield `${text}}}`;
}

/** @param nameOf of a value; the value itself, if not given */
function* component(
  id: ConceptId,
  list: ComponentList,
  more: object,
  nameOf = (value: string): string => value,
): Generator<string> {
  yield `${JSON.stringify({id, name: CONCEPT_NAMES[id], ...more}).slice(0, -1)},"values":[`;
  let text = "";
  for (const [value, index] of list) {
    text += `${index > 0 ? "," : ""}${JSON.stringify({id: value, name: nameOf(value)})}`;
    if (index % ROWS_AT_ONCE !== ROWS_AT_ONCE - 1) continue;
    yield text;
    text = "";
  }
  yield `${text}]}`;
}
