// The monthly survey of inflation expectations: four real releases, each with all months since 2009 and many small tables.
import assert from "node:assert/strict";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {cbrWorkbooks} from "../described-workbooks.ts";
import {findParser} from "../sources.ts";

const FOLDER = "cbr/inflation_expectations_vintages";
const RELEASES = ["stat_Infl_exp_22-09", "stat_Infl_exp_23-06", "Infl_exp_26-01", "Infl_exp_26-02"].map(
  (name) => `${FOLDER}/${name}.xlsx`,
);

async function read(path: string) {
  const file = sharedFile(path);
  assert.equal((await findParser([file]))?.name, "cbr-workbooks");
  const sink = watchingSink(false);
  const {metadata} = await cbrWorkbooks.parse([file], PLAIN_HINTS, sink);
  assert.deepEqual(sink.refused, [], path);
  return {metadata, values: sink.values};
}

/** The newest release, shared by both tests because reading takes seconds. */
let newest: ReturnType<typeof read> | null = null;
const readNewest = (): ReturnType<typeof read> => {
  newest ??= read(RELEASES[3]!);
  return newest;
};

const keyOf = ({series}: SeenValue) => [series.classification, series.measure, series.unit].join("|");

test("questions and answers since 2009, tables under charts, groups of people of the newest month (FIX-cbr-12) [cbr.expectations]", {
  skip: needs(...RELEASES),
}, async () => {
  const {metadata, values} = await readNewest();
  assert.deepEqual([metadata.dataset, metadata.partial], ["inflation_expectations", true]);
  const only = (measure: string | null, period: string, ...parts: string[]) => {
    const found = values.filter(
      ({series, period: at}) =>
        at === period && series.measure === measure && parts.every((part) => series.classification!.includes(part)),
    );
    assert.equal(found.length, 1, `${parts}`);
    return [found[0]!.value, found[0]!.series.unit];
  };
  const month = "posmotrite_na_kartochku_kak_po_vashemu_mneniyu_v_celom";
  assert.deepEqual(only(null, "2009-12-01", month, "~vyrosli_ochen_silno"), [23.688156, "процент"]);
  assert.deepEqual(only(null, "2026-02-01", "~nablyudaemaya_inflyaciya_v"), [14.4831, "процент"]);
  assert.deepEqual(only("dannye_dlya_grafikov", "2024-01-01", month, "~vyrosli_ochen_silno"), [61.336634, "процент"]);
  assert.deepEqual(
    only(
      "po_gruppam_naseleniya",
      "2026-02-01",
      "pol~muzhchiny~",
      "kak_po_vashemu_mneniyu_v_celom_izmenilis",
      "~vyrosli_ochen_silno",
    ),
    [45.9070796460177, "процент"],
  );
  assert.deepEqual(only("po_gruppam_naseleniya", "2026-02-01", "naselenie_v_celom", "~indeks_krupnyh_pokupok"), [
    91.18375433382863,
    "пункт",
  ]);
});

test("releases in order: each repeats all earlier figures unchanged, none is revised [cbr.expectations]", {
  skip: needs(...RELEASES),
}, async () => {
  // Counted with another program in the sheet of all years, for questions whose words did not change.
  const days = [];
  let before = new Map<string, number>();
  const changed: number[] = [];
  for (const path of RELEASES) {
    const {metadata, values} = await (path === RELEASES[3] ? readNewest() : read(path));
    days.push(metadata.publishedAt);
    const history = new Map(
      values.filter(({series}) => series.measure === null).map((one) => [`${keyOf(one)}|${one.period}`, one.value]),
    );
    changed.push([...history].filter(([key, value]) => before.has(key) && before.get(key) !== value).length);
    before = history;
  }
  assert.deepEqual(changed, [0, 0, 0, 0]);
  assert.deepEqual(
    days,
    [...days].sort((a, b) => a - b),
  );
});
