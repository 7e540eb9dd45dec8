// Blocks are cut by keys, so that a new series leaves the others as they are; and the form that version 2 wrote is read too.
import assert from "node:assert/strict";
import {test} from "node:test";
import {brotliDecompressSync} from "node:zlib";
import fc from "fast-check";
import {sizeOf} from "./block-columns.ts";
import {openBlock} from "./block-series.ts";
import {buildCatalogue, type CatalogueSeries} from "./build-catalogue.ts";
import {anySeries, build, labels, namesOf, oneSeries, readBack, storedBlocks} from "./catalogue.fixture.ts";
import {seriesKey} from "./catalogue.ts";
import {beginJoin, joinBlocks, sameBlocks, wholeCatalogue} from "./catalogue-blocks.ts";
import {readHead} from "./catalogue-code.ts";
import {cutsOf, encodeCatalogue} from "./catalogue-encoding.ts";

test("a new series changes the columns of its own block, and rarely those of another one", () => {
  const [size, blockSize] = [5000, 128];
  const series = Array.from({length: size}, (_, place) => keyed(2 * place));
  const before = new Set(columnsIn(series, blockSize));
  const changed: number[] = [];
  for (let place = 1; place < 2 * size; place += 250)
    changed.push(columnsIn([...series, keyed(place)], blockSize).filter((hash) => !before.has(hash)).length);
  assert.ok(
    changed.every((count) => count >= 1 && count <= 6),
    changed.join(),
  );
  assert.ok(changed.filter((count) => count === 1).length > changed.length / 2, changed.join());
});

test("blocks have their least and most lengths, but for the last one", () => {
  const anySize = fc.integer({min: 1, max: 600});
  fc.assert(
    fc.property(anySize, fc.constantFrom(1, 2, 3, 4, 10, 100), fc.nat(), (size, blockSize, from) => {
      const series = Array.from({length: size}, (_, place) => keyed(from + place));
      const head = readHead(encodeCatalogue(buildCatalogue(series, labels()), blockSize).head);
      const sizes = head.blocks.map((_, number) => sizeOf(head, number));
      const {least, most} = cutsOf(blockSize);
      assert.ok(sizes.every((own) => own > 0 && own <= most));
      assert.ok(sizes.slice(0, -1).every((own) => own >= least));
      assert.equal(
        sizes.reduce((sum, own) => sum + own, 0),
        size,
      );
    }),
  );
});

test("a catalogue is put together from the blocks of an older state in memory and those that differ", () => {
  let copied = 0;
  fc.assert(
    fc.property(anySeries, fc.infiniteStream(fc.boolean()), fc.constantFrom(1, 2, 4, 7, 60), (given, coins, size) => {
      const series = given.map((one) => ({...one, key: seriesKey("showdata", "demo", one)}));
      const [older, newer] = [
        series.filter(() => coins.next().value || coins.next().value || coins.next().value),
        series,
      ].map((own) => encodeCatalogue(buildCatalogue(own, labels()), size));
      const state = {head: readHead(older!.head), catalogue: readBack(older!)};
      const head = readHead(newer!.head);
      const same = sameBlocks(head, state.head);
      const joining = beginJoin(head, [...head.blocks.keys()]);
      for (const block of storedBlocks(newer!)) {
        const at = same.get(block.number);
        if (at === undefined) joining.add(block);
        else joining.copy(block.number, state, at);
      }
      copied += same.size;
      assert.deepEqual(joining.end(), readBack(newer!));
    }),
    {numRuns: 300},
  );
  assert.ok(copied > 200, `${copied} blocks were copied`);
});

test("a catalogue of the form of version 2 is read, as a whole and block by block", () => {
  const catalogue = build([
    {number: 0, classification: "01.1"},
    {number: 1, classification: "01.1", territory: "030"},
    {number: 2, classification: "01.2"},
    {number: 3, classification: "01.2", territory: "030"},
    {number: 4, classification: "02", lastPeriod: 19_000},
    {number: 5},
    {number: 6, territory: "030"},
  ]);
  const parts: string[] = JSON.parse(brotliDecompressSync(Buffer.from(OF_VERSION_2, "base64")).toString());
  const [bytes, ...pieces] = parts.map((part) => Buffer.from(part, "base64"));
  const head = readHead(bytes!);
  const blocks = storedBlocks({pieces});
  assert.deepEqual(wholeCatalogue(joinBlocks(head, blocks), namesOf(catalogue)), catalogue);
  const opened = blocks.map((block) => openBlock(head, block));
  assert.deepEqual(
    opened.flatMap(({classification}) => [...classification.index]),
    [...catalogue.classification.index],
  );
  assert.deepEqual(
    opened.map(({families}) => [...families]),
    [
      [0, 2, 3],
      [0, 1, 3],
      [0, 1],
    ],
  );
});

function keyed(place: number): CatalogueSeries {
  const one = oneSeries({number: place, classification: `01.${String(place).padStart(7, "0")}`});
  return {...one, key: seriesKey("showdata", "demo", one)};
}

function columnsIn(series: readonly CatalogueSeries[], blockSize: number): string[] {
  const {head} = encodeCatalogue(buildCatalogue(series, labels()), blockSize);
  return readHead(head).blocks.map(({columns}) => columns);
}

/** The catalogue of the test above with three series in a block, as an earlier program wrote it. */
const OF_VERSION_2 =
  "G10IMIxTLAmjhjWtXv/97hU048x53QbBFXJWlKuWXIKCcS2tRFiGv3fp61M/KozHEiwKy2ytQWNb0RqUQJjOYfvG0mUHvPEA8TSxDbENJn3pY9qEDkX8kAl/sjKfhxu2Ws9DtO/j7X74Z5kPErevS+D4okJmW2p0uKtU3FoyYcWfFZNTybITty+AQRuEZ60ncl9FTm8VoFMPu5IxgLrP5AQfMJ7VIv+HqBk1UgVVBZulkGZL2c5jxNusg68kD7Ugieyim8Ool5h2hluydKuv8lIeeMJqlvfMPjjjw93B71hBQRK/xWIThW52PCfi1k+iZEZXMvpskHngdqiwolsZ+03g+DNn8GxyX4I7VX02VRBMuI+OghknV+ZRMQhKZi4LuHbZKIzCcke2lHkobnISNaIgeYziB8+hxpnR3mP8zg6fToqLZN37A4UHfgXr1CUicPBGTkvkOeYZY4fqflj0SJp5aBuewsMrBWce43c8Ow8QfESPBtkgaMOlZ90YThT9ganTgSAP55JHA4WbFCOsiVo/gUbTvrw8WtVHPDaIo89KmYuZpHKlln4WJNaWUyN4cGaAau7SsH36P94/JiavHKXiJjTsqncpmMbeE3ypwrlxTFAE0YM6GwjWqKWJ+DVcYjd6EsmDJJwbZK1zw8VEBASXSJiOgRH4LB4XQCJXQjaITjznkjdPRUN9iY6SUXDZMXCpdGPo4cr6kcp0Jgnhk2dgwkouW2Vb5NFad/uzUNlUHxdjCUJF1QSJALxP8R4g+D5cZ+RYspOSvax5zFWOiucOFgBRCMnWh3VDVStzaZCUdU/ETc4V7oAIXLwR19pyTnrfSM7mk8iPZrpb6QYomaHxnNq8m3MFp1pPJ6yezxrQteqjoeozWQN+VDoQtxidVypDlV42rvQRKeJIV2Xun40XZftrC1cQQI6zCeJ6CxFxF8ddsoVfB1wRZ9vyeO+R7to8Rdfqms2Vx1sKbITAf0sVhHGeXaPUZDSzUZpqwd0zvlSdH/Ez3Gka7bXiaXrxMbvKIAZv4ELjsqNkZufzprjP1hhwSMBzJgobaTfp5QVOdzavYaptheZvUZ+91SfMU/Z4q3Rtj6TNs64Tj7fQid5Oc0/GrbUHrRetLX47go/6a8MM3gdm2rQFrt0EsMcLmzz+p6JTw7RF9+Td4Nb6HidwsJkrv5YJ90L5w0w8+coAzfmJwb0rjtsVDvWVUlLKY3dE29rrIgFb1B8qPfpX303DzCDq0jNG4ChaGccnH2u2G6Vu2klut2lvoyZ/niRrotJ9rlUOUQoli2PfDK6T4ArOJduHP1TTen/btKHuKQj1/VlfkgjCc+PiJDkJ4mKn5okHRGe7gj+WyA+4xoOIhUcIZp1cnzlXPoJkzc6zxv7j4EKhmRKkQYbkNUylaC6yLT+f8ofqUsxcZevd40OWw5gJrU1OKAM2zZlHEUuhqDoIk45K7vl6dTZfC1lKzDTzU1YHxhYMLRb2w5KEFcjr2ojbbqdJglknrsQuljnTce5a7P4p7L0lYfsWfiQPyxo22tZKvEL5lgAPPuhgW6u076TCiDfjhg+mtd3r3otrJfiXnUAPKITcIquUhhqAMY9ffkHfvJfY6pb8DQ==";
