// The language of $filter: the value of each expression for a row, and texts that are not expressions.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {parseCalendarDay} from "../../statistics/time/day.ts";
import {anyText} from "../../text/any-text.fixture.ts";
import {compileExpression} from "./evaluate.ts";
import type {Value, ValueType} from "./expression.ts";
import {ODataFault} from "./fault.ts";
import {parseFilter, parseOrderBy} from "./parser.ts";

const NAMES = {
  properties: new Map<string, ValueType>([
    ["geo", "string"],
    ["unit", "string"],
    ["title", "string"],
    ["period", "day"],
    ["value", "double"],
  ]),
  alias: (name: string) => ({"@p": "'45'", "@n": "2.5", "@bad": "geo", "@null": "null"})[name],
};

const ROW: Readonly<Record<string, Value>> = {
  geo: "45",
  unit: null,
  title: "Хлеб, Москва's",
  period: parseCalendarDay("2024-03-01"),
  value: 101.5,
};

function judge(filter: string): Value {
  return compileExpression(parseFilter(filter, NAMES), (name) => () => ROW[name]!)(null);
}

function kindOf(filter: string): string {
  try {
    parseFilter(filter, NAMES);
    return "fine";
  } catch (error) {
    if (error instanceof ODataFault) return error.kind;
    throw error;
  }
}

const HOLDS = [
  "geo eq '45'",
  "'45' eq geo",
  "geo EQ '45' AND value GT 100",
  "(geo eq '45')",
  "$it/geo eq '45'",
  "not (geo eq '46')",
  "not(geo eq '46')",
  "not geo eq '46'",
  "not not contains(title,'Хлеб')",
  "geo in ('44','45')",
  "geo in ( '44' , '45' )",
  "not (geo in ('44'))",
  "value in (101.5,2)",
  "period in (2024-03-01,2024-04-01)",
  "contains(title,'Москва')",
  "startswith(title,'Хлеб') and endswith(title,'''s')",
  "tolower(title) eq 'хлеб, москва''s'",
  "toupper(geo) eq '45'",
  "length(geo) eq 2",
  "indexof(title,'Москва') eq 6",
  "indexof(title,'нет') eq -1",
  "substring(title,6) eq 'Москва''s'",
  "substring(title,6,6) eq 'Москва'",
  "trim('  x ') eq 'x'",
  "concat(concat(geo,'-'),'1') eq '45-1'",
  "year(period) eq 2024 and month(period) eq 3 and day(period) eq 1",
  "date(2024-03-01T23:59:59Z) eq period",
  "period ge 2024-03-01",
  "period lt 2024-03-01T00:00:00.001Z",
  "period eq 2024-03-01T03:00:00+03:00",
  "period ge 2024-03-01T00:00:00Z and period le 2024-03-01T00:00:00Z",
  "period eq '2024-03-01'",
  "round(2.5) eq 3 and round(-2.5) eq -3 and round(0.49999999999999994) eq 0",
  "floor(value) eq 101 and ceiling(value) eq 102",
  "value eq 101.5d and value eq 1.015E2 and value eq 101.5f and value eq 101.5M",
  "7 div 2 eq 3 and 7 divby 2 eq 3.5 and 7.0 div 2 eq 3.5 and -7 mod 3 eq -1",
  "value add 1 mul 2 eq 103.5",
  "(value add 1) mul 2 eq 205",
  "10 sub 4 sub 3 eq 3",
  "-value lt 0 and - -1 eq 1",
  "1 eq 1 and 2 gt 1 eq true",
  "geo eq 'x' and geo eq 'y' or geo eq '45'",
  "geo eq '45' or geo eq 'x' and geo eq 'y'",
  "value lt INF and value gt -INF",
  "value ne NaN and not (value gt NaN) and not (value le NaN)",
  "geo eq @p",
  "value gt @n",
  "unit eq @nothing and unit eq @null",
  "true",
  "geo\teq\t'45'",
  "'б' gt 'а' and '\u{1f600}' gt '\uffee'",
];

test("each of these conditions holds for the row, and its negation does not [odata.filter odata.aliases]", () => {
  for (const filter of HOLDS) {
    assert.equal(judge(filter), true, filter);
    assert.equal(judge(`not (${filter})`), false, filter);
  }
});

test("null equals only null, is neither above nor below anything, and otherwise makes the result null [odata.filter-null]", () => {
  for (const [filter, expected] of [
    ["unit eq null", true],
    ["unit ne null", false],
    ["null eq null", true],
    ["geo eq null", false],
    ["geo ne null", true],
    ["unit eq 'x'", false],
    ["unit ne 'x'", true],
    ["unit gt 'a'", false],
    ["unit le 'a'", false],
    ["null ge null", false],
    ["not (unit gt 'a')", true],
    ["unit in ('a',null)", true],
    ["unit in ('a')", false],
    ["contains(unit,'a')", null],
    ["not contains(unit,'a')", null],
    ["contains(unit,'a') or true", true],
    ["contains(unit,'a') or false", null],
    ["contains(unit,'a') and false", false],
    ["contains(unit,'a') and true", null],
    ["contains(unit,'a') eq null", true],
    ["length(unit) eq null", true],
    ["value add null eq null", true],
    ["1 div 0 eq null", true],
    ["null", null],
  ] as const) {
    assert.equal(judge(filter), expected, filter);
  }
});

const BAD = [
  "",
  " geo eq '45'",
  "geo eq '45' ",
  "geo eq",
  "eq '45'",
  "geo eq '45",
  "geo eq 45",
  "geo eq'45'",
  "geo eq '45'and value gt 1",
  "region eq 'x'",
  "Geo eq '45'",
  "geo = '45'",
  "geo == '45'",
  'geo eq "45"',
  "geo",
  "value",
  "value and true",
  "not value",
  "geo in ()",
  "geo in (geo)",
  "geo in ('a',geo)",
  "geo in ('a' 'b')",
  "geo in (1)",
  "(geo eq '45'",
  "geo eq '45')",
  "contains(title)",
  "contains(title,'a','b')",
  "contains(value,'a')",
  "length(1) eq 1",
  "year(geo) eq 2024",
  "value add 'a' eq 1",
  "-geo eq 'a'",
  "period eq 2024-02-30",
  "period eq 2024-13-01",
  "period eq 'yesterday'",
  "period eq 2024-01-01T25:00:00Z",
  "period eq 2024-01-01T00:00:00",
  "value eq 1.",
  "value eq .5",
  "value eq 1x",
  "value eq 1e",
  "geo eq guid'x'",
  "period eq datetime'2024-01-01T00:00:00'",
  "geo eq '45' and",
  "geo eq '45' and and true",
  "geo eq '45' geo eq '45'",
  "geo eq '45';drop table series",
  "geo eq\n'45'",
  "geo eq '45'\u00a0",
  `${"(".repeat(200)}geo eq '45'${")".repeat(200)}`,
  `${"not ".repeat(200)}true`,
  `${"-".repeat(200)}1 eq 1`,
  `geo eq '${"x".repeat(20_000)}'`,
];

test("an invalid condition is refused as bad, with a reason [odata.filter odata.bad-option]", () => {
  for (const filter of BAD) assert.equal(kindOf(filter), "bad", filter.slice(0, 80));
});

test("unsupported parts of the protocol are distinguished from invalid requests [odata.unsupported]", () => {
  for (const filter of [
    "geo has 'x'",
    "now() gt period",
    "geo.distance(geo,geo) lt 1",
    "cast(geo,Edm.Int32) eq 1",
    "matchespattern(geo,'^4')",
    "title/any(t:t eq 'x')",
    "$root/series eq 1",
    "value eq duration'P1D'",
    "geo eq 00000000-0000-0000-0000-000000000000",
    "value eq 12:30",
    "geo in @p",
    "geo eq @bad",
  ]) {
    assert.equal(kindOf(filter), "unsupported", filter);
  }
});

test("any text as $filter or $orderby is parsed or refused, and nothing else happens [odata.filter-any-text]", () => {
  const words = fc.constantFrom(
    ..."geo unit value period eq ne gt and or not in ( ) , ' '' '45' 1 -1 1.5e3 2024-01-01 null true @p contains( year( - / $it INF add".split(
      " ",
    ),
    " ",
    "  ",
  );
  const text = fc.oneof(
    anyText(),
    fc.string({unit: "grapheme-ascii"}),
    fc.array(words, {maxLength: 30}).map((parts) => parts.join(" ")),
    fc.array(words, {maxLength: 30}).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (given) => {
      try {
        const value = judge(given);
        assert.ok(value === null || typeof value === "boolean", given);
      } catch (error) {
        if (!(error instanceof ODataFault)) throw error;
      }
      try {
        parseOrderBy(given, NAMES);
      } catch (error) {
        if (!(error instanceof ODataFault)) throw error;
      }
    }),
    {numRuns: 3000},
  );
});

test("a long chain of conditions is evaluated, and a longer one is refused [odata.filter]", () => {
  const chain = (parts: number): string => Array.from({length: parts}, (_, i) => `geo eq '${i}'`).join(" or ");
  assert.equal(judge(chain(900)), true);
  assert.equal(kindOf(chain(1100)), "bad");
});

test("$orderby is a list of expressions, each ascending unless desc follows it [odata.orderby]", () => {
  const items = parseOrderBy("geo desc, value ASC,length(title) Desc,period", NAMES);
  assert.deepEqual(
    items.map(({descending}) => descending),
    [true, false, true, false],
  );
  for (const bad of [
    "",
    "geo down",
    "geo,",
    ",geo",
    "geo desc asc",
    "nothing",
    " geo",
    Array(21).fill("geo").join(","),
  ]) {
    assert.throws(() => parseOrderBy(bad, NAMES), ODataFault, bad);
  }
});
