// The text of metrics that our own code writes.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Exposition} from "../../../test/prometheus-text.ts";
import {anyText} from "../../text/any-text.fixture.ts";
import {familyText, labelText} from "./store-metrics.ts";

test("labels with any characters are read back unchanged", () => {
  const samples = fc.uniqueArray(
    fc.record({dataset: anyText(), value: fc.double({noNaN: true, noDefaultInfinity: true})}),
    {
      selector: ({dataset}) => dataset,
    },
  );
  fc.assert(
    fc.property(samples, fc.string(), (given, help) => {
      const text = familyText(
        {name: "x", type: "gauge", help: `says ${help}`},
        given.map(({dataset, value}) => ({labels: labelText(["a", "dataset"], ["b", dataset]), value})),
      );
      const read = new Exposition(text).families.get("x")!;
      assert.equal(read.help, `says ${help}`);
      assert.deepEqual(
        read.samples.map(({labels, value}) => [labels, value]),
        given.map(({dataset, value}) => [{a: "b", dataset}, Object.is(value, -0) ? 0 : value]),
      );
    }),
  );
});

test("a family without samples still has HELP and TYPE", () => {
  assert.equal(
    familyText({name: "x", type: "counter", help: "What is counted."}, []),
    "# HELP x What is counted.\n# TYPE x counter\n",
  );
});
