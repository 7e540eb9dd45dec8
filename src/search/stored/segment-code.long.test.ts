// What a load stores of a dataset gives a server the same part as the dataset itself.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {test} from "node:test";
import fc from "fast-check";
import {build} from "../../statistics/catalogue/catalogue.fixture.ts";
import {finish} from "../../work/steps.fixture.ts";
import {bindSegment} from "../index/bind-segment.ts";
import type {SegmentContent} from "../index/dataset-segment.ts";
import {codeOf, familyKind} from "../index/dataset-segment.ts";
import {createFamilyIndex} from "../index/family-index.ts";
import {indexDataset, makeContent} from "../index/index-dataset.ts";
import {rangesOf} from "../index/postings.ts";
import {titleHead} from "../index/titles.ts";
import {parseSynonyms} from "../language/synonyms.ts";
import {createShelf} from "../search.fixture.ts";
import {CHUNK, chunksOf, readChunk, readSets, readTitleChunk} from "./chunk.ts";
import {findClasses} from "./class-section.ts";
import {readNamedFamily} from "./named-family.ts";
import {encodeSegment, openEncoded, SEGMENT_VERSION} from "./segment-code.ts";

const someSeries = fc.record({
  classification: fc.constantFrom("01.1", "01.2", "b~c", "000-10101", "\\n", "\ud800", null),
  indicator: fc.constantFrom("cpi", "ppi"),
  frequency: fc.constantFrom("M" as const, "A" as const),
  territory: fc.constantFrom("643", "030", "45000000000"),
  lastPeriod: fc.constantFrom(20_000, 15_000),
});

const NAMES = new Map([
  ["01.1", "Хлеб (все виды)"],
  ["b~c", "Всего"],
  ["000-10101", 'Хлеб с \\ и \ud800 " в нём'],
]);

function datasetOf(given: readonly object[], classNames = NAMES) {
  const series = given.map((one, index) => ({...one, number: index + 1}));
  const head = {id: 1, provider: "showdata", code: "demo", name: "Цены 2020", changedBy: "run", indicators: []};
  return {...head, catalogue: build(series, {classNames}), providerWords: "данные", units: []};
}

const someDataset = fc
  .uniqueArray(someSeries, {minLength: 1, selector: (one) => JSON.stringify({...one, lastPeriod: 0})})
  .map((given) => datasetOf(given));

test("a part opened from what was stored is the part made from the names, in an index with other words and places before [search.stored]", () => {
  fc.assert(
    fc.property(someDataset, fc.constantFrom(1, 100, undefined), (dataset, blockBytes) => {
      for (const before of [[], [{number: 1, territory: "40000000000", indicator: "хлеб"}]]) {
        const [opened, made] = [0, 1].map((isMade) => {
          const {vocabulary, territories} = createFamilyIndex(() => parseSynonyms(""), new Map());
          if (before.length > 0) finish(indexDataset(datasetOf(before), vocabulary, territories));
          if (isMade === 1) return finish(indexDataset(dataset, vocabulary, territories));
          const open = openEncoded(encodeSegment(finish(makeContent(dataset)), blockBytes));
          return finish(
            bindSegment(open, dataset, vocabulary, territories, {
              classes: open.classCount,
              frontiers: [...dataset.catalogue.frontiers],
            }),
          );
        });
        const [{stored: _one, ...one}, {stored: _other, ...other}] = [opened!, made!];
        assert.deepEqual(one, other);
      }
    }),
  );
});

/** Every family, class and word of a segment as it is read back is that of the content. */
function checkRead(content: SegmentContent, blockBytes: number | undefined, families: Iterable<number>): void {
  const dataset = {id: 1, provider: "p", code: "d", name: "", changedBy: "run", indicators: []};
  const index = createFamilyIndex(() => parseSynonyms(""), new Map());
  const open = openEncoded(encodeSegment(content, blockBytes));
  const segment = finish(bindSegment(open, dataset, index.vocabulary, index.territories, {classes: 1, frontiers: []}));
  finish(index.put(segment.id, [segment]));
  const {play} = createShelf(0);
  const size = content.indicator.index.length;
  assert.equal(segment.size, size);
  const titles: number[] = [];
  for (let nth = 0; nth < chunksOf(size); nth++) {
    const [chunk, sets, inOrder] = [readChunk(segment, nth), readSets(segment, nth), readTitleChunk(segment, nth)].map(
      (one) => play<unknown>(one),
    ) as [never, never, never];
    check(chunk, sets, inOrder, nth);
  }
  assert.deepEqual(titles, [...content.byTitle]);
  const all = new Set<string>();
  for (const family of families) {
    const {head, dimensions} = play(readNamedFamily({segment: segment, family}));
    assert.equal(head, titleHead(content, family));
    assert.equal(dimensions.classification, codeOf(content.classification, family));
    assert.equal(dimensions.frequency, codeOf(content.frequency, family));
    const {classification: code} = dimensions;
    if (code === null) continue;
    const {from, to} = play(findClasses(segment, [code]))[0]!;
    assert.ok(from <= family && family < to, `${code} has family ${family}`);
    assert.equal(codeOf(content.classification, from), code);
    assert.equal(codeOf(content.classification, to - 1), code);
    assert.deepEqual(play(findClasses(segment, [`${code}~`])), []);
    all.add(code);
  }
  // many together, among codes that are none
  const together = play(
    findClasses(
      segment,
      [...all].flatMap((code) => [`${code}~`, code]),
    ),
  );
  assert.deepEqual(
    together.toSorted((one, other) => one.index - other.index),
    [...all].flatMap((code) => play(findClasses(segment, [code]))).sort((one, other) => one.index - other.index),
  );
  const terms = content.words.map((word) => index.vocabulary.find(word)!);
  assert.deepEqual(
    play(index.rangesOf(segment, terms)),
    content.words.map((_, word) => rangesOf(content.postings, word)),
  );

  function check(
    chunk: ReturnType<typeof readChunk> extends Generator<unknown, infer T> ? T : never,
    sets: ArrayLike<number>,
    inOrder: ReturnType<typeof readTitleChunk> extends Generator<unknown, infer T> ? T : never,
    nth: number,
  ): void {
    for (let at = 0; at < Math.min(CHUNK, size - nth * CHUNK); at++) {
      const family = nth * CHUNK + at;
      const position = content.classification.index[family]!;
      assert.equal(chunk.classification[at], position);
      assert.equal(chunk.lengths[at], content.classLengths[position]);
      assert.equal(chunk.kinds[at], familyKind(content, family));
      assert.equal(chunk.ranks[at], content.titleRanks[family]);
      assert.equal(chunk.indicator[at], content.indicator.index[family]);
      assert.equal(sets[at], content.lists.setOf[family]);
      const titled = inOrder.families[at]!;
      titles.push(titled);
      assert.equal(inOrder.ranks[at], content.titleRanks[titled]);
      assert.equal(inOrder.sets[at], content.lists.setOf[titled]);
    }
  }
}

test("every family, name, code and posting is read from the blocks as it was written, whatever they are cut into [search.stored]", () => {
  fc.assert(
    fc.property(someDataset, fc.constantFrom(1, 100, undefined), (dataset, blockBytes) => {
      const content = finish(makeContent(dataset));
      checkRead(content, blockBytes, content.indicator.index.keys());
    }),
  );
  const codes = Array.from({length: 2 * CHUNK + 1}, (_, index) => `000-${String(index * 7).padStart(9, "0")}`);
  const names = new Map(codes.map((code, index) => [code, `Доходы ${index % 5000} от ${index * 13} ${index % 7}`]));
  const content = finish(
    makeContent(
      datasetOf(
        codes.map((classification) => ({classification, territory: "643"})),
        names,
      ),
    ),
  );
  const some = codes.flatMap((_, family) => (family % 509 === 0 || family % CHUNK < 2 ? [family] : []));
  checkRead(content, undefined, some);
});

test("other bytes of the same dataset have another version: servers would take one program's part for another's [search.stored-version]", () => {
  const series = ["01.1", "b~c", "b_1~c", "000-10101", null].flatMap((classification) =>
    ["643", "030"].map((territory) => ({classification, territory})),
  );
  // levels that both names have are stored in another way than those of one
  const names = new Map([
    ["01.1", "All / men"],
    ["b~c", "All / women of 60"],
  ]);
  const {layout, blocks} = encodeSegment(finish(makeContent(datasetOf(series, names))));
  const digest = hash("sha256", JSON.stringify([layout, blocks.map((block) => hash("sha256", block))]));
  assert.deepEqual([SEGMENT_VERSION, digest.slice(0, 16)], [5, "abf533ce7c47e4af"]);
});
