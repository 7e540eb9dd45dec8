// The data on the page of a dataset: picked series, their table, and the whole selection as a file for an account.
import assert from "node:assert/strict";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import {ensureAccount} from "../../src/store/accounts/account.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {createApi} from "../api/client.ts";
import {openTerritories, seriesKeyOf} from "./places.ts";
import {openSampleStore, openSite} from "./site.ts";
import {createVisitor, signIn} from "./visitor.ts";

const EN = {"accept-language": "en"};
const DATASET = "/datasets/showdata/places";
const BASE = "http://127.0.0.1:8080";

test("a choice with a Russian name alone is marked as Russian on English pages [site.dataset-data]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  for (const path of ["/datasets/showdata/city_population", "/indicators/population"]) {
    const choices = (await site.get(path, EN)).text.match(/<option [^>]*>[^<]*[а-яё]{3}[^<]*</gi)!;
    assert.ok(choices.length > 10);
    assert.deepEqual(
      choices.filter((choice) => !choice.includes(' lang="ru"')),
      [],
    );
    assert.doesNotMatch((await site.get(path, {"accept-language": "ru"})).text, /<option [^>]*lang=/);
  }
});

test("the page of a dataset has fields with counts by dimension, the picked series with their latest values, and a chart [site.dataset-data]", async (t) => {
  const site = await openSite(t, {store: await openTerritories(t)});
  const {text} = await site.get(DATASET, EN);
  assert.match(text, /<option value="x">x \(4\)<\/option>\s*<option value="y">y \(1\)<\/option>/);
  assert.match(text, /<option value="45000000000">Moscow \(2\)<\/option>/);
  const rows = (page: string): string[] =>
    [...page.matchAll(/<th scope="row"[^>]*><a href="\/series\/(\w{16})"/g)].map(([, key]) => key!);
  assert.deepEqual(rows(text).length, 5);
  assert.match(text, /<figure class="leading">[\s\S]*?class="plot"/);
  const moscow = (await site.get(`${DATASET}?geo=45000000000`, EN)).text;
  assert.deepEqual(rows(moscow), [seriesKeyOf("45000000000"), seriesKeyOf("45000000000", "y")]);
  assert.match(moscow, /<span role="status">2 series<\/span>/);
  // counted among the series that the other picks leave
  const both = (await site.get(`${DATASET}?geo=45000000000&indicator=y`, EN)).text;
  assert.match(both, /<option value="x">x \(1\)<\/option>\s*<option value="y" selected>y \(1\)<\/option>/);
  assert.match(both, />777</);
  assert.match((await site.get(`${DATASET}?geo=nowhere`, EN)).text, /No series matches/);
  assert.equal((await site.get(`${DATASET}?offset=900`, EN)).status, 200);
});

test("words that all rows share stand once above the table, and a row says how it differs, with its value, changes, line and state [site.dataset-rows]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/datasets/rosstat_files/fixed_assets?class=total", EN);
  const plain = (part: string) =>
    part
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();
  const common = /<p class="common">([\s\S]*?)<\/p>/.exec(text)![1]!;
  assert.equal(
    plain(common),
    "In the rows shown: Total of the surveyed activities · Fixed assets at residual book value · million rubles · annual",
  );
  const rows = [...text.matchAll(/<tr>\s*<th scope="row" class="row-title"[\s\S]*?<\/tr>/g)].map(([row]) => plain(row));
  assert.equal(rows.length, 25);
  assert.match(rows[0]!, /^Russian Federation [\d,]+ 2021 on the year [+−][\d.]+% discontinued$/);
  assert.match(rows[2]!, /^Central Federal District [\d,]+ 2024 on the year [+−][\d.]+%$/);
  for (const row of rows) assert.doesNotMatch(row, /book value|million|annual/);
});

test("links sort the rows by value, change, year and period, over all pages; series of several units only by period [site.dataset-sorted]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const path = "/datasets/rosstat_files/fixed_assets?class=total";
  const values = async (sort: string) => {
    const pages = [0, 25, 50, 75].map(async (offset) => {
      const {text} = await site.get(`${path}&sort=${sort}&offset=${offset}`, EN);
      return [...text.matchAll(/<td class="number value">([\d,]+)</g)].map(([, value]) =>
        Number(value!.replaceAll(",", "")),
      );
    });
    return (await Promise.all(pages)).flat();
  };
  const down = await values("-value");
  assert.equal(down.length, 97);
  assert.deepEqual(
    down,
    down.toSorted((one, other) => other - one),
  );
  assert.deepEqual(await values("value"), down.toReversed());
  const {text} = await site.get(`${path}&sort=-value`, EN);
  assert.match(text, /<th scope="col" class="number" aria-sort="descending"><a href="[^"]*sort=value#table"/);
  assert.match(text, /href="[^"]*sort=-change#table"/);
  const mixed = (await site.get("/datasets/rosstat_files/gdp", EN)).text;
  assert.match(mixed, /sort=-period#table/);
  assert.doesNotMatch(mixed, /sort=-value/);
  assert.equal((await site.get("/datasets/rosstat_files/gdp?sort=-value", EN)).status, 200);
});

test("the request of the view has its picks, in four programs, and the api answers it [site.dataset-request]", async (t) => {
  const store = await openSampleStore(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const {text} = await site.get("/datasets/rosstat_files/retail_sales?class=food&transformation=level&freq=M", EN);
  const code = (id: string) =>
    new RegExp(`<code id="take-${id}"[^>]*>([\\s\\S]*?)</code>`)
      .exec(text)![1]!
      .replace(/<wbr>/g, "")
      .replaceAll("&quot;", '"')
      .replaceAll("&amp;", "&");
  const asked = /\/api\/v1\/data\?([^"\s]+)/;
  const query = asked.exec(code("curl"))![1]!;
  assert.equal(
    query,
    "dataset=rosstat_files/retail_sales&geo=all&class=food&transformation=level&freq=M&limit=300&labels=1&lang=en&format=csv",
  );
  for (const id of ["python", "r"]) assert.equal(asked.exec(code(id))![1], query);
  assert.match(code("excel"), /class = "food"/);
  const answer = await api.get(`/api/v1/data?${query}`);
  assert.equal(answer.status, 200);
  assert.match(answer.text, /;food;/);
  // labels in the language of the page
  assert.match(answer.text, /Russian Federation/);
  const russian = (await site.get("/datasets/rosstat_files/retail_sales", {"accept-language": "ru"})).text.replaceAll(
    "<wbr>",
    "",
  );
  assert.match(russian, /limit=\d+&amp;labels=1&amp;format=csv/);
  // all series of the view, on any page of its table
  const second = (await site.get("/datasets/fedstat/33459?offset=25", EN)).text.replace(/<wbr>|<[^>]*>/g, "");
  const whole = /\/api\/v1\/data\?dataset=fedstat\/33459&amp;[^"\s]*?csv/.exec(second)![0].replaceAll("&amp;", "&");
  assert.doesNotMatch(whole, /offset=/);
  const keys = new Set(
    (await api.get(whole)).text
      .split("\n")
      .slice(1)
      .map((line) => line.split(";")[0]),
  );
  assert.equal(keys.size - 1, 117);
});

test("a whole dataset is one file for who is signed in: it has the values of the api, and costs exactly the number that the page shows [site.dataset-file]", async (t) => {
  const store = await openTerritories(t);
  const [site, api] = [await openSite(t, {store}), await createApi(t, store)];
  const path = `${DATASET}/file`;
  const from = (await site.get(`${path}?indicator=y`, EN)).headers["location"];
  assert.equal(from, `/account/sign-in?to=${encodeURIComponent(`${path}?indicator=y`)}`);
  const visitor = createVisitor(site);
  await signIn(site, visitor, "a@b.ru", BASE);
  const used = async (): Promise<number> => {
    const now = site.clock.now.toISOString();
    return store.accounts.write(function* (q) {
      return yield* readUsage(q, (yield* ensureAccount(q, "a@b.ru", null, now)).id, now.slice(0, 7));
    });
  };
  const {text} = await visitor.get(path);
  assert.match(text, />11 values</);
  assert.equal(await used(), 0);
  const got = await visitor.send(path, {type: "csv"});
  assert.equal(got.headers["content-disposition"], "attachment; filename=\"places.csv\"; filename*=UTF-8''places.csv");
  const slice = await api.get("/api/v1/data?dataset=showdata/places&geo=all&labels=1&lang=en&format=csv");
  assert.equal(got.text, slice.text);
  assert.equal(await used(), 11);
  const xlsx = await visitor.send(`${path}?indicator=y`, {type: "xlsx"}, {action: `${path}?indicator=y`});
  assert.equal(xlsx.status, 200);
  assert.match(String(xlsx.headers["content-disposition"]), /^attachment; filename="places\.xlsx"; filename\*=UTF-8''/);
  const rows = utils.sheet_to_json<unknown[]>(read(xlsx.rawPayload).Sheets["Data"]!, {header: 1});
  assert.match(String(rows[1]![0]), / · Ryad$/);
  assert.match(String(rows[2]![0]), /\/datasets\/showdata\/places$/);
  assert.equal(await used(), 12);
  // a link or a reload charges nothing
  assert.equal((await visitor.get(`${path}?type=csv`)).headers["content-type"], "text/html; charset=utf-8");
  assert.equal(await used(), 12);
  assert.equal((await visitor.post(path, {type: "csv"})).status, 403);
  assert.equal(await used(), 12);
});

test("a reader chooses the columns of a dataset's table without a script, and pickers, sorting and pages keep the choice [site.dataset-columns]", async (t) => {
  const site = await openSite(t, {store: await openSampleStore(t)});
  const {text} = await site.get("/datasets/rosstat_files/fixed_assets?col=year&col=value&class=total", EN);
  const head = /<table class="series-rows"[\s\S]*?<\/thead>/.exec(text)![0];
  assert.match(head, /Value/);
  assert.doesNotMatch(head, /Five years|State/);
  assert.doesNotMatch(text, /<td class="line">/);
  assert.match(text, /href="[^"]*col=year&amp;col=value[^"]*sort=-value#table"/);
  assert.match(text, /href="[^"]*col=year&amp;col=value[^"]*offset=25" rel="next"/);
  const form = text.split("<form").find((part) => part.includes('type="checkbox" name="col"'))!;
  assert.match(form, /<input type="hidden" name="class" value="total">/);
  assert.match(form, /name="col" value="value" checked>[\s\S]*name="col" value="line">/);
  const pickers = text.split("<form").find((part) => part.includes('class="pickers"'))!;
  assert.match(pickers, /<input type="hidden" name="col" value="value"><input type="hidden" name="col" value="year">/);
});
