// Units and territories of all datasets, each with the description of the newest release that has one.
import {compareCodes, compareUnits} from "../../statistics/catalogue/code-order.ts";
import {sortInSteps} from "../../statistics/order/sort-in-steps.ts";
import {
  keepsOlderName,
  type Level,
  type Territory,
  territoryIdentity,
  updatedTerritory,
} from "../../statistics/territory.ts";
import type {Queries} from "../engines/differences.ts";
import {selectRows} from "../rows.ts";
import type {RowOf} from "../schema/tables.ts";
import {all, type Param, type Script, statement} from "../script.ts";

/** One for each territory that a package adds or renames, without built-in territories that no package renames. */
export function* listPackageTerritories(q: Queries): Script<Territory[]> {
  const described: DescribedTerritory[] = [];
  for (let last: Pick<DescribedTerritory, "dataset_id" | "code"> | undefined = BEFORE_ALL; last !== undefined; ) {
    const part: readonly DescribedTerritory[] = yield* all(describedBehind(q, last));
    described.push(...part);
    last = part.at(-1);
    yield;
  }
  const named = new Map<string, Territory>();
  for (const [at, one] of (yield* sortInSteps(described, compareNamings)).entries()) {
    const {code, name, level, canonical, parent} = one;
    const identity = territoryIdentity(one);
    named.set(identity, updatedTerritory(named.get(identity), {code, name, level: level as Level, canonical, parent}));
    if (at % DESCRIBED_AT_ONCE === 0) yield;
  }
  return [...named.values()];
}

/** The normalised codes of all territories that datasets have. */
export function* listTerritoryCodes(q: Queries): Script<string[]> {
  return (yield* all(everyTerritory(q, {}))).map(({canonical}) => canonical);
}

export interface UnitUse {
  readonly code: string;
  /** null, like `mult`: no package describes the unit. */
  readonly name: string | null;
  readonly okei: string | null;
  /** The number of plain units in one of these. */
  readonly mult: number | null;
  readonly seriesCount: number;
  /** Datasets with a series in the unit. */
  readonly datasetCount: number;
}

/** Every unit that a series has, ordered by code. */
export function* listUnits(q: Queries): Script<UnitUse[]> {
  const byCode = new Map<string, UnitUse>();
  const newest = new Map<string, UnitNaming>();
  for (const row of yield* all(everyUnit(q, {}))) {
    const before = byCode.get(row.code) ?? {...NOTHING, code: row.code};
    const isUsed = row.series_count > 0;
    const unit = {
      ...before,
      seriesCount: before.seriesCount + row.series_count,
      datasetCount: before.datasetCount + (isUsed ? 1 : 0),
    };
    const isBare = row.name === row.code;
    const naming = row.named_on === null ? null : {on: row.named_on, at: row.named_at ?? "", isBare};
    const last = newest.get(row.code);
    if (naming !== null && (last === undefined || countsOver(naming, last))) {
      newest.set(row.code, naming);
      Object.assign(unit, {name: row.name, okei: row.okei, mult: row.mult});
    }
    byCode.set(row.code, unit);
  }
  return [...byCode.values()]
    .filter((unit) => unit.seriesCount > 0)
    .sort((left, right) => compareCodes(left.code, right.code));
}

/** Names of units by code, from the newest package that describes each; a unit without a name is left out. */
export function* readUnitNames(q: Queries, codes: readonly string[]): Script<Map<string, string>> {
  const pairs = JSON.stringify(codes.map((code) => [0, code]));
  const names = new Map<string, string>();
  for (const {code, name} of yield* all(namesOf(q, {pairs})))
    if (name !== null && !keepsOlderName(code, names.get(code) ?? code, name)) names.set(code, name);
  return names;
}

const NOTHING = {name: null, okei: null, mult: null, seriesCount: 0, datasetCount: 0};

interface UnitNaming {
  readonly on: string;
  readonly at: string;
  /** The name is only the code: any other name has priority. */
  readonly isBare: boolean;
}

function countsOver(one: UnitNaming, other: UnitNaming): boolean {
  if (one.isBare !== other.isBare) return other.isBare;
  return one.on === other.on ? one.at >= other.at : one.on > other.on;
}

const everyUnit = selectRows("unit", ["code", "name", "okei", "mult", "series_count", "named_on", "named_at"], {}, [
  "dataset_id",
  "code",
]);

/** The newest is last, so that it overwrites the others. */
const namesOf = statement((q, param: Param<{pairs: string}>) =>
  q.db
    .selectFrom("unit")
    .select(["code", "name"])
    .where("code", "in", q.db.selectFrom(q.differences.keyTable(param("pairs")).as("pair")).select("pair.key"))
    .where("named_on", "is not", null)
    .orderBy("named_on")
    .orderBy("named_at"),
);

const everyTerritory = statement((q, _param: Param<object>) =>
  q.db.selectFrom("territory").select("canonical").distinct(),
);

/** Territories that are read in one statement: a thousand rows hold a server for two milliseconds. */
const DESCRIBED_AT_ONCE = 400;

const BEFORE_ALL = {dataset_id: -1, code: ""};

type DescribedTerritory = Pick<
  RowOf<"territory">,
  "dataset_id" | "code" | "name" | "level" | "canonical" | "parent" | "named_on" | "named_at"
>;

/** The next ones behind that of a dataset with a code. */
const describedBehind = statement((q, param: Param<{dataset_id: number; code: string}>) =>
  q.db
    .selectFrom("territory")
    .select(["dataset_id", "code", "name", "level", "canonical", "parent", "named_on", "named_at"])
    .where("named_on", "is not", null)
    .where(({eb, refTuple, tuple}) =>
      eb(refTuple("dataset_id", "code"), ">", tuple(param("dataset_id"), param("code"))),
    )
    .orderBy("dataset_id")
    .orderBy("code")
    .limit(DESCRIBED_AT_ONCE),
);

/** The oldest naming first. */
function compareNamings(one: DescribedTerritory, other: DescribedTerritory): number {
  return compareUnits(one.named_on, other.named_on) || compareUnits(one.named_at, other.named_at);
}
