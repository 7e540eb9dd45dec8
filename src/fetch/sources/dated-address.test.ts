// Tests of addresses with days in them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {datedAddressProblem, fillAddress, lastCycles} from "./dated-address.ts";

test("an address has today and days before it, each in the publisher's own form", () => {
  const address = "https://example.org/r?from={today-30d:dd/MM/yyyy}&to={today:dd/MM/yyyy}&q={today:q}";
  assert.equal(fillAddress(address, "2026-03-15"), "https://example.org/r?from=13/02/2026&to=15/03/2026&q=1");
  assert.equal(fillAddress("https://example.org/{today}", "2026-03-15"), "https://example.org/2026-03-15");
  assert.equal(fillAddress("https://example.org/{today-1m:d.M.yy}", "2026-03-31"), "https://example.org/28.2.26");
});

test("the last cycles are the oldest first, and the last of them has today", () => {
  assert.deepEqual(lastCycles("day", 3, "2026-03-01"), ["2026-02-27", "2026-02-28", "2026-03-01"]);
  assert.deepEqual(lastCycles("month", 3, "2026-01-31"), ["2025-11-01", "2025-12-01", "2026-01-01"]);
  assert.deepEqual(lastCycles("quarter", 2, "2026-05-31"), ["2026-01-01", "2026-04-01"]);
  assert.deepEqual(lastCycles("year", 2, "2026-05-31"), ["2025-01-01", "2026-01-01"]);
  assert.equal(
    fillAddress("https://e.org/{date:yyyy_MM}.xlsx", "2026-05-31", "2026-04-01"),
    "https://e.org/2026_04.xlsx",
  );
});

test("an address with an unknown token, without the day of its cycle, or of no web server is named", () => {
  assert.match(datedAddressProblem("https://example.org/{today-3w}", false)!, /unknown/);
  assert.match(datedAddressProblem("https://example.org/a", true)!, /no \{date/);
  assert.match(datedAddressProblem("https://example.org/{date}", false)!, /without `each`/);
  assert.match(datedAddressProblem("ftp://example.org/a", false)!, /no http/);
  assert.equal(datedAddressProblem("http://10.0.0.1/{date:yyyy}", true), null);
});
