// The home page of a store with some datasets, and with none.
import assert from "node:assert/strict";
import {test} from "node:test";
import {openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};

test("the home page shows loads with their new and revised values, and overdue datasets [site.home]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), now: new Date("2026-07-15T12:00:00Z")});
  const {text} = await site.get("/", EN);
  assert.match(text, /up to November 2025 · new values: 89 · revised: 33/);
  assert.match(text, /overdue by 5 months/);
  assert.doesNotMatch(text, /<b>/);
  const empty = await (await openSite(t)).get("/", EN);
  assert.match(empty.text, /Nothing is loaded yet/);
  assert.match(empty.text, /Everything is on time/);
});
