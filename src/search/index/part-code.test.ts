// What a load stores of a dataset gives a server the same part as the dataset itself.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {build} from "../../statistics/catalogue/catalogue.fixture.ts";
import {finish} from "../../steps.fixture.ts";
import {parseSynonyms} from "../language/synonyms.ts";
import {bindPart} from "./bind-part.ts";
import type {DatasetPart, PartContent} from "./dataset-part.ts";
import {createFamilyIndex} from "./family-index.ts";
import {indexDataset, makeContent} from "./index-dataset.ts";
import {decodePart, encodePart} from "./part-code.ts";

const someSeries = fc.record({
  classification: fc.constantFrom("01.1", "01.2", "b~c", "000-10101", null),
  indicator: fc.constantFrom("cpi", "ppi"),
  frequency: fc.constantFrom("M" as const, "A" as const),
  territory: fc.constantFrom("643", "030", "45000000000"),
  lastPeriod: fc.constantFrom(20_000, 15_000),
});

function datasetOf(given: readonly object[]) {
  const series = given.map((one, place) => ({...one, number: place + 1}));
  const classNames = new Map([
    ["01.1", "Хлеб (все виды)"],
    ["b~c", "Всего"],
  ]);
  const head = {id: 1, provider: "showdata", code: "demo", name: "Цены 2020", changedBy: "run", indicators: []};
  return {...head, catalogue: build(series, {classNames}), providerWords: "данные", units: []};
}

test("a part opened from what was stored is the part made from the names, in an index with other words and places before [search.stored]", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(someSeries, {minLength: 1, selector: (one) => JSON.stringify({...one, lastPeriod: 0})}),
      (given) => {
        const dataset = datasetOf(given);
        const bytes = encodePart(finish(makeContent(dataset)));
        assert.deepEqual(encodePart(reopened(bytes)), bytes);
        for (const before of [[], [{number: 1, territory: "40000000000", indicator: "хлеб"}]]) {
          const [opened, made] = [0, 1].map((isMade) => {
            const {vocabulary, territories} = createFamilyIndex(parseSynonyms(""), new Map());
            if (before.length > 0) finish(indexDataset(datasetOf(before), vocabulary, territories));
            if (isMade === 1) return finish(indexDataset(dataset, vocabulary, territories));
            return finish(bindPart(reopened(bytes), dataset, vocabulary, territories));
          });
          assert.deepEqual(shown(opened!), shown(made!));
        }
      },
    ),
  );
});

function reopened(bytes: Uint8Array): PartContent {
  return decodePart(Uint8Array.from(bytes).buffer);
}

/** Without the functions of packed texts, and with plain lists. */
function shown({classNames, classification, ...part}: DatasetPart): unknown {
  const {codes, index} = classification;
  const plain = JSON.stringify(part, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value,
  );
  return {names: [...classNames], codes: [...codes], index: [...index], part: JSON.parse(plain) as unknown};
}
