// Continuity: a break of classes pairs the series that are equal in all other dimensions.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {buildCatalogue} from "./build-catalogue.ts";
import {anyBreaks, anySeries, build, labels} from "./catalogue.fixture.ts";
import {type Catalogue, dimensionsAt} from "./catalogue.ts";

test("a class-level continuity pairs the series that are equal in every other dimension; null: there is no pair [identity.continuity]", () => {
  const catalogue = build(
    [
      {number: 0, classification: "old", territory: "643"},
      {number: 1, classification: "old", territory: "030"},
      {number: 2, classification: "old", territory: "050", measure: "m"},
      {number: 3, classification: "new", territory: "643"},
      {number: 4, classification: "new", territory: "050"},
      {number: 5, classification: "new", territory: "030", unit: "rub"},
    ],
    {continuity: [{from: "old", to: "new", period: "2022-01", note: null}]},
  );
  assert.deepEqual(pairsByNumber(catalogue), {as: [[0, 3]], from: [[3, 0]]});
  assert.equal(
    build([{number: 0, classification: "old"}], {continuity: [{from: "old", to: "new", period: "2022", note: null}]})
      .continuesAs,
    null,
  );
});

test("in a chain of breaks each series is continued by the next [identity.continuity]", () => {
  const catalogue = build(
    [
      {number: 0, classification: "a"},
      {number: 1, classification: "b"},
      {number: 2, classification: "c"},
    ],
    {
      continuity: [
        {from: "b", to: "c", period: "2022-01", note: null},
        {from: "a", to: "b", period: "2015-01", note: null},
      ],
    },
  );
  assert.deepEqual(pairsByNumber(catalogue), {
    as: [
      [0, 1],
      [1, 2],
    ],
    from: [
      [1, 0],
      [2, 1],
    ],
  });
});

test("of several breaks for one series the newest decides, of equally new ones the first; a break from a class to itself continues nothing", () => {
  const series = [
    {number: 0, classification: "a"},
    {number: 1, classification: "b"},
    {number: 2, classification: "c"},
  ];
  const note = null;
  const newest = build(series, {
    continuity: [
      {from: "a", to: "b", period: "2015-01", note},
      {from: "a", to: "c", period: "2020-01", note},
    ],
  });
  assert.deepEqual(pairsByNumber(newest), {
    as: [[0, 2]],
    from: [
      [1, 0],
      [2, 0],
    ],
  });
  const first = build(series, {
    continuity: [
      {from: "a", to: "b", period: "2020-01", note},
      {from: "a", to: "c", period: "2020-01", note},
    ],
  });
  assert.deepEqual(pairsByNumber(first).as, [[0, 1]]);
  assert.equal(build(series, {continuity: [{from: "a", to: "a", period: "2020-01", note}]}).continuesAs, null);
});

test("a series is continued exactly if a declared break joins it to a series that differs only by class [identity.continuity]", () => {
  fc.assert(
    fc.property(anySeries, anyBreaks, (series, continuity) => {
      const catalogue = buildCatalogue(series, labels({continuity}));
      const rest = (position: number) => JSON.stringify({...dimensionsAt(catalogue, position), classification: null});
      const classOf = (position: number) => dimensionsAt(catalogue, position).classification;
      const positions = series.map((_one, position) => position);
      for (const position of positions) {
        const isPair = (from: number, to: number) =>
          rest(from) === rest(to) &&
          from !== to &&
          continuity.some((one) => one.from === classOf(from) && one.to === classOf(to));
        const as = catalogue.continuesAs?.[position] ?? -1;
        const from = catalogue.continuesFrom?.[position] ?? -1;
        assert.equal(as === -1 ? !positions.some((other) => isPair(position, other)) : isPair(position, as), true);
        assert.equal(from === -1 ? !positions.some((other) => isPair(other, position)) : isPair(from, position), true);
      }
    }),
  );
});

function pairsByNumber({numbers, continuesAs, continuesFrom}: Catalogue) {
  const pairs = (targets: Int32Array | null) =>
    [...(targets ?? [])]
      .flatMap((target, position) => (target === -1 ? [] : [[numbers[position], numbers[target]]]))
      .sort();
  return {as: pairs(continuesAs), from: pairs(continuesFrom)};
}
