import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {codeOfId, datasetOfFlow, flowId, NO_CODE, sdmxId} from "./ids.ts";

const codes = fc.string({unit: "grapheme"}).filter((text) => text.isWellFormed());

test("every code has an identifier of SDMX that is no number, and it leads back to that code alone [sdmx.ids]", () => {
  fc.assert(
    fc.property(
      fc.oneof(codes, fc.stringMatching(/^[0-9_.-]{0,6}$/), fc.stringMatching(/^_?[A-Z0-9-]{0,6}$/)),
      (code) => {
        const id = sdmxId(code);
        assert.match(id, /^[A-Za-z_][A-Za-z0-9_-]*$/);
        assert.notEqual(id, NO_CODE);
        assert.ok(Number.isNaN(Number(id)));
        assert.equal(codeOfId(id), code);
      },
    ),
  );
  assert.deepEqual(
    ["643", "01.1.1", "_Z", null, "PCT"].map(sdmxId),
    ["_643", "_01-2E1-2E1", "-5FZ", "_Z", "PCT"].map((id) => (id === "-5FZ" ? "_-5FZ" : id)),
  );
});

test("a text that is no identifier of a code leads to none [sdmx.ids]", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{0,8}$/), (text) => {
      const code = codeOfId(text);
      if (code !== undefined) assert.equal(sdmxId(code), text);
    }),
  );
});

test("a dataflow leads to its provider and dataset [sdmx.ids]", () => {
  fc.assert(
    fc.property(codes, codes, (provider, dataset) => {
      assert.deepEqual(datasetOfFlow(flowId(provider, dataset)), {provider, dataset});
    }),
  );
  assert.equal(datasetOfFlow("none"), null);
});
