import assert from "node:assert/strict";
import {test} from "node:test";
import type {DatedListing, ReleaseMetadata} from "../../statistics/release/release.ts";
import {dayOf} from "../../statistics/time/day.ts";
import {describeAsListed, mainTopic} from "./listed-words.ts";

const DAY = dayOf(2021, 12, 27);

function folded(changes: Partial<ReleaseMetadata> = {}): ReleaseMetadata {
  return {
    provider: "fedstat",
    dataset: "42",
    name: "Уголь",
    publishedAt: dayOf(2021, 12, 26),
    frequency: null,
    revised: true,
    archival: false,
    nextRelease: null,
    sourceFile: null,
    sourceUrl: null,
    indicators: [{code: "42", label: "Уголь", concept: "fedstat-42", description: null, synonyms: []}],
    classes: null,
    units: [{code: "тонна", name: "тонна", okei: "168", mult: 1}],
    territories: null,
    methodology: {coverage: null, exclusions: null, classifier: "ОКАТО", text: "Метод. Ведомство: Старое (Отдел)."},
    notes: null,
    related: null,
    continuity: null,
    weeks: null,
    ...changes,
  };
}

function listed(changes: Partial<DatedListing> = {}): DatedListing {
  return {code: "42", day: DAY, name: "Добыча угля", agency: "Минэнерго", topics: null, excluded: null, ...changes};
}

test("a catalogue newer than the data names the dataset, and the replaced name becomes a synonym; an older one only adds a synonym [load.listing]", () => {
  const newer = describeAsListed(folded(), [listed()]);
  assert.equal(newer.name, "Добыча угля");
  assert.equal(newer.indicators![0]!.label, "Добыча угля");
  assert.deepEqual(newer.indicators![0]!.synonyms, ["Уголь"]);
  const sameDay = describeAsListed(folded({publishedAt: DAY}), [listed()]);
  assert.equal(sameDay.name, "Уголь");
  assert.deepEqual(sameDay.indicators![0]!.synonyms, ["Добыча угля"]);
  const twice = describeAsListed(folded(), [listed(), listed({day: DAY + 1, name: "Добытый уголь"})]);
  assert.equal(twice.name, "Добытый уголь");
  assert.deepEqual(twice.indicators![0]!.synonyms, ["Уголь", "Добыча угля"]);
});

test("the catalogue's agency comes before the agency of the data, which is still shown; unit, classifier and key come from the data [load.listing]", () => {
  const described = describeAsListed(folded(), [listed({topics: [["Энергетика", "Уголь"]]})]);
  assert.deepEqual(described.methodology, {
    coverage: null,
    exclusions: null,
    classifier: "ОКАТО",
    text: "Метод. Ведомство: Минэнерго (в файле данных: Старое (Отдел)).",
  });
  assert.equal(described.indicators![0]!.description, "Энергетика › Уголь. Ведомство: Минэнерго.");
  assert.equal(described.indicators![0]!.concept, "fedstat-42");
  assert.deepEqual(described.units, folded().units);
  const agrees = folded({methodology: {...folded().methodology!, text: "Ведомство: Минэнерго (Отдел)."}});
  assert.equal(describeAsListed(agrees, [listed()]).methodology!.text, "Ведомство: Минэнерго (Отдел).");
  const silent = describeAsListed(folded({methodology: null}), [listed()]);
  assert.equal(silent.methodology!.text, "Ведомство: Минэнерго.");
});

test("facts that a newer catalogue lacks come from an older one; an unknown agency is not shown; without catalogues nothing changes [load.listing]", () => {
  const tree = listed({topics: [["Энергетика"]], excluded: true});
  const described = describeAsListed(folded(), [tree, listed({day: DAY + 9, agency: null})]);
  assert.equal(described.indicators![0]!.description, "Энергетика. Ведомство: Минэнерго.");
  assert.deepEqual(described.notes, [
    {text: "В каталоге на 2021-12-27 показатель отмечен как исключённый.", classification: null},
  ]);
  const unknown = describeAsListed(folded(), [listed({agency: null})]);
  assert.deepEqual(unknown.methodology, folded().methodology);
  assert.equal(unknown.indicators![0]!.description, null);
  const metadata = folded();
  assert.equal(describeAsListed(metadata, []), metadata);
});

test("of several places in the tree the one with the fewest and shortest headings is shown, or the first of equal ones [load.listing]", () => {
  const prices = ["Цены", "Индексы"];
  assert.deepEqual(mainTopic([["Международные", "Вопросник"], prices, ["А", "Б", "В"]]), prices);
  assert.deepEqual(mainTopic([["а"], ["б"]]), ["а"]);
  assert.deepEqual(mainTopic([[], prices]), prices);
  assert.deepEqual(mainTopic([]), []);
});
