import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {MOST_LISTED} from "../../../store/accounts/list-item.ts";
import {itemsText, kindOfItem, readItems, releaseOf} from "./items.ts";

const item = fc.oneof(
  fc.stringMatching(/^[0-9a-z]{16}$/),
  fc.integer({min: 1, max: 999_999_999}).map((id) => `release:${id}`),
  fc.tuple(fc.stringMatching(/^[a-z_]{1,20}$/), fc.stringMatching(/^[\w.-]{1,40}$/)).map((parts) => parts.join("/")),
);

test("the address of a list has its items in order, each once [site.list]", () => {
  fc.assert(
    fc.property(fc.uniqueArray(item, {maxLength: MOST_LISTED}), (items) => {
      assert.deepEqual(readItems(itemsText(items)), items);
      assert.deepEqual(readItems(itemsText([...items, ...items])), items);
    }),
  );
});

test("whatever an address says, a list has at most sixty items, and none that names nothing [site.list]", () => {
  fc.assert(
    fc.property(fc.string({maxLength: 200}), (text) => {
      const items = readItems(text);
      assert.ok(items.length <= MOST_LISTED);
      assert.deepEqual(readItems(itemsText(items)), items);
    }),
  );
  assert.deepEqual(readItems("release:0,a,/b,x/,a/b/c,release:12"), ["release:12"]);
  assert.equal(readItems(Array.from({length: 99}, (_, at) => `a/${at}`).join(",")).length, MOST_LISTED);
  assert.deepEqual([releaseOf("release:12"), releaseOf("a/b")], [12, null]);
  const items = ["release:12", "a/b", "release:1/b", "0123456789abcdef"];
  assert.deepEqual(readItems(itemsText(items)), items);
  assert.deepEqual(items.map(kindOfItem), ["release", "dataset", "dataset", "series"]);
});
