// The claims of paragraphs as news and reports have them, against the sample warehouse. All sets were labelled before the code that reads them;
// paragraphs-b to -i by other people, -g, -h (halves of one set) and -i in the style of news agencies. The rules were fitted to -a to -d, -g and
// -h, so their shares say nothing of other texts; nobody who wrote the rules has read -e, -f and -i, so their failures are not printed.
// docs/decisions/0021 has the shares at first sight. traps.txt has one text a line, each with a published number of something that is not
// published.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import type {DraftClaim, DraftLanguage} from "../../src/claims/draft/verify-draft.ts";
import {verifyText} from "../../src/claims/text/verify-text.ts";
import {createSearch} from "../../src/store/search/search.ts";
import {createCatalogueCache} from "../../src/store/series/catalogue-cache.ts";
import {createBudget} from "../../src/work/budget.ts";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);
const AGREEING: readonly string[] = ["match", "rounded", "was_true"];

interface Paragraph {
  readonly id: string;
  readonly lang: DraftLanguage;
  readonly text: string;
  readonly claims: readonly {
    readonly text: string;
    readonly from: number;
    readonly verdict: string;
    readonly series: string | null;
  }[];
}

function paragraphs(set: string): readonly Paragraph[] {
  return JSON.parse(readFileSync(new URL(`paragraphs-${set}.json`, import.meta.url), "utf8"));
}

/** The verdicts of the claims of a text, in their order. */
async function verdictsOf(text: string): Promise<readonly string[]> {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  return (await verifyText(parts, text, null, createBudget())).claims.map(({found}) => found.verdict);
}

const UNREAD: readonly string[] = ["e", "f", "i"];

for (const [set, found, right] of [
  ["a", 99, 97],
  ["b", 97, 90],
  ["c", 99, 91],
  ["d", 96, 77],
  ["e", 96, 76],
  ["f", 97, 71],
  ["g", 98, 81],
  ["h", 98, 70],
  ["i", 98, 70],
] as const)
  test(`of the claims of paragraphs ${set} ${found} % are found and ${right} % have the right verdict, and none a false match [verify.draft-labelled]`, async () => {
    const {statistics} = held().store;
    const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
    const falsely: string[] = [];
    const wrong: string[] = [];
    let [labelled, seen] = [0, 0];
    for (const {id, lang, text, claims} of paragraphs(set)) {
      const verified = await verifyText(parts, text, lang, createBudget());
      const used = new Set<DraftClaim>();
      for (const claim of claims) {
        labelled++;
        const own = verified.claims.find(
          ({stated: {figure}}) => figure.start < claim.from + claim.text.length && figure.end > claim.from,
        );
        const says = `${id} ${claim.text}: ${claim.verdict}, not ${own?.found.verdict}`;
        if (own === undefined) {
          wrong.push(says);
          continue;
        }
        seen++;
        used.add(own);
        const key = own.found.judged?.found.series.key ?? null;
        // of another territory's number one set names the series that has it, which is a candidate, and the others that of the claim
        const isElsewhere =
          claim.verdict === "other_territory" &&
          own.found.candidates.some(({found}) => found.series.key === claim.series);
        const isSeries = ["not_published", "ambiguous"].includes(claim.verdict) || claim.series === key || isElsewhere;
        if (own.found.verdict !== claim.verdict || !isSeries) wrong.push(says);
        const isAgreeing = AGREEING.includes(claim.verdict) && claim.series === key;
        if (AGREEING.includes(own.found.verdict) && !isAgreeing) falsely.push(says);
      }
      for (const own of verified.claims)
        if (!used.has(own) && AGREEING.includes(own.found.verdict)) falsely.push(`${id} at ${own.stated.figure.start}`);
    }
    assert.equal(falsely.length, 0, UNREAD.includes(set) ? "false matches" : falsely.join("\n"));
    assert.ok(seen * 100 >= labelled * found, `${seen} of ${labelled} found`);
    assert.ok(
      (labelled - wrong.length) * 100 >= labelled * right,
      `${wrong.length} of ${labelled}:\n${UNREAD.includes(set) ? "" : wrong.join("\n")}`,
    );
  });

test("a text that gives a published number to something that is not published has no false match [verify.draft-labelled]", async () => {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  const falsely: string[] = [];
  const lines = readFileSync(new URL("traps.txt", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  assert.ok(lines.length > 550);
  for (const text of lines) {
    const {claims} = await verifyText(parts, text, null, createBudget());
    if (claims.some(({found}) => AGREEING.includes(found.verdict) || found.computed?.agrees)) falsely.push(text);
  }
  assert.deepEqual(falsely, []);
});

test("right numbers before it do not confirm a number of something that is not published [verify.draft-labelled]", async () => {
  const {statistics} = held().store;
  const parts = {statistics, search: createSearch(statistics), catalogues: createCatalogueCache(2 ** 25, () => {})};
  for (const text of [
    "Annual inflation was 5.59 percent in December 2025 and 6.64 percent in November. Wages grew by 9.52 percent in December 2024.",
    "Годовая инфляция в декабре 2025 года — 5,59 %, в ноябре — 6,64 %. Средний чек вырос за декабрь 2024 года на 9,52 %.",
    "Безработица в IV квартале 2022 года — 3,8 %, в III квартале — 3,9 %. Среди женщин во II квартале 2022 года — 4,0 %.",
    "The key rate was 18 percent in July 2024 and 19 percent in September 2024. Mortgage rates hit 21 percent in October 2024.",
    "Ключевая ставка в июле 2024 года — 18 %, в сентябре — 19 %. Вклады в октябре 2024 года приносили 21 %.",
    "В Москве на начало 2020 года жили 12 655,1 тыс. человек, в Казани — 1 257,4 тыс. В агломерации Екатеринбурга — 1 625,6 тыс. человек.",
    "Mining held 20.6 trillion roubles of fixed assets at the end of 2024. The mining companies' debts were 65.0 trillion in Moscow.",
  ]) {
    const {claims} = await verifyText(parts, text, null, createBudget());
    const verdicts = claims.map(({found}) => found.verdict);
    assert.ok(verdicts.slice(0, -1).some((one) => AGREEING.includes(one)) || text.startsWith("Mining"), text);
    assert.ok(!AGREEING.includes(verdicts.at(-1)!), `${text} ${verdicts.join()}`);
  }
});

test("two numbers that agree, or a long one, settle a circumstance that is not understood, and no actor [verify.draft-labelled]", async () => {
  for (const [text, wanted] of [
    [
      "Ключевая ставка в октябре 2024 года была 21 %. Вместе с туманом в сентябре 2024 года — 19 %.",
      ["match", "match"],
    ],
    [
      "Ключевая ставка в октябре 2024 года была 22 %. Вместе с туманом в сентябре 2024 года — 19 %.",
      ["no_match", "ambiguous"],
    ],
    ["Ключевая ставка в октябре 2024 года была 21 %. Туман в сентябре 2024 года — 19 %.", ["match", "not_published"]],
  ] as const)
    assert.deepEqual(await verdictsOf(text), wanted, text);
});

test("the index itself, told as the growth, is no growth in another form [verify.draft-labelled]", async () => {
  for (const [text, verdict] of [
    ["ВВП в 2017 году вырос на 101,5 %.", "no_match"],
    ["Цены выросли на 105,59 % в 2025 году.", "no_match"],
    ["ВВП в 2017 году вырос на 1,5 %.", "other_form"],
  ] as const) {
    assert.deepEqual(await verdictsOf(text), [verdict], text);
  }
});

test("what no series publishes of a subject is not published: a growth of amounts, and a part of which only the whole is known [verify.draft-labelled]", async () => {
  for (const [text, verdict] of [
    ["Основные фонды России в 2024 году выросли на 5,9 %.", "not_published"],
    ["Youth unemployment in 2021 was 16.3%.", "not_published"],
    ["Unemployment in 2022 was 4.0%.", "match"],
  ] as const) {
    assert.deepEqual(await verdictsOf(text), [verdict], text);
  }
});

test("a noun behind the verb's actor does not hide a rate that is named whole, and another actor does [verify.draft-labelled]", async () => {
  for (const [text, verdict] of [
    ["Банк России три заседания подряд повышал ключевую ставку: в октябре 2024 года до 21 %.", "match"],
    ["ФРС три заседания подряд повышала ключевую ставку: в октябре 2024 года до 21 %.", "ambiguous"],
  ] as const) {
    assert.deepEqual(await verdictsOf(text), [verdict], text);
  }
});
