// The form of the judged questions to search: enough of them, set aside by the rule, and every answer exists.
//
// The file itself says which answers are right; this test only checks that such a series exists.
import assert from "node:assert/strict";
import {existsSync} from "node:fs";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {partOf, readSearchQueries} from "../bench/search-queries.ts";
import {listSamples} from "../src/cli/samples/sample-warehouse.ts";
import {collectSourceFiles} from "../src/load/input/source-files.ts";
import {recordingSink} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {findParser} from "../src/load/sources/sources.ts";
import {readTerritories} from "../src/reference/reference.ts";

const shared = new URL("../../shared/data/fedstat/", import.meta.url);
const EMISS_FILES: Readonly<Record<string, string>> = {
  "fedstat/37908": "sdmx/37908_courier_revenue_monthly_2012.xml",
  "fedstat/42619": "sdmx/42619_coal_mines_annual_2012.xml",
  "fedstat/59345": "sdmx_excerpts/59345_mortgage_monthly_units.excerpt.xml",
};
const queries = readSearchQueries();

interface Held {
  readonly classification: string | null;
  /** geo_canonical */
  readonly territory: string;
  /** Class, indicators, territory. */
  readonly title: string;
}

const builtIn = new Map(readTerritories().map((one) => [one.code, one]));

/** Every series of the releases at these paths, one release after another. */
async function seriesOf(paths: readonly string[]): Promise<[dataset: string, held: Held[]]> {
  const labels = new Map<string, string>();
  const found = new Map<string, Held>();
  let dataset = "";
  for (const path of paths) {
    const {files} = await collectSourceFiles(path);
    const sink = recordingSink();
    const hints = {provider: null, dataset: null, publishedAt: null};
    const {metadata} = await (await findParser(files))!.parse(files, hints, sink);
    assert.deepEqual(sink.refused, [], path);
    dataset = `${metadata.provider}/${metadata.dataset}`;
    for (const {code, label} of metadata.indicators ?? []) labels.set(`i ${code}`, label);
    for (const {code, name} of metadata.classes ?? []) labels.set(`c ${code}`, name);
    for (const {indicator, classification, territory} of sink.seriesSeen) {
      const where = builtIn.get(territory) ?? metadata.territories?.find(({code}) => code === territory);
      assert.ok(where, `${path}: ${territory}`);
      const title = [labels.get(`c ${classification}`), labels.get(`i ${indicator}`), where.name].join(", ");
      found.set(`${title} ${where.canonical}`, {classification, territory: where.canonical, title});
    }
  }
  return [dataset, [...found.values()]];
}

async function readHeld(): Promise<Map<string, Held[]>> {
  const files = Object.values(EMISS_FILES).map((name) => new URL(name, shared));
  const paths = [
    ...listSamples().map(({releases}) => releases),
    ...files.filter(existsSync).map((file) => [fileURLToPath(file)]),
  ];
  return new Map(await Promise.all(paths.map(seriesOf)));
}

const held = await readHeld();

test("there are enough questions, and enough without a common word with the expected first title [search.judged]", () => {
  assert.ok(queries.length >= 140, `${queries.length} questions`);
  const foreign = queries.filter(({sharesWord}) => !sharesWord);
  assert.ok(foreign.length >= 45, `${foreign.length} without a shared word`);
  assert.deepEqual(new Set(queries.map(({query}) => query)).size, queries.length);
  assert.deepEqual(
    queries.map(({id}) => id),
    queries.map((_, at) => `q${String(at + 1).padStart(3, "0")}`),
  );
});

test("30 % of the questions are set aside, by their ids alone [search.judged]", () => {
  assert.deepEqual(
    queries.map(({id, part}) => [id, part]),
    queries.map(({id}) => [id, partOf(id)]),
  );
  const share = queries.filter(({part}) => part === "aside").length / queries.length;
  assert.ok(share >= 0.28 && share <= 0.32, `${share}`);
});

test("every question's dataset is a sample or an EMISS file, and has a series of its class and territory [search.judged]", () => {
  const territories = new Set(readTerritories().map(({canonical}) => canonical));
  for (const {id, query, dataset, classification, territory} of queries) {
    const named = `${id} ${query}`;
    assert.ok(territory === null || territories.has(territory), named);
    assert.ok(dataset !== null || (classification === null && territory !== null), named);
    if (dataset !== null && !held.has(dataset)) {
      assert.ok(dataset in EMISS_FILES && !existsSync(new URL(EMISS_FILES[dataset]!, shared)), named);
      continue;
    }
    const series = dataset === null ? [...held.values()].flat() : held.get(dataset)!;
    assert.ok(
      series.some(
        (one) =>
          (classification === null || one.classification === classification) &&
          (territory === null || one.territory === territory),
      ),
      named,
    );
  }
});

test("a question marked as without a common word has none in common with any right title [search.judged]", () => {
  for (const {id, query, dataset, classification, territory, sharesWord} of queries) {
    if (sharesWord) continue;
    for (const one of held.get(dataset!) ?? []) {
      if (classification !== null && one.classification !== classification) continue;
      if (territory !== null && one.territory !== territory) continue;
      for (const wanted of wordsOf(query))
        for (const word of wordsOf(one.title))
          assert.ok(!akin(wanted, word), `${id} ${query}: ${wanted} and ${word} of "${one.title}"`);
    }
  }
});

function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll("ё", "е")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word.length > 2);
}

/** Whether two words begin so similarly that they may be forms of one word, independent of a stemmer. */
function akin(one: string, other: string): boolean {
  const [short, long] = [one, other].map(({length}) => length).sort((a, b) => a - b) as [number, number];
  let same = 0;
  while (same < short && one[same] === other[same]) same += 1;
  return same === long || same >= 5 || (same >= 4 && same >= short - 2) || (same === 3 && long <= 6 && short <= 4);
}
