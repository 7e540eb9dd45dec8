// Files of a dataset without an account.
import assert from "node:assert/strict";
import {test} from "node:test";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {openSampleStore, openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const HOMES = "/datasets/fedstat/31452";

test("up to a hundred picked series are a file without an account, which counts like their comparison [site.dataset-free-file]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get(HOMES, EN);
  const [csv, xlsx] = [...text.matchAll(/<a class="button quiet" href="([^"]*values\.\w+\?lang=en)"/g)].map(
    ([, path]) => path!,
  );
  const whole = await site.get(csv!, EN);
  assert.equal(whole.status, 200);
  assert.match(whole.headers["content-disposition"] ?? "", /filename="31452\.csv"/);
  const keys = new Set(
    whole.text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => row.split(";")[0]),
  );
  assert.equal(keys.size, 56);
  assert.equal((await site.get(xlsx!, EN)).rawPayload.subarray(0, 2).toString(), "PK");
  const picked = (await site.get(`${HOMES}?geo=45000000000`, EN)).text;
  const few = /href="([^"]*values\.csv\?[^"]*)"/.exec(picked)![1]!.replaceAll("&amp;", "&");
  assert.equal(
    new Set(
      (await site.get(few, EN)).text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((row) => row.split(";")[0]),
    ).size,
    2,
  );
  // 56 series are ten files of thirty a minute
  const statuses: number[] = [];
  for (let time = 0; time < 3; time++) statuses.push((await site.get(csv!, EN)).status);
  assert.deepEqual(statuses, [429, 429, 429]);
  assert.equal((await site.get(`${HOMES}/values.csv?geo=0`, EN)).status, 404);
});

test("a file has its names in the language of the page that leads to it [site.dataset-free-file]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  for (const [language, name] of [
    ["en", "Russian Federation"],
    ["ru", "Российская Федерация"],
  ]) {
    const {text} = await site.get(`${HOMES}?geo=643`, {"accept-language": language!});
    const path = /href="([^"]*values\.csv[^"]*)"/.exec(text)![1]!.replaceAll("&amp;", "&");
    // a program that takes the link sends no language
    const rows = (await site.get(path)).text.trimEnd().split("\n");
    const column = rows[0]!.replace("\uFEFF", "").split(";").indexOf("geo_label");
    assert.deepEqual(new Set(rows.slice(1).map((row) => row.split(";")[column])), new Set([name]));
  }
});

test("more series with at most 10,000 values are a file without an account, once and a half a minute; with more values they need one [site.dataset-free-file]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const few = "/datasets/fedstat/33459";
  assert.match((await site.get(few, EN)).text, /values\.csv/);
  const file = await site.get(`${few}/values.csv`, EN);
  assert.equal(file.status, 200);
  assert.equal(
    new Set(
      file.text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((row) => row.split(";")[0]),
    ).size,
    117,
  );
  assert.equal((await site.get(`${few}/values.csv`, EN)).status, 429);
});

test("of a selection with more values the page has the form for the file of an account in the place of the files [site.dataset-free-file]", async (t) => {
  const {store} = await temporaryStore(t);
  const rows = Array.from({length: 101}, (_, at) =>
    Array.from({length: 100}, (_, year) => `price,c${at},PCT,643,${1900 + year},${at}`),
  ).flat();
  await loadTidy(store, await temporaryFolder(t), {
    dataset: "large",
    published_at: "2026-01-15",
    header: "indicator,class,unit,geo,period,value",
    rows,
    more: {
      frequency: "A",
      indicators: [{code: "price", label: "Index"}],
      classes: Array.from({length: 101}, (_, at) => ({code: `c${at}`, name: `Class ${at}`})),
      units: [{code: "PCT", name: "percent", okei: "744", mult: 1}],
    },
  });
  const site = await openSite(t, {store});
  const path = "/datasets/showdata/large";
  const {text} = await site.get(path, EN);
  assert.match(text, /class="toolbar">[\s\S]*?name="to" value="\/datasets\/showdata\/large\/file"[\s\S]*?<\/div>/);
  assert.match(text, /Download the selection as one file/);
  assert.doesNotMatch(text, /values\.csv/);
  const refused = await site.get(`${path}/values.csv`, EN);
  assert.equal(refused.status, 413);
  assert.match(refused.text, /at most 100 series, or up to 2,000 with at most 10,000 values/);
});
