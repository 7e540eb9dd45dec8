// Entity tags and the If-None-Match header.
import assert from "node:assert/strict";
import {test} from "node:test";
import {namesEtag, neededPart, weakEtag} from "./headers.ts";

test("a tag is weak, equal for equal parts and different for different parts [cache.etag-weak]", () => {
  const tag = weakEtag(["a", 1, null, true]);
  assert.match(tag, /^W\/"[\w-]{27}"$/);
  assert.equal(weakEtag(["a", 1, null, true]), tag);
  const others = [
    ["a", "1", null, true],
    ["a", 1, "null", true],
    ["a", 1, null],
    ["a,1", null, true],
    [1, "a", null, true],
    ["a", 1, null, "true"],
  ].map(weakEtag);
  assert.equal(new Set([tag, ...others]).size, others.length + 1);
});

test("If-None-Match is a tag or a list of tags, weak or strong; a star matches any answer [cache.if-none-match-list cache.if-none-match-star]", () => {
  const tag = 'W/"abc"';
  for (const header of ['W/"abc"', '"abc"', '"x", W/"abc"', '"x","abc","y"', ' "abc" ', '"a,b", "abc"']) {
    assert.equal(namesEtag(header, tag), true, header);
  }
  for (const header of [undefined, "", "*", "abc", '"ABC"', '"xabc"', '"abc', 'w"abc']) {
    assert.equal(namesEtag(header, tag), false, String(header));
  }
  const part = (method: string, header?: string) => neededPart({method, headers: {"if-none-match": header}});
  for (const header of ["*", " * "])
    for (const method of ["GET", "HEAD"]) assert.equal(part(method, header), "unchanged");
  for (const header of [undefined, "", '"*"', '"a", *']) {
    assert.equal(part("GET", header), "body", String(header));
    assert.equal(part("HEAD", header), "head", String(header));
  }
});
