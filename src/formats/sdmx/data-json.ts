// Data as SDMX-JSON 1.0: codes and periods are places in lists, which stand behind the data and are known only then.
import {type DataWriter, hasAttributes, hasObservations} from "./data.ts";
import {CONCEPT_NAMES, type ConceptId, maintainableUrn} from "./structure.ts";

/** The list of a component, made while the data are written. */
function createPlaces() {
  const places = new Map<string, number>();
  return {
    placeOf(value: string): number {
      const known = places.get(value) ?? places.size;
      if (known === places.size) places.set(value, known);
      return known;
    },
    listed: (name: (value: string) => string) => Array.from(places.keys(), (id) => ({id, name: name(id)})),
  };
}

/** @param nameOf the name of a code of a dimension */
export function jsonWriter(nameOf: (dimension: string, id: string) => string): DataWriter {
  return function* writeJson(head, groups) {
    const {dimensions, id, prepared, agency} = head;
    const [observed, attributed] = [hasObservations(head), hasAttributes(head)];
    const keys = dimensions.map(createPlaces);
    const [times, days, series] = [createPlaces(), createPlaces(), createPlaces()];
    const urn = maintainableUrn("datastructure.DataStructure", agency, head.structure);
    const link = {rel: "DataStructure", urn};
    const schema = "https://json.sdmx.org/1.0/sdmx-json-data-schema.json";
    yield `{"meta":${JSON.stringify({schema, id, prepared, test: false, sender: {id: agency}})},"data":{"dataSets":[`;
    for (const [at, {action, validFrom, validTo, series: listed}] of groups.entries()) {
      const span = {...(validFrom !== null && {validFrom}), ...(validTo !== null && {validTo})};
      yield `${at > 0 ? "," : ""}${JSON.stringify({action, ...span, links: [link]}).slice(0, -1)},"series":{`;
      let isFirst = true;
      for (const one of listed) {
        const key = one.key.map((code, index) => keys[index]!.placeOf(code)).join(":");
        const rows = one.periods.map((period, row) => {
          const cells = [
            one.values[row] ?? null,
            ...(attributed && one.asOf[row] !== undefined ? [days.placeOf(one.asOf[row])] : []),
          ];
          return `"${times.placeOf(period)}":${JSON.stringify(cells)}`;
        });
        const attributes = attributed ? `"attributes":[${series.placeOf(one.seriesId)}]` : "";
        const observations = observed ? `"observations":{${rows.join(",")}}` : "";
        yield `${isFirst ? "" : ","}"${key}":{${[attributes, observations].filter((part) => part !== "").join(",")}}`;
        isFirst = false;
      }
      yield "}}";
    }
    const component = (name: ConceptId, values: object[], more: object = {}) => ({
      id: name,
      name: CONCEPT_NAMES[name],
      ...more,
      values,
    });
    const same = (value: string): string => value;
    const structure = {
      name: head.flow,
      dimensions: {
        series: dimensions.map((name, at) =>
          component(
            name as ConceptId,
            keys[at]!.listed((code) => nameOf(name, code)),
            {keyPosition: at},
          ),
        ),
        observation: [
          component("TIME_PERIOD", times.listed(same), {roles: ["TIME_PERIOD"], keyPosition: dimensions.length}),
        ],
      },
      attributes: {
        series: attributed ? [component("SERIES_ID", series.listed(same), {relationship: {dimensions}})] : [],
        observation: attributed
          ? [component("AS_OF", days.listed(same), {relationship: {primaryMeasure: "OBS_VALUE"}})]
          : [],
      },
    };
    yield `],"structure":${JSON.stringify(structure)}}}`;
  };
}
