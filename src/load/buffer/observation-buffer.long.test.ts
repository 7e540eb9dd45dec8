// Gathering gives the same result as a simple map, in memory and spilled to a file.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {type BufferedRelease, type BufferOptions, createObservationBuffer, SKIP} from "./observation-buffer.ts";

const AMPLE: BufferOptions = {memoryLimit: 64 * 1024 * 1024};

function seriesOf(territory: string): SeriesDimensions {
  return {
    indicator: "cpi",
    classification: null,
    measure: null,
    transformation: null,
    unit: "PCT",
    frequency: "M",
    territory,
  };
}

type Observed = readonly [series: number, period: number, value: number];

function collectAll(observed: readonly Observed[], options: BufferOptions): BufferedRelease {
  const buffer = createObservationBuffer(options);
  for (const [index, [series, period, value]] of observed.entries()) {
    buffer.sink.observe(buffer.sink.series(seriesOf(`T${series}`)), period, value, index + 2);
  }
  return buffer.finish();
}

/** The gathered values as a plain record of series → period → value, read in the reverse order of ranks. */
function readAll(buffered: BufferedRelease): Record<string, [number, number][]> {
  const last = buffered.series.length - 1;
  const ranks = Uint32Array.from(buffered.series, (_, index) => (last - index) * 3);
  const read: Record<string, [number, number][]> = {};
  for (const {series, period, value} of buffered.read(ranks)) {
    read[buffered.series[series]!.territory] = [...period].map((one, index) => [one, value[index]!]);
  }
  return read;
}

function naive(observed: readonly Observed[]): {values: Record<string, [number, number][]>; contradicting: number} {
  const all = new Map<string, Map<number, number[]>>();
  for (const [series, period, value] of observed) {
    const periods = all.get(`T${series}`) ?? new Map<number, number[]>();
    all.set(`T${series}`, periods.set(period, [...(periods.get(period) ?? []), value]));
  }
  const values: Record<string, [number, number][]> = {};
  let contradicting = 0;
  for (const [series, periods] of all) {
    const kept: [number, number][] = [];
    for (const [period, given] of [...periods].sort(([a], [b]) => a - b)) {
      if (new Set(given).size === 1) kept.push([period, given[0]!]);
      else contradicting += given.length;
    }
    if (kept.length > 0) values[series] = kept;
  }
  return {values, contradicting};
}

const observations = fc.array(fc.tuple(fc.nat(5), fc.integer({min: 24000, max: 24040}), fc.constantFrom(1, 2, 0.5)), {
  maxLength: 120,
});

test("gathered values equal those of a plain map, in memory and spilled in parts of any size", () => {
  fc.assert(
    fc.property(observations, fc.integer({min: 1, max: 4000}), (observed, memoryLimit) => {
      const {values, contradicting} = naive(observed);
      for (const options of [AMPLE, {memoryLimit}]) {
        const buffered = collectAll(observed, options);
        assert.deepEqual(readAll(buffered), values);
        assert.equal(buffered.count, Object.values(values).flat().length);
        assert.equal(buffered.unreadableCount, contradicting);
        buffered.discard();
      }
    }),
  );
});

test("a long unsorted series is sorted, in memory and spilled", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({min: -98000, max: 120000}), {minLength: 300, maxLength: 600}), (periods) => {
      const observed = periods.map((period) => [0, period, period / 7] as const);
      for (const memoryLimit of [AMPLE.memoryLimit, 3000]) {
        const buffered = collectAll(observed, {memoryLimit});
        assert.deepEqual(readAll(buffered), naive(observed).values);
        buffered.discard();
      }
    }),
    {numRuns: 20},
  );
});

test("the same value twice for one period is one value", () => {
  const buffered = collectAll(
    [
      [0, 24000, 1.5],
      [0, 24000, 1.5],
    ],
    AMPLE,
  );
  assert.equal(buffered.count, 1);
  assert.equal(buffered.unreadableCount, 0);
});

test("two different values for one period are both refused, and each refusal names both lines [tidy.bad-rows]", () => {
  for (const memoryLimit of [AMPLE.memoryLimit, 1]) {
    const buffered = collectAll(
      [
        [0, 24000, 1.5],
        [0, 24001, 3],
        [0, 24000, 1.6],
      ],
      {memoryLimit},
    );
    assert.deepEqual(readAll(buffered), {T0: [[24001, 3]]});
    assert.deepEqual(
      buffered.unreadable.map(({line, reason}) => [line, reason]),
      [
        [2, "cpi, PCT, M, T0 has two values for 2000-01: line 2 says 1.5, line 4 says 1.6"],
        [4, "cpi, PCT, M, T0 has two values for 2000-01: line 4 says 1.6, line 2 says 1.5"],
      ],
    );
    buffered.discard();
  }
});

test("lines of a second file are named with their file", () => {
  const {sink, finish} = createObservationBuffer(AMPLE);
  const handle = sink.series(seriesOf("643"));
  sink.startFile("observations/a.csv");
  sink.observe(handle, 24000, 1, 7);
  sink.startFile("observations/b.csv");
  sink.observe(handle, 24000, 2, 3);
  assert.deepEqual(
    finish().unreadable.map(({file, line, reason}) => `${file}:${line} ${reason.split(": ")[1]}`),
    [
      "observations/a.csv:7 line 7 says 1, line 3 of observations/b.csv says 2",
      "observations/b.csv:3 line 3 says 2, line 7 of observations/a.csv says 1",
    ],
  );
});

test("series are given by ascending rank, without the rank SKIP and without series that have no value", () => {
  for (const memoryLimit of [AMPLE.memoryLimit, 1]) {
    const buffer = createObservationBuffer({memoryLimit});
    buffer.sink.series(seriesOf("empty"));
    for (const territory of ["a", "b", "c"]) buffer.sink.observe(buffer.sink.series(seriesOf(territory)), 24000, 1, 2);
    const buffered = buffer.finish();
    assert.deepEqual(
      buffered.series.map(({territory}) => territory),
      ["a", "b", "c"],
    );
    assert.deepEqual(
      [...buffered.read(Uint32Array.of(70, SKIP, 3))].map(({series}) => series),
      [2, 0],
    );
    buffered.discard();
  }
});

test("the first hundred unreadable places are kept, all are counted and reported [tidy.bad-rows]", () => {
  const told: string[] = [];
  const {sink, finish} = createObservationBuffer({...AMPLE, onUnreadable: ({text}) => told.push(text)});
  for (let line = 0; line < 101; line++) {
    sink.refuse({file: "observations.csv", line, column: "value", reason: "not a number", text: `x${line}`, row: null});
  }
  const {unreadable, unreadableCount} = finish();
  assert.equal(unreadable.length, 100);
  assert.equal(unreadableCount, 101);
  assert.equal(told.at(-1), "x100");
});
