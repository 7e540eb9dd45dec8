// The page of a series: the values of the api on every day, marks for stopped and changed series, and files without a token.
import assert from "node:assert/strict";
import {test} from "node:test";
import {read, utils} from "@e965/xlsx";
import {valueDigest} from "../../src/formats/value-digest.ts";
import {type ShownEstimates, valuesAtVintage} from "../../src/site/client/chart-columns.ts";
import {parseDay} from "../../src/statistics/time/day.ts";
import {finish} from "../../src/work/steps.fixture.ts";
import {createApi} from "../api/client.ts";
import {openWith} from "../api/packages.ts";
import {LONG_NAME, ODD, ODD_VINTAGES, openOddStore} from "./odd-store.ts";
import {openSite} from "./site.ts";

const EN = {"accept-language": "en"};
const RU = {"accept-language": "ru"};

interface Item {
  readonly period: string;
  readonly value: number;
  readonly as_of: string;
}

test("on every day the page, its files and its slider have the values of the api for that day, and the CSV is the slice's [site.series-as-of site.vintage-slider site.csv-slice]", async (t) => {
  const store = await openOddStore(t);
  const site = await openSite(t, {store, settings: {trustProxy: ["127.0.0.1"]}});
  const api = await createApi(t, store);
  for (const key of Object.values(ODD)) {
    const estimates = JSON.parse((await site.get(`/series/${key}/estimates.json`)).text) as ShownEstimates;
    const days = ["2024-12-31", ...ODD_VINTAGES.flatMap((day) => [day.replace("-15", "-14"), day]), "2026-01-01"];
    for (const day of days) {
      const {json} = await api.get(`/api/v1/series/${key}/observations?as_of=${day}&limit=5000`);
      const items = json.items as Item[];
      const expected = items.map(({period, value}) => [period, value]);

      const vintage = estimates.vintages.findLastIndex((one) => one <= parseDay(day)!);
      const {period, value} = valuesAtVintage(estimates, vintage);
      const drawn = period.map((first, at) => [new Date(first * 86_400_000).toISOString().slice(0, 10), value[at]]);
      assert.deepEqual(drawn, expected, `the slider at ${day}`);

      const csv = (await site.get(`/series/${key}.csv?as_of=${day}&decimal=point`, {...EN, ...from(day)})).text;
      const {dataset_code: dataset, geo} = json.series;
      const slice = await api.get(
        `/api/v1/data?dataset=${dataset}&geo=${geo}&as_of=${day}&format=csv&labels=1&limit=300&lang=en`,
      );
      const own = slice.text.split("\n").filter((line) => /^series_key;/.test(line) || line.startsWith(key));
      assert.deepEqual(csv.trimEnd().split("\n"), own, `the file of ${day} is the slice's`);

      const page = (await site.get(`/series/${key}?as_of=${day}&rows=all`, {...EN, ...from(day)})).text;
      const table = page.slice(page.indexOf('id="values"'), page.indexOf('id="revisions"'));
      const shown = [
        ...table.matchAll(/<time datetime="([^"]+)">[^<]*<\/time><\/th><td class="number"[^>]*><a [^>]*>([^<]+)</g),
      ];
      assert.deepEqual(
        shown.map(([, first, text]) => [first, Number(text!.replaceAll(",", "").replace("−", "-"))]).reverse(),
        expected,
        `the table of ${day}`,
      );
      const digest = finish(valueDigest(items.map((item) => ({first: parseDay(item.period)!, value: item.value}))));
      assert.ok(items.length === 0 || page.includes(digest), `the checksum of ${day}`);
    }
  }
});

/** Each file is requested from another address, because of the limit. */
function from(day: string): Record<string, string> {
  return {"x-forwarded-for": day};
}

test("a stopped series is marked as not updated and links to its continuation; other series have no mark [account-site.badge site.series-continues]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const stopped = (await site.get(`/series/${ODD.stopped}`, RU)).text;
  assert.match(stopped, /<span class="badge stalled">не обновляется с периода январь 2025<\/span>/);
  assert.match(stopped, new RegExp(`История продолжается под другим кодом: <a href="/series/${ODD.goesOn}"`));
  assert.match((await site.get(`/series/${ODD.stopped}`, EN)).text, /not updated since January 2025/);
  const goesOn = (await site.get(`/series/${ODD.goesOn}`, RU)).text;
  assert.match(
    goesOn,
    new RegExp(`До периода февраль 2025 данные — под другим кодом: <a href="/series/${ODD.stopped}"`),
  );
  for (const key of [ODD.goesOn, ODD.revised, ODD.gaps])
    assert.doesNotMatch((await site.get(`/series/${key}`, RU)).text, /badge stalled/);
});

test("the buttons of a series give CSV and XLSX without a token, in the format of the language, up to a limit for each address [account-site.csv-button site.download-limit]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const page = (await site.get(`/series/${ODD.revised}`, RU)).text;
  const address = /href="(\/series\/[^"]+\.csv[^"]*)"/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const russian = await site.get(address, RU);
  assert.equal(russian.status, 200);
  assert.equal(russian.headers["content-type"], "text/csv; charset=utf-8");
  assert.match(russian.headers["content-disposition"] ?? "", /^attachment; filename="\w+\.csv"; filename\*=UTF-8''/);
  assert.ok(russian.text.startsWith("\uFEFFseries_key;class;class_label;"));
  assert.match(russian.text, /;Хлеб;[^\n]*;2024-02-01;100,1;2025-01-15;/);
  const english = (await site.get(`/series/${ODD.revised}.csv`, EN)).text;
  assert.match(english, /^series_key;[^\n]*\n[^\n]*;2024-01-01;100;2025-01-15;/);
  const wide = (await site.get(`/series/${ODD.gaps}.csv?shape=wide`, EN)).text.split("\n");
  assert.equal(wide[0], `period;Рыба, Индекс цен, Российская Федерация · per cent · ${ODD.gaps}`);
  assert.equal(wide[1], "2024-01-01;-6");

  const xlsx = await site.server.inject({url: `/series/${ODD.longName}.xlsx`, headers: EN});
  const workbook = read(xlsx.rawPayload, {type: "buffer"});
  assert.deepEqual(workbook.SheetNames, ["Data", "about"]);
  const rows = utils.sheet_to_json<unknown[]>(workbook.Sheets["Data"]!, {header: 1, UTC: true, raw: true});
  assert.equal(rows[0]![0], `Индекс цен, ${LONG_NAME}, Russian Federation`);
  assert.equal(rows[1]![0], "per cent, monthly");
  const head = rows.findIndex(([first]) => first === "Period");
  assert.deepEqual(rows[head], ["Period", "Value", "Published"]);
  // 2024-02-01 and 2025-01-15 as a spreadsheet counts days
  assert.deepEqual(rows[head + 2], [45_323, 1001234567.125, 45_672]);
  const wideBook = await site.server.inject({url: `/series/${ODD.revised}.xlsx?shape=wide&lang=ru`, headers: EN});
  const wideRows = utils.sheet_to_json<unknown[]>(read(wideBook.rawPayload).Sheets["Данные"]!, {header: 1});
  assert.deepEqual(
    wideRows.find(([first]) => first === "Период"),
    ["Период", "Значение"],
  );
  const disposition = String(wideBook.headers["content-disposition"]);
  assert.match(decodeURIComponent(disposition), /UTF-8''Индекс цен, Хлеб, Российская Федерация, 2025-12-15\.xlsx$/);

  assert.match(page, /href="[^"]+\.xlsx\?[^"]*shape=vintages"/);
  const vintages = await site.server.inject({url: `/series/${ODD.revised}.xlsx?shape=vintages`, headers: EN});
  const vintageRows = utils.sheet_to_json<unknown[]>(read(vintages.rawPayload).Sheets["Data"]!, {header: 1});
  const vintageHead = vintageRows.find(([first]) => first === "Period") ?? [];
  assert.deepEqual([vintageHead.length, vintageHead[1], vintageHead.at(-1)], [13, "2025-01-15", "2025-12-15"]);

  for (let taken = 5; taken < 30; taken++) assert.equal((await site.get(`/series/${ODD.gaps}.csv`)).status, 200);
  const refused = await site.get(`/series/${ODD.gaps}.csv`, EN);
  assert.equal(refused.status, 429);
  assert.equal(refused.headers["retry-after"], "60");
  assert.equal((await site.get(`/series/${ODD.gaps}`)).status, 200);
  site.clock.now = new Date(site.clock.now.getTime() + 60_000);
  assert.equal((await site.get(`/series/${ODD.gaps}.csv`)).status, 200);
});

test("the file behind a chart and the table with all rows have a limit for each address, the page itself has none [site.download-limit]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const whole = [`/series/${ODD.gaps}/estimates.json`, `/series/${ODD.gaps}?rows=all`];
  for (let taken = 0; taken < 60; taken++) assert.equal((await site.get(whole[taken % 2]!, EN)).status, 200);
  for (const address of whole) {
    const refused = await site.get(address, EN);
    assert.equal(refused.status, 429, address);
    assert.equal(refused.headers["retry-after"], "60");
    assert.match(refused.text, /Too many requests/);
  }
  assert.equal((await site.get(`/series/${ODD.gaps}`)).status, 200);
  assert.equal((await site.get(`/series/${ODD.gaps}.csv`)).status, 200, "files have a limit of their own");
  site.clock.now = new Date(site.clock.now.getTime() + 60_000);
  for (const address of whole) assert.equal((await site.get(address)).status, 200);
});

test("the lasting address of a series shows the same values later, and says if they have changed [site.permalink]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), settings: {publicUrl: "https://stat.example"}});
  const page = (await site.get(`/series/${ODD.revised}`, EN)).text;
  const address =
    /<a href="https:\/\/stat\.example(\/series\/\w+\?as_of=2025-12-15&amp;digest=[0-9a-f]{16})"/.exec(page)?.[1] ?? "";
  const again = (await site.get(address.replace("&amp;", "&"), EN)).text;
  assert.match(again, /The checksum matches/);
  const other = (await site.get(address.replace("&amp;", "&").replace("2025-12-15", "2025-11-15"), EN)).text;
  assert.match(other, /class="notice bad">The checksum differs/);
});

test("the page says the value in force before, its band by past revisions, and gives the vintages as the api's table [site.series-vintages]", async (t) => {
  const rows = (release: number) =>
    Array.from(
      {length: 12 + release},
      (_, i) => `g,643,${2000 + i},${100 + i + (i % 3) * Math.min(release, 12 + release - i - 1)}`,
    );
  const api = await openWith(
    t,
    [0, 1, 2, 3].map((release) => ({
      ...{dataset: "growth", published_at: `202${release}-04-30`, rows: rows(release), more: {revised: true}},
    })),
  );
  const site = await openSite(t, {store: api.store, settings: {trustProxy: ["127.0.0.1"]}});
  const [{series_key: key}] = (await api.get("/api/v1/data?dataset=growth&geo=all")).json.series;
  const {estimates} = (await api.get(`/api/v1/series/${key}/estimates`)).json;
  const {band} = (await api.get(`/api/v1/series/${key}/revisions`)).json;
  const [en, ru] = [await site.get(`/series/${key}`, EN), await site.get(`/series/${key}`, RU)];
  const superseded = estimates.filter((one: {superseded_at: string | null}) => one.superseded_at !== null);
  assert.ok(superseded.length > 8 && band !== null);
  const shown = /class="revision-band">[^<]*: ([\d.−]+) … ([\d.−]+) /.exec(en.text)!;
  assert.deepEqual(
    [Number(shown[1]), Number(shown[2])],
    [band.low, band.high].map((one) => Number(one.toFixed(2))),
  );
  assert.match(en.text, new RegExp(`periods looked at: ${band.based_on}\\)`), "not all of them were revised");
  assert.ok(!(await site.get(`/series/${key}?as_of=2022-04-30`, EN)).text.includes("revision-band"));
  const told = [...en.text.matchAll(/was <a class="to-cell" href="\/c\/[^"]+"[^>]*>(\d+)<\/a> until ([^<;]+)/g)];
  assert.equal(told.length, new Set(superseded.map(({period}: Item) => period)).size);
  assert.match(ru.text, /было <a [^>]*>\d+<\/a> до /);
  for (const as_of of ["", "&as_of=2022-04-30"]) {
    const file = await site.get(`/series/${key}.csv?shape=vintages&decimal=point${as_of}`, EN);
    const bound = as_of.replace("as_of", "known_to");
    const wide = await api.get(`/api/v1/series/${key}/estimates?layout=wide&format=csv${bound}`);
    assert.equal(file.text, wide.text);
  }
  assert.ok(
    en.text.includes(`${key}.csv?lang=en&amp;shape=vintages`) && en.text.length < 60_000,
    en.text.length.toString(),
  );
});

test("the page of a series shows first and latest estimates with their difference, their releases, and datasets that must not be spliced [site.series-revisions site.series-evidence]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const page = (await site.get(`/series/${ODD.revised}`, EN)).text;
  assert.match(page, /Vintages: 12 \(15 Jan 2025 – 15 Dec 2025\)\. Revised in 13 of 23 periods, \d+ times? up\./);
  const revisions = page.slice(page.indexOf('id="revisions"'), page.indexOf('id="evidence"'));
  assert.match(
    revisions,
    /December 2024<\/time><\/th><td class="number"><a [^>]*2025-01-15"[^>]*>101\.35<\/a><\/td><td class="text"><a href="#release-\d+">15 Jan 2025<\/a><\/td><td class="number" data-room="0"><a [^>]*2025-04-15"[^>]*>101\.1<\/a><\/td><td class="text"><a href="#release-\d+">15 Apr 2025<\/a><\/td><td class="number">−0\.25<\/td><td class="number">4<\/td>/,
  );
  for (const [, id] of revisions.matchAll(/href="#(release-\d+)"/g)) assert.ok(page.includes(`id="${id}"`), String(id));
  assert.match(page, /<a href="https:\/\/example\.org\/odd" rel="external noopener">odd_<wbr>11<wbr>\.xlsx<\/a>/);
  assert.match(page, /<span class="badge bad">must not be spliced<\/span>/);
});

test("no text of a publisher becomes markup or a script address on the page of a series [site.escaped]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  for (const key of [ODD.longName, ODD.revised]) {
    const {status, text} = await site.get(`/series/${key}?as_of=2025-06-01"><script>&digest=<b>`, EN);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /<script>|<b>|<i>|javascript:/);
    assert.match(text, /The day in the address cannot be read/);
  }
});

test("a series before its first publication shows that nothing was known, and an unknown series is an error page [site.faults site.series-as-of]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const before = await site.get(`/series/${ODD.revised}?as_of=2025-01-14`, EN);
  assert.equal(before.text.match(/No release of that day or before is loaded here\./g)?.length, 1);
  assert.doesNotMatch(before.text, /<svg class="chart|class="download|\/embed\/|#(?:values|revisions|evidence|cite)"/);
  for (const path of [
    "/series/0000000000000000",
    "/series/x",
    "/series/x.csv",
    `/series/${ODD.gaps}.csv?as_of=x`,
    "/series/x/estimates.json",
  ])
    assert.equal((await site.get(path, EN)).status, 404, path);
});

test("a page of a past day, its data block and the sheet in its workbook use only releases known by then [site.series-as-of]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t), settings: {publicUrl: "https://stat.example"}});
  const path = `/series/${ODD.revised}`;
  for (const [query, files, day] of [
    ["?as_of=2025-02-20", "odd_2.xlsx, odd_1.xlsx", "2025-02-15"],
    ["?as_of=2025-01-14", "", undefined],
  ] as const) {
    const page = (await site.get(path + query, EN)).text;
    const block = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? "");
    assert.equal(block.dateModified, day);
    const xlsx = await site.server.inject({url: `${path}.xlsx${query}`, headers: EN});
    const [about] = utils.sheet_to_json<Record<string, unknown>>(read(xlsx.rawPayload).Sheets["about"]!);
    assert.equal(about!["source_files"], files);
    assert.equal(about!["address"], `https://stat.example${path}${query}`);
  }
});

test("a series of a dataset without releases shows its values and says that they have no evidence; the api fails [site.no-releases]", async (t) => {
  const store = await openOddStore(t);
  await store.statistics.write(function* () {
    yield {sql: "delete from release", parameters: []};
  });
  const [site, api] = [await openSite(t, {store}), await createApi(t, store, {failing: true})];
  const {status, text} = await site.get(`/series/${ODD.revised}`, EN);
  assert.equal(status, 200);
  assert.match(text, /The store has no release for these values/);
  assert.match(text, /<td class="number"[^>]*>101\.1<\/td>/);
  assert.equal((await site.get(`/series/${ODD.revised}.xlsx`, EN)).status, 200);
  assert.equal((await site.get("/datasets/showdata/odd", EN)).status, 200);
  assert.equal((await api.get(`/api/v1/series/${ODD.revised}/evidence`)).json.error.code, "INTERNAL");
});

test("an English page names the territory in English in the title, and as published in the citation [site.titles]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  const published = "Хлеб, Индекс цен, Российская Федерация";
  const shown = "Индекс цен, Хлеб, Russian Federation";
  const page = (await site.get(`/series/${ODD.revised}`, EN)).text;
  assert.ok(page.includes(`<title>${shown} · `) && page.includes(`property="og:title" content="${shown}"`));
  assert.ok(page.includes(`property="og:description" content="${shown}. `));
  assert.ok(page.includes(`<cite lang="ru">${published}</cite>`));
  for (const path of [`/embed/${ODD.revised}`, `/chart/${ODD.revised}.svg`, `/compare?series=${ODD.revised}`]) {
    const {text} = await site.get(path, EN);
    assert.ok(text.includes(shown) && !text.includes(published), path);
  }
});

test("text for programs has plain blanks: the title of a page, its descriptions, the label of its chart [site.line-breaks]", async (t) => {
  const site = await openSite(t, {store: await openOddStore(t)});
  for (const path of [`/series/${ODD.revised}`, `/series/${ODD.revised}/territories`, "/datasets/showdata/odd"]) {
    const {payload} = await site.server.inject({url: path, headers: EN});
    const head = payload.slice(0, payload.indexOf("</head>"));
    assert.match(head, /[a-z] 202[45]/, path);
    assert.doesNotMatch(head, /\u00a0/, path);
    assert.doesNotMatch(payload, /class="plot"[^>]*\u00a0/, path);
  }
});
