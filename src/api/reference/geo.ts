// GET /api/v1/reference/geo: the built-in territories, and those that packages add or rename.
//
// The built-in list is that of one country: a server of another country has it only beside figures of that country. If several packages give a name, the list has that of the newest release; a series has the name from its own package.
import {Type} from "typebox";
import {namesIn} from "../../country/names.ts";
import {readTerritories} from "../../reference/reference.ts";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {LEVELS, type Territory, territoryIdentity, updatedTerritory} from "../../statistics/territory.ts";
import {readEnglishTerritories} from "../../store/datasets/english-names.ts";
import {listPackageTerritories, listTerritoryCodes} from "../../store/datasets/reference-lists.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {canonicalField, closedObject, levelField, nullable, text} from "../http/field-schemas.ts";
import {referenceList} from "./route.ts";

const TERRITORY_ROW = closedObject({
  code: text("territory code in the source's own classifier (OKATO)"),
  geo_canonical: canonicalField("; two methodologies of one country share it"),
  name: text("name of the territory"),
  level: levelField("level of the territory"),
  parent: nullable(Type.String(), "code of the territory it is a part of"),
});

export const GEO = referenceList({
  name: "geo",
  operation: {
    operationId: "listTerritories",
    summary: "Territories",
    description:
      "Codes, names and levels of territories: those of the built-in classifier, and those that datasets add or rename.",
    answer: "TerritoryList",
    item: "TerritoryRow",
    examples: [
      {name: "country", summary: "The country, in both methodologies", path: "/api/v1/reference/geo?level=country"},
      {
        name: "districts",
        summary: "Federal districts, as CSV",
        path: "/api/v1/reference/geo?level=district&format=csv",
      },
      {
        name: "unknownLevel",
        summary: "A level that does not exist",
        status: 422,
        path: "/api/v1/reference/geo?level=town",
      },
    ],
  },
  row: TERRITORY_ROW,
  parameters: {
    level: Type.Optional(
      Type.String({enum: [...LEVELS], description: "only territories of this level; all levels when omitted"}),
    ),
  },
  *readRows(q, {level}, {settings, language}) {
    const names = namesIn(language, language !== "en" ? undefined : yield* readEnglishTerritories(q));
    const named = new Map<string, Territory>();
    for (const territory of [...(yield* listBuiltIn(q, settings.country)), ...(yield* listPackageTerritories(q))]) {
      const identity = territoryIdentity(territory);
      named.set(identity, updatedTerritory(named.get(identity), territory));
    }
    return [...named.values()]
      .filter((territory) => level === undefined || territory.level === level)
      .sort(byLevelAndCode)
      .map((territory) => describeRow({...territory, name: names.territory(territory)}));
  },
});

/** @param country ISO 3166-1 alpha-2, which normalised codes begin with */
function* listBuiltIn(q: Queries, country: string): Script<readonly Territory[]> {
  const listed = readTerritories();
  const countries = new Set(listed.map(({canonical}) => countryOf(canonical)));
  if (countries.has(country.toUpperCase())) return listed;
  return (yield* listTerritoryCodes(q)).some((canonical) => countries.has(countryOf(canonical))) ? listed : [];
}

function countryOf(canonical: string): string {
  return canonical.split("-", 1)[0]!;
}

function byLevelAndCode(left: Territory, right: Territory): number {
  return (
    LEVELS.indexOf(left.level) - LEVELS.indexOf(right.level) ||
    compareCodes(left.code, right.code) ||
    compareCodes(left.canonical, right.canonical)
  );
}

function describeRow({code, canonical, name, level, parent}: Territory) {
  return {code, geo_canonical: canonical, name, level, parent};
}
