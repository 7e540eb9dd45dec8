// The order of titles, compared with a plain sort.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {NAME_MARK, readLevels} from "../../statistics/class-texts/leveled-texts.ts";
import {finish} from "../../work/steps.fixture.ts";
import {familyKind} from "./dataset-segment.ts";
import {splitNames} from "./split-names.ts";
import {orderTitles} from "./title-order.ts";
import {titleHead} from "./titles.ts";

const someText = fc
  .array(fc.constantFrom(..."а б, аб ,, / а/ / Б 👍 \uffee \n a \u0001б".split(" "), " ", "  ", ", "), {maxLength: 6})
  .map((tokens) => tokens.join(" "));

test("families are in the order of their kinds, then of their titles by code points, then of their numbers [search.ranking]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(someText), {minLength: 1, maxLength: 8}),
      fc.array(someText, {minLength: 1, maxLength: 3}),
      fc.array(fc.tuple(fc.nat(7), fc.nat(2)), {maxLength: 12}),
      fc.array(someText, {minLength: 8, maxLength: 8}),
      (names, labels, pairs, codes) => {
        const families = pairs
          .map(([name, label]) => [name % names.length, label % labels.length] as const)
          .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
        const part = {
          classification: {
            codes: names.map((_, index) => (index === 0 ? null : codes[index]!)),
            index: Uint16Array.from(families, ([name]) => name),
          },
          indicator: {codes: labels.map((_, index) => `i${index}`), index: Uint16Array.from(families, (one) => one[1])},
          classNames: names,
          indicatorLabels: labels,
          wholeClasses: Uint8Array.from(names, (_, index) => index % 2),
          labelKinds: Uint8Array.from(labels, (_, index) => index % 2),
          crossedClasses: new Uint8Array(names.length),
        };
        const {byTitle, kindStarts} = finish(orderTitles(part, finish(splitNames(readLevels(names, NAME_MARK)))));
        const plain = [...families.keys()].sort(
          (one, other) =>
            familyKind(part, one) - familyKind(part, other) ||
            compareCodes(titleHead(part, one), titleHead(part, other)) ||
            one - other,
        );
        assert.deepEqual([...byTitle], plain);
        for (const [index, family] of plain.entries()) {
          const kind = familyKind(part, family);
          assert.ok(kindStarts[kind]! <= index && index < kindStarts[kind + 1]!);
        }
      },
    ),
  );
});
