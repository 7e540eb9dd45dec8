// The parts of an answer that a capture leaves out, and those that it keeps.
import assert from "node:assert/strict";
import {test} from "node:test";
import {withoutWording} from "./wording.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const PAGE = "text/html; charset=utf-8";

test("messages and hints lose their text, numbers keep exactly their form [capture.wording]", () => {
  const body = '{"error":{"code":"X","message":"a \\"b\\"","hint": "c"},"value":1.50,"description":"d"}';
  const kept = '{"error":{"code":"X","message":"*","hint": "*"},"value":1.50,"description":"d"}';
  assert.equal(withoutWording("/api/v1/data", JSON_TYPE, body), kept);
  assert.equal(withoutWording("/api/openapi.json", JSON_TYPE, body), kept.replace('"d"', '"*"'));
  assert.equal(withoutWording("/api/v1/data", "text/csv", body), body);
});

test("numbers and links of a page are kept in order, without the parts that change with each edition of the program [capture.wording]", () => {
  const page = `<head><link href="/assets/f00d12/site.css"><style>a{width:7px}</style><script src="/assets/f00d12/a.js">8</script></head>
<body><p class="n9">In 2016 it was 1\u00a0234,5 — <a href="/series/abc?as_of=2016-01-01">see</a></p>
<p>Request 0198c0de-5eed-4a11-b0b0-5a3d1e0f7c42</p><script type="application/json">{"value":[3.25]}</script></body>`;
  assert.deepEqual(withoutWording("/", PAGE, page).split("\n"), [
    "/assets/*/site.css",
    "/assets/*/a.js",
    "2016",
    "1\u00a0234,5",
    "/series/abc?as_of=2016-01-01",
    "3.25",
  ]);
});
