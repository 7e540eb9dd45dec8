// Small parts of the protocol: cursors, media types, paths, rows.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayText, FIRST_DAY, LAST_DAY, NO_DAY} from "../../statistics/time/day.ts";
import {anyText} from "../../text/any-text.fixture.ts";
import {BodyMemory} from "../body-bytes.ts";
import {ODataFault} from "./fault.ts";
import {chooseJsonForm, jsonType, preferredPageSize, readsODataStrictly, refuseOldReaders} from "./media-type.ts";
import {parseResource} from "./resource-path.ts";
import {beginRows, createRowForm, type RowFragment} from "./row-writer.ts";
import {readSkipToken, writeSkipToken} from "./skip-token.ts";

const cursor = fc.record(
  {
    key: fc.string(),
    ordinal: fc.option(fc.maxSafeInteger()),
    left: fc.option(fc.maxSafeNat()),
    count: fc.option(fc.maxSafeNat()),
    state: fc.option(fc.string()),
  },
  {noNullPrototype: true},
);

test("a cursor is valid only with its own request, and not after any change [odata.skiptoken]", () => {
  fc.assert(
    fc.property(
      cursor,
      fc.string(),
      fc.string(),
      fc.nat(),
      fc.string({minLength: 1, maxLength: 1}),
      (given, binding, other, at, sign) => {
        const token = writeSkipToken(given, binding);
        assert.match(token, /^[\w-]+$/);
        assert.deepEqual(readSkipToken(token, binding), given);
        if (other !== binding) assert.equal(readSkipToken(token, other), null);
        const index = at % token.length;
        const altered = token.slice(0, index) + sign + token.slice(index + 1);
        if (altered !== token) assert.equal(readSkipToken(altered, binding), null);
        assert.equal(readSkipToken(token.slice(0, index), binding), null);
      },
    ),
  );
  fc.assert(fc.property(fc.string(), (text) => assert.equal(readSkipToken(text, "x"), null)));
});

const EXCEL =
  "application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7";

test("JSON is sent to any client that accepts it, at the requested level; Atom and XML alone are refused [odata.media-type odata.metadata-levels]", () => {
  const level = (accept: string | undefined, format: string | null = null) =>
    chooseJsonForm(accept, format)?.level ?? null;
  assert.equal(level(undefined), "minimal");
  assert.equal(level(""), "minimal");
  assert.equal(level(EXCEL), "minimal");
  assert.equal(level("application/json, text/xml, application/xml, */*"), "minimal");
  assert.equal(level("application/json;odata.metadata=none"), "none");
  assert.equal(
    level("application/json; odata.metadata = full ;q=0.5, application/json;odata.metadata=none;q=0.4"),
    "full",
  );
  assert.equal(level("application/json;odata=nometadata"), "none");
  assert.equal(level("application/json;odata=fullmetadata"), "full");
  assert.equal(level("application/json;odata=verbose"), "minimal");
  assert.equal(level(EXCEL, "application/json;odata.metadata=verbose"), null);
  assert.equal(level("application/atom+xml, application/xml"), null);
  assert.equal(level("application/json;q=0"), null);
  assert.equal(level("text/html"), null);
  assert.equal(level("application/atom+xml", "json"), "minimal");
  assert.equal(level(EXCEL, "application/json;odata.metadata=full"), "full");
  assert.equal(level(EXCEL, "atom"), null);
  const compatible = chooseJsonForm("application/json;IEEE754Compatible=true", null)!;
  assert.equal(
    jsonType(compatible),
    "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=true;charset=utf-8",
  );
});

test("a client is a strict reader when its Accept says OData, whatever else it has [odata.errors]", () => {
  for (const accept of [EXCEL, "application/json;odata.metadata=none", "application/json; odata=verbose"]) {
    assert.ok(readsODataStrictly(accept), accept);
  }
  for (const accept of [undefined, "", "application/json", "*/*", "application/json;charset=odata"]) {
    assert.ok(!readsODataStrictly(accept), String(accept));
  }
});

test("maxpagesize is read in both its names, and a version below 4.0 is refused [odata.page-size odata.version]", () => {
  assert.equal(preferredPageSize("odata.maxpagesize=500"), 500);
  assert.equal(preferredPageSize("respond-async, maxpagesize = 7;foo"), 7);
  for (const prefer of [undefined, "", "odata.maxpagesize=0", "odata.maxpagesize=x", "xmaxpagesize=5"]) {
    assert.equal(preferredPageSize(prefer), null, String(prefer));
  }
  for (const version of [undefined, "", "4.0", "4.01", "5.0"]) refuseOldReaders(version);
  for (const version of ["3.0", "1.0;x", "x"]) assert.throws(() => refuseOldReaders(version), ODataFault);
});

test("the path names a resource, with extra slashes, escapes and both forms of keys [odata.keys odata.service]", () => {
  const kind = (path: string) => parseResource(path, (name) => (name === "@k" ? "'abc'" : undefined))?.kind ?? null;
  for (const [path, expected] of [
    ["", "service"],
    ["/", "service"],
    ["//", "service"],
    ["/$metadata", "metadata"],
    ["/%24metadata", "metadata"],
    ["//series/", "collection"],
    ["/series/$count", "count"],
    ["/observations/%24count", "count"],
    ["/series('abc')", "entity"],
    ["/series(%27abc%27)", "entity"],
    ["/series(series_key='a%2Fb')", "entity"],
    ["/series(series_key=@k)", "entity"],
    ["/series('it''s')", "entity"],
    ["/observations(series_key='abc',period=2024-01-01)", "entity"],
    ["/observations( period = 2024-01-01 , series_key = 'a,b' )", "entity"],
    ["/series('abc')/title", "property"],
    ["/series('abc')/title/$value", "value"],
    ["/nothing", null],
    ["/Series", null],
    ["/series/x", null],
    ["/series/$count/x", null],
    ["/series('abc')/nothing", null],
    ["/series('abc')/title/x", null],
    ["/$metadata/x", null],
    ["/series('abc')/title/$value/x", null],
  ] as const) {
    assert.equal(kind(path), expected, path);
  }
  const bad = [
    "/series()",
    "/series(1)",
    "/series(key='x')",
    "/series('a','b')",
    "/series('a)",
    "/observations('a')",
    "/observations(series_key='a')",
    "/observations(series_key='a',period='x')",
    "/observations(series_key='a',series_key='b')",
    "/series(null)",
    "/series(geo)",
  ];
  for (const path of bad) assert.throws(() => kind(path), {name: "ODataFault", kind: "bad"}, path);
  for (const path of [
    "/$batch",
    "/$entity",
    "/$all",
    "/$crossjoin(series)",
    "/series/$ref",
    "/series('a')/$ref",
    "/series/$filter(true)",
  ]) {
    assert.throws(() => kind(path), {name: "ODataFault", kind: "unsupported"}, path);
  }
});

test("rows are written as JSON.stringify writes them, with any fields [odata.feeds]", () => {
  const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});
  const text = anyText().map((given) => given.toWellFormed());
  const row = fc.record({period: day, asOf: day, value: fc.double({noNaN: true}), withdrawn: fc.option(day)});
  fc.assert(
    fc.property(
      fc.array(row, {minLength: 1, maxLength: 20}),
      text,
      fc.subarray(["period", "value", "asOf", "withdrawn"] as const),
      (rows, title, fields) => {
        const fragments: RowFragment[] = [`{"title":${JSON.stringify(title)}`];
        for (const field of fields) {
          if (field === "value" || field === "withdrawn") fragments.push(`,"${field}":`, {field});
          else fragments.push(`,"${field}":"`, {field}, '"');
        }
        const columns = {
          count: rows.length,
          period: Int32Array.from(rows, ({period}) => period),
          asOf: Int32Array.from(rows, ({asOf}) => asOf),
          mantissa: Float64Array.from(rows, ({value}) => value),
          decimals: -1,
          withdrawn: rows.every((one) => one.withdrawn === null)
            ? null
            : Int32Array.from(rows, (one) => one.withdrawn ?? NO_DAY),
        };
        const writer = beginRows(new BodyMemory(), "[");
        const form = createRowForm([...fragments, "}"]);
        writer.rows(form, columns, 0, 1);
        writer.rows(form, columns, 1, rows.length);
        const expected = rows.map(({period, asOf, value, withdrawn}) => {
          const days = {period: dayText(period), asOf: dayText(asOf)};
          const own = {...days, value, withdrawn: withdrawn === null ? null : dayText(withdrawn)};
          return {title, ...Object.fromEntries(fields.map((field) => [field, own[field]]))};
        });
        assert.equal(writer.end("]").toString(), JSON.stringify(expected));
      },
    ),
  );
});
