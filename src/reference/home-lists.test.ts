import assert from "node:assert/strict";
import {test} from "node:test";
import {COUNTRIES} from "../country/countries.ts";
import {parseSteps} from "../statistics/derived/step.ts";
import {FREQUENCIES} from "../statistics/time/frequency.ts";
import {listedTiles, readHomeTiles, readTileSources, readTopics, topicsOf} from "./home-lists.ts";

const unique = (texts: readonly string[]) => assert.deepEqual([...new Set(texts)], texts);

test("each country has an ordered list of tiles, each with series that may fill it [site.tiles]", () => {
  for (const {code} of COUNTRIES) {
    const tiles = readHomeTiles().filter(({country}) => country === code);
    assert.ok(tiles.length >= 6, code);
    unique(tiles.map(({tile}) => tile));
    for (const page of ["home", "territory"] as const) {
      const places = listedTiles(code, page).map((one) => one[page]);
      assert.deepEqual(
        places,
        places.map((_, at) => at + 1),
        `${code} ${page}`,
      );
    }
    for (const {tile, names, home, territory} of tiles) {
      assert.ok(home !== null || territory !== null || tile === "consumer-prices", tile);
      assert.ok(names.ru && names.en);
      assert.ok(
        readTileSources().some((one) => one.country === code && one.tile === tile),
        `${code} ${tile}`,
      );
    }
  }
  for (const {country, tile, dataset, concept, frequency, derive} of readTileSources()) {
    assert.ok(
      readHomeTiles().some((one) => one.country === country && one.tile === tile),
      `${country} ${tile}`,
    );
    assert.ok(concept !== null || /^[\w]+\/[\w]+$/.test(dataset!), tile);
    assert.ok(frequency === null || FREQUENCIES.some((one) => one === frequency), tile);
    assert.ok(derive === null || !("problem" in parseSteps(derive)), tile);
  }
});

test("a dataset has the topics of its published name [site.topics]", () => {
  const record = {provider: "x", code: "1", name: "Численность безработных"};
  const topics = topicsOf(record);
  assert.ok(topics.length > 0);
  assert.deepEqual(topicsOf({...record, name: "Parrots"}), []);
});

test("topics are a tree of two levels with names in both languages [site.topics]", () => {
  const topics = readTopics();
  unique(topics.map(({code}) => code));
  const tops = new Set(topics.filter(({parent}) => parent === null).map(({code}) => code));
  for (const {parent, names, phrases, datasets} of topics) {
    assert.ok(parent === null || tops.has(parent));
    assert.ok(names.ru && names.en && phrases.length + datasets.length > 0);
    for (const phrase of phrases) assert.equal(phrase, phrase.toLowerCase().trim());
  }
});
