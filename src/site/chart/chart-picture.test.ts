import assert from "node:assert/strict";
import {test} from "node:test";
import {crc32, inflateSync} from "node:zlib";
import {dayOf} from "../../statistics/time/day.ts";
import {chartPicture, PICTURE_HEIGHT, PICTURE_WIDTH} from "./chart-picture.ts";
import {figureStrokes} from "./figures.ts";
import type {ChartLine} from "./line-chart.ts";
import {createRaster, type Place} from "./raster.ts";

const LINE = "23,74,130";

/** Colours of all points, row by row; throws if the file does not follow the format. */
function readPng(bytes: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly colour: (x: number, y: number) => string;
} {
  assert.equal(bytes.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    assert.equal(bytes.readUInt32BE(at + 8 + length), crc32(body));
    chunks.set(body.toString("latin1", 0, 4), body.subarray(4));
    at += length + 12;
  }
  assert.deepEqual([...chunks.keys()], ["IHDR", "PLTE", "IDAT", "IEND"]);
  const head = chunks.get("IHDR")!;
  assert.deepEqual([...head.subarray(8)], [8, 3, 0, 0, 0]);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const rows = inflateSync(chunks.get("IDAT")!);
  assert.equal(rows.length, height * (width + 1));
  const palette = chunks.get("PLTE")!;
  const colour = (x: number, y: number): string => {
    const index = rows[y * (width + 1) + 1 + x]!;
    return [...palette.subarray(index * 3, index * 3 + 3)].join(",");
  };
  return {width, height, colour};
}

const monthly = (values: readonly number[]): ChartLine => ({
  points: values.map((value, month) => ({day: dayOf(2020 + Math.floor(month / 12), (month % 12) + 1, 1), value})),
  frequency: "M",
  className: "line-1",
});

/** Rows of the line in each column, in the lower part of the picture, below the text of the latest value. */
function lineRows(picture: ReturnType<typeof readPng>, x: number): number[] {
  return Array.from({length: picture.height - 130}, (_, row) => row + 130).filter((y) => picture.colour(x, y) === LINE);
}

test("the picture of a chart is a PNG in which the line runs through every column of its span, highest where the value is [site.preview]", async () => {
  const picture = readPng(await chartPicture(monthly([10, 20, 15, 40, 12, 13, 11, 10, 12, 14, 13, 16]), "ru"));
  assert.deepEqual([picture.width, picture.height], [PICTURE_WIDTH, PICTURE_HEIGHT]);
  const columns = Array.from({length: PICTURE_WIDTH}, (_, x) => lineRows(picture, x));
  const drawn = columns.flatMap((rows, x) => (rows.length > 0 ? [x] : []));
  assert.equal(drawn.length, drawn.at(-1)! - drawn[0]! + 1);
  const top = (x: number): number => Math.min(...columns[x]!);
  const highest = drawn.reduce((best, x) => (top(x) < top(best) ? x : best));
  // the fourth of twelve months: days 91 of 335
  const place = drawn[0]! + ((drawn.at(-1)! - drawn[0]!) * 91) / 335;
  assert.ok(Math.abs(highest - place) < 4, `${highest} is not ${place}`);
});

test("the line of a picture breaks where periods are missing, and without a value there is an empty ground [site.preview site.chart-gaps]", async () => {
  const whole = monthly(Array.from({length: 24}, (_, month) => month));
  const line = {...whole, points: whole.points.filter((_, month) => month < 10 || month > 14)};
  const picture = readPng(await chartPicture(line, "en"));
  const drawn = Array.from({length: PICTURE_WIDTH}, (_, x) => lineRows(picture, x).length > 0);
  const runs = drawn.filter((is, x) => is && !drawn[x - 1]).length;
  assert.equal(runs, 2);
  const empty = readPng(await chartPicture({...whole, points: []}, "en"));
  for (let y = 0; y < PICTURE_HEIGHT; y += 7)
    for (let x = 0; x < PICTURE_WIDTH; x += 7) assert.equal(empty.colour(x, y), "252,251,248");
});

test("every figure that a number is written with has strokes, also a minus of either kind; a blank has none [site.preview]", () => {
  for (const letter of "0123456789,.-\u2212") assert.ok(figureStrokes(letter, 20).strokes.length > 0, letter);
  assert.equal(figureStrokes("\u00a0", 20).strokes.length, 0);
  assert.ok(figureStrokes("1 234,5", 20).width > figureStrokes("1234,5", 20).width);
  assert.equal(figureStrokes("", 20).width, 0);
});

test("a stroke covers its places whichever way it runs, and nothing beyond the edges is drawn [site.preview]", () => {
  const ways: readonly (readonly [Place, Place])[] = [
    [
      [5, 5],
      [25, 5],
    ],
    [
      [5, 25],
      [5, 5],
    ],
    [
      [5, 5],
      [25, 25],
    ],
    [
      [25, 5],
      [5, 15],
    ],
    [
      [10, 28],
      [14, 3],
    ],
    [
      [-20, 10],
      [60, 20],
    ],
    [
      [15, 15],
      [15, 15],
    ],
  ];
  for (const [from, to] of ways) {
    const raster = createRaster(30, 30);
    raster.stroke([from, to], 3, 0);
    for (let step = 0; step <= 10; step++) {
      const [x, y] = [0, 1].map((at) => Math.round(from[at]! + ((to[at]! - from[at]!) * step) / 10)) as [
        number,
        number,
      ];
      if (x >= 0 && x < 30 && y >= 0 && y < 30)
        assert.ok(raster.points[y * 30 + x]! > 0, `${from} – ${to} at ${x},${y}`);
    }
  }
});
