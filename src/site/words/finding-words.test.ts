// The findings of checks in the words of pages and letters.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {MessageBody} from "../../service/message-body.ts";
import type {Finding} from "../../text/finding.ts";
import {letterText} from "../mail/event-letter.ts";
import {findingsText} from "./finding-words.ts";

const GONE = {gone: 6, carried: 100, before: "2026-03-05"};
const LOSS = {example: 'a.xlsx, sheet "1", cell B3', reason: "unknown unit", text: "пуд", locations: 2, values: 40};

const CASES: readonly (readonly [Finding, ru: string, en: string])[] = [
  [
    {code: "unreadable", values: 1041, locations: 3, isAside: false, named: [LOSS], isMore: true},
    'не прочитано: 1 041 значение, мест: 3: a.xlsx, лист "1", ячейка B3: неизвестная единица («пуд»), 40 значений; …',
    '1041 values unreadable in 3 places: a.xlsx, sheet "1", cell B3: unknown unit ("пуд"), 40 values; …',
  ],
  [
    {code: "changed", count: 2, first: {location: "x, 2026-01-01", was: 1.5, value: 2}},
    "изменилось бы опубликованных значений: 2, а набор объявлен непересматриваемым: x, 2026-01-01: 1.5 станет 2; …",
    "2 published values would change in a dataset that is declared not revised: x, 2026-01-01: 1.5 would become 2; …",
  ],
  [
    {code: "series-gone", ...GONE, named: ["Хлеб"], isMore: true},
    "нет 6 из 100 рядов выпуска от 5 марта 2026 г.: «Хлеб»; …",
    '6 of 100 series of the release of 2026-03-05 are not in it: "Хлеб"; …',
  ],
  [
    {code: "series-cut", ...GONE, before: null, mayBePart: true},
    'нет 6 из 100 рядов пакетов и частичных выпусков: файл мог быть обрезан по концу строки; в пакете, который и есть часть набора, пишут "partial": true',
    '6 of 100 series of packages or partial releases are not in it: the file may have been cut off at the end of a line; a package that is a part of its dataset says "partial": true',
  ],
  [
    {code: "before-other-count", before: "2026-03-05", other: {release: 7, had: 10, reads: 9}},
    "предыдущий выпуск, от 5 марта 2026 г., читается теперь иначе: в выпуске 7 при загрузке было 10 значений, а эта программа читает 9",
    "the release of 2026-03-05 before it is read differently now: release 7 had 10 values when it was loaded, but this program reads 9",
  ],
  [{code: "text", text: "7 values"}, "7 values", "7 values"],
];

const plain = (text: string): string => text.replace(/\s/g, " ");

test("a finding has its figures in the words of each language [desk.language]", () => {
  for (const [finding, ru, en] of CASES) {
    assert.equal(plain(findingsText([finding], "ru")), ru);
    assert.equal(findingsText([finding], "en"), en);
  }
});

test("a letter about a held run gives its findings in the language of the subscription, and the reason that an older program kept as it is [desk.language]", () => {
  const held = {kind: "held", provider_code: "p", dataset_code: "d", name: "Цены", day: "2026-04-05", release_id: null};
  const none = {
    new_values: 0,
    revised_values: 0,
    latest_period: null,
    series: null,
    happened_at: "",
    page: "https://x/",
  };
  const letter = (findings: readonly Finding[] | null, language: "ru" | "en"): string =>
    plain(letterText({...held, ...none, findings, reason: "no value at all"} as MessageBody, language, null).text);
  assert.match(letter([{code: "no-values"}], "ru"), /Причина: нет ни одного значения/);
  assert.match(letter([{code: "no-values"}], "en"), /Reason: no value at all/);
  assert.match(letter(null, "ru"), /Причина: no value at all/);
});
