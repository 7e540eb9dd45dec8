// The part of a dataset is made step by step: a load of a hundred thousand names must not hold up requests.
import assert from "node:assert/strict";
import {test} from "node:test";
import {buildCatalogue} from "../../statistics/catalogue/build-catalogue.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {longestStep} from "../../work/steps.fixture.ts";
import {parseSynonyms} from "../language/synonyms.ts";
import {createFamilyIndex} from "./family-index.ts";
import {indexDataset, NAMES_AT_ONCE} from "./index-dataset.ts";

test("at most 200 names of classes are read between two places to rest, and titles of 1000 series are made [budget.steps]", () => {
  const codes = Array.from({length: 5 * TITLES_AT_ONCE}, (_, i) => `c${i}`);
  const shared = {indicator: "x", measure: null, transformation: "level", unit: "PCT", frequency: "M" as Frequency};
  const territory = {code: "643", name: "Россия", level: "country" as const, canonical: "RU-00", parent: null};
  const catalogue = buildCatalogue(
    codes.map((classification, i) => ({
      ...shared,
      ...{classification, territory: territory.code, number: i + 1, lastPeriod: 20_000},
      key: String(i).padStart(16, "0"),
    })),
    {
      territories: new Map([[territory.code, territory]]),
      classNames: new Map(codes.map((code, i) => [code, `Хлеб сорта номер ${i}`])),
      indicatorLabels: new Map([["x", "Цены"]]),
      continuity: [],
      weeks: null,
    },
  );
  let read = 0;
  const classNames = new Proxy(catalogue.classNames, {
    get(names, at) {
      if (/^\d+$/.test(String(at))) read++;
      return Reflect.get(names, at) as unknown;
    },
  });
  const {vocabulary, territories} = createFamilyIndex(() => parseSynonyms(""), new Map());
  const head = {id: 1, provider: "showdata", code: "wide", name: "Цены", providerWords: "", changedBy: "@@"};
  const dataset = {...head, catalogue: {...catalogue, classNames}, indicators: [], units: []};
  const longest = longestStep(indexDataset(dataset, vocabulary, territories), () => read);
  assert.ok(longest <= TITLES_AT_ONCE + NAMES_AT_ONCE, `${longest} names in one step`);
  assert.ok(read >= 3 * codes.length, "each name is read for its tokens, for what it says, and for its English name");
});

const TITLES_AT_ONCE = 1000;
