// The statements that the check for distributed databases accepts and refuses.
import assert from "node:assert/strict";
import {test} from "node:test";
import {strayTables} from "./distribution.fixture.ts";

test("a statement is refused if it names a distributed table without its column, as a value or in an insert [scale.distributed]", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['select "key" from "series" where "dataset_id" = $1', []],
    ['select "key" from "series" where "key" = $1', ["series"]],
    ['select "key" from "series" where "dataset_id" = "number"', ["series"]],
    ['insert into "history" ("dataset_id", "place", "estimates") values ($1, $2, $3)', []],
    ['insert into "history" ("place", "estimates") values ($1, $2)', ["history"]],
    ["copy (select place from history where dataset_id = (5) and place = any('{1}'::bigint[])) to stdout", []],
    ['copy "series" ("dataset_id", "number") from stdin (format binary)', []],
    ['update "usage" set "used" = 1 where "month" = $1', ["usage"]],
    ['update "usage" set "used" = 1 where "account_id" = $1 and "month" = $2', []],
    ['delete from "minute_window"', ["minute_window"]],
    [
      'select 1 from "series" left join "class" on "class"."dataset_id" = "series"."dataset_id" where "series"."key" = $1',
      ["series", "class"],
    ],
    ['select "name" from "dataset" where "code" = $1', []],
    ["select 1 as history_of_series, usage_of from token", []],
    ['select "name" from "unit_of_measure"', []],
  ];
  for (const [statement, tables] of cases) assert.deepEqual(strayTables(statement), tables, statement);
});
